import { describe, expect, test } from "vitest";
import { journey } from "../src/board/journeys";
import type { Card } from "../src/cards";
import { bestFirst, byColours, needsOf } from "../src/play/payments";
import { boardOf, ticketOf, viewOf } from "./boards";

const way = (...cards: Card[]) => ({ cards });
const hand = (counts: Partial<Record<Card, number>>) =>
  (["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"] as Card[]).map(
    (card) => counts[card] ?? 0,
  );

describe("the best payment", () => {
  test("keeps the Locomotives", () => {
    const ways = [way("red", "locomotive"), way("blue", "blue")];
    expect(bestFirst(ways, hand({ red: 1, blue: 2, locomotive: 1 }), {})[0]).toBe(ways[1]);
  });

  test("keeps what tickets need", () => {
    const ways = [way("blue", "blue"), way("red", "red")];
    expect(bestFirst(ways, hand({ blue: 3, red: 2 }), { blue: 3 })[0]).toBe(ways[1]);
  });

  test("pays with what is needed, if enough is left of it", () => {
    const ways = [way("blue", "blue"), way("red", "red")];
    expect(bestFirst(ways, hand({ blue: 6, red: 2 }), { blue: 3 })[0]).toBe(ways[0]);
  });

  test("else pays with what one has most of", () => {
    const ways = [way("blue", "blue"), way("red", "red")];
    expect(bestFirst(ways, hand({ blue: 2, red: 4 }), {})[0]).toBe(ways[1]);
  });

  test("leaves equals in the engine's order, and takes parallel tracks once", () => {
    const ways = [way("green", "green"), way("red", "red"), way("green", "green")];
    expect(bestFirst(ways, hand({ green: 2, red: 2 }), {})).toEqual([ways[0], ways[1]]);
    expect(bestFirst(ways, hand({ green: 2, red: 2 }), {})[0]).toBe(ways[0]);
  });
});

test("each set of colours is offered once; what only takes more Locomotives waits", () => {
  const ways = [way("red", "red"), way("blue", "blue"), way("red", "locomotive"), way("locomotive", "locomotive")];
  expect(byColours(ways)).toEqual({ first: [ways[0], ways[1], ways[3]], more: [ways[2]] });
});

test("what tickets need: the free coloured routes of their ways, but not the one that is paid for", () => {
  const grey = boardOf(4, [
    [0, 1, 2],
    [1, 2, 3],
    [2, 3, 4],
  ]);
  const colours = ["red", "blue", "grey"];
  const board = { ...grey, routes: grey.routes.map((route, r) => ({ ...route, colour: colours[r]! })) };
  const way = (owners: (number | null)[]) => journey(board, viewOf(board, owners), 0, ticketOf([0], [[[3], 5]]));
  const none = [null, null, null];
  expect(needsOf(board, viewOf(board, none), [way(none)], [])).toEqual({ red: 2, blue: 3 });
  expect(needsOf(board, viewOf(board, none), [way(none)], [0])).toEqual({ blue: 3 });
  const owned = [0, null, null];
  expect(needsOf(board, viewOf(board, owned), [way(owned)], [])).toEqual({ blue: 3 });
  expect(needsOf(board, viewOf(board, none), [null], [])).toEqual({});
});
