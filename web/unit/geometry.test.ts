import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { couplingsOf, lineOf, middleOf, pathOf, Pointing, upright, wagonsOf } from "../src/board/geometry";
import { boardOf } from "./boards";

// A straight line of cities along y = 100, a hundred apart.
const board = boardOf(3, [
  [0, 1, 4],
  [1, 2, 4],
]);
const pointing = new Pointing(board);
const none = () => false;

describe("the line of a route", () => {
  test("runs through its spaces and half a space beyond them", () => {
    const line = lineOf(board.routes[0]!, 10);
    expect(line.map((p) => p.x)).toEqual([2.5, 12.5, 37.5, 62.5, 87.5, 97.5]);
    expect(new Set(line.map((p) => p.y))).toEqual(new Set([100]));
  });

  test("reaches out in the direction of the outer spaces", () => {
    const upright = { ...board.routes[0]!, spaces: [[50, 50, 90] as [number, number, number]] };
    const [first, , last] = lineOf(upright, 10);
    expect(first!.x).toBeCloseTo(50);
    expect(first!.y).toBeCloseTo(40);
    expect(last!.y).toBeCloseTo(60);
  });

  test("is written as a path", () => {
    expect(pathOf([{ x: 1, y: 2 }, { x: 3.14159, y: -1 }])).toBe("M1.0 2.0L3.1 -1.0"); // prettier-ignore
    expect(pathOf([])).toBe("");
  });

  test("has its middle at one of its spaces", () => {
    expect(middleOf(board.routes[0]!)).toEqual({ x: 62.5, y: 100 });
  });
});

describe("pointing at a route", () => {
  test("finds the nearest one, and none out of reach", () => {
    fc.assert(
      fc.property(fc.double({ min: 5, max: 95, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true }), (x, dy) => {
        expect(pointing.route({ x, y: 100 + dy }, 10, none)).toBe(0);
        expect(pointing.route({ x: x + 100, y: 100 + dy }, 10, none)).toBe(1);
        expect(pointing.route({ x, y: 111 + Math.abs(dy) }, 10, none)).toBeNull();
      }),
    );
  });

  test("between two it takes the preferred one, though not from far away", () => {
    const between = { x: 101, y: 100 }; // a little nearer to the second
    expect(pointing.route(between, 20, none)).toBe(1);
    expect(pointing.route(between, 20, (r) => r === 0)).toBe(0);
    expect(pointing.route({ x: 150, y: 100 }, 20, (r) => r === 0)).toBe(1);
  });
});

describe("pointing at a city", () => {
  test("takes its mark or its name", () => {
    expect(pointing.city({ x: 103, y: 98 }, 8, [])).toBe(1);
    expect(pointing.city({ x: 125, y: 119 }, 8, [{ city: 1, x: 100, y: 110, width: 30, height: 10 }])).toBe(1); // on the name, far from the mark
    expect(pointing.city({ x: 150, y: 100 }, 8, [])).toBeNull();
  });
});

describe("the train on a route", () => {
  const along = (angle: number) => ({
    ...board.routes[0]!,
    wagon: 1.05,
    spaces: [
      [0, 0, angle],
      [20, 0, angle],
    ] as [number, number, number][],
  });

  test("is wagons and one engine, with a coupling between each two", () => {
    expect(wagonsOf(board.routes[0]!).map((w) => w.piece)).toEqual(["train", "train", "train", "engine"]);
    expect(couplingsOf(board.routes[0]!)).toHaveLength(3);
    expect(couplingsOf(along(0))).toEqual(["translate(10 0)rotate(0.0)"]);
  });

  test("stands upright whichever way it goes, with its nose ahead", () => {
    expect(wagonsOf(along(30))[0]!.at).toBe("translate(0 0)rotate(30)scale(1.05 1)");
    expect(wagonsOf(along(-150))[0]!.at).toBe("translate(0 0)rotate(30)scale(-1.05 1)");
  });

  test("is turned by less than a quarter", () => {
    fc.assert(
      fc.property(fc.integer({ min: -720, max: 720 }), (angle) => {
        expect(Math.abs(upright(angle))).toBeLessThanOrEqual(90);
        expect(Math.abs(Math.sin(((upright(angle) - angle) * Math.PI) / 180))).toBeLessThan(1e-9);
      }),
    );
  });
});
