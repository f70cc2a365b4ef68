// Which cards and tickets move from where to where when something is done.
import type { Card, GameEvent } from "../../cards";
import type { Step } from "../../protocol";

/** Places on the page, by their marks; the first one that can be seen counts. */
export type Place = readonly string[];

export interface Flight {
  from: Place;
  to: Place;
  face: Card | "back" | "ticket";
  turns?: boolean; // it leaves face down and arrives face up
  delay: number; // milliseconds after the step, at normal speed
}
type Move = Omit<Flight, "delay"> & { after?: number }; // it waits for so long itself

export const FLIGHT = 620; // milliseconds from place to place
export const LOOK = 520; // a blind card of one's own is held up for so long
const APART = 110; // between two cards
export const ROBBED = 900; // for which a train that is robbed is looked at before it goes
const MOST = 8; // cards in the air; more would tell no more

const DECK: Place = ["[data-deck]"];
const DISCARDS: Place = ["[data-discards]", "[data-deck]"];
const TICKETS: Place = ["[data-tickets]"];
const yard = (seat: number): Place => [`[data-yard-of="${seat}"] .rows`, `[data-yard-of="${seat}"]`];
const track = (seat: number): Place => [`[data-yard-of="${seat}"] .track`, ...yard(seat)];

/** `eyes`: the seat whose hand is shown. */
export function flightsOf(step: Step, eyes: number | null): Flight[] {
  const flights = step.events.flatMap((e) => ofEvent(e, eyes));
  return flights.slice(0, MOST).map(({ after = 0, ...flight }, i) => ({ ...flight, delay: i * APART + after }));
}

function ofEvent(e: GameEvent, eyes: number | null): Move[] {
  const hand = (seat: number, card?: Card): Place => [
    ...(seat === eyes ? [...(card ? [`.pile[data-card="${card}"]`] : []), "[data-hand]"] : []),
    `.players [data-seat="${seat}"]`,
    `[data-yard-of="${seat}"]`,
  ];
  const paid = (seat: number, cards: readonly Card[], to: Place) =>
    cards.map((card) => ({ from: hand(seat, card), to, face: card }));
  switch (e.type) {
    case "CardDrawn":
      if (e.slot !== null && e.card)
        return [{ from: [`[data-slot="${e.slot}"]`], to: hand(e.seat, e.card), face: e.card }];
      if (e.card && e.seat === eyes) return [{ from: DECK, to: hand(e.seat, e.card), face: e.card, turns: true }];
      return [{ from: DECK, to: hand(e.seat), face: "back" }];
    case "MarketReset":
      return e.discarded.map((card, slot) => ({ from: [`[data-slot="${slot}"]`], to: DISCARDS, face: card }));
    case "TicketsOffered":
      return Array.from({ length: e.count }, () => ({ from: TICKETS, to: hand(e.seat), face: "ticket" }));
    case "TicketsKept":
      return Array.from({ length: e.returned_count }, () => ({ from: hand(e.seat), to: TICKETS, face: "ticket" }));
    case "RouteClaimed":
    case "StationBuilt":
      return paid(e.seat, e.cards, DISCARDS);
    case "YardPlayed":
      return paid(e.seat, e.cards, yard(e.seat));
    case "TrainsRobbed":
      return e.cards.map((card) => ({
        from: [`[data-yard-of="${e.victim}"] [data-stolen]`, ...yard(e.victim)],
        to: DISCARDS,
        face: card,
        after: ROBBED,
      }));
    case "CardsPutOnTrack":
      return Array.from({ length: e.count }, () => ({ from: yard(e.seat), to: track(e.seat), face: "back" }));
    default:
      return [];
  }
}

/** How long until the last one has landed, at normal speed. */
export const lengthOf = (flights: readonly Flight[]): number =>
  Math.max(0, ...flights.map((f) => f.delay + FLIGHT + (f.turns ? LOOK : 0)));
