// The guide of a first game: it says what is so, and nothing else.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Action, GameEvent } from "../src/cards";
import { en } from "../src/i18n/en";
import { it as italian } from "../src/i18n/it";
import { nb } from "../src/i18n/nb";
import { aimOf, lessonOf, STEPS, type Position } from "../src/lesson/lesson";
import { advise, pathsByRoute } from "../src/lesson/paths";
import { tell } from "../src/lesson/tell";
import type { BoardInfo, BoardView, Step } from "../src/protocol";
import { boardOf, ticketOf, viewOf } from "./boards";

//   0 --2-- 1 --3-- 2 --2-- 3      and far away 4 --6-- 5
const board = boardOf(
  6,
  [
    [0, 1, 2],
    [1, 2, 3],
    [2, 3, 2],
    [4, 5, 6],
    [0, 4, 3],
  ],
  [
    [0, 3],
    [1, 2],
    [4, 5],
  ],
);
const HAND = [0, 0, 0, 0, 0, 0, 0, 0, 0];
const draw: Action[] = [{ type: "DrawBlind" }];
const claim = (route: number): Action => ({ type: "ClaimRoute", route, cards: ["red", "red"] });
const keep: Action[] = [{ type: "KeepTickets", keep: [0, 1], back: [] }];
const act = (seat: number, ...events: GameEvent[]): Step => ({ version: 0, seat, kind: "act", by: "person", events });
const card = (seat: number, face: "locomotive" | "red" | null = null): GameEvent => ({
  type: "CardDrawn",
  seat,
  slot: face ? 1 : null,
  card: face,
});
const took = (seat: number, route: number): GameEvent => ({
  type: "RouteClaimed",
  seat,
  route,
  cards: ["red"],
  points: 2,
});

type Change = Partial<Omit<Position, "view">> & { view?: Partial<BoardView> };
function position(change: Change = {}): Position {
  const view: BoardView = { ...viewOf(board, []), hand: HAND, tickets: [0], ...change.view };
  return { board, legal: draw, seat: 0, log: [], ...change, view };
}
const say = (p: Position) => lessonOf(p).hint.say;

describe("what it says follows from the position", () => {
  test("tickets first", () => {
    const p = position({ legal: keep, view: { phase: "start", tickets: [], offer: [0, 1, 2] } });
    expect(lessonOf(p)).toMatchObject({ hint: { say: "choose" }, target: "offer", step: "tickets" });
    expect(say({ ...p, view: { ...p.view, tickets: [2] } })).toBe("chooseMore");
  });
  test("then cards, until a whole draw is over", () => {
    expect(lessonOf(position())).toMatchObject({ hint: { say: "draw", first: true }, target: "market", step: "cards" });
    const one = position({ log: [act(0, card(0))], view: { phase: "second_card" } });
    expect(lessonOf(one)).toMatchObject({ hint: { say: "second" }, step: "cards" });
    expect(lessonOf(position({ log: [act(0, card(0)), act(0, card(0))] })).step).toBe("route");
    expect(lessonOf(position({ log: [act(0, card(0, "locomotive"))] })).step).toBe("route");
    expect(lessonOf(position({ log: [act(1, card(1)), act(1, card(1))] })).step).toBe("cards");
  });
  test("a draw that was undone was none", () => {
    const undo: Step = { version: 0, seat: 0, kind: "undo", by: "person", events: [] };
    expect(lessonOf(position({ log: [act(0, card(0)), act(0, card(0)), undo] })).step).toBe("cards");
  });
  test("it speaks of claiming only when a route on the way can be paid for", () => {
    const log = [act(0, card(0)), act(0, card(0))];
    const here = lessonOf(position({ log, legal: [...draw, claim(0)] }));
    expect(here).toMatchObject({ hint: { say: "claim", aim: { route: 0, missing: 0 } }, target: "map" });
    expect(say(position({ log, legal: [...draw, claim(3)] }))).toBe("elsewhere");
    expect(say(position({ log }))).toBe("draw");
    expect(say(position({ legal: [...draw, claim(0)] }))).toBe("draw"); // cards come first in a lesson
    expect(say(position({ legal: [claim(0)] }))).toBe("claim"); // unless there are none
  });
  test("while others act it asks for nothing, and says what we did", () => {
    const resting = (log: Step[]) => lessonOf(position({ legal: [], log, view: { turn: 1, to_act: [1] } }));
    expect(resting([act(0, card(0)), act(0, card(0))])).toMatchObject({
      hint: { say: "rest", did: { did: "drew", cards: 2 } },
      target: null,
    });
    expect(resting([act(0, took(0, 2))]).hint).toEqual({ say: "rest", did: { did: "claimed", route: 2, points: 2 } });
    expect(resting([act(1, card(1))]).hint).toEqual({ say: "rest", did: null });
  });
  test("what others did since our last action, not before", () => {
    const log = [act(1, took(1, 3)), act(0, card(0)), act(1, card(1)), act(1, card(1))];
    expect(lessonOf(position({ log })).others).toEqual([card(1), card(1)]);
  });
  test("enough is known after a completed ticket or three routes, once cards were drawn", () => {
    const log = [act(0, card(0)), act(0, card(0))];
    expect(say(position({ log, view: { routes: [0, 0, 0, null, null] } }))).toBe("enough");
    expect(say(position({ log, view: { tickets: [1], routes: [null, 0, null, null, null] } }))).toBe("enough");
    expect(say(position({ log, view: { routes: [0, 0, null, null, null] } }))).not.toBe("enough");
    expect(say(position({ view: { routes: [0, 0, 0, null, null] } }))).toBe("draw");
    expect(say(position({ view: { routes: [0, 0, 0, null, null], turns_left: 2 } }))).toBe("last");
    expect(say(position({ legal: [], view: { phase: "over" } }))).toBe("over");
  });
  test("steps are ticked by what the learner has done", () => {
    const log = [act(0, card(0)), act(0, card(0))];
    const done = (routes: (number | null)[]) => [...lessonOf(position({ log, view: { routes } })).done];
    expect(done([null, null, null, null, null])).toEqual(["tickets", "cards"]);
    expect(done([0, 1, null, null, null])).toEqual(["tickets", "cards", "route"]);
    expect(done([0, null, 0, null, null])).toEqual(["tickets", "cards", "route", "network"]);
    expect(done([0, 0, 0, null, null])).toEqual([...STEPS]);
    const one = position({ log, view: { tickets: [1], routes: [null, 0, null, null, null] } });
    expect([...lessonOf(one).done]).toEqual([...STEPS]); // a ticket completed with one route
  });
});

