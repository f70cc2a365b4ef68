import { describe, expect, test } from "vitest";
import { Lit } from "../src/lit.svelte";

describe("whose network stands alone", () => {
  test("is that of the player pointed at, while pointed at", () => {
    const lit = new Lit();
    expect(lit.seat).toBeNull();
    lit.point(2);
    expect(lit.seat).toBe(2);
    lit.point(null);
    expect(lit.seat).toBeNull();
  });

  test("else that of the one pressed, until pressed again or another is", () => {
    const lit = new Lit();
    lit.toggle(1);
    lit.point(3);
    expect(lit.seat).toBe(3);
    lit.point(null);
    expect([lit.seat, lit.kept]).toEqual([1, 1]);
    lit.toggle(0);
    expect(lit.seat).toBe(0);
    lit.toggle(0);
    expect([lit.seat, lit.kept]).toEqual([null, null]);
  });

  test("a press that ends it shows at once, with the mouse still there", () => {
    const lit = new Lit();
    lit.toggle(1);
    lit.point(1);
    lit.toggle(1);
    expect(lit.seat).toBeNull();
  });
});
