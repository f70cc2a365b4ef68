// The line to one table: says hello, comes back after every loss, and sends again what was not
// acknowledged. The server does an action with the same id once, however often it is sent.
import type { Action } from "../cards";
import type { FromClient, FromServer, Reason } from "../protocol";
import { API } from "./api";

export const PROTOCOL = 1;
const PING_SECONDS = 20;
const SILENCE_SECONDS = 45; // a line that says nothing for so long is dead
const SLOWEST = 8; // seconds between two attempts

export type LineState = "connecting" | "open" | "lost" | "closed";

export interface Listener {
  since(): number; // the last version that is known; -1: nothing is
  watch(): boolean;
  heard(message: FromServer): void;
  state(state: LineState): void;
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

interface Waiting {
  message: FromClient;
  done: (ok: boolean) => void;
}

export class Line {
  #socket: WebSocket | undefined;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #ended = false;
  #welcome = false;
  #waiting = new Map<string, Waiting>();
  #questions = new Map<string, (reason: Reason) => void>();
  #reconnect = () => {
    if (!this.#welcome && !this.#ended) this.#open();
  };
  #visible = () => {
    if (document.visibilityState === "visible") this.#check();
  };

  constructor(
    readonly table: string,
    readonly listener: Listener,
  ) {
    addEventListener("online", this.#reconnect);
    document.addEventListener("visibilitychange", this.#visible);
    this.#open();
  }

  close(): void {
    this.#ended = true;
    removeEventListener("online", this.#reconnect);
    document.removeEventListener("visibilitychange", this.#visible);
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    this.#socket?.close();
  }

  /** Connect anew: as somebody else, or to be told what was missed. */
  again(): void {
    if (this.#ended) return;
    this.#tries = 0;
    this.#open();
  }

  /** True once the server has stored it; false when it refused. Survives lost connections. */
  act(seat: number, version: number, action: Action): Promise<boolean> {
    return this.#reliable({ type: "act", id: newId(), seat, version, action });
  }

  undo(seat: number, version: number): Promise<boolean> {
    return this.#reliable({ type: "undo", id: newId(), seat, version });
  }

  /** Nothing will be undone: bots need not wait. If it is lost they wait a little longer. */
  confirm(seat: number, version: number): void {
    this.send({ type: "confirm", seat, version });
  }

  why(seat: number, action: Action): Promise<Reason> {
    const id = newId();
    return new Promise((answer) => {
      this.#questions.set(id, answer);
      this.send({ type: "why", id, seat, action });
    });
  }

  send(message: FromClient): void {
    if (this.#welcome) this.#socket?.send(JSON.stringify(message));
  }

  #reliable(message: Extract<FromClient, { type: "act" | "undo" }>): Promise<boolean> {
    return new Promise((done) => {
      this.#waiting.set(message.id, { message, done });
      this.send(message);
    });
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.listener.state(this.#tries ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${API}/tables/${this.table}/socket`);
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onopen = () => {
      const { listener } = this;
      const hello = { since: listener.since(), watch: listener.watch() };
      socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, ...hello }));
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#check(), PING_SECONDS * 1000);
  }

  /** Forget a socket so that nothing it still says is heard. */
  #drop(): void {
    const old = this.#socket;
    this.#socket = undefined;
    this.#welcome = false;
    if (old && old.readyState < WebSocket.CLOSING) old.close();
  }

  #check(): void {
    if (this.#ended) return;
    if (Date.now() - this.#heardAt > SILENCE_SECONDS * 1000) this.#lost();
    else this.send({ type: "ping", id: "beat" });
  }

  #lost(): void {
    this.#drop();
    if (this.#ended) return;
    this.listener.state("lost");
    const wait = Math.min(SLOWEST, 0.4 * 2 ** this.#tries) * (0.7 + 0.6 * Math.random());
    this.#tries += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), wait * 1000);
  }

  #hear(message: FromServer): void {
    this.#heardAt = Date.now();
    switch (message.type) {
      case "welcome":
        this.#tries = 0;
        this.#welcome = true;
        this.listener.heard(message);
        this.listener.state("open");
        for (const { message: again } of this.#waiting.values()) this.send(again);
        return;
      case "ack":
        this.#settle(message.id, true);
        return;
      case "refusal":
        if (message.id) this.#settle(message.id, false);
        break;
      case "reason":
        this.#questions.get(message.id)?.(message);
        this.#questions.delete(message.id);
        return;
      case "bye":
        if (!message.again) {
          this.#ended = true;
          this.listener.state("closed");
        }
    }
    this.listener.heard(message);
  }

  #settle(id: string, ok: boolean): void {
    this.#waiting.get(id)?.done(ok);
    this.#waiting.delete(id);
  }
}
