import fc from "fast-check";
import { expect, test } from "vitest";
import { actionsOf, CARDS, sameCards, spread, symbolPath, tally } from "../src/cards";

const counts = fc.array(fc.nat({ max: 5 }), { minLength: CARDS.length, maxLength: CARDS.length });

test("spreading counts and tallying them again changes nothing", () => {
  fc.assert(
    fc.property(counts, (wanted) => {
      const cards = spread(wanted);
      expect(cards).toHaveLength(wanted.reduce((sum, n) => sum + n, 0));
      const told = new Map(tally(cards));
      expect(CARDS.map((card) => told.get(card) ?? 0)).toEqual(wanted);
    }),
  );
});

test("a tally has the usual order and leaves out what is not there", () => {
  expect(tally(["locomotive", "red", "purple", "red"])).toEqual([
    ["purple", 1],
    ["red", 2],
    ["locomotive", 1],
  ]);
  expect(tally([])).toEqual([]);
});

test("the same cards are the same in number and order", () => {
  expect(sameCards(["red", "blue"], ["red", "blue"])).toBe(true);
  expect(sameCards(["red", "blue"], ["red"])).toBe(false);
  expect(sameCards(["red"], ["red", "blue"])).toBe(false);
  expect(sameCards(["red", "blue"], ["blue", "red"])).toBe(false);
});

test("actions of one kind keep their order", () => {
  const legal = [{ type: "DrawBlind" }, { type: "DrawFaceUp", slot: 3 }, { type: "DrawFaceUp", slot: 1 }] as const;
  expect(actionsOf(legal, "DrawFaceUp").map((a) => a.slot)).toEqual([3, 1]);
  expect(actionsOf(legal, "Pass")).toEqual([]);
});

test("every card has a symbol, and nothing else has", () => {
  for (const card of CARDS) expect(symbolPath(card)).toMatch(/^M/i);
  expect(symbolPath("grey")).toBe("");
});
