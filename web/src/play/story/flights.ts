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
  stays?: boolean; // it lies where it arrives, and can still be seen there
  fills?: boolean; // it comes to the empty place beside the deck
  delay: number; // milliseconds after the step, at normal speed
}
type Move = Omit<Flight, "delay"> & { after?: number }; // it waits for so long itself

export const FLIGHT = 620; // milliseconds from place to place
const LOOK = 520; // a blind card of one's own is held up for so long
const FILL = 380; // from the deck to a place beside it
const EMPTY = 90; // for which a place is seen to be empty
const APART = 110; // between two cards
export const ROBBED = 900; // for which a train that is robbed is looked at before it goes
const MOST = 12; // cards in the air; more would tell no more

const DECK: Place = ["[data-deck]"];
const DISCARDS: Place = ["[data-discards]", "[data-deck]"];
const TICKETS: Place = ["[data-tickets]"];
export const slotAt = (slot: number): string => `[data-slot="${slot}"]`;
export const pileOf = (card: Card): string => `.pile[data-card="${card}"]`;
const yard = (seat: number): Place => [`[data-yard-of="${seat}"] .rows`, `[data-yard-of="${seat}"]`];
const track = (seat: number): Place => [`[data-yard-of="${seat}"] .track`, ...yard(seat)];

/** `eyes`: the seat whose hand is shown; `laid`: what lies at the tunnel that is being dug. */
export function flightsOf(step: Step, eyes: number | null, laid: readonly Card[] = []): Flight[] {
  const flights = step.events.flatMap((e) => ofEvent(e, eyes, laid));
  return flights.slice(0, MOST).map(({ after = 0, ...flight }, i) => ({ ...flight, delay: i * APART + after }));
}

function ofEvent(e: GameEvent, eyes: number | null, laid: readonly Card[]): Move[] {
  const hand = (seat: number, card?: Card): Place => [
    ...(seat === eyes ? [...(card ? [pileOf(card)] : []), "[data-hand]"] : []),
    `.players [data-seat="${seat}"]`,
    `[data-yard-of="${seat}"]`,
  ];
  const paid = (seat: number, cards: readonly Card[], to: Place) =>
    cards.map((card) => ({ from: hand(seat, card), to, face: card }));
  switch (e.type) {
    case "CardDrawn":
      if (e.slot !== null && e.card)
        return [{ from: [slotAt(e.slot)], to: hand(e.seat, e.card), face: e.card, stays: e.seat === eyes }];
      if (e.card && e.seat === eyes) return [{ from: DECK, to: hand(e.seat, e.card), face: e.card, turns: true }];
      return [{ from: DECK, to: hand(e.seat), face: "back" }];
    case "MarketReset":
      return e.discarded.map((card, slot) => ({ from: [slotAt(slot)], to: DISCARDS, face: card }));
    case "MarketFilled":
      return [{ from: DECK, to: [slotAt(e.slot)], face: "back", stays: true, fills: true, after: EMPTY }];
    case "TicketsOffered":
      return Array.from({ length: e.count }, () => ({ from: TICKETS, to: hand(e.seat), face: "ticket" }));
    case "TicketsKept":
      return Array.from({ length: e.returned_count }, () => ({ from: hand(e.seat), to: TICKETS, face: "ticket" }));
    case "TunnelDeclined":
      return laid.map((card) => ({
        from: ["[data-tunnel] .laid"],
        to: hand(e.seat, card),
        face: card,
        stays: e.seat === eyes,
      }));
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

/** How long it is in the air, at normal speed. */
export const airborne = ({ turns, fills }: Flight): number => (fills ? FILL : turns ? FLIGHT + LOOK : FLIGHT);

/** How long until the last one has landed. */
export const lengthOf = (flights: readonly Flight[]): number =>
  Math.max(0, ...flights.map((f) => f.delay + airborne(f)));
