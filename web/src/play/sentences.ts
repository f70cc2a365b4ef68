// Events as plain sentences in the reader's language.
import type { Card, EventOf, GameEvent } from "../cards";
import { tally } from "../cards";
import type { Messages } from "../i18n/index.svelte";
import type { BoardInfo, CardsInfo, TableInfo } from "../protocol";
import { nameOf, routeName, ticketWords } from "./names";
import { standing, type Turn } from "./story/turns";

export interface Speaker {
  m: Messages;
  table: TableInfo;
  board: BoardInfo | null;
  cards: CardsInfo | null;
  seat: number | null;
  unnamed?: number | null; // a seat whose name has been said
}

/** Cards in words: “3 red, 1 Locomotive”. */
export const cardWords = (cards: readonly Card[], m: Messages): string =>
  tally(cards)
    .map(([card, n]) => m.someCards(n, card))
    .join(", ");

/** A sentence, or null for what is not worth a line. */
export function sentence(e: GameEvent, s: Speaker): string | null {
  const { m } = s;
  const who = (seat: number) => (seat === s.unnamed ? "" : nameOf(s.table, seat, m));
  const ticket = (t: number) => {
    const { name, points, several } = ticketWords(s.board, s.cards, t);
    return several ? name : `${name} (${points})`;
  };
  const cards = (list: readonly Card[]) => cardWords(list, m);
  switch (e.type) {
    case "GameStarted":
      return m.log.started(who(e.first));
    case "CardsDealt":
      return e.cards && e.seat === s.seat ? m.log.dealt(who(e.seat), cards(e.cards)) : null;
    case "CardDrawn":
      if (e.slot !== null && e.card) return m.log.tookFaceUp(who(e.seat), m.colours[e.card]);
      return e.card ? m.log.drewKnown(who(e.seat), m.colours[e.card]) : m.log.drewBlind(who(e.seat));
    case "MarketFilled":
      return null;
    case "MarketReset":
      return m.log.marketReset;
    case "MarketStays":
      return m.log.marketStays(e.resets);
    case "DeckReshuffled":
      return m.log.reshuffled(e.cards);
    case "TicketsOffered":
      return e.seat === s.seat ? null : m.log.offered(who(e.seat), e.count);
    case "TicketsKept":
      return e.kept?.length
        ? m.log.keptKnown(who(e.seat), e.kept.map(ticket).join(", "))
        : m.log.kept(who(e.seat), e.count);
    case "RouteClaimed":
      return m.log.claimed(who(e.seat), s.board ? routeName(s.board, e.route) : "", cards(e.cards), e.points);
    case "TunnelRevealed":
      return m.log.tunnel(who(e.seat), s.board ? routeName(s.board, e.route) : "", cards(e.revealed), e.extra);
    case "TunnelDeclined":
      return m.log.declined(who(e.seat), s.board ? routeName(s.board, e.route) : "");
    case "StationBuilt":
      return m.log.station(who(e.seat), s.board?.cities[e.city]?.name ?? "", cards(e.cards));
    case "CardsPutOnTrack":
      return e.cards ? m.log.onTrack(who(e.seat), cards(e.cards)) : m.log.onTrackHidden(who(e.seat), e.count);
    case "YardPlayed":
      return m.log.yard(who(e.seat), cards(e.cards));
    case "TrainsRobbed":
      return m.log.robbed(who(e.seat), who(e.victim), cards(e.cards));
    case "TicketChosen":
      return e.ticket === null ? null : m.log.chosen(who(e.seat), ticket(e.ticket));
    case "TicketsScored":
      return e.tickets.length
        ? m.log.scored(who(e.seat), e.tickets.map(ticket).join(", "), e.points)
        : m.log.scoredNone(who(e.seat));
    case "DeckRenewed":
      return m.log.renewed;
    case "Passed":
      return m.log.passed(who(e.seat));
    case "LastRoundStarted":
      return m.log.lastRound(who(e.seat));
    case "GameEnded":
      return m.log.ended(e.winners.map(who).join(", "), Math.max(...e.totals));
  }
}

/** What a seat did, without its name, which stands above: “Claims Oslo – Bergen …”. */
export function act(e: GameEvent, s: Speaker): string | null {
  const said = sentence(e, { ...s, unnamed: "seat" in e ? e.seat : null });
  return said && capital(said.trim());
}

/** A sentence of a turn: by itself, and after one about the same seat, whose name need not be said again. */
interface Said {
  whole: string;
  after: string;
}

function turnSentences(turn: Turn, s: Speaker): Said[] {
  const { m } = s;
  const events = dealtAtOnce(standing(turn).flatMap((step) => step.events));
  const drawn = events.filter((e) => e.type === "CardDrawn");
  const said: Said[] = [];
  let about: number | null = null; // whom the last sentence named
  for (const e of events) {
    if (turn.seat === null && e.type === "TicketsOffered") continue; // after the deal everyone is; the table says so
    const seat = "seat" in e ? e.seat : null;
    let whole: string | null;
    let after: string | null;
    if (e.type === "CardDrawn") {
      const hers = drawn.filter((d) => d.seat === seat);
      if (e !== hers[0]) continue;
      whole = takes(nameOf(s.table, e.seat, m), hers, m);
      after = takes("", hers, m);
    } else {
      whole = sentence(e, s);
      after = act(e, s);
    }
    if (!whole || !after) continue;
    said.push({ whole: capital(whole), after: capital((seat === about ? after : whole).trim()) });
    about = seat ?? about;
  }
  return said;
}

/** What a seat is dealt is one thing, also where the game deals twice. */
const dealtAtOnce = (events: readonly GameEvent[]): GameEvent[] =>
  events.flatMap((e): GameEvent[] => {
    if (e.type !== "CardsDealt") return [e];
    const hers = events.filter((d) => d.type === "CardsDealt" && d.seat === e.seat) as EventOf<"CardsDealt">[];
    return e === hers[0] ? [{ ...e, cards: e.cards && hers.flatMap((d) => d.cards ?? []) }] : [];
  });

function takes(who: string, drawn: readonly EventOf<"CardDrawn">[], m: Messages): string {
  const faces = drawn.flatMap((d) => (d.slot !== null && d.card ? [d.card] : []));
  const known = drawn.flatMap((d) => (d.slot === null && d.card ? [d.card] : []));
  const blind = drawn.length - faces.length - known.length;
  return m.log.takes(who, [
    ...tally(faces).map(([card, n]) => (n === 1 ? m.colours[card] : m.someCards(n, card))),
    ...(known.length ? [m.log.fromDeck(known.map((card) => m.colours[card]).join(", "))] : []),
    ...(blind ? [m.log.blind(blind)] : []),
  ]);
}

/** A whole turn in words, and shorter: each time without the oldest that was left. */
export function turnWords(turn: Turn, s: Speaker): string[] {
  if (turn.steps.at(-1)?.kind === "undo") return [s.m.log.undone];
  const said = turnSentences(turn, s);
  return said.map(({ whole }, from) =>
    [`${from ? "… " : ""}${whole}`, ...said.slice(from + 1).map(({ after }) => after)].join(" "),
  );
}

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
