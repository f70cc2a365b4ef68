import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Beat } from "../src/end/beats";
import { columnsOf, LONGEST_COUNT, moments, pointsIn, ranked, sum } from "../src/end/columns";
import { apart, graphOf, ticks } from "../src/end/graph";
import type { ScoreSheet, Step } from "../src/protocol";

const beat = (seat: number, kind: Beat["kind"], points: number, done = points >= 0): Beat => ({
  seat,
  kind,
  points,
  done,
  text: "",
  routes: [],
  cities: [],
  cards: [],
});

describe("the columns of the final count", () => {
  const beats = [
    beat(0, "routes", 40),
    beat(1, "routes", 52),
    beat(0, "ticket", 11),
    beat(0, "ticket", -8),
    beat(1, "ticket", 20),
    beat(1, "longest", 10),
    beat(0, "longest", 0, false),
  ];
  const columns = columnsOf(beats);

  test("are those of which somebody has something, in one order", () => {
    expect(columns.map((c) => c.name)).toEqual(["routes", "done", "lost", "longest"]);
    expect(columnsOf([beat(0, "bonus", 8), beat(0, "ticket", 5)]).map((c) => c.name)).toEqual(["done", "bonus"]);
  });

  test("hold every point once", () => {
    expect(columns.flatMap((c) => c.beats)).toHaveLength(beats.length);
    expect(sum(columns.flatMap((c) => c.beats))).toBe(sum(beats));
    expect(columns.find((c) => c.name === "lost")!.beats.map((b) => b.points)).toEqual([-8]);
  });

  test("say 0 for who has nothing in them, and nothing before they are counted", () => {
    const lost = columns.find((c) => c.name === "lost")!;
    expect([0, 1].map((seat) => pointsIn(lost, seat, new Set()))).toEqual([null, null]);
    expect([0, 1].map((seat) => pointsIn(lost, seat, new Set(lost.beats)))).toEqual([-8, 0]);
    const [routes] = columns;
    expect([0, 1].map((seat) => pointsIn(routes!, seat, new Set([beats[0]!])))).toEqual([40, null]);
  });
});

describe("the moments of the count", () => {
  const some = fc.array(
    fc
      .tuple(fc.nat({ max: 4 }), fc.constantFrom("routes", "ticket", "station", "longest", "bonus"), fc.integer())
      .map(([seat, kind, points]) => beat(seat, kind, points)),
    { maxLength: 200 },
  );

  test("follow each other, the winner last, and all within the time", () => {
    expect(LONGEST_COUNT).toBeLessThanOrEqual(20_000);
    fc.assert(
      fc.property(some, (beats) => {
        const when = moments(beats);
        expect(when).toHaveLength(beats.length + 1);
        expect([...when].sort((a, b) => a - b)).toEqual(when);
        expect(when[0]).toBeGreaterThan(0);
        expect(when.at(-1)).toBeLessThanOrEqual(LONGEST_COUNT + 0.001);
      }),
    );
  });

  test("of five players with many tickets are pressed together", () => {
    const many = Array.from({ length: 75 }, (_, i) => beat(i % 5, "ticket", 10));
    expect(moments(many).at(-1)).toBeLessThanOrEqual(LONGEST_COUNT + 0.001);
  });

  test("of a short count are not stretched", () => {
    expect(moments([beat(0, "routes", 3)]).at(-1)).toBeLessThan(4000);
  });
});

test("the winner comes first, though another has as many points", () => {
  const seats = [90, 120, 120, 95].map((total, seat) => ({ seat, total }));
  expect(ranked({ seats, winners: [2] })).toEqual([2, 1, 3, 0]);
});

describe("the graph of points", () => {
  type Event = Step["events"][number];
  const claim = (seat: number, points: number): Event => ({ type: "RouteClaimed", seat, route: 0, cards: [], points });
  const drew = (seat: number): Event => ({ type: "CardDrawn", seat, slot: null, card: null });
  const kept = (seat: number): Event => ({
    type: "TicketsKept",
    seat,
    count: 2,
    returned_count: 1,
    kept: null,
    returned: null,
  });
  const log = (...steps: [seat: number | null, kind: Step["kind"], ...Event[]][]): Step[] =>
    steps.map(([seat, kind, ...events], version) => ({ version, seat, kind, by: "person", events }));
  const sheet = (...totals: number[]): ScoreSheet => ({
    seats: totals.map((total, seat) => ({ seat, total, items: [] })),
    tie_breaks: [],
    winners: [0],
  });
  const game = log(
    [null, "deal"],
    [1, "act", kept(1)],
    [0, "act", kept(0)],
    [0, "act", drew(0)],
    [0, "act", drew(0)],
    [1, "act", claim(1, 4)],
    [0, "act", claim(0, 7)],
    [1, "act", claim(1, 15)],
    [1, "undo"],
    [1, "act", claim(1, 2)],
    [0, "act", claim(0, 10)],
  );

  test("tells the points after each turn; two draws are one, and what was taken back is none", () => {
    const graph = graphOf(game, sheet(30, 5))!;
    expect(graph.turns).toBe(5);
    expect(graph.curves).toEqual([
      [0, 0, 0, 7, 7, 17],
      [0, 0, 4, 4, 6, 6],
    ]);
    expect(graph.totals).toEqual([30, 5]);
  });

  test("is not drawn from half a log, nor where nothing grew before the end", () => {
    expect(graphOf(game.slice(3), sheet(30, 5))).toBeNull();
    expect(graphOf([...game.slice(0, 4), ...game.slice(5)], sheet(30, 5))).toBeNull();
    expect(graphOf(log([null, "deal"], [0, "act", drew(0)], [1, "act", drew(1)]), sheet(8, 9))).toBeNull();
  });

  test("counts what the card game scores on the way", () => {
    const scored = (seat: number, points: number): Event => ({
      type: "TicketsScored",
      seat,
      tickets: [],
      cards: [],
      points,
    });
    const told = graphOf(
      log(
        [null, "deal"],
        [0, "act", drew(0)],
        [1, "act", scored(0, 20), scored(1, 12)],
        [0, "act", scored(0, 5)],
        [1, "act", drew(1)],
      ),
      sheet(25, 12),
    );
    expect(told?.curves).toEqual([
      [0, 0, 20, 25, 25],
      [0, 0, 12, 12, 12],
    ]);
  });

  test("has few lines, and all points between them", () => {
    fc.assert(
      fc.property(fc.integer({ min: -80, max: 0 }), fc.integer({ min: 1, max: 400 }), (least, greatest) => {
        const lines = ticks(least, greatest, 6);
        expect(lines.length).toBeLessThanOrEqual(8);
        expect(lines[0]).toBeLessThanOrEqual(least);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(greatest);
      }),
    );
  });

  test("has names that do not lie on each other and keep their order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 5 }), (wanted) => {
        const placed = apart(wanted, 17, 0, 200);
        const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
        for (const [n, i] of order.slice(1).entries())
          expect(placed[i]! - placed[order[n]!]!).toBeGreaterThanOrEqual(17);
        for (const at of placed) expect(at).toBeLessThanOrEqual(200);
      }),
    );
  });
});
