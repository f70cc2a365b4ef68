import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { beside, leastCovering, type Tools } from "../src/board/geometry";
import { crowd, farFrom, Labelling, type Box } from "../src/board/labels";
import type { BoardInfo } from "../src/protocol";
import { boardOf } from "./boards";

/** Cities in a row, so near to each other that large names do not all fit. */
function row(cities: number, apart: number): BoardInfo {
  const board = boardOf(
    cities,
    Array.from({ length: cities - 1 }, (_, c): [number, number, number] => [c, c + 1, 1]),
  );
  return {
    ...board,
    routes: [],
    cities: board.cities.map((city, c) => ({
      ...city,
      x: 100 + c * apart,
      y: 250,
      label: { x: 85 + c * apart, y: 260, width: 30, height: 10 },
    })),
  };
}
const touching = (labels: { x: number; y: number; width: number; height: number }[]) =>
  labels.some((a, i) =>
    labels
      .slice(i + 1)
      .some((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height),
  );

describe("names on the map", () => {
  const board = row(20, 40);
  const labelling = new Labelling(board);

  test("are all where the drawing has them, as long as they are not larger", () => {
    const placed = labelling.place(board.font_size, []);
    expect(placed.length).toBe(20);
    for (const { city, x, y } of placed) {
      const { label } = board.cities[city]!;
      expect([x, y]).toEqual([label.x, label.y]);
    }
  });

  test.each([2, 4, 7])("do not touch when they are %d times as large; those that matter are there", (times) => {
    const placed = labelling.place(board.font_size * times, [13, 7]);
    expect(touching(placed)).toBe(false);
    expect(placed.map(({ city }) => city)).toEqual(expect.arrayContaining([13, 7]));
    if (times > 4) expect(placed.length).toBeLessThan(20);
  });

  test("keep off the spaces of routes where they can", () => {
    const spaces = Array.from({ length: 9 }, (_, i): [number, number, number] => [60 + i * 20, 265, 0]);
    const crossed = { ...row(1, 40), routes: [{ ...boardOf(2, [[0, 1, 1]]).routes[0]!, a: 0, b: 0, spaces }] };
    const [label] = new Labelling(crossed).place(crossed.font_size * 1.5, []);
    expect(label!.y + label!.height).toBeLessThanOrEqual(260);
  });

  test("keep off the letters of tickets, which lie on cities", () => {
    const one = row(1, 40);
    const city = one.cities[0]!;
    const letter = { x: city.x - 12, y: city.y - 12, width: 24, height: 24 };
    const [free] = new Labelling(one).place(one.font_size, []);
    expect(touching([free!, letter])).toBe(true);
    const [label] = new Labelling(one).place(one.font_size, [], [letter]);
    expect(touching([label!, letter])).toBe(false);
  });

  test("what is pointed at gets its name; others make room, and none moves", () => {
    const size = board.font_size * 7;
    const placed = labelling.place(size, []);
    const missing = [...board.cities.keys()].find((c) => !placed.some(({ city }) => city === c))!;
    const pinned = labelling.pin(placed, size, [missing]);
    expect(pinned.map(({ city }) => city)).toContain(missing);
    expect(touching(pinned)).toBe(false);
    for (const label of pinned) if (label.city !== missing) expect(placed).toContain(label);
  });
});

/** The boards as they are drawn, as far as names need it. */
const drawn = (game: string): BoardInfo => {
  const file = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../src/carrozza/games/${game}/${name}.json`, import.meta.url), "utf8"));
  const layout = file("board.layout") as {
    frame: { width: number; height: number };
    places: { x: number; y: number; label: Box }[];
    tracks: Pick<BoardInfo["routes"][number], "spaces" | "curve">[];
  } & Pick<BoardInfo, "space_length" | "space_width" | "city_radius" | "font_size">;
  const { cities, routes } = file("board") as { cities: { name: string }[]; routes: { a: string; b: string }[] };
  const number = (name: string) => cities.findIndex((city) => city.name === name);
  const blank = boardOf(2, [[0, 1, 1]]);
  return {
    ...blank,
    ...layout,
    ...layout.frame,
    cities: cities.map(({ name }, c) => ({ ...blank.cities[0]!, name, ...layout.places[c]! })),
    routes: layout.tracks.map((track, r) => ({
      ...blank.routes[0]!,
      ...track,
      a: number(routes[r]!.a),
      b: number(routes[r]!.b),
    })),
  };
};

describe.each(["usa", "europe", "northern_lights"])("names on the board %s", (game) => {
  const board = drawn(game);
  const labelling = new Labelling(board);
  const every = (n: number, from = 0) => [...board.cities.keys()].filter((c) => c % n === from);
  const sizes = [1, 1.15, 1.3, 1.5, 1.75, 2, 2.4, 2.8, 3.3, 4, 5].map((times) => board.font_size * times);
  const shown = sizes.flatMap((size) =>
    [[], every(7), every(5, 2), every(3, 1)].flatMap((first) => {
      const placed = labelling.place(size, first);
      return [placed, ...[0, 11, 23].map((c) => labelling.pin(placed, size, [c, c + 5]))];
    }),
  );

  test("are nearer to their own city than to any other, at any size", () => {
    const wrong = shown.flatMap((labels) =>
      labels.flatMap((label) => {
        const far = board.cities.map((city) => farFrom(label, city));
        const nearest = far.indexOf(Math.min(...far));
        return nearest === label.city ? [] : [`${board.cities[label.city]!.name} is at ${board.cities[nearest]!.name}`];
      }),
    );
    expect([...new Set(wrong)]).toEqual([]);
  });

  test("are never read as one", () => {
    const pairs = shown.flatMap((labels) =>
      labels.flatMap((a, i) => labels.slice(i + 1).flatMap((b) => (crowd(a, b) ? [[a.city, b.city]] : []))),
    );
    expect(pairs.map((pair) => pair.map((c) => board.cities[c]!.name).join(" "))).toEqual([]);
  });

  test("of cities that matter are there, and of all as long as they are small", () => {
    expect(labelling.place(board.font_size, []).length).toBe(board.cities.length);
    for (const size of sizes.slice(0, 8))
      for (const first of [every(7), every(5, 2)])
        expect(labelling.place(size, first).map(({ city }) => city)).toEqual(expect.arrayContaining(first));
  });
});

describe("beside a thing", () => {
  const room = { width: 400, height: 300 };
  const size = { width: 100, height: 60 };
  test.each([
    ["to the right", { x: 100, y: 100, width: 50, height: 20 }, { x: 160, y: 80 }],
    ["to the left, at the right edge", { x: 320, y: 100, width: 50, height: 20 }, { x: 210, y: 80 }],
    ["below, if it is broad", { x: 50, y: 20, width: 300, height: 20 }, { x: 150, y: 50 }],
    ["above, if it is broad and low", { x: 50, y: 250, width: 300, height: 20 }, { x: 150, y: 180 }],
    ["at the foot, if there is no room", { x: 10, y: 10, width: 380, height: 280 }, { x: 150, y: 230 }],
    ["inside the room", { x: 100, y: 0, width: 50, height: 4 }, { x: 160, y: 10 }],
  ])("%s", (_, thing, place) => {
    expect(beside(thing, size, room, 10)).toEqual(place);
  });

  test("above a finger", () => {
    expect(beside({ x: 200, y: 150, width: 0, height: 0 }, size, room, 10, true)).toEqual({ x: 150, y: 80 });
  });
});

describe("buttons lie where they cover least", () => {
  const board = { ...row(2, 40), routes: [] };
  const at = (x: number, y: number) => ({ ...board.cities[0]!, x, y, label: { x, y, width: 1, height: 1 } });
  const place = (corner: Tools["corner"], row = false) => ({
    corner,
    row,
    width: row ? 200 : 100,
    height: row ? 100 : 200,
  });
  const places = [place("top-right"), place("top-left"), place("bottom-right"), place("bottom-right", true)];
  const found = (height: number, ...cities: [number, number][]) =>
    leastCovering({ ...board, cities: cities.map(([x, y]) => at(x, y)) }, { width: 1000, height }, places, 10);
  test("in the first place if nothing is there", () => expect(found(500)).toBe(places[0]));
  test("in the next", () => expect(found(500, [980, 20])).toBe(places[1]));
  test("beside each other", () => expect(found(500, [980, 20], [10, 20], [980, 350])).toBe(places[3]));
  test("where there is room beside the board", () => expect(found(1000, [980, 20], [10, 20])).toBe(places[0]));
});
