import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameEvent } from "../src/cards";
import { en } from "../src/i18n/en";
import { it } from "../src/i18n/it";
import { nb } from "../src/i18n/nb";
import { act, cardWords, turnWords } from "../src/play/sentences";
import { airborne, flightsOf } from "../src/play/story/flights";
import { marksOf, placeOf } from "../src/play/story/marks";
import { MOST_WAITING, Queue } from "../src/play/story/queue";
import { filledAt, lastTurn, standing, turnsOf, withStep } from "../src/play/story/turns";
import type { Step } from "../src/protocol";
import { boardOf, tableOf } from "./boards";

let version = 0;
const step = (seat: number | null, ...events: GameEvent[]): Step => ({
  version: version++,
  seat,
  kind: seat === null ? "deal" : "act",
  by: "bot",
  events,
});
const faceUp = (seat: number, slot: number, card: "red" | "blue" | "green"): GameEvent => ({
  type: "CardDrawn",
  seat,
  slot,
  card,
});
const blind = (seat: number, card: "red" | null = null): GameEvent => ({ type: "CardDrawn", seat, slot: null, card });
const claim = (seat: number, route: number): GameEvent => ({
  type: "RouteClaimed",
  seat,
  route,
  cards: ["green", "green"],
  points: 2,
});
const filled = (slot: number, card: "red" | "blue"): GameEvent => ({ type: "MarketFilled", slot, card });
const board = boardOf(
  3,
  [
    [0, 1, 2],
    [1, 2, 3],
  ],
  [[0, 2]],
);
beforeEach(() => (version = 0));

describe("turns", () => {
  test("are the steps of one seat that follow each other", () => {
    const log = [step(null), step(0, blind(0)), step(0, blind(0)), step(1, claim(1, 0)), step(0, blind(0))];
    expect(turnsOf(log).map((turn) => [turn.seat, turn.steps.length])).toEqual([
      [null, 1],
      [0, 2],
      [1, 1],
      [0, 1],
    ]);
    expect(lastTurn(log)!.steps).toEqual([log[4]]);
    expect(lastTurn(log.slice(0, 3))!.steps).toEqual(log.slice(1, 3));
    expect(lastTurn([])).toBeNull();
  });

  test("grow by a step, or the next one begins", () => {
    const first = withStep(null, step(0, blind(0)));
    expect(withStep(first, step(0, blind(0))).steps).toHaveLength(2);
    expect(withStep(first, step(1, blind(1)))).toMatchObject({ seat: 1 });
  });

  test("what was undone does not count, nor what was undone before it", () => {
    const undo = (): Step => ({ ...step(0), kind: "undo" });
    const [first, again] = [step(0, claim(0, 0)), step(0, claim(0, 1))];
    let turn = withStep(withStep(null, first), undo());
    expect(standing(turn)).toEqual([]);
    turn = withStep(withStep(turn, step(0, claim(0, 0))), undo());
    expect(standing(turn)).toEqual([]);
    expect(standing(withStep(turn, again))).toEqual([again]);
  });

  test("a face-up card is a new one also when it looks like the one before", () => {
    const log = [step(null, filled(0, "red"), filled(1, "red")), step(0, faceUp(0, 1, "red"), filled(1, "red"))];
    expect(filledAt(log, 3)).toEqual([0, 1, -1]);
    expect(filledAt(log.slice(0, 1), 2)).toEqual([0, 0]);
  });
});

