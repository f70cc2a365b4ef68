import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { en } from "../src/i18n/en";
import { en as words } from "../src/i18n/review/en";
import { it as italian } from "../src/i18n/review/it";
import { nb as norwegian } from "../src/i18n/review/nb";
import { amount, kindsOfLuck, rowsOf } from "../src/review/account";
import { actionWords, placeOf } from "../src/review/actions";
import { byTurn, curveOf, percents, stepAt, turnMarks, xOf, yOf } from "../src/review/chances";
import { causeOf, mistakesOf, mostMoved, neighbour } from "../src/review/mistakes";
import type { Account, Decision, Position, Review, Sentence, TicketStory } from "../src/review/model";
import { fateOf, momentsOf } from "../src/review/stories";
import { sentencesOf } from "../src/review/summary";
import { boardOf, tableOf, viewOf } from "./boards";

const position = (step: number, turn: number, chances: number[]): Position => ({
  step,
  turn,
  seat: null,
  chances,
  decided: [0, 0],
  luck: [0, 0],
  shown: [0, 0],
  chance: "",
});
const compared = { chance: 0.5, chance_error: 0, lead: 0, lead_error: 0, loss: 0, loss_error: 0 };
const decision = (step: number, seat: number, verdict: string): Decision => ({
  step,
  turn: step,
  seat,
  verdict,
  played: { ...compared, action: { type: "Pass" } },
  best: { ...compared, action: { type: "Pass" } },
  alternatives: [],
  samples: 8,
  against: [],
  why: [],
});

