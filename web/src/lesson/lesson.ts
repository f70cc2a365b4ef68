// What the guide of a first game has to say: a function of the position and of what has been done, nothing else.
import { closedRoutes, journey } from "../board/journeys";
import { actionsOf, type Action, type Card, CARDS, type GameEvent } from "../cards";
import type { BoardInfo, BoardView, Step as LogStep } from "../protocol";

export const STEPS = ["tickets", "cards", "route", "network", "play"] as const;
export type StepName = (typeof STEPS)[number];

/** A route towards a ticket, and how many cards for it are missing. */
export interface Aim {
  route: number;
  missing: number;
}
export type Hint =
  | { say: "choose" | "chooseMore" } // tickets: the first ones, and those drawn later
  | { say: "draw"; first: boolean; aim: Aim | null } // nothing on the way can be paid for yet
  | { say: "second" }
  | { say: "claim"; aim: Aim } // a route on the way can be paid for
  | { say: "elsewhere"; aim: Aim | null } // routes can be claimed, none on the way
  | { say: "other" } // something that is rarely to be decided
  | { say: "enough" | "last" | "over" }
  | { say: "rest"; did: Did | null }; // somebody else is to act; what we did last
export type Did =
  | { did: "drew"; cards: number }
  | { did: "claimed"; route: number; points: number }
  | { did: "kept"; tickets: number }
  | { did: "other" };
export type Target = "offer" | "market" | "map" | null;

export interface Lesson {
  done: ReadonlySet<StepName>;
  step: StepName; // the first that is not done
  hint: Hint;
  target: Target; // what the hint speaks of
  others: GameEvent[]; // what the others did since our last action
}
export interface Position {
  board: BoardInfo;
  view: BoardView;
  legal: readonly Action[];
  seat: number;
  log: readonly LogStep[];
}

const ENOUGH_ROUTES = 3;
const ENOUGH_TURNS = 12;

export function lessonOf({ board, view, legal, seat, log }: Position): Lesson {
  const acts = lasting(log);
  const mine = acts.filter((step) => step.seat === seat && step.kind === "act");
  const events = mine.flatMap((step) => step.events);
  const claimed = view.routes.filter((owner) => owner === seat).length;
  const ways = (view.tickets ?? []).map((t) => journey(board, view, seat, board.tickets[t]!));
  const choosing = actionsOf(legal, "KeepTickets").length > 0;

  const done = new Set<StepName>();
  if (view.tickets?.length) done.add("tickets");
  if (drawn(events)) done.add("cards");
  if (claimed >= 1) done.add("route");
  const completed = ways.some((way) => way?.done);
  if (claimed >= 2 || completed) done.add("network");
  const built = completed || claimed >= ENOUGH_ROUTES;
  const enough = (done.has("cards") && built) || turnsOf(events) >= ENOUGH_TURNS;
  if (enough || view.phase === "over") done.add("play");
  const step = STEPS.find((name) => !done.has(name)) ?? "play";

  const hint = ((): Hint => {
    if (view.phase === "over") return { say: "over" };
    if (!legal.length) return { say: "rest", did: didOf(mine.at(-1)) };
    if (choosing) return { say: view.tickets?.length ? "chooseMore" : "choose" };
    if (view.phase === "second_card") return { say: "second" };
    if (view.phase !== "turn") return { say: "other" };
    if (view.turns_left) return { say: "last" };
    if (enough) return { say: "enough" };
    const aim = aimOf(board, view, seat, legal);
    const drawable = legal.some((a) => a.type === "DrawBlind" || a.type === "DrawFaceUp");
    if (!done.has("cards") && drawable) return { say: "draw", first: true, aim }; // that comes first
    if (aim?.missing === 0) return { say: "claim", aim };
    if (legal.some((a) => a.type === "ClaimRoute")) return { say: "elsewhere", aim };
    return drawable ? { say: "draw", first: false, aim } : { say: "other" };
  })();
  const target = ((): Target => {
    switch (hint.say) {
      case "choose":
      case "chooseMore":
        return "offer";
      case "draw":
      case "second":
      case "elsewhere":
        return "market";
      case "claim":
        return "map";
      default:
        return null;
    }
  })();
  return { done, step, hint, target, others: sinceMine(acts, seat) };
}

/** The log without what was undone. */
function lasting(log: readonly LogStep[]): LogStep[] {
  const kept: LogStep[] = [];
  for (const step of log) {
    if (step.kind !== "undo") kept.push(step);
    else {
      const last = kept.findLastIndex((other) => other.kind === "act" && other.seat === step.seat);
      if (last >= 0) kept.splice(last, 1);
    }
  }
  return kept;
}

/** Whether a whole draw is over: two cards, or a face-up Locomotive. */
const drawn = (events: readonly GameEvent[]): boolean => {
  const draws = events.filter((e) => e.type === "CardDrawn");
  return draws.length >= 2 || draws.some((e) => e.slot !== null && e.card === "locomotive");
};

const turnsOf = (events: readonly GameEvent[]): number =>
  events.filter((e) => e.type === "RouteClaimed").length + events.filter((e) => e.type === "CardDrawn").length / 2;

function didOf(step: LogStep | undefined): Did | null {
  for (const e of step?.events ?? []) {
    if (e.type === "CardDrawn") return { did: "drew", cards: e.slot !== null && e.card === "locomotive" ? 1 : 2 };
    if (e.type === "RouteClaimed") return { did: "claimed", route: e.route, points: e.points };
    if (e.type === "TicketsKept") return { did: "kept", tickets: e.count };
  }
  return step ? { did: "other" } : null;
}

function sinceMine(acts: readonly LogStep[], seat: number): GameEvent[] {
  const last = acts.findLastIndex((step) => step.seat === seat && step.kind === "act");
  return acts
    .slice(last + 1)
    .filter((step) => step.kind === "act" && step.seat !== null && step.seat !== seat)
    .flatMap((step) => step.events);
}

/** The route on the way of an unfinished ticket that takes fewest cards more; of equal ones the longest. */
export function aimOf(board: BoardInfo, view: BoardView, seat: number, legal: readonly Action[]): Aim | null {
  const closed = closedRoutes(board, view);
  const payable = new Set(actionsOf(legal, "ClaimRoute").map((a) => a.route));
  let best: Aim | null = null;
  for (const ticket of view.tickets ?? []) {
    const way = journey(board, view, seat, board.tickets[ticket]!);
    if (!way || way.done) continue;
    const groups = new Set(way.routes.filter((r) => view.routes[r] === null).map((r) => board.routes[r]!.group));
    for (const [r, route] of board.routes.entries()) {
      if (!groups.has(route.group) || view.routes[r] !== null || closed.has(r)) continue;
      const missing = payable.has(r) ? 0 : Math.max(1, missingFor(route.colour, route.length, view.hand ?? []));
      const longer = best !== null && route.length > board.routes[best.route]!.length;
      if (!best || missing < best.missing || (missing === best.missing && longer)) best = { route: r, missing };
    }
  }
  return best;
}

function missingFor(colour: string, length: number, hand: readonly number[]): number {
  const wild = hand[CARDS.indexOf("locomotive")] ?? 0;
  const plain = hand.slice(0, CARDS.indexOf("locomotive"));
  const have = colour === "grey" ? Math.max(0, ...plain) : (hand[CARDS.indexOf(colour as Card)] ?? 0);
  return Math.max(0, length - have - wild);
}
