// Where the keyboard is. Pages change under those who use it; it must not be lost by that.

/** Bring the keyboard to the first thing one can do in what has just appeared, and back afterwards. */
export function focusFirst(node: HTMLElement): { destroy(): void } {
  const before = document.activeElement;
  queueMicrotask(() => (first(node) ?? node).focus({ preventScroll: true }));
  return {
    destroy: () => {
      const inside = node.contains(document.activeElement) || document.activeElement === document.body;
      if (inside && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
  };
}

const first = (node: Element): HTMLElement | null =>
  node.querySelector<HTMLElement>(
    "button:not(:disabled):not([tabindex='-1']), input:not(:disabled), select, a[href], [tabindex='0']",
  );

// Parts of a table; and what in them is no way out of it, nor asks for something to be typed.
const PARTS = "main, section, aside > div";
const DOING = "button:not(:disabled):not([role=tab]):not([tabindex='-1']), [tabindex='0']:not([role])";

/** When what had the keyboard is gone, the first of these that is still there gets it. */
export function keepNear(places: readonly (Element | null | undefined)[]): void {
  if (document.activeElement !== document.body) return;
  const left = places.find((e): e is HTMLElement => e instanceof HTMLElement && e.isConnected);
  if (left && !left.hasAttribute("tabindex")) left.tabIndex = -1;
  left?.focus({ preventScroll: true });
}

/** When what had the keyboard disappears, the same thing drawn anew gets it, or else its neighbours; where there are
 *  none, the part of the table that it was in: keys still work there. */
export function keepFocus(root: HTMLElement): { destroy(): void } {
  let keys = false; // a mouse needs no help, and would see a frame where it did not point
  let last: HTMLElement | null = null;
  let around: Element[] = [];
  const typed = () => (keys = true);
  const pointed = () => (keys = false);
  const moved = (event: FocusEvent) => {
    last = event.target as HTMLElement;
    around = [];
    for (let e = last.parentElement; e && root.contains(e); e = e.parentElement) around.push(e);
  };
  const changed = () => {
    if (!keys || !last || document.activeElement !== document.body) return;
    if (last.isConnected && !last.matches(":disabled")) return; // left on purpose
    const marks = Object.entries(last.dataset).map(
      ([name, value]) => `[data-${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}="${CSS.escape(value ?? "")}"]`,
    );
    const same = marks.length ? root.querySelector<HTMLElement>(`${marks.join("")}:not(:disabled)`) : null;
    const part = around.find((e) => e.isConnected && e.matches(PARTS)) as HTMLElement | undefined;
    const beside =
      around[0]?.isConnected && part?.contains(around[0]) ? around[0].querySelector<HTMLElement>(DOING) : null;
    if (part && !part.hasAttribute("tabindex")) part.tabIndex = -1;
    (same ?? beside ?? part ?? first(root))?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(changed);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  root.addEventListener("focusin", moved);
  addEventListener("keydown", typed, true);
  addEventListener("pointerdown", pointed, true);
  return {
    destroy() {
      observer.disconnect();
      removeEventListener("keydown", typed, true);
      removeEventListener("pointerdown", pointed, true);
    },
  };
}
