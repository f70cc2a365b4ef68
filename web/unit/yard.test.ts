import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitYard, sidingsFor } from "../src/play/yard";

const trains = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 8 });

describe("the trains of a rail yard", () => {
  test("stand within the yard, on as many sidings as there are", () => {
    fc.assert(
      fc.property(
        trains,
        fc.integer({ min: 130, max: 900 }),
        fc.integer({ min: 50, max: 400 }),
        (long, width, height) => {
          const fit = fitYard(long, width, height);
          expect(fit.sidings).toBeGreaterThanOrEqual(sidingsFor(long, fit.card, fit.step, width));
          for (const cards of long) expect(fit.card + (cards - 1) * fit.step).toBeLessThanOrEqual(width + 0.5);
        },
      ),
    );
  });

  test("are as large as the room allows", () => {
    expect(fitYard([2, 1], 700, 240).card).toBe(128);
    expect(fitYard([2, 1], 700, 150).card).toBeLessThan(98); // so that there are two sidings
    expect(fitYard([4, 3, 2, 2, 1], 200, 230).card).toBeLessThan(84);
    expect(fitYard([], 200, 60).sidings).toBe(1);
  });

  test("leave the empty sidings to be seen", () => {
    const fit = fitYard([], 600, 250);
    expect(fit.sidings * fit.siding).toBeLessThanOrEqual(250);
    expect(fit.sidings).toBeGreaterThan(1);
  });
});