describe("sentences", () => {
  const name = "Berit";
  const table = tableOf();
  const seats = table.seats.map((seat) => ({ ...seat, name }));
  const speaker = { m: en, table: { ...table, seats }, board, cards: null, seat: 0 };
  const words = (...events: GameEvent[]) => turnWords({ seat: 1, steps: [step(1, ...events)] }, speaker)[0];

  test("a turn says once who did it", () => {
    expect(words(claim(1, 0))).toBe(`${name} claims City 0 – City 1 with 2 green: 2 points.`);
    expect(words(faceUp(1, 0, "red"), blind(1))).toBe(`${name} takes red and a card from the deck.`);
    expect(words(faceUp(1, 0, "red"), faceUp(1, 1, "red"))).toBe(`${name} takes 2 red.`);
    expect(words(blind(1), blind(1))).toBe(`${name} takes 2 cards from the deck.`);
    expect(words(blind(1, "red"))).toBe(`${name} takes red from the deck.`);
    expect(words(claim(1, 0), { type: "LastRoundStarted", seat: 1 })).toBe(
      `${name} claims City 0 – City 1 with 2 green: 2 points. Starts the last round: one more turn each.`,
    );
  });

  const two = { ...speaker, table: { ...table, seats: seats.map((s, i) => ({ ...s, name: ["Ada", "Berit"][i]! })) } };
  const robbery: GameEvent[] = [
    { type: "YardPlayed", seat: 1, cards: ["red", "red"] },
    { type: "TrainsRobbed", seat: 1, victim: 0, cards: ["red"] },
    { type: "CardsPutOnTrack", seat: 0, count: 1, cards: null, open: false },
  ];

  test("and names the next one who did something", () => {
    const [said] = turnWords({ seat: 1, steps: [step(1, ...robbery)] }, two);
    expect(said).toBe("Berit plays into the rail yard: 2 red. Robs Ada of 1 red! Ada moves 1 card onto the track.");
  });

  test("where there is less room the oldest goes, and who did the rest is said", () => {
    const told = turnWords({ seat: 1, steps: [step(1, ...robbery)] }, two);
    expect(told.slice(1)).toEqual([
      "… Berit robs Ada of 1 red! Ada moves 1 card onto the track.",
      "… Ada moves 1 card onto the track.",
    ]);
  });

  test("the deal names who was dealt cards, and leaves the tickets to the table", () => {
    const deal = step(
      null,
      { type: "GameStarted", players: 2, first: 1, bonus_cards: [] },
      { type: "CardsDealt", seat: 0, count: 1, cards: ["red"] },
      { type: "CardsDealt", seat: 0, count: 2, cards: ["blue", "red"] },
      { type: "CardsDealt", seat: 1, count: 1, cards: null },
      { type: "TicketsOffered", seat: 0, count: 4, tickets: null },
      { type: "TicketsOffered", seat: 1, count: 4, tickets: null },
    );
    const [said] = turnWords({ seat: null, steps: [deal] }, two);
    expect(said).toBe("The game begins. Berit goes first. Ada is dealt 1 blue, 2 red.");
  });

  test("an undone move is said to be undone, and no more when another follows", () => {
    const undone: Step = { ...step(1), kind: "undo" };
    const turn = { seat: 1, steps: [step(1, claim(1, 0)), undone] };
    expect(turnWords(turn, speaker)).toEqual([en.log.undone]);
    expect(marksOf(turn).routes).toEqual([]);
    const after = withStep(turn, step(1, claim(1, 1)));
    expect(turnWords(after, speaker)).toEqual([`${name} claims City 1 – City 2 with 2 green: 2 points.`]);
    expect(marksOf(after).routes).toEqual([1]);
  });

  test("several Locomotives are several", () => {
    const both = (m: typeof en) => [cardWords(["locomotive"], m), cardWords(["red", "locomotive", "locomotive"], m)];
    expect(both(en)).toEqual(["1 Locomotive", "1 red, 2 Locomotives"]);
    expect(both(it)).toEqual(["1 Locomotiva", "1 × rosso, 2 Locomotive"]);
    expect(both(nb)).toEqual(["1 lokomotiv", "1 × rød, 2 lokomotiver"]);
  });

  test.each([
    ["en", en],
    ["it", it],
    ["nb", nb],
  ])("without the name a line still is one: %s", (_, m) => {
    const said = act(claim(1, 0), { ...speaker, m })!;
    expect(said).not.toContain(name);
    expect(said).toMatch(/^\p{Lu}/u);
    expect(said).toContain("City 0 – City 1");
  });
});

