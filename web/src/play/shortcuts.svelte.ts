// Keys that do something at a table. What has keys says so itself, as long as it is on the page; the list of them
// (Keys.svelte) is therefore always true.
import { getContext, onDestroy, setContext } from "svelte";
import { SvelteSet } from "svelte/reactivity";

export type Group = "cards" | "tickets" | "pay" | "map" | "table";

export interface Shortcut {
  group: Group;
  keys: readonly string[]; // as events call them; "Shift+3" for digits of the upper row
  sign: string; // as the list shows them
  about: string;
  /** Whether it does something just now; if not, the key may mean something else. */
  ready?: boolean;
  /** It is what is expected next: Enter does it also where a pile or a ticket has the keyboard. */
  next?: boolean;
  run: (key: string) => void;
}

type Source = () => readonly Shortcut[];

export class Shortcuts {
  readonly #sources = new SvelteSet<Source>();

  add(source: Source): () => void {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }

  get list(): Shortcut[] {
    return [...this.#sources].flatMap((source) => source());
  }

  /** What came onto the page last is asked first: it is what one looks at. Single characters may be switched off. */
  handle(event: KeyboardEvent, characters = true): boolean {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    const key = nameOfKey(event);
    if (!characters && isCharacter(key)) return false;
    const target = event.target as Element | null;
    const yields = key === "Enter" && target?.closest(YIELDING);
    if (target && !yields && isTaken(target, key)) return false;
    for (const source of [...this.#sources].reverse()) {
      const found = source().find(
        ({ keys, ready = true, next = false }) => ready && (next || !yields) && keys.includes(key),
      );
      if (!found) continue;
      event.preventDefault();
      found.run(key);
      return true;
    }
    return false;
  }
}

export function nameOfKey(event: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  if (/^\d$/.test(event.key)) return event.key; // some keyboards need Shift for it
  const upper = event.shiftKey && /^Digit(\d)$/.exec(event.code);
  if (upper && event.key !== "?" && event.key !== "/") return `Shift+${upper[1]}`;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** Such keys may be pressed by chance, or by who speaks to the computer. */
export const isCharacter = (key: string): boolean => key.length === 1 || key.startsWith("Shift+");

/** Space presses these, and they have keys of their own: Enter need not. */
const YIELDING = "[data-card], [data-offer], [data-ticket], [data-slot], [data-deck], [data-tickets], .players button";

/** What is being typed in, or chosen from, keeps its keys; so does what Enter would press, or arrows move. */
function isTaken(target: Element, key: string): boolean {
  if (target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) return true;
  if (target.closest("dialog")) return true;
  if (key === "Enter") return target.closest("button, a, summary, [role=tab]") !== null;
  if (key.startsWith("Arrow")) return target.closest("[role=tab], [role=img], [type=range]") !== null;
  return false;
}

const KEY = Symbol("shortcuts");
export const setShortcuts = (): Shortcuts => setContext(KEY, new Shortcuts());
export const getShortcuts = (): Shortcuts => getContext<Shortcuts>(KEY);
/** The keys of a component, asked anew whenever they are needed. */
export function useShortcuts(source: Source): void {
  const shortcuts = getContext<Shortcuts | undefined>(KEY);
  if (shortcuts) onDestroy(shortcuts.add(source));
}
