/** Bring the keyboard to the first thing one can do in what has just appeared. */
export function focusFirst(node: HTMLElement): void {
  const back = document.activeElement;
  queueMicrotask(() => (node.querySelector<HTMLElement>("button:not(:disabled), input, a[href]") ?? node).focus({ preventScroll: true }));
  void back;
}
