import { describe, expect, test } from "vitest";
import { Arrivals } from "../src/board/arrivals.svelte";

const FREE = Array<number | null>(8).fill(null);
const laid = (...routes: number[]) => FREE.map((owner, r) => (routes.includes(r) ? 1 : owner));

describe("trains that are being put down", () => {
  test("are those laid since we began to look, until they have come down", () => {
    const arrivals = new Arrivals();
    arrivals.see(laid(0, 1), false);
    expect(arrivals.routes).toEqual([]);
    arrivals.see(laid(0, 1, 5), false);
    arrivals.see(laid(0, 1, 5, 6), false);
    expect(arrivals.routes).toEqual([5, 6]);
    arrivals.settled(5);
    expect(arrivals.routes).toEqual([6]);
  });

  test("are none after a jump through the game, or where nothing is to move", () => {
    const arrivals = new Arrivals();
    arrivals.see(FREE, false);
    arrivals.see(laid(0, 1, 2, 3, 4), false);
    expect(arrivals.routes).toEqual([]);
    arrivals.see(laid(0, 1, 2, 3, 4, 5), true);
    expect(arrivals.routes).toEqual([]);
  });

  test("are gone when their route is taken back", () => {
    const arrivals = new Arrivals();
    arrivals.see(FREE, false);
    arrivals.see(laid(3), false);
    arrivals.see(FREE, false);
    expect(arrivals.routes).toEqual([]);
  });
});
