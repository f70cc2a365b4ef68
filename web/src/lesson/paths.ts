// Which of the offered tickets belong together: the likely ways on the map, and what two of them share.
// Only for looking at, like all journeys; what is allowed and what it scores the server says.
import { journey } from "../board/journeys";
import type { BoardInfo, BoardView } from "../protocol";

export interface TicketPath {
  ticket: number;
  letter: string;
  colour: string;
  routes: readonly number[];
  cities: readonly number[];
}
export interface Advice {
  paths: TicketPath[]; // one for each ticket that can be completed
  keep: number[]; // tickets that belong together
  trains: number; // that they take together
  saved: number; // trains that would be needed more if each had a way of its own
}

const LETTERS = "ABCDEFGH";
const COLOURS = ["var(--path-1)", "var(--path-2)", "var(--path-3)", "var(--path-4)"];
const pathColour = (i: number): string => COLOURS[i % COLOURS.length]!;

interface Plan {
  ways: Map<number, { routes: readonly number[]; cities: readonly number[] }>;
  trains: number;
}

/** The ways of some tickets, each using the tracks of those before it. */
function inTurn(board: BoardInfo, view: BoardView, seat: number, tickets: readonly number[]): Plan | null {
  const owners = [...view.routes];
  const ways: Plan["ways"] = new Map();
  let trains = 0;
  for (const ticket of tickets) {
    const way = journey(board, { ...view, routes: owners }, seat, board.tickets[ticket]!);
    if (!way) return null;
    ways.set(ticket, way);
    trains += way.trains;
    for (const r of way.routes) owners[r] = seat;
  }
  return { ways, trains };
}

function together(board: BoardInfo, view: BoardView, seat: number, a: number, b: number): Plan | null {
  const [one, two] = [inTurn(board, view, seat, [a, b]), inTurn(board, view, seat, [b, a])];
  if (!one || !two) return one ?? two;
  return one.trains <= two.trains ? one : two;
}

/** The two that bring most for each train, as far as the trains of this seat go. */
export function advise(board: BoardInfo, view: BoardView, seat: number, offer: readonly number[]): Advice {
  const alone = new Map(offer.map((t) => [t, inTurn(board, view, seat, [t])]));
  let best: (Advice & { worth: number; plan: Plan }) | null = null;
  for (const [i, a] of offer.entries())
    for (const b of offer.slice(i + 1)) {
      const plan = together(board, view, seat, a, b);
      if (!plan || plan.trains > view.trains[seat]!) continue;
      const worth = (board.tickets[a]!.points + board.tickets[b]!.points) / Math.max(1, plan.trains);
      if (best && worth <= best.worth) continue;
      const saved = alone.get(a)!.trains + alone.get(b)!.trains - plan.trains;
      best = { paths: [], keep: [a, b], trains: plan.trains, saved, worth, plan };
    }
  const paths = offer.flatMap((ticket, i): TicketPath[] => {
    const way = best?.plan.ways.get(ticket) ?? alone.get(ticket)?.ways.get(ticket);
    return way ? [{ ticket, letter: LETTERS[i] ?? "", colour: pathColour(i), ...way }] : [];
  });
  return { paths, keep: best?.keep ?? [], trains: best?.trains ?? 0, saved: best?.saved ?? 0 };
}

/** The colours of the paths over each route, outermost first. */
export function pathsByRoute(paths: readonly TicketPath[]): [route: number, colours: string[]][] {
  const found = new Map<number, string[]>();
  for (const { routes, colour } of paths) for (const r of routes) found.set(r, [...(found.get(r) ?? []), colour]);
  return [...found];
}
