/** Bring the keyboard to the first thing one can do in what has just appeared. */
export function focusFirst(node: HTMLElement): void {
  queueMicrotask(() => (node.querySelector<HTMLElement>("button:not(:disabled), input, a[href]") ?? node).focus({ preventScroll: true }));
}