describe("the aim", () => {
  const aim = (hand: number[], legal: Action[] = draw, routes: (number | null)[] = []) =>
    aimOf(board, { ...viewOf(board, routes), hand, tickets: [0] }, 0, legal);
  test("is on the way, takes fewest cards, and is long rather than short", () => {
    expect(aim(HAND)).toEqual({ route: 0, missing: 2 });
    expect(aim([3, 0, 0, 0, 0, 0, 0, 0, 0], [...draw, claim(0), claim(1), claim(2)])).toEqual({ route: 1, missing: 0 });
    expect(aim([1, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual({ route: 0, missing: 1 });
  });
  test("there is none when all is done or nothing can be reached", () => {
    expect(aim(HAND, draw, [0, 0, 0])).toBeNull();
    expect(aim(HAND, draw, [null, 1, null])).toBeNull();
  });
  test("is only payable when the server says so", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 6 }), { minLength: 9, maxLength: 9 }), fc.boolean(), (hand, may) => {
        const found = aim(hand, may ? [...draw, claim(1)] : draw);
        expect(found?.missing === 0).toBe(may);
      }),
    );
  });
});

describe("which tickets belong together", () => {
  const view = viewOf(board, []);
  test("those that share their way", () => {
    const advice = advise(board, view, 0, [0, 2, 1]);
    expect(advice.keep).toEqual([0, 1]);
    expect(advice).toMatchObject({ trains: 7, saved: 3 });
    expect(advice.paths.map((path) => path.letter)).toEqual(["A", "B", "C"]);
    const shared = pathsByRoute(advice.paths).filter(([, colours]) => colours.length > 1);
    expect(shared.map(([route]) => route)).toEqual([1]);
  });
  test("never more than the trains there are", () => {
    expect(advise(board, { ...view, trains: [6, 45] }, 0, [0, 1]).keep).toEqual([]);
  });
  test("a ticket that cannot be completed has no path", () => {
    const cut = viewOf(board, [null, 1]);
    expect(advise(board, cut, 0, [0, 2]).paths.map((path) => path.ticket)).toEqual([2]);
    expect(advise(board, cut, 0, [0, 2]).keep).toEqual([]);
  });
  test("never costs more than each alone", () => {
    const track = fc
      .tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.integer({ min: 1, max: 6 }))
      .filter(([a, b]) => a !== b);
    const pair = fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })).filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(
        fc.array(track, { maxLength: 9 }),
        fc.array(pair, { minLength: 2, maxLength: 4 }),
        (tracks, pairs) => {
          const any: BoardInfo = {
            ...boardOf(6, tracks),
            tickets: pairs.map(([a, b]) => ticketOf([a], [[[b], 5]])),
          };
          const found = advise(any, viewOf(any, []), 0, [...pairs.keys()]);
          expect(found.saved).toBeGreaterThanOrEqual(0);
          expect(found.keep.every((t) => found.paths.some((path) => path.ticket === t))).toBe(true);
        },
      ),
    );
  });
});

describe("in words", () => {
  const names = { seat: (n: number) => `Seat ${n}`, route: (r: number) => `Route ${r}`, colour: (c: string) => c };
  const positions: [string, Position][] = [
    ["choose", position({ legal: keep, view: { phase: "start", tickets: [], offer: [0, 1, 2] } })],
    ["draw", position()],
    ["second", position({ view: { phase: "second_card" } })],
    ["claim", position({ log: [act(0, card(0)), act(0, card(0))], legal: [...draw, claim(0)] })],
    ["elsewhere", position({ log: [act(0, card(0)), act(0, card(0))], legal: [...draw, claim(3)] })],
    ["rest", position({ legal: [], log: [act(0, took(0, 2))] })],
    ["enough", position({ log: [act(0, card(0)), act(0, card(0))], view: { routes: [0, 0, 0, null, null] } })],
    ["last", position({ view: { turns_left: 1 } })],
    ["over", position({ legal: [], view: { phase: "over" } })],
  ];
  test.each(positions)("there is a sentence for it in every language: %s", (expected, p) => {
    const lesson = lessonOf(p);
    expect(lesson.hint.say).toBe(expected);
    const advice = p.view.offer ? advise(board, p.view, 0, p.view.offer) : null;
    const said = [en, italian, nb].map((m) => tell(lesson, p, m.lesson, names, advice).text);
    for (const text of said) expect(text.length).toBeGreaterThan(10);
    expect(new Set(said).size).toBe(3);
  });
  test("what the bot did is told once, by what it means", () => {
    const told = (...events: GameEvent[]) => {
      const p = position({ log: [act(0, card(0)), act(1, ...events)] });
      return tell(lessonOf(p), p, en.lesson, names, null).others;
    };
    expect(told(card(1), card(1))).toContain("Seat 1 drew 2 cards");
    expect(told(took(1, 3))).toContain("Seat 1 claimed Route 3 for 2 points");
    expect(told()).toBe("");
  });
});
