// Ways between places over a player's own and the free tracks: a picture of what a ticket still
// needs. Only for looking at; the server alone says what is allowed and what it scores.
import type { BoardInfo, BoardTicket, BoardView } from "../protocol";

export interface Journey {
  done: boolean; // the places are joined already
  routes: number[];
  trains: number; // still to be laid
  cities: number[]; // where it begins and ends
  points: number; // for the goal it leads to
}

/** Tracks that nobody can claim any more, because a parallel one is taken. */
export function closedRoutes(board: BoardInfo, view: BoardView): Set<number> {
  const taken = new Map<number, number>();
  view.routes.forEach((owner, r) => {
    if (owner === null) return;
    const { group } = board.routes[r]!;
    taken.set(group, (taken.get(group) ?? 0) + 1);
  });
  const closed = new Set<number>();
  board.routes.forEach((route, r) => {
    const most = route.open_tracks[view.players] ?? 1;
    if (view.routes[r] === null && (taken.get(route.group) ?? 0) >= most) closed.add(r);
  });
  return closed;
}

/** The best goal of a ticket that is reached; else the way to the one that takes fewest trains. */
export function journey(board: BoardInfo, view: BoardView, seat: number, ticket: BoardTicket): Journey | null {
  let best: Journey | null = null;
  for (const { cities, points } of [...ticket.goals].sort((a, b) => b.points - a.points)) {
    const way = shortest(board, view, seat, ticket.start.cities, cities);
    if (way?.done) return { ...way, points };
    if (way && (!best || way.trains < best.trains)) best = { ...way, points };
  }
  return best;
}

/** All cities of the places that a ticket names. */
export const citiesOf = (ticket: BoardTicket): number[] => [
  ...ticket.start.cities,
  ...ticket.goals.flatMap((goal) => goal.cities),
];

/** The way with the fewest trains still to lay, from any of some cities to any of some others. */
function shortest(
  board: BoardInfo,
  view: BoardView,
  seat: number,
  from: readonly number[],
  to: readonly number[],
): Omit<Journey, "points"> | null {
  const closed = closedRoutes(board, view);
  const cost = board.cities.map(() => Infinity);
  const by: (number | null)[] = board.cities.map(() => null);
  const left = new Set(board.cities.keys());
  for (const a of from) cost[a] = 0;
  let b = -1; // the first to be reached
  while (left.size) {
    let here = -1;
    for (const c of left) if (here < 0 || cost[c]! < cost[here]!) here = c;
    if (here < 0 || cost[here] === Infinity) break;
    if (to.includes(here)) {
      b = here;
      break;
    }
    left.delete(here);
    board.routes.forEach((route, r) => {
      if (route.a !== here && route.b !== here) return;
      const owner = view.routes[r];
      if ((owner !== null && owner !== seat) || closed.has(r)) return;
      const there = route.a === here ? route.b : route.a;
      const total = cost[here]! + (owner === seat ? 0 : route.length + 0.01);
      if (total < cost[there]!) {
        cost[there] = total;
        by[there] = r;
      }
    });
  }
  if (b < 0) return null;
  const routes: number[] = [];
  let a = b;
  while (by[a] !== null) {
    const r = by[a]!;
    routes.push(r);
    a = board.routes[r]!.a === a ? board.routes[r]!.b : board.routes[r]!.a;
  }
  return { done: cost[b] === 0, routes, trains: Math.floor(cost[b]!), cities: [a, b] };
}