describe("what flies", () => {
  test("a face-up card, from its place to the player's panel", () => {
    const [flight] = flightsOf(step(1, faceUp(1, 3, "blue")), 0);
    expect(flight).toMatchObject({ from: ['[data-slot="3"]'], face: "blue" });
    expect(flight!.to[0]).toBe('.players [data-seat="1"]');
  });

  test("its place is filled from the deck, face down, after it has left", () => {
    const [taken, filling] = flightsOf(step(1, faceUp(1, 3, "blue"), filled(3, "blue")), 0);
    expect(filling).toMatchObject({ from: ["[data-deck]"], to: ['[data-slot="3"]'], face: "back", fills: true });
    expect(filling!.delay).toBeGreaterThan(taken!.delay);
    expect(airborne(filling!)).toBeLessThan(airborne(taken!));
  });

  test("what was laid for a tunnel goes back to who gives it up", () => {
    const declined = (seat: number): GameEvent => ({ type: "TunnelDeclined", seat, route: 1 });
    const back = flightsOf(step(0, declined(0)), 0, ["red", "red"]);
    expect(back.map(({ face, to }) => [face, to[0]])).toEqual(Array(2).fill(["red", '.pile[data-card="red"]']));
    expect(flightsOf(step(1, declined(1)), 0, ["red"])[0]!.to[0]).toBe('.players [data-seat="1"]');
    expect(flightsOf(step(0, declined(0)), 0)).toEqual([]);
  });

  test("one's own cards go to one's hand, and a blind one is turned up on the way", () => {
    const [own] = flightsOf(step(0, blind(0, "red")), 0);
    expect(own).toMatchObject({ from: ["[data-deck]"], face: "red", turns: true });
    expect(own!.to[0]).toBe('.pile[data-card="red"]');
    expect(flightsOf(step(1, blind(1)), 0)[0]).toMatchObject({ face: "back" });
  });

  test("what is paid goes to the discards, card by card", () => {
    const flights = flightsOf(step(1, claim(1, 0)), 0);
    expect(flights.map((f) => f.face)).toEqual(["green", "green"]);
    expect(flights[0]!.to[0]).toBe("[data-discards]");
    expect(flights[1]!.delay).toBeGreaterThan(flights[0]!.delay);
  });

  test("nothing that a step does not tell", () =>
    expect(flightsOf(step(1, { type: "Passed", seat: 1 }), 0)).toEqual([]));
});

describe("marks", () => {
  test("all that the last turn touched", () => {
    const turn = { seat: 1, steps: [step(1, faceUp(1, 3, "blue")), step(1, blind(1))] };
    expect(marksOf(turn)).toMatchObject({ seat: 1, slots: [3], deck: true, tickets: false, routes: [] });
    expect(marksOf({ seat: 0, steps: [step(0, claim(0, 1))] }).routes).toEqual([1]);
    expect(marksOf(null).seat).toBeNull();
  });

  test("where on the map an event is", () => {
    expect(placeOf(claim(0, 1), board)).toEqual({ routes: [1], cities: [1, 2] });
    const kept: GameEvent = { type: "TicketsKept", seat: 0, count: 1, returned_count: 2, kept: [0], returned: null };
    expect(placeOf(kept, board)).toEqual({ routes: [], cities: [0, 2] });
    expect(placeOf({ ...kept, kept: null }, board)).toBeNull();
    expect(placeOf(blind(0), board)).toBeNull();
  });
});

describe("the queue", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const watched = () => {
    const seen: string[] = [];
    const queue = new Queue<string>((item, late) => {
      seen.push(late ? `(${item})` : item);
      return late ? 0 : 100;
    });
    return { queue, seen };
  };

  test("shows one after the other, each for its time", () => {
    const { queue, seen } = watched();
    queue.push(["a", "b"]);
    expect(seen).toEqual(["a"]);
    vi.advanceTimersByTime(99);
    expect(seen).toEqual(["a"]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(["a", "b"]);
    vi.advanceTimersByTime(100);
    expect(queue.idle).toBe(true);
  });

  test("catches up when too many wait", () => {
    const { queue, seen } = watched();
    queue.push(["a"]);
    queue.push(["b", "c", "d", "e"]);
    expect(seen).toEqual(["a", "(b)", "(c)"]);
    vi.advanceTimersByTime(300);
    expect(seen.slice(3)).toEqual(["d", "e"]);
    expect(MOST_WAITING).toBe(2);
  });

  test("shows no past while somebody is waited for", () => {
    const { queue, seen } = watched();
    queue.push(["a", "b", "c"]);
    queue.hurry();
    expect(seen).toEqual(["(a)", "b", "c"]);
  });

  test("is skipped at once, and then goes on as before", () => {
    const { queue, seen } = watched();
    queue.push(["a", "b"]);
    queue.skip();
    expect(seen).toEqual(["a", "(b)"]);
    expect(queue.idle).toBe(true);
    queue.push(["c"]);
    expect(seen.at(-1)).toBe("c");
    vi.advanceTimersByTime(1000);
    expect(seen).toHaveLength(3);
  });
});
