// Ways between two cities over a player's own and the free tracks: a picture of what a ticket
// still needs. Only for looking at; the server alone says what is allowed and what it scores.
import type { BoardInfo, BoardView } from "../protocol";

export interface Journey {
  done: boolean; // the cities are joined already
  routes: number[];
  trains: number; // still to be laid
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
    const most = route.open_tracks[view.players - 2] ?? 1;
    if (view.routes[r] === null && (taken.get(route.group) ?? 0) >= most) closed.add(r);
  });
  return closed;
}

/** The way with the fewest trains still to lay. */
export function journey(board: BoardInfo, view: BoardView, seat: number, a: number, b: number): Journey | null {
  const closed = closedRoutes(board, view);
  const cost = board.cities.map(() => Infinity);
  const by: (number | null)[] = board.cities.map(() => null);
  const left = new Set(board.cities.keys());
  cost[a] = 0;
  while (left.size) {
    let here = -1;
    for (const c of left) if (here < 0 || cost[c]! < cost[here]!) here = c;
    if (here < 0 || cost[here] === Infinity || here === b) break;
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
  if (cost[b] === Infinity) return null;
  const routes: number[] = [];
  for (let c = b; c !== a;) {
    const r = by[c]!;
    routes.push(r);
    c = board.routes[r]!.a === c ? board.routes[r]!.b : board.routes[r]!.a;
  }
  return { done: cost[b] === 0, routes, trains: Math.floor(cost[b]!) };
}
