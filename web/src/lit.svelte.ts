// Whose network stands alone on the map: that of the player pointed at, else of the one chosen to stay.
import { getContext, setContext } from "svelte";
import type { Attachment } from "svelte/attachments";

export class Lit {
  #pointed = $state<number | null>(null);
  #kept = $state<number | null>(null);

  get seat(): number | null {
    return this.#pointed ?? this.#kept;
  }
  /** The seat that stays lit when nothing is pointed at. */
  get kept(): number | null {
    return this.#kept;
  }
  point(seat: number | null): void {
    this.#pointed = seat;
  }
  toggle(seat: number): void {
    this.#kept = this.#kept === seat ? null : seat;
    this.#pointed = null; // who presses wants to see the difference
  }
}

const KEY = Symbol("lit");
export const setLit = (): Lit => setContext(KEY, new Lit());
/** Nothing where there is no map. */
export const useLit = (): Lit | undefined => getContext<Lit | undefined>(KEY);

/** An element that lights a seat while the mouse is over it or the keyboard is on it. */
export const lights =
  (lit: Lit | undefined, seat: number | null): Attachment<HTMLElement> =>
  (element) => {
    if (!lit || seat === null) return;
    const on = new AbortController();
    const listen = (type: string, does: (event: Event) => void) =>
      element.addEventListener(type, does, { signal: on.signal });
    listen("pointerenter", (event) => {
      if ((event as PointerEvent).pointerType === "mouse") lit.point(seat);
    });
    listen("pointerleave", () => lit.point(null));
    listen("focusin", (event) => {
      if ((event.target as Element).matches(":focus-visible")) lit.point(seat);
    });
    listen("focusout", () => lit.point(null));
    return () => {
      on.abort();
      if (lit.seat === seat) lit.point(null);
    };
  };