describe("the graph", () => {
  const positions = [
    position(0, 0, [0.5, 0.5]),
    position(1, 1, [0.6, 0.4]),
    position(2, 1, [0.7, 0.3]),
    position(3, 2, [1, 0]),
  ];
  const frame = { left: 30, right: 330, top: 10, bottom: 110, last: 3 };

  test("goes from the deal to the end, and from 0 to 1", () => {
    expect([xOf(0, frame), xOf(3, frame)]).toEqual([30, 330]);
    expect([yOf(0, frame), yOf(1, frame)]).toEqual([110, 10]);
    expect(curveOf(positions, 1, frame)).toBe("M30.0 60.0L130.0 70.0L230.0 80.0L330.0 110.0");
  });

  test("finds the step under the pointer, also outside of it", () => {
    for (const step of [0, 1, 2, 3]) expect(stepAt(xOf(step, frame) + 20, frame)).toBe(step);
    expect([stepAt(-50, frame), stepAt(999, frame)]).toEqual([0, 3]);
  });

  test("writes turns at their first step, no more than fit", () => {
    expect(turnMarks(positions, 5)).toEqual([
      { turn: 1, step: 1 },
      { turn: 2, step: 3 },
    ]);
    const long = Array.from({ length: 100 }, (_, i) => position(i, i, [1]));
    expect(turnMarks(long, 10).map(({ turn }) => turn)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
  });

  test("is a table as well: the last position of each turn", () => {
    expect(byTurn(positions).map(({ step }) => step)).toEqual([0, 2, 3]);
  });

  test("says whole percent that add up to a hundred", () => {
    expect(percents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
    const shares = fc.array(fc.nat({ max: 999 }), { minLength: 2, maxLength: 5 }).filter((all) => all.some(Boolean));
    fc.assert(
      fc.property(shares, (parts) => {
        const sum = parts.reduce((a, b) => a + b);
        expect(percents(parts.map((n) => n / sum)).reduce((a, b) => a + b)).toBe(100);
      }),
    );
  });
});

describe("mistakes", () => {
  const all = [decision(2, 0, "best"), decision(3, 1, "mistake"), decision(5, 0, "blunder"), decision(8, 1, "fine")];

  test("are what cost something for certain, of one seat or of all", () => {
    expect(mistakesOf(all, null).map((d) => d.step)).toEqual([3, 5]);
    expect(mistakesOf(all, 0).map((d) => d.step)).toEqual([5]);
  });

  test("follow each other both ways, from the overview from either end", () => {
    expect([neighbour([3, 5], null, 1), neighbour([3, 5], null, -1)]).toEqual([3, 5]);
    expect([neighbour([3, 5], 3, 1), neighbour([3, 5], 4, -1)]).toEqual([5, 3]);
    expect([neighbour([3, 5], 5, 1), neighbour([3, 5], 3, -1), neighbour([], null, 1)]).toEqual([null, null, null]);
  });

  test("a turning point concerns whom it moved most, by luck or by playing", () => {
    const point = { turn: 4, first_step: 7, last_step: 8, seat: 0, changes: [0.1, -0.3, 0.2], luck: [0, -0.25, 0] };
    expect(mostMoved(point)).toEqual({ seat: 1, change: -0.3, luck: -0.25 });
    expect(causeOf(mostMoved(point))).toBe("luck");
    expect(causeOf({ change: 0.2, luck: -0.1 })).toBe("play");
    expect(causeOf({ change: 0.2, luck: 0.1 })).toBe("both");
  });
});

describe("the account", () => {
  const account = (result: number, fair: number, skill: number, luck: number, hidden = 0): Account => ({
    seat: 0,
    result,
    fair,
    skill,
    luck,
    gifts: result - fair - skill - luck,
    luck_by: { deal: luck - hidden + 0.04, cards: -0.04, tickets: 0, hidden },
    lost: 0,
    verdicts: {},
  });

  test("adds up in whole numbers, whatever is rounded", () => {
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(0, 0.5, 1), fc.constantFrom(0.2, 0.25, 1 / 3, 0.5), share, share, share, (...all) => {
        const { skill, gifts, luck, luck_by } = account(...all);
        const { fair, rows, result } = rowsOf(account(...all));
        expect(rows.reduce((sum, row) => sum + row.change, fair)).toBe(result);
        expect(rows[0]!.from).toBe(fair);
        expect(rows.at(-1)!.to).toBe(result);
        for (const row of rows) expect(row.to - row.from).toBe(row.change);
        const hidden = luck_by.hidden!;
        const exact = { skill, gifts, luck: luck - hidden, hidden };
        for (const row of rows) expect(Math.abs(row.change - 100 * exact[row.part])).toBeLessThan(2.1);
      }),
    );
  });

  test("in words: how much, and which luck", () => {
    expect([0, 1, -1, 5, -12, 40, -40].map(amount)).toEqual([0, 0, 0, 1, -2, 3, -3]);
    expect(kindsOfLuck(account(1, 0.5, 0, 0.01))).toEqual([
      ["deal", 5],
      ["cards", -4],
    ]);
    expect(kindsOfLuck(account(0, 0.5, 0, -0.5, -0.51))).toEqual([
      ["deal", 5],
      ["cards", -4],
    ]); // what came to light was nobody's luck
  });
});

const board = boardOf(
  3,
  [
    [0, 1, 3],
    [1, 2, 2],
  ],
  [[0, 2]],
);
const speaker = { m: en, table: tableOf([{ name: "Anna" }, { name: "Bruno" }]), board, cards: null };

describe("actions", () => {
  const view = { ...viewOf(board, []), market: ["red" as const, null], offer: [0] };

  test("are told with what their seat saw", () => {
    const said = (action: Parameters<typeof actionWords>[0]) => actionWords(action, view, speaker, words);
    expect(said({ type: "DrawFaceUp", slot: 0 })).toBe("take the face-up red");
    expect(said({ type: "ClaimRoute", route: 1, cards: ["red", "red"] })).toBe("claim City 1 – City 2 with 2 red");
    expect(said({ type: "KeepTickets", keep: [0], back: [] })).toBe("keep City 0 – City 2 (5)");
    expect(said({ type: "KeepTickets", keep: [], back: [0] })).toBe("keep no ticket");
  });

  test("have their place on the map, or none", () => {
    const place = (action: Parameters<typeof placeOf>[0]) => placeOf(action, board, view, 0);
    expect(place({ type: "ClaimRoute", route: 1, cards: [] })).toEqual({ routes: [1], cities: [1, 2] });
    expect(place({ type: "BuildStation", city: 2, cards: [] })).toEqual({ routes: [], cities: [2] });
    expect(place({ type: "DrawBlind" })).toBeNull();
    const kept = place({ type: "KeepTickets", keep: [0], back: [] })!;
    expect([[...kept.routes].sort(), kept.cities]).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });
});

