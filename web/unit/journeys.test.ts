import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closedRoutes, journey } from "../src/board/journeys";
import type { BoardInfo, BoardView } from "../src/protocol";
import { boardOf, ticketOf, viewOf } from "./boards";

const between = (a: number, b: number) => ticketOf([a], [[[b], 5]]);

const CITIES = 6;
const city = fc.nat({ max: CITIES - 1 });
const track = fc.tuple(city, city, fc.integer({ min: 1, max: 6 }), fc.nat({ max: 7 })).filter(([a, b]) => a !== b);
/** Boards with parallel tracks here and there, and with some routes taken by one of two or four players. */
const positions = fc
  .record({
    tracks: fc.array(track, { maxLength: 9 }),
    owners: fc.array(fc.constantFrom(null, null, 0, 1), { minLength: 9, maxLength: 9 }),
    players: fc.constantFrom(2, 4),
  })
  .map(({ tracks, owners, players }) => {
    const board = boardOf(CITIES, tracks);
    return { board, view: viewOf(board, owners, players) };
  });

/** The fewest trains by trying every way that visits no city twice. */
function fewestTrains(board: BoardInfo, view: BoardView, seat: number, from: number, to: number): number {
  const closed = closedRoutes(board, view);
  const explore = (here: number, visited: readonly number[]): number => {
    if (here === to) return 0;
    let least = Infinity;
    board.routes.forEach((route, r) => {
      const owner = view.routes[r];
      if (closed.has(r) || (owner !== null && owner !== seat)) return;
      const there = route.a === here ? route.b : route.b === here ? route.a : null;
      if (there === null || visited.includes(there)) return;
      least = Math.min(least, (owner === seat ? 0 : route.length) + explore(there, [...visited, there]));
    });
    return least;
  };
  return explore(from, [from]);
}

describe("journey", () => {
  test("needs as few trains as the best of all ways", () => {
    fc.assert(
      fc.property(positions, city, city, ({ board, view }, a, b) => {
        const found = journey(board, view, 0, between(a, b));
        expect(found?.trains ?? Infinity).toBe(fewestTrains(board, view, 0, a, b));
      }),
    );
  });

  test("leads from one city to the other over own and free tracks", () => {
    fc.assert(
      fc.property(positions, city, city, ({ board, view }, a, b) => {
        const found = journey(board, view, 0, between(a, b));
        if (!found) return;
        let here = b;
        for (const r of found.routes) {
          const route = board.routes[r]!;
          expect([null, 0]).toContain(view.routes[r]);
          expect([route.a, route.b]).toContain(here);
          here = route.a === here ? route.b : route.a;
        }
        expect(here).toBe(a);
        expect(found.done).toBe(found.routes.every((r) => view.routes[r] === 0));
        expect(new Set(found.routes).size).toBe(found.routes.length);
      }),
    );
  });

  test("is as long in the other direction", () => {
    fc.assert(
      fc.property(positions, city, city, ({ board, view }, a, b) => {
        expect(journey(board, view, 0, between(a, b))?.trains).toBe(journey(board, view, 0, between(b, a))?.trains);
      }),
    );
  });

  test("of ways with equally many trains takes the one with fewer routes", () => {
    const board = boardOf(5, [
      [0, 1, 1],
      [1, 2, 1],
      [2, 3, 1],
      [0, 4, 2],
      [4, 3, 1],
    ]);
    expect(journey(board, viewOf(board, []), 0, between(0, 3))).toEqual({
      done: false,
      routes: [4, 3],
      trains: 3,
      cities: [0, 3],
      points: 5,
    });
  });

  test("from a city to itself is done", () => {
    const board = boardOf(2, [[0, 1, 2]]);
    expect(journey(board, viewOf(board, []), 0, between(1, 1))).toMatchObject({ done: true, routes: [], trains: 0 });
  });

  test("is not there when another player holds the only way", () => {
    const board = boardOf(2, [[0, 1, 2]]);
    expect(journey(board, viewOf(board, [1]), 0, between(0, 1))).toBeNull();
    expect(journey(board, viewOf(board, [1]), 1, between(0, 1))).toMatchObject({ done: true, routes: [0], trains: 0 });
  });
});

describe("a ticket with several goals", () => {
  // 0 –– 1 –– 2 –– 3 –– 4, and 5 apart
  const board = boardOf(6, [
    [0, 1, 2],
    [1, 2, 3],
    [2, 3, 4],
    [3, 4, 1],
  ]);
  const ticket = ticketOf(
    [0, 1],
    [
      [[2, 5], 4],
      [[3, 4], 9],
    ],
  );

  test("leads from the nearest city of its start to the nearest of all its goals", () => {
    expect(journey(board, viewOf(board, []), 0, ticket)).toEqual({
      done: false,
      routes: [1],
      trains: 3,
      cities: [1, 2],
      points: 4,
    });
  });

  test("is done by its best goal that is reached", () => {
    expect(journey(board, viewOf(board, [null, 0]), 0, ticket)).toMatchObject({ done: true, points: 4 });
    const further = journey(board, viewOf(board, [null, 0, 0]), 0, ticket);
    expect(further).toMatchObject({ done: true, points: 9, cities: [1, 3] });
  });

  test("is lost when no goal can be reached", () => {
    expect(journey(board, viewOf(board, [null, 1]), 0, ticket)).toBeNull();
  });
});

describe("closed routes", () => {
  const double = boardOf(3, [
    [0, 1, 2, 0],
    [0, 1, 2, 0],
    [1, 2, 2, 1],
  ]);

  test("with two or three players the second track closes when the first is taken", () => {
    for (const players of [2, 3]) expect(closedRoutes(double, viewOf(double, [1], players))).toEqual(new Set([1]));
    expect(journey(double, viewOf(double, [1]), 0, between(0, 1))).toBeNull();
  });

  test("with four players it stays open", () => {
    expect(closedRoutes(double, viewOf(double, [1], 4))).toEqual(new Set());
    expect(journey(double, viewOf(double, [1], 4), 0, between(0, 1))?.routes).toEqual([1]);
  });

  test("are never taken ones, and have a taken one beside them", () => {
    fc.assert(
      fc.property(positions, ({ board, view }) => {
        for (const r of closedRoutes(board, view)) {
          expect(view.routes[r]).toBeNull();
          const { group } = board.routes[r]!;
          expect(board.routes.some((route, o) => route.group === group && view.routes[o] !== null)).toBe(true);
        }
      }),
    );
  });
});
