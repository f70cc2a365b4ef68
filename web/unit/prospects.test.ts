import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closedRoutes } from "../src/board/journeys";
import { completedBy, prospect, withinReach } from "../src/board/prospects";
import type { BoardInfo, BoardView } from "../src/protocol";
import { boardOf, ticketOf, viewOf } from "./boards";

const CITIES = 6;
const ME = 0;
const city = fc.nat({ max: CITIES - 1 });
const track = fc.tuple(city, city, fc.integer({ min: 1, max: 6 }), fc.nat({ max: 7 })).filter(([a, b]) => a !== b);

/** Positions with few trains left, some stations built and some still to build. */
const positions = fc
  .record({
    tracks: fc.array(track, { maxLength: 8 }),
    owners: fc.array(fc.constantFrom(null, null, ME, 1), { minLength: 8, maxLength: 8 }),
    built: fc.array(fc.constantFrom(null, null, null, ME, 1), { minLength: CITIES, maxLength: CITIES }),
    toBuild: fc.nat({ max: 1 }),
    trains: fc.nat({ max: 12 }),
    players: fc.constantFrom(2, 4),
  })
  .map(({ tracks, owners, built, toBuild, trains, players }) => {
    const board = boardOf(CITIES, tracks);
    board.stations = built.filter((owner) => owner === ME).length + toBuild;
    const view = viewOf(board, owners, players);
    view.stations = built;
    view.trains = view.trains.map(() => trains);
    return { board, view };
  });

/** By trying every way that visits no city twice, everything that may be claimed, and every place of the stations. */
function possible(board: BoardInfo, view: BoardView, from: number, to: number): boolean {
  const closed = closedRoutes(board, view);
  const stood = view.stations.flatMap((owner, c) => (owner === ME ? [c] : []));
  const free = board.stations - stood.length;
  /** Whether each borrowed route gets a station of its own at one of its ends. */
  const enough = (borrowed: readonly number[], used: readonly number[], left: number): boolean => {
    const [first, ...rest] = borrowed;
    if (first === undefined) return true;
    const { a, b } = board.routes[first]!;
    return [a, b].some((c) => {
      if (used.includes(c)) return false;
      if (stood.includes(c)) return enough(rest, [...used, c], left);
      return view.stations[c] === null && left > 0 && enough(rest, [...used, c], left - 1);
    });
  };
  const walk = (here: number, visited: readonly number[], trains: number, borrowed: readonly number[]): boolean => {
    if (trains > view.trains[ME]!) return false;
    if (here === to) return enough(borrowed, [], free);
    return board.routes.some((route, r) => {
      const there = route.a === here ? route.b : route.b === here ? route.a : null;
      if (there === null || visited.includes(there)) return false;
      const on = [...visited, there];
      const owner = view.routes[r];
      if (owner === ME) return walk(there, on, trains, borrowed);
      if (owner === null && closed.has(r)) return false;
      if (owner === null && walk(there, on, trains + route.length, borrowed)) return true;
      return walk(there, on, trains, [...borrowed, r]); // somebody else has it, or may yet
    });
  };
  return walk(from, [from], 0, []);
}

describe("a ticket is lost", () => {
  test("only when nothing that anybody does can save it", () => {
    fc.assert(
      fc.property(positions, city, city, ({ board, view }, a, b) => {
        if (possible(board, view, a, b)) expect(withinReach(board, view, ME, ticketOf([a], [[[b], 5]]))).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  test("always, in games without stations, when no way is left for the trains one has", () => {
    fc.assert(
      fc.property(positions, city, city, ({ board, view }, a, b) => {
        const plain = { ...board, stations: 0, tickets: [ticketOf([a], [[[b], 5]])] };
        const without = { ...view, stations: view.stations.map(() => null) };
        const { state } = prospect(plain, without, ME, 0);
        expect(state === "lost").toBe(!possible(plain, without, a, b));
      }),
      { numRuns: 1500 },
    );
  });
});

// 0 –2– 1 –3– 2 –4– 3, and a way round from 1 to 3 that belongs to the other player.
const board = boardOf(
  4,
  [
    [0, 1, 2],
    [1, 2, 3],
    [2, 3, 4],
    [1, 3, 1],
  ],
  [[0, 3]],
);
const at = (owners: (number | null)[], trains: number, stations = 0, built: (number | null)[] = []) => {
  const view = viewOf(board, owners);
  view.trains = [trains, 45];
  view.stations = board.cities.map((_, c) => built[c] ?? null);
  return prospect({ ...board, stations }, view, ME, 0);
};

describe("the prospect of a ticket", () => {
  test("is a way with the trains still to lay, as long as one has them", () => {
    expect(at([0, null, null, 1], 7)).toMatchObject({ state: "open", way: { trains: 7 } });
    expect(at([0, null, null, 1], 6)).toMatchObject({ state: "lost", points: 5 });
  });
  test("is a station, where one may still be built or stands in the right place", () => {
    expect(at([0, null, null, 1], 6, 1).state).toBe("station");
    expect(at([0, 1, 1, 1], 6, 1, [null, 0]).state).toBe("station");
    expect(at([0, 1, 1, null], 0, 1, [0]).state).toBe("lost"); // it stands where it does not help
  });
  test("counts the other's claims to come: a station may borrow them", () => {
    expect(at([0, 1, 1, null], 0, 1, [null, 0]).state).toBe("station");
  });
  test("is what the score sheet says, once there is one", () => {
    const view = viewOf(board, [0, 0, 0, 1]);
    const sheet = (completed: boolean) => ({
      seats: [
        {
          seat: 0,
          total: 0,
          items: [{ type: "TicketItem" as const, ticket: 0, points: completed ? 5 : -5, completed, cards: [] }],
        },
      ],
      tie_breaks: [],
      winners: [0],
    });
    expect(prospect(board, { ...view, sheet: sheet(true) }, ME, 0).state).toBe("done");
    expect(prospect(board, { ...view, sheet: sheet(false) }, ME, 0).state).toBe("lost");
  });
});

test("a claim completes the tickets that need it, and no others", () => {
  const more = { ...board, tickets: [ticketOf([0], [[[2], 5]]), ticketOf([0], [[[1], 3]]), ticketOf([0], [[[3], 9]])] };
  const view = viewOf(more, [0, 0, null, 1]);
  expect(completedBy(more, view, ME, [0, 1, 2], [1])).toEqual([0]);
  expect(completedBy(more, view, ME, [0, 1, 2], [0])).toEqual([0, 1]);
  expect(completedBy(more, view, ME, [0, 1, 2], [])).toEqual([]);
});
