// A table that is being played: everything the socket says, as reactive state.
import type { Action, GameEvent } from "../cards";
import { calls } from "../calls.svelte";
import { betterDrawing, thingsOf } from "../games";
import { api, Problem } from "../net/api";
import { Line, type LineState } from "../net/socket";
import type {
  BoardInfo,
  CardsInfo,
  ChatLine,
  Clock,
  FromServer,
  Sanction,
  Step,
  TableInfo,
  Update,
  View,
} from "../protocol";
import type { Speed } from "../prefs.svelte";
import type { Scene } from "../scene";
import { lang } from "../i18n/index.svelte";
import { person } from "../me.svelte";
import { forgetReasons, problemText, say } from "../ui/notices.svelte";
import { play } from "../ui/sounds";
import { Planning } from "../planned/planning.svelte";
import { personName } from "./names";

export class LiveTable implements Scene {
  readonly id: string;
  info = $state.raw<TableInfo | null>(null);
  person = $state<string | null>(null);
  mine = $state.raw<number[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** Lines of others that were said while the chat could not be seen. */
  unread = $state(0);
  #reading = 0; // places where the chat is shown
  line = $state<LineState>("connecting");
  problem = $state<{ code: string; message: string; sanction?: Sanction } | null>(null);
  board = $state.raw<BoardInfo | null>(null);
  cards = $state.raw<CardsInfo | null>(null);
  busy = $state(false);
  /** With several people at one device: whose turn to look it is. */
  chosen = $state<number | null>(null);

  #updates = $state.raw<Record<string, Update>>({});
  #logs = $state.raw<Record<string, Step[]>>({});
  #confirmed = $state(-1); // the version of which nothing will be undone
  #offset = 0; // our clock minus the server's, in seconds
  #line: Line | undefined;
  #server: string | null = null;
  #speed: Speed = "normal";

  constructor(id: string) {
    this.id = id;
    void this.#arrive();
  }

  async #arrive(): Promise<void> {
    try {
      this.info = await api.table(this.id);
    } catch (error) {
      if (error instanceof Problem && error.status) {
        this.problem = error;
        this.line = "closed";
        return;
      }
    }
    if (this.info) void this.#fetchThings();
    this.#line = new Line(this.id, {
      since: () => this.#version,
      watch: () => false,
      heard: (message) => this.#hear(message),
      state: (state) => (this.line = state),
    });
  }

  async #fetchThings(): Promise<void> {
    if (!this.info || this.board || this.cards) return;
    ({ board: this.board, cards: this.cards } = await thingsOf(this.info));
    this.board = await betterDrawing(this.info, this.board);
  }

  close(): void {
    this.#line?.close();
  }

  // ---- the scene

  get #version(): number {
    const all = Object.values(this.#updates);
    return all.length ? Math.min(...all.map((u) => u.version)) : -1;
  }
  /** The seat at whose cards we look. */
  get seat(): number | null {
    if (!this.mine.length) return null;
    if (this.chosen !== null && this.mine.includes(this.chosen)) return this.chosen;
    return this.mine[0]!;
  }
  get #now(): Update | undefined {
    return this.#updates[String(this.seat)] ?? Object.values(this.#updates)[0];
  }
  get ready(): boolean {
    return this.#now !== undefined && (this.board !== null || this.cards !== null);
  }
  get table(): TableInfo {
    return this.info!;
  }
  get view(): View {
    return this.#ahead?.view ?? this.#now!.view;
  }
  get legal(): readonly Action[] {
    return this.busy ? [] : (this.#ahead?.legal ?? this.#now?.legal ?? []);
  }
  get mayUndo(): boolean {
    return !this.busy && !this.planning && (this.#now?.undo ?? false) && this.#now?.version !== this.#confirmed;
  }
  get undoUntil(): number | null {
    return this.#now?.undo_until ?? null;
  }
  get clocks(): readonly Clock[] {
    return this.#now?.clocks ?? [];
  }
  get log(): readonly Step[] {
    return this.#logs[String(this.seat)] ?? [];
  }
  readonly live = true;
  readonly plan = new Planning(this);
  /** The position in which one chooses for the next turn; whose turn it is stays as it is. */
  readonly #ahead = $derived.by((): { view: View; legal: readonly Action[] } | null => {
    const now = this.#now;
    const { open, told } = this.plan;
    if (!open || !told?.view || !now || now.legal.length || this.plan.seat !== now.seat) return null;
    return { view: { ...told.view, to_act: now.view.to_act, turn: now.view.turn }, legal: told.legal };
  });
  get planning(): boolean {
    return this.#ahead !== null;
  }

  localTime(serverTime: number): number {
    return (serverTime + this.#offset) * 1000;
  }

  act(action: Action): void {
    if (this.#ahead) this.plan.add(action, this.#ahead.view);
    else void this.#send((line, seat, version) => line.act(seat, version, action));
  }

  undo(): void {
    void this.#send((line, seat, version) => line.undo(seat, version));
  }

  confirm(): void {
    const now = this.#now;
    if (now?.seat == null) return;
    this.#confirmed = now.version;
    this.#line?.confirm(now.seat, now.version);
  }

  async #send(how: (line: Line, seat: number, version: number) => Promise<boolean>): Promise<void> {
    const now = this.#now;
    if (!this.#line || this.busy || now?.seat == null) return;
    this.busy = true;
    await how(this.#line, now.seat, now.version);
    this.busy = false;
  }

  /** We are known now and were not before: the server must hear who is on the line. */
  introduce(): void {
    this.#line?.again();
  }

  explain(action: Action): void {
    void this.why(action).then((reason) => reason && say(reason, "reason"));
  }

  async why(action: Action): Promise<string | null> {
    const seat = this.seat;
    if (seat === null || !this.#line) return null;
    if (this.planning) return lang.m.notAhead; // the server would say that it is not our turn
    const { code, message } = await this.#line.why(seat, action);
    return code && problemText({ code, message: message ?? "" });
  }

  sayInChat(text: string): void {
    this.#line?.send({ type: "say", text });
  }

  /** The chat is shown, until what this gives back is called. */
  readChat(): () => void {
    this.#reading += 1;
    this.unread = 0;
    return () => (this.#reading -= 1);
  }

  #hearLine(line: ChatLine): void {
    if (this.chat.some((old) => old.id === line.id)) return;
    this.chat = [...this.chat, line];
    if (this.#reading || line.person === this.person) return;
    this.unread += 1;
    say(`${personName(line, lang.m)}: ${line.text}`, "chat");
    play("chat");
  }

  /** Let the bot that is to act do so now. */
  skip(): void {
    this.#line?.send({ type: "skip" });
  }

  /** Bots keep to the speed that this person likes. */
  tellSpeed(speed: Speed): void {
    this.#speed = speed;
    this.#line?.send({ type: "speed", speed });
  }

  takeBackSeat(seat: number): void {
    this.#line?.send({ type: "return", seat });
  }

  // ---- what the server says

  #hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.#checkServer(message.server);
        this.#offset = Date.now() / 1000 - message.now;
        this.person = message.person;
        this.mine = message.seats;
        this.info = message.table;
        this.chat = message.chat;
        void this.#fetchThings();
        this.tellSpeed(this.#speed);
        return;
      case "update":
        this.#update(message);
        return;
      case "changed":
        if (message.table.rematch !== this.info?.rematch) void calls.look(); // somebody wants to play again
        this.info = message.table;
        this.mine = message.table.seats.filter((s) => s.person && s.person === this.person).map((s) => s.seat);
        return;
      case "said":
        this.#hearLine(message.line);
        return;
      case "refusal":
        if (message.code !== "stale") say(message, "refusal");
        if ((message.version ?? -1) > this.#version) this.#line?.again(); // something is missing
        return;
      case "bye":
        if (message.code === "protocol") reload();
        if (!message.again) this.problem = message;
        if (message.code === "banned") void person.look();
    }
  }

  #update(update: Update): void {
    const key = String(update.seat);
    const before = this.#updates[key];
    if (before && update.since !== null && update.since > before.version) {
      this.#line?.again(); // something is missing
      return;
    }
    const kept = update.since === null || update.since === -1 ? [] : (this.#logs[key] ?? []);
    const fresh = update.steps.filter((step) => step.version > (kept.at(-1)?.version ?? -1));
    this.#logs = { ...this.#logs, [key]: [...kept, ...fresh] };
    this.#updates = { ...this.#updates, [key]: update };
    if (before && fresh.length && update.seat === this.seat) forgetReasons();
    if (update.seat !== null && this.plan.seat !== null && update.view.phase !== "over") void this.plan.look();
  }

  /** A page that is older than the server it speaks to fetches the new one. */
  #checkServer(version: string): void {
    if (this.#server !== null && this.#server !== version) reload();
    this.#server = version;
  }
}

function reload(): void {
  // Once a minute at most: a proxy that keeps old pages must not make us reload for ever.
  const last = Number(sessionStorage.getItem("carrozza.reloaded") ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem("carrozza.reloaded", String(Date.now()));
  location.reload();
}

export const eventsOf = (steps: readonly Step[]): GameEvent[] => steps.flatMap((s) => s.events);
