// Which payment people would choose: an order of the ways that the engine allows. Only a proposal.
import type { Journey } from "../board/journeys";
import { CARDS, type Card } from "../cards";
import type { BoardInfo, BoardView } from "../protocol";

type Counts = Partial<Record<Card, number>>;

/** How many cards of each colour the ways of unfinished tickets still ask for, besides these routes. */
export function needsOf(
  board: BoardInfo,
  view: BoardView,
  journeys: Iterable<Journey | null>,
  except: readonly number[],
): Counts {
  const routes = new Set([...journeys].flatMap((way) => (way && !way.done ? way.routes : [])));
  const needs: Counts = {};
  for (const r of routes) {
    const { colour, length, group } = board.routes[r]!;
    const paid = except.some((other) => board.routes[other]!.group === group);
    if (view.routes[r] !== null || paid || colour === "grey") continue;
    needs[colour as Card] = (needs[colour as Card] ?? 0) + length;
  }
  return needs;
}

/** The best payment first: fewest Locomotives, then what tickets miss least, then what one has most of.
 *  What is left equal stays in the engine's order. Parallel tracks that take the same cards count once. */
export function bestFirst<T extends { cards: readonly Card[] }>(
  ways: readonly T[],
  hand: readonly number[],
  needs: Counts,
): T[] {
  const held = (card: Card) => hand[CARDS.indexOf(card)] ?? 0;
  const wild = (way: T) => way.cards.filter((card) => card === "locomotive").length;
  const missed = (way: T) =>
    kindsOf(way.cards).reduce((sum, [card, n]) => {
      const lacks = (left: number) => Math.max(0, (needs[card] ?? 0) - left);
      return sum + lacks(held(card) - n) - lacks(held(card));
    }, 0);
  const left = (way: T) => Math.min(...kindsOf(way.cards).map(([card, n]) => held(card) - n));
  return ways
    .filter((way, i) => ways.findIndex((other) => other.cards.join() === way.cards.join()) === i)
    .sort((a, b) => wild(a) - wild(b) || missed(a) - missed(b) || left(b) - left(a));
}

/** Of the ways with the same colours, the first; and the others, which only take more Locomotives. */
export function byColours<T extends { cards: readonly Card[] }>(ways: readonly T[]): { first: T[]; more: T[] } {
  const colours = (way: T) => kindsOf(way.cards).map(([card]) => card).join(); // prettier-ignore
  const seen = new Set<string>();
  const first: T[] = [];
  const more: T[] = [];
  for (const way of ways) {
    (seen.has(colours(way)) ? more : first).push(way);
    seen.add(colours(way));
  }
  return { first, more };
}

/** Of each colour how many; Locomotives count for themselves. */
const kindsOf = (cards: readonly Card[]): [Card, number][] =>
  CARDS.filter((card) => card !== "locomotive").flatMap((card): [Card, number][] => {
    const n = cards.filter((c) => c === card).length;
    return n ? [[card, n]] : [];
  });
