import { describe, expect, test } from "vitest";
import { en } from "../src/i18n/en";
import { beatsOf } from "../src/end/beats";
import type { BoardInfo, CardGameView, CardsInfo, ScoreSheet, View } from "../src/protocol";
import type { Scene } from "../src/scene";
import { boardOf, tableOf, viewOf } from "./boards";

type Item = ScoreSheet["seats"][number]["items"][number];

function sceneOf(board: BoardInfo | null, view: View, cards: CardsInfo | null = null): Scene {
  return {
    table: tableOf(),
    view,
    legal: [],
    seat: 0,
    mine: [0],
    live: true,
    busy: false,
    mayUndo: false,
    undoUntil: null,
    clocks: [],
    log: [],
    board,
    cards,
    localTime: (t) => t,
    act: () => undefined,
    undo: () => undefined,
    confirm: () => undefined,
    explain: () => undefined,
    why: () => Promise.resolve(null),
  };
}

const italian = (bonus: string): string => (bonus === "Local Network" ? "Rete locale" : bonus);

const sheetOf = (...seats: Item[][]): ScoreSheet => ({
  seats: seats.map((items, seat) => ({ seat, items, total: items.reduce((sum, i) => sum + i.points, 0) })),
  tie_breaks: [],
  winners: [0],
});

// 0 –– 1 –– 2 –– 3, and a way round from 1 to 3 that belongs to the other player.
const board = boardOf(
  4,
  [
    [0, 1, 2],
    [1, 2, 3],
    [2, 3, 4],
    [1, 3, 1],
  ],
  [
    [0, 2],
    [0, 3],
    [2, 3],
  ],
);
const scene = sceneOf(board, viewOf(board, [0, 0, null, 1]));
const mine: Item[] = [
  { type: "TicketItem", ticket: 0, points: 5, completed: true, cards: [] },
  { type: "RouteItem", route: 0, points: 2 },
  { type: "LongestPathItem", length: 5, points: 10, routes: [0, 1], cities: [0, 1, 2] },
  { type: "TicketItem", ticket: 2, points: -5, completed: false, cards: [] },
  { type: "RouteItem", route: 1, points: 4 },
  { type: "StationItem", city: 1, points: 0, borrowed: 3 },
  { type: "UnusedStationsItem", count: 2, points: 8 },
];
const theirs: Item[] = [
  { type: "RouteItem", route: 3, points: 1 },
  { type: "LongestPathItem", length: 1, points: 0, routes: [3], cities: [1, 3] },
  { type: "BonusItem", bonus: "Local Network", count: 2, points: 7 },
];

describe("the beats of a score sheet", () => {
  const sheet = sheetOf(mine, theirs);
  const beats = beatsOf(scene, sheet, en, italian);

  test("add up to the totals", () => {
    for (const { seat, total } of sheet.seats) {
      const points = beats.filter((b) => b.seat === seat).map((b) => b.points);
      expect(points.reduce((sum, p) => sum + p, 0)).toBe(total);
    }
  });

  test("come kind by kind, and seat by seat within a kind", () => {
    expect(beats.map((b) => `${b.kind} ${b.seat}`)).toEqual([
      "routes 0",
      "routes 1",
      "ticket 0",
      "ticket 0",
      "station 0",
      "station 0",
      "longest 0",
      "longest 1",
      "bonus 1",
    ]);
  });

  test("count all routes of a seat in one", () => {
    expect(beats[0]).toMatchObject({ points: 6, routes: [0, 1], text: "2 routes" });
  });

  test("show a completed ticket on the map with its way, a failed one without", () => {
    const [done, failed] = beats.filter((b) => b.kind === "ticket");
    expect(done).toMatchObject({ text: "City 0 – City 2", done: true, cities: [0, 2] });
    expect(new Set(done!.routes)).toEqual(new Set([0, 1]));
    expect(failed).toMatchObject({ done: false, points: -5, cities: [2, 3], routes: [] });
  });

  test("call bonus cards as the reader does", () => {
    expect(beats.at(-1)!.text).toBe("Rete locale: 2");
  });

  test("tell who did not get the longest path", () => {
    expect(beats.filter((b) => b.kind === "longest").map((b) => b.done)).toEqual([true, false]);
  });
});

test("a ticket completed over a borrowed route shows that route", () => {
  const ticket: Item = { type: "TicketItem", ticket: 1, points: 5, completed: true, cards: [] };
  const station: Item = { type: "StationItem", city: 1, points: 0, borrowed: 3 };
  const [way] = beatsOf(scene, sheetOf([ticket, station]), en, italian);
  expect(new Set(way!.routes)).toEqual(new Set([0, 3]));
  expect(scene.view).toEqual(viewOf(board, [0, 0, null, 1])); // the position itself has not changed
});

test("what counts nothing has no beat", () => {
  const nothing: Item[] = [
    { type: "UnusedStationsItem", count: 0, points: 0 },
    { type: "BonusItem", bonus: "Nordic Express", count: 0, points: 0 },
  ];
  expect(beatsOf(scene, sheetOf(nothing, []), en, italian)).toEqual([]);
});

test("a station that borrows nothing shows its city alone", () => {
  const [beat] = beatsOf(scene, sheetOf([{ type: "StationItem", city: 2, points: 0, borrowed: null }]), en, italian);
  expect(beat).toMatchObject({ text: "Station in City 2", cities: [2], routes: [] });
});

test("without a board a ticket shows the cards it was paid with", () => {
  const cards: CardsInfo = {
    tickets: [{ a: "Here", b: "There", points: 8, cards: ["red", "blue"] }],
    big_cities: [],
  };
  const view = { yards: [[], []] } as unknown as CardGameView;
  const paid: Item = { type: "TicketItem", ticket: 0, points: 8, completed: true, cards: ["red", "blue"] };
  const [beat] = beatsOf(sceneOf(null, view, cards), sheetOf([paid]), en, italian);
  expect(beat).toMatchObject({ text: "Here – There", cards: ["red", "blue"], routes: [], cities: [] });
});
