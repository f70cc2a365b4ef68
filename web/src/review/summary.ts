// The facts that sum up a seat's game, put into words.
import { nameOf, routeName, ticketWords } from "../play/names";
import type { Speaker } from "../play/sentences";
import type { Words } from "../i18n/review/words.svelte";
import { percentOf, type Review, type Sentence } from "./model";

export interface Said {
  text: string;
  step: number | null; // where it happened
}

/** How a reader is to be told. */
export interface Telling {
  mine: readonly number[]; // the seats of who reads, who is called “you”
  speaker: Omit<Speaker, "seat">;
  w: Words;
  judged: (step: number) => { played: string; best: string } | null; // the actions of a decision, in words
}

/** What is of no known kind is left out. */
export function sentencesOf(review: Review, seat: number, telling: Telling): Said[] {
  const facts = review.summary.filter((fact) => fact.seat === seat);
  return facts.flatMap((fact) => {
    const lost = !review.winners.includes(seat);
    const lostIt = lost && fact === facts[0] && fact.kind === "blunder" && forGood(review, seat, fact.step);
    const text = inWords(fact, { lost, lostIt }, telling);
    return text ? [{ text, step: fact.step }] : [];
  });
}

/** Whether a seat's chances never again came to what they were before this step: a game can be lost more than once. */
function forGood(review: Review, seat: number, step: number | null): boolean {
  if (!step) return false;
  const before = review.positions[step - 1]!.chances[seat]!;
  return review.positions.slice(step).every(({ chances }) => chances[seat]! < before);
}

interface Outcome {
  lost: boolean;
  lostIt: boolean; // by what the fact tells
}

function inWords(fact: Sentence, { lost, lostIt }: Outcome, { mine, speaker: s, w, judged }: Telling): string | null {
  const person = (seat: number) => (mine.length === 1 && mine.includes(seat) ? null : nameOf(s.table, seat, s.m));
  const name = (ticket: number | null) => (ticket === null ? null : ticketWords(s.board, s.cards, ticket).name);
  const who = person(fact.seat);
  const by = fact.by === null ? undefined : person(fact.by);
  const [turn, points] = [fact.turn ?? 0, Math.round(fact.points ?? 0)];
  const n = Math.max(1, Math.abs(percentOf(fact.chance ?? 0)));
  const ticket = name(fact.ticket);
  const theirs = name(fact.theirs);
  const route = fact.route === null || !s.board ? null : routeName(s.board, fact.route);
  const f = w.facts;
  const whyOf = (): string => {
    if (route !== null) return by === undefined ? f.whyOpen(route, ticket) : f.whyTaken(route, by, theirs);
    const actions = fact.step === null ? null : judged(fact.step);
    return actions ? f.whyBetter(actions.played, actions.best, n) : f.whyCost(n);
  };
  switch (fact.kind) {
    case "blunder":
    case "mistake": {
      const why = whyOf();
      const said = lostIt ? f.lostIt(who, turn, why) : f.costliest(who, turn, why);
      return fact.points !== null && ticket ? `${said} ${f.never(ticket)}` : said;
    }
    case "lost_ticket":
    case "blocked_ticket": {
      if (!ticket || by === undefined || route === null) return null;
      const told = { ticket, turn, by, route, theirs, points };
      return fact.kind === "lost_ticket" ? f.lostTicket(who, told) : f.blocked(who, told);
    }
    case "no_trains":
      return ticket && f.noTrains(who, ticket, turn, points);
    case "unfinished":
      return ticket && (by === undefined ? f.unfinished(ticket, points) : f.ranOut(ticket, by, turn, points));
    case "aimless":
      return f.aimless(who, fact.count ?? 0, fact.of ?? 0);
    case "behind_tickets":
    case "behind_routes":
      return by === undefined ? null : f.behind(fact.kind, who, by, points, fact.of ?? 0);
    case "open_tickets":
      return f.openTickets(who, points);
    case "lucky":
      return f.lucky(who, n);
    case "unlucky":
      return f.unlucky(who, n);
    case "lucky_turn":
      return f.luckyTurn(who, turn, n);
    case "unlucky_turn":
      return f.unluckyTurn(who, turn, n);
    case "gift":
      return by === undefined ? null : f.gift(who, by, turn, n);
    case "longest":
      return f.longest(by, points);
    case "well_played":
      return lost ? f.noSingle(who) : f.wellPlayed(who);
    case "close":
      return f.close(who, points);
    case "margin":
      return f.margin(who, points);
    default:
      return null;
  }
}
