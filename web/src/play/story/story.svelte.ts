// What just happened, told step by step. The table itself always shows the newest position; this is
// laid over it, and ends at once when it is skipped or when somebody is waited for. Only what a tunnel brings is
// not shown before its cards are turned up.
import { getContext, setContext, untrack } from "svelte";
import type { EventOf, GameEvent } from "../../cards";
import type { Step } from "../../protocol";
import { setScene, type Scene } from "../../scene";
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

/** The position that is shown instead of the newest one. */
type Held = Pick<Scene, "view" | "log" | "legal">;

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

  /** Until a tunnel's cards are turned up, all of the table is as it was before them. */
  held = $state.raw<Held | null>(null);

  #queue = new Queue<Step>((step, late) => this.#show(step, late));
  #seen = -1;
  #before: Held | null = null;
  #seat: number | null = null;
  #ids = 0;
  #eyes: number | null = null;
  #outcome: Drama["end"] = null; // of the tunnel, which is not said before its time
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** `onskip` is told when somebody does not want to wait. */
  constructor(readonly onskip: () => void = () => undefined) {}

  /** Take in the log as it is now. `mine`: one is to act oneself. */
  follow({ log, seat: eyes, live, legal, view }: Scene): void {
    const before = this.#before;
    this.#before = { view, log, legal: [] };
    const news = log.filter((step) => step.version > this.#seen);
    const last = log.at(-1)?.version ?? -1;
    const otherEyes = live && eyes !== this.#seat;
    const jumped = this.#seen === -1 || last < this.#seen || otherEyes || news.length > (live ? TOO_MANY : 1);
    this.#seen = last;
    this.#seat = this.#eyes = eyes;
    if (jumped) {
      this.#queue.clear();
      this.#end();
      this.drama = this.held = null;
      this.turn = lastTurn(log);
      return;
    }
    if (this.held && !live && news.length) this.#finish(); // in a replay one has gone on
    if (news.some(({ events }) => events.some(isTunnel))) this.held ??= before;
    if (news.length) this.#queue.push(news);
    if (legal.length) this.#queue.hurry();
  }

  /** End what moves, and say what is left to say. */
  skip(): void {
    this.#finish();
    this.onskip();
  }

  landed(id: number): void {
    this.flying = this.flying.filter((flight) => flight.id !== id);
  }

  /** Something is on its way to this place, which is to look as before until it is there. */
  awaitedAt(place: string): boolean {
    return this.flying.some(({ to }) => to[0] === place);
  }

  #finish(): void {
    this.#queue.skip();
    this.#end();
  }

  #end(): void {
    this.held = null;
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
    if (drama) this.#later(() => hear(step), drama - CARD_BY_CARD);
    else hear(step);
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
      if (isTunnel(e)) {
        const quick = late || !lasting(1);
        this.#stop();
        this.drama = { event: e, turned: quick ? e.revealed.length : 0, end: null };
        if (quick) this.held = null;
        else {
          this.#later(() => this.#turnNext(), CARD_BY_CARD);
          takes = (e.revealed.length + 1) * CARD_BY_CARD;
        }
      } else if (this.drama && (e.type === "RouteClaimed" || e.type === "TunnelDeclined")) {
        if (e.route !== this.drama.event.route) continue;
        this.#outcome = e.type === "TunnelDeclined" ? "declined" : this.drama.event.extra ? "paid" : "free";
        if (!this.turning) this.#conclude();
      } else if (this.drama?.end) this.drama = null;
    }
    if (step.kind === "undo") this.drama = this.held = null;
    return takes;
  }

  /** Each card has its time, also where a slow machine is late with the one before. */
  #turnNext(): void {
    if (!this.drama || !this.turning) return;
    this.drama = { ...this.drama, turned: this.drama.turned + 1 };
    if (!this.turning) this.held = null;
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

/** Tell the story of a scene to all that is inside this component: it sees the scene as far as it is told. */
export function setStory(scene: Scene, onskip?: () => void): { story: Story; told: Scene } {
  const story = new Story(onskip);
  // Before anything is drawn: what is held back must not be seen for a moment.
  $effect.pre(() => {
    if (!scene.log.length) return; // nothing is known yet
    void [scene.seat, scene.legal, scene.view];
    untrack(() => story.follow(scene));
  });
  const told = new Proxy(scene, {
    get(whole, name) {
      if (story.held && name in story.held) return story.held[name as keyof Held];
      const value: unknown = Reflect.get(whole, name, whole);
      return typeof value === "function" ? (value.bind(whole) as unknown) : value;
    },
  });
  setContext(KEY, story);
  return { story, told: setScene(told) };
}
export const useStory = (): Story => getContext<Story>(KEY);

const isTunnel = (e: GameEvent): e is EventOf<"TunnelRevealed"> => e.type === "TunnelRevealed";

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