describe("the story of a ticket", () => {
  const story = (changes: Partial<TicketStory>): TicketStory => ({
    seat: 0,
    ticket: 0,
    kept: 1,
    kept_turn: 0,
    completed: null,
    completed_turn: null,
    lost: null,
    lost_turn: null,
    lost_by: null,
    lost_route: null,
    lost_theirs: null,
    setbacks: [],
    ...changes,
  });
  const told = (changes: Partial<TicketStory>) =>
    momentsOf(story(changes), speaker, words).map(({ step, text }) => [step, text]);

  test("ends well, badly, or not at all", () => {
    expect(told({ completed: 9, completed_turn: 4 })).toEqual([
      [1, "kept at the start"],
      [9, "completed in turn 4"],
    ]);
    expect(told({ kept: 3, kept_turn: 2, lost: 8, lost_turn: 5, lost_by: 1, lost_route: 0 })).toEqual([
      [3, "drawn in turn 2"],
      [8, "lost in turn 5: Bruno claimed City 0 – City 1"],
    ]);
    expect(told({ lost: 8, lost_turn: 5, lost_by: 0, lost_route: 0 })[1]![1]).toMatch(/too few trains/);
    expect([fateOf(story({ completed: 9 })), fateOf(story({ lost: 9 })), fateOf(story({}))]).toEqual([
      "done",
      "lost",
      "unfinished",
    ]);
  });

  test("tells who stood in the way", () => {
    const setback = { step: 6, turn: 3, seat: 1, route: 1, trains: 4 as number | null, theirs: 0 };
    expect(told({ setbacks: [setback] })[1]).toEqual([
      6,
      "turn 3: Bruno claimed City 1 – City 2 for City 0 – City 2, so it took 4 more trains",
    ]);
    expect(told({ setbacks: [{ ...setback, trains: null, theirs: null }] })[1]![1]).toBe(
      "turn 3: Bruno claimed City 1 – City 2, so only a station could help",
    );
  });
});

