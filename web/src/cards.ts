// Names for what the protocol spells out, and the pictures that go with them.
import { look } from "./look";
import type { Act, ClaimRoute, Step } from "./protocol";

export type Card = ClaimRoute["cards"][number];
export type Action = Act["action"];
export type GameEvent = Step["events"][number];
export type ActionOf<T extends Action["type"]> = Extract<Action, { type: T }>;
export type EventOf<T extends GameEvent["type"]> = Extract<GameEvent, { type: T }>;

export const CARDS = look.cards as readonly Card[];
export const symbolPath = (card: string): string => (look.symbols as Record<string, string>)[card] ?? "";

/** The cards of nine counts, one by one. */
export function spread(counts: readonly number[]): Card[] {
  return CARDS.flatMap((card, i) => Array<Card>(counts[i] ?? 0).fill(card));
}

/** Cards as pairs of a kind and how many of it, in the usual order. */
export function tally(cards: readonly Card[]): [Card, number][] {
  return CARDS.map((card): [Card, number] => [card, cards.filter((c) => c === card).length]).filter(([, n]) => n > 0);
}

export const sameCards = (a: readonly Card[], b: readonly Card[]): boolean =>
  a.length === b.length && a.every((card, i) => card === b[i]);

export function actionsOf<T extends Action["type"]>(legal: readonly Action[], type: T): ActionOf<T>[] {
  return legal.filter((action): action is ActionOf<T> => action.type === type);
}
