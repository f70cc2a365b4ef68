// What just happened, told step by step. The table itself always shows the newest position; this is
// laid over it, and ends at once when it is skipped or when somebody is waited for.
import { getContext, setContext, untrack } from "svelte";
import type { EventOf } from "../../cards";
import type { Step } from "../../protocol";
import type { Scene } from "../../scene";
import { play } from "../../ui/sounds";
import { FLIGHT, flightsOf, lengthOf, type Flight } from "./flights";
import { marksOf } from "./marks";
import { Queue } from "./queue";
import { lasting, still } from "./speed";
import { lastTurn, withStep, type Turn } from "./turns";

const READING = 450; // milliseconds for a sentence, beyond what moves
const TOO_MANY = 12; // steps at once are no longer told one by one
export const CARD_BY_CARD = 480; // between two cards turned up for a tunnel
const VERDICT = 900; // for which it can be read

export interface Flying extends Flight {
  id: number;
}

/** A tunnel whose cards are being turned up, or what came of it. */
export interface Drama {
  event: EventOf<"TunnelRevealed">;
  turned: number; // cards that can be seen
  end: "free" | "paid" | "declined" | null;
}

export class Story {
  /** The turn that is told, as far as it has been told. */
  turn = $state.raw<Turn | null>(null);
  flying = $state.raw<readonly Flying[]>([]);
  drama = $state.raw<Drama | null>(null);
  /** What is lit up on the map because one points at its line in the log. */
  lit = $state.raw<{ routes: readonly number[]; cities: readonly number[] } | null>(null);
  /** The route one points at on the map. */
  pointed = $state<number | null>(null);
  marks = $derived(marksOf(this.turn));
  /** Cards are being turned up: what they cost is not said yet. */
  turning = $derived(this.drama !== null && this.drama.turned < this.drama.event.revealed.length);

  #queue = new Queue<Step>((step, late) => this.#show(step, late));
  #seen = -1;
  #seat: number | null = null;
  #ids = 0;
  #eyes: number | null = null;
  #outcome: Drama["end"] = null; // of the tunnel, which is not said before its time
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** `onskip` is told when somebody does not want to wait. */
  constructor(readonly onskip: () => void = () => undefined) {}

  /** Take in the log as it is now. `mine`: one is to act oneself. */
  follow(log: readonly Step[], eyes: number | null, live: boolean, mine: boolean): void {
    const news = log.filter((step) => step.version > this.#seen);
    const last = log.at(-1)?.version ?? -1;
    const otherEyes = live && eyes !== this.#seat;
    const jumped = this.#seen === -1 || last < this.#seen || otherEyes || news.length > (live ? TOO_MANY : 1);
    this.#seen = last;
    this.#seat = this.#eyes = eyes;
    if (jumped) {
      this.#queue.clear();
      this.#end();
      this.drama = null;
      this.turn = lastTurn(log);
      return;
    }
    if (news.length) this.#queue.push(news);
    if (mine) this.#queue.hurry();
  }

  /** End what moves, and say what is left to say. */
  skip(): void {
    this.#queue.skip();
    this.#end();
    this.onskip();
  }

  landed(id: number): void {
    this.flying = this.flying.filter((flight) => flight.id !== id);
  }

  /** Something is on its way to this place, which is to look as before until it is there. */
  awaitedAt(place: string): boolean {
    return this.flying.some(({ to }) => to[0] === place);
  }

  #end(): void {
    this.flying = [];
    if (this.#outcome) this.drama = null;
    else if (this.drama) this.drama = { ...this.drama, turned: this.drama.event.revealed.length };
    this.#stop();
  }

  /** Show a step; the milliseconds it takes. */
  #show(step: Step, late: boolean): number {
    this.turn = withStep(this.turn, step);
    const drama = this.#stage(step, late);
    if (late) return 0;
    hear(step);
    const flights = still() ? [] : flightsOf(step, this.#eyes, this.drama?.event.laid);
    if (flights.length)
      this.flying = [
        ...this.flying,
        ...flights.map((flight) => ({ ...flight, delay: flight.delay + drama, id: ++this.#ids })),
      ].slice(-24);
    return lasting(Math.max(drama, READING, lengthOf(flights) - FLIGHT / 2));
  }

  /** The scene of a tunnel: its cards one by one, and in the end what came of it. */
  #stage(step: Step, late: boolean): number {
    let takes = 0;
    for (const e of step.events) {
      if (e.type === "TunnelRevealed") {
        const quick = late || !lasting(1);
        this.#stop();
        this.drama = { event: e, turned: quick ? e.revealed.length : 0, end: null };
        if (!quick) {
          this.#later(() => this.#turnNext(), CARD_BY_CARD);
          takes = (e.revealed.length + 1) * CARD_BY_CARD;
        }
      } else if (this.drama && (e.type === "RouteClaimed" || e.type === "TunnelDeclined")) {
        if (e.route !== this.drama.event.route) continue;
        this.#outcome = e.type === "TunnelDeclined" ? "declined" : this.drama.event.extra ? "paid" : "free";
        if (!this.turning) this.#conclude();
      } else if (this.drama?.end) this.drama = null;
    }
    if (step.kind === "undo") this.drama = null;
    return takes;
  }

  /** Each card has its time, also where a slow machine is late with the one before. */
  #turnNext(): void {
    if (!this.drama || !this.turning) return;
    this.drama = { ...this.drama, turned: this.drama.turned + 1 };
    play("reveal");
    this.#later(() => (this.turning ? this.#turnNext() : this.#conclude()), CARD_BY_CARD);
  }

  #conclude(): void {
    if (!this.drama || !this.#outcome) return;
    this.drama = { ...this.drama, end: this.#outcome };
    this.#later(() => (this.drama = null), VERDICT);
  }

  /** Nothing more comes of the scene before. */
  #stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#outcome = null;
  }

  #later(what: () => void, ms: number): void {
    if (lasting(ms)) this.#timers.push(setTimeout(what, lasting(ms)));
    else what();
  }
}

const KEY = Symbol("story");

/** Tell the story of a scene to all that is inside this component. */
export function setStory(scene: Scene, onskip?: () => void): Story {
  const story = new Story(onskip);
  $effect(() => {
    const { log, seat, live } = scene;
    const mine = scene.legal.length > 0;
    untrack(() => story.follow(log, seat, live, mine));
  });
  return setContext(KEY, story);
}
export const useStory = (): Story => getContext<Story>(KEY);

/** Of all that a step brings, the most telling is heard. */
function hear(step: Step): void {
  const found = (type: string) => step.events.find((e) => e.type === type);
  const claim = found("RouteClaimed") as EventOf<"RouteClaimed"> | undefined;
  if (found("GameEnded")) play("end");
  else if (found("LastRoundStarted")) play("last");
  else if (found("TrainsRobbed")) play("robbed");
  else if (claim) play("claim", claim.cards.length);
  else if (found("StationBuilt") || found("YardPlayed")) play("claim", 2);
  else if (found("CardDrawn") || found("TicketsOffered")) play("card");
}
