// What the last turn touched: it stays marked in its owner's colour until the next one.
import { citiesOf } from "../../board/journeys";
import type { Card, GameEvent } from "../../cards";
import type { BoardInfo } from "../../protocol";
import { standing, type Turn } from "./turns";

export interface Marks {
  seat: number | null;
  slots: readonly number[];
  deck: boolean;
  tickets: boolean;
  routes: readonly number[];
  cities: readonly number[];
  cards: readonly Card[]; // that came, as far as one may know them
}

export const NO_MARKS: Marks = {
  seat: null,
  slots: [],
  deck: false,
  tickets: false,
  routes: [],
  cities: [],
  cards: [],
};

export function marksOf(turn: Turn | null): Marks {
  if (turn?.seat == null) return NO_MARKS;
  const events = standing(turn).flatMap((step) => step.events);
  const drawn = events.filter((e) => e.type === "CardDrawn");
  return {
    seat: turn.seat,
    slots: drawn.flatMap((e) => (e.slot === null ? [] : [e.slot])),
    deck: drawn.some((e) => e.slot === null),
    tickets: events.some((e) => e.type === "TicketsOffered" && e.seat === turn.seat),
    routes: events.flatMap((e) => (e.type === "RouteClaimed" ? [e.route] : [])),
    cities: events.flatMap((e) => (e.type === "StationBuilt" ? [e.city] : [])),
    cards: drawn.flatMap((e) => (e.card ? [e.card] : [])),
  };
}

/** What an event is about, to be lit up on the map. */
export function placeOf(e: GameEvent, board: BoardInfo | null): { routes: number[]; cities: number[] } | null {
  if (!board) return null;
  switch (e.type) {
    case "RouteClaimed":
    case "TunnelRevealed":
    case "TunnelDeclined": {
      const { a, b } = board.routes[e.route]!;
      return { routes: [e.route], cities: [a, b] };
    }
    case "StationBuilt":
      return { routes: [], cities: [e.city] };
    case "TicketsKept":
      return e.kept?.length ? { routes: [], cities: e.kept.flatMap((t) => citiesOf(board.tickets[t]!)) } : null;
    default:
      return null;
  }
}
