// What can still become of a ticket. “Lost” is said only where it is certain, whatever anybody does from here on.
// Only for looking at; the server alone says what is allowed and what it scores.
import type { BoardInfo, BoardTicket, BoardView } from "../protocol";
import { closedRoutes, journey, type Journey } from "./journeys";

export interface Prospect {
  // done; open: over own and free routes, with the trains one has; station: only over a route of somebody else; lost
  state: "done" | "open" | "station" | "lost";
  points: number; // won with it, or to be won; where it is lost, those it costs
  way: Journey | null;
}

export function prospect(board: BoardInfo, view: BoardView, seat: number, number: number): Prospect {
  const ticket = board.tickets[number]!;
  const way = journey(board, view, seat, ticket);
  const lost = (): Prospect => ({ state: "lost", points: ticket.penalty, way: null });
  const counted = view.sheet?.seats
    .find((score) => score.seat === seat)
    ?.items.find((item) => item.type === "TicketItem" && item.ticket === number);
  if (counted?.type === "TicketItem")
    return counted.completed ? { state: "done", points: counted.points, way: way?.done ? way : null } : lost();
  if (way?.done) return { state: "done", points: way.points, way };
  if (way && way.trains <= view.trains[seat]!) return { state: "open", points: way.points, way };
  if (withinReach(board, view, seat, ticket)) return { state: "station", points: ticket.points, way };
  return lost();
}

/**
 * Whether any goal of a ticket may yet be reached. It errs on the hopeful side: others may still claim what is
 * free, so that a station could borrow it, and a station not yet built could stand anywhere.
 */
export function withinReach(board: BoardInfo, view: BoardView, seat: number, ticket: BoardTicket): boolean {
  const closed = closedRoutes(board, view);
  const mine = (city: number) => view.stations[city] === seat;
  const built = view.stations.filter((owner) => owner === seat).length;
  const toBuild = board.stations - built;
  // By city and by how many routes have been borrowed on the way: the fewest trains that it took.
  const fewest = board.cities.map(() => Array<number>(board.stations + 1).fill(Infinity));
  const queue: [city: number, borrowed: number][] = [];
  const arrive = (city: number, borrowed: number, trains: number): void => {
    if (borrowed > board.stations || trains > view.trains[seat]! || trains >= fewest[city]![borrowed]!) return;
    fewest[city]![borrowed] = trains;
    queue.push([city, borrowed]);
  };
  for (const city of ticket.start.cities) arrive(city, 0, 0);
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [here, borrowed] = next;
    const trains = fewest[here]![borrowed]!;
    board.routes.forEach((route, r) => {
      if (route.a !== here && route.b !== here) return;
      const there = route.a === here ? route.b : route.a;
      const owner = view.routes[r] ?? null;
      if (owner === seat) arrive(there, borrowed, trains);
      else if (owner === null && closed.has(r))
        return; // nobody ever gets it
      else {
        if (owner === null) arrive(there, borrowed, trains + route.length);
        if (toBuild > 0 || mine(here) || mine(there)) arrive(there, borrowed + 1, trains);
      }
    });
  }
  return ticket.goals.some((goal) => goal.cities.some((city) => fewest[city]!.some((trains) => trains < Infinity)));
}

/** Tickets of a seat that are done and would not be without these routes. */
export function completedBy(
  board: BoardInfo,
  view: BoardView,
  seat: number,
  tickets: readonly number[],
  routes: readonly number[],
): number[] {
  const before = { ...view, routes: view.routes.map((owner, r) => (routes.includes(r) ? null : owner)) };
  const done = (position: BoardView, ticket: number) => {
    const way = journey(board, position, seat, board.tickets[ticket]!);
    return way?.done ? way.points : 0;
  };
  return tickets.filter((ticket) => done(view, ticket) > done(before, ticket));
}