describe("what sums a game up", () => {
  const fact = (changes: Partial<Sentence>): Sentence => ({
    seat: 0,
    kind: "",
    step: null,
    turn: null,
    by: null,
    ticket: null,
    theirs: null,
    route: null,
    points: null,
    chance: null,
    count: null,
    of: null,
    ...changes,
  });
  const facts = [
    fact({ kind: "blunder", step: 7, turn: 4, chance: 0.2, route: 0, by: 1, theirs: 0 }),
    fact({ kind: "mistake", step: 7, turn: 4, chance: 0.07 }),
    fact({ kind: "lost_ticket", step: 8, turn: 5, by: 1, route: 1, ticket: 0, theirs: 0, points: 10 }),
    fact({ kind: "blocked_ticket", step: 8, turn: 5, by: 1, route: 1, ticket: 0, points: 1 }),
    fact({ kind: "no_trains", step: 8, turn: 5, ticket: 0, points: 10 }),
    fact({ kind: "unfinished", ticket: 0, points: 10 }),
    fact({ kind: "unfinished", ticket: 0, points: 10, by: 0, step: 8, turn: 5 }),
    fact({ kind: "open_tickets", points: 22 }),
    fact({ kind: "aimless", count: 5, of: 7, chance: 0.4 }),
    fact({ kind: "aimless", count: 7, of: 7, chance: 0.4 }),
    fact({ kind: "behind_tickets", by: 1, points: 50, of: 71 }),
    fact({ kind: "behind_routes", by: 1, points: 71, of: 71 }),
    fact({ kind: "lucky", chance: 0.12 }),
    fact({ kind: "unlucky", chance: -0.12 }),
    fact({ kind: "lucky_turn", chance: 0.12, turn: 3, step: 5, by: 1 }),
    fact({ kind: "unlucky_turn", chance: -0.12, turn: 3, step: 5, by: 0 }),
    fact({ kind: "gift", chance: 0.12, turn: 3, step: 5, by: 1 }),
    fact({ kind: "longest", points: 10 }),
    fact({ kind: "longest", points: 10, by: 1 }),
    fact({ kind: "well_played", chance: 0 }),
    fact({ kind: "close", points: -1 }),
    fact({ kind: "close", points: 0 }),
    fact({ kind: "margin", points: 30 }),
  ];
  const falling = Array.from({ length: 9 }, (_, i) => position(i, i, [0.9 - i / 10, 0.1 + i / 10]));
  const review = { winners: [1], summary: facts, positions: falling } as unknown as Review;
  const judged = (step: number) => (step === 7 ? { played: "pass", best: "draw tickets" } : null);
  const said = (mine: number[], w = words) =>
    sentencesOf(review, 0, { mine, speaker, w, judged }).map(({ text }) => text);

  test("is said to the reader, or about somebody else", () => {
    const here = "City 0 – City 1 was still open, and Bruno needed it for City 0 – City 2.";
    expect(said([0])[0]).toBe(`You lost it in turn 4: ${here}`);
    expect(said([])[0]).toBe(`Anna lost it in turn 4: ${here}`);
    expect(said([1])[0]).toMatch(/you needed it for/);
    expect(said([0])[1]).toBe(
      "Your costliest decision was in turn 4: “pass” gave away about 7 wins in 100; better was “draw tickets”.",
    );
    expect(said([0])[6]).toMatch(/when you started the last round in turn 5/);
  });

  test("says that a game was lost only where it was lost for good", () => {
    const again = [...falling.slice(0, 8), position(8, 8, [0.4, 0.6])];
    const lost = (positions: Position[]) =>
      sentencesOf({ ...review, positions }, 0, { mine: [0], speaker, w: words, judged })[0]!.text;
    expect(lost(falling)).toMatch(/^You lost it in turn 4/);
    expect(lost(again)).toMatch(/^Your costliest decision was in turn 4/);
  });

  test("has no praise for a loser without mistakes", () => {
    const of = (winners: number[]) => {
      const found = { ...review, winners, summary: [fact({ kind: "well_played", chance: 0 })] };
      return sentencesOf(found, 0, { mine: [0], speaker, w: words, judged })[0]!.text;
    };
    expect([of([0]), of([1])]).toEqual(["You made no mistake that counts.", "No single decision cost you much."]);
  });

  test("tells of a habit, and where the winner's points came from", () => {
    expect(said([0]).slice(8, 12)).toEqual([
      "5 of the 7 moves that cost you something were claims of routes that served none of your tickets.",
      "All 7 moves that cost you something were claims of routes that served none of your tickets.",
      "50 of the 71 points between you and Bruno came from tickets.",
      "All 71 points between you and Bruno came from routes.",
    ]);
  });

  test.each(Object.entries({ en: words, it: italian, nb: norwegian }))("has words for all of it, in %s", (_, w) => {
    for (const mine of [[0], [1], []]) {
      const all = said(mine, w);
      expect(all).toHaveLength(facts.length);
      for (const text of all) {
        expect(text).not.toMatch(/undefined|null|NaN|\[|_/);
        expect(text).toMatch(/^[\p{Lu}\p{N}].*\.$/u);
      }
    }
  });

  test("leaves out what it does not know, rather than say it wrong", () => {
    const strange = { ...review, summary: [fact({ kind: "comet" })] };
    expect(sentencesOf(strange, 0, { mine: [0], speaker, w: words, judged })).toEqual([]);
  });
});
