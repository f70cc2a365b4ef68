// The line to a table against a real server on this machine. The clock alone is ours, so that nothing waits.
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { Line, newId, PROTOCOL, type Listener } from "../src/net/socket";
import type { FromClient, FromServer } from "../src/protocol";
import { tableOf } from "./boards";

/** What arrives, in order, each thing taken once. */
class Arrivals<T> {
  #here: T[] = [];
  #wanted: ((thing: T) => void)[] = [];

  add(thing: T): void {
    const wanted = this.#wanted.shift();
    if (wanted) wanted(thing);
    else this.#here.push(thing);
  }
  next(): Promise<T> {
    const here = this.#here.shift();
    return here === undefined ? new Promise((found) => this.#wanted.push(found)) : Promise.resolve(here);
  }
  get waiting(): number {
    return this.#here.length;
  }
}

/** One connection, seen from the server. */
class Peer {
  readonly told = new Arrivals<FromClient>();
  readonly closed: Promise<void>;

  constructor(
    readonly socket: WebSocket,
    readonly path: string,
  ) {
    socket.on("message", (data: Buffer) => this.told.add(JSON.parse(data.toString()) as FromClient));
    this.closed = new Promise((done) => socket.on("close", () => done()));
  }
  say(message: FromServer): void {
    this.socket.send(JSON.stringify(message));
  }
  welcome(): void {
    this.say({
      type: "welcome",
      protocol: PROTOCOL,
      server: "1",
      person: null,
      seats: [],
      table: tableOf(),
      chat: [],
      now: 0,
    });
  }
  async greet(): Promise<FromClient> {
    const hello = await this.told.next();
    this.welcome();
    return hello;
  }
  /** Break the connection, and wait until the browser has noticed. */
  async drop(): Promise<void> {
    this.socket.terminate();
    await Promise.all([this.closed, BrowserSocket.all.at(-1)!.ended]);
  }
}

/** A browser reports an error as an event; without a listener Node would stop. */
class BrowserSocket extends WebSocket {
  static readonly all: BrowserSocket[] = [];
  readonly ended = new Promise((done) => this.once("close", done));

  constructor(address: string) {
    super(address);
    this.on("error", () => undefined);
    BrowserSocket.all.push(this);
  }
}

let server: WebSocketServer;
let peers: Arrivals<Peer>;
let heard: Arrivals<FromServer>;
let states: string[];
let lines: Line[];
let page: EventTarget & { visibilityState: string };
let browser: EventTarget;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  vi.spyOn(Math, "random").mockReturnValue(0.5); // no jitter
  peers = new Arrivals();
  heard = new Arrivals();
  states = [];
  lines = [];
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket, request) => peers.add(new Peer(socket, request.url ?? "")));
  await new Promise((ready) => server.once("listening", ready));
  browser = new EventTarget();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("WebSocket", BrowserSocket);
  vi.stubGlobal("location", { protocol: "http:", host: `127.0.0.1:${(server.address() as AddressInfo).port}` });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser));
});

afterEach(async () => {
  for (const line of lines) line.close();
  for (const client of server.clients) client.terminate();
  await Promise.all(BrowserSocket.all.splice(0).map((socket) => socket.ended));
  await new Promise((done) => server.close(done));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function connect(listener: Partial<Listener> = {}): Line {
  const line = new Line("table-1", {
    since: () => -1,
    watch: () => false,
    heard: (message) => heard.add(message),
    state: (state) => states.push(state),
    ...listener,
  });
  lines.push(line);
  return line;
}

/** A line that was welcomed, and the server's end of it. */
async function open(listener: Partial<Listener> = {}): Promise<[Line, Peer]> {
  const line = connect(listener);
  const peer = await peers.next();
  await peer.greet();
  expect((await heard.next()).type).toBe("welcome");
  return [line, peer];
}

/** Lose the connection, and be called again after the first pause. */
async function lose(peer: Peer): Promise<Peer> {
  await peer.drop();
  vi.advanceTimersByTime(400);
  return peers.next();
}

/** The same, and be welcomed. */
async function comeBack(peer: Peer): Promise<Peer> {
  const next = await lose(peer);
  await next.greet();
  expect((await heard.next()).type).toBe("welcome");
  return next;
}

const pass = { type: "Pass" } as const;

describe("saying hello", () => {
  test("goes to the table's address and tells what is known already", async () => {
    connect({ since: () => 17, watch: () => true });
    const peer = await peers.next();
    expect(peer.path).toBe("/api/v1/tables/table-1/socket");
    expect(await peer.greet()).toEqual({ type: "hello", protocol: PROTOCOL, since: 17, watch: true });
    await heard.next();
    expect(states).toEqual(["connecting", "open"]);
  });

  test("tells anew what is known when it comes back", async () => {
    let version = 3;
    const [, peer] = await open({ since: () => version });
    version = 8;
    expect(await (await lose(peer)).greet()).toMatchObject({ since: 8 });
  });

  test("is the first thing said, whatever was wanted before", async () => {
    const line = connect();
    void line.act(0, 4, pass);
    const peer = await peers.next();
    expect(await peer.told.next()).toMatchObject({ type: "hello" });
    void line.act(1, 4, pass);
    line.send({ type: "say", text: "nobody is listening yet" });
    peer.welcome();
    expect(await peer.told.next()).toMatchObject({ type: "act", seat: 0, version: 4, action: pass });
    expect(await peer.told.next()).toMatchObject({ type: "act", seat: 1 });
    line.send({ type: "say", text: "now" });
    expect(await peer.told.next()).toEqual({ type: "say", text: "now" });
  });
});

describe("an action", () => {
  test("is done when the server has stored it", async () => {
    const [line, peer] = await open();
    const acted = line.act(1, 2, pass);
    const { id } = (await peer.told.next()) as { id: string };
    peer.say({ type: "ack", id, version: 3 });
    expect(await acted).toBe(true);
  });

  test("is not done when the server refuses, and the refusal is told", async () => {
    const [line, peer] = await open();
    const undone = line.undo(1, 2);
    const { id } = (await peer.told.next()) as { id: string };
    peer.say({ type: "refusal", id, code: "no_undo", message: "", version: 2 });
    expect(await undone).toBe(false);
    expect(await heard.next()).toMatchObject({ type: "refusal", code: "no_undo" });
  });

  test("is not settled by a refusal of something else", async () => {
    const [line, peer] = await open();
    const settled = vi.fn();
    const acted = line.act(1, 2, pass).then(settled);
    const { id } = (await peer.told.next()) as { id: string };
    peer.say({ type: "refusal", id: null, code: "too_often", message: "", version: 2 });
    peer.say({ type: "refusal", id: "another", code: "stale", message: "", version: 2 });
    await heard.next();
    await heard.next();
    expect(settled).not.toHaveBeenCalled();
    peer.say({ type: "ack", id, version: 3 });
    await acted;
    expect(settled).toHaveBeenCalledWith(true);
  });

  test("is sent again under the same id after every loss until it is acknowledged", async () => {
    const [line, first] = await open();
    const acted = line.act(1, 2, pass);
    const sent = await first.told.next();
    const second = await comeBack(first);
    expect(await second.told.next()).toEqual(sent);
    const third = await comeBack(second);
    expect(await third.told.next()).toEqual(sent);
    third.say({ type: "ack", id: (sent as { id: string }).id, version: 3 });
    expect(await acted).toBe(true);
    // The next thing a new connection hears is not that action once more.
    const fourth = await comeBack(third);
    line.send({ type: "say", text: "anything" });
    expect(await fourth.told.next()).toEqual({ type: "say", text: "anything" });
  });

  test("keeps its turn among others when they are sent again", async () => {
    const [line, first] = await open();
    void line.act(0, 1, pass);
    void line.act(1, 1, pass);
    const sent = [await first.told.next(), await first.told.next()];
    const second = await comeBack(first);
    expect([await second.told.next(), await second.told.next()]).toEqual(sent);
  });
});

test("questions get their own answers, in whatever order these come", async () => {
  const [line, peer] = await open();
  const [one, two] = [line.why(0, pass), line.why(0, { type: "DrawBlind" })];
  const asked = [await peer.told.next(), await peer.told.next()] as { id: string }[];
  peer.say({ type: "reason", id: "nobody asked", code: null, message: null });
  peer.say({ type: "reason", id: asked[1]!.id, code: "second", message: "" });
  peer.say({ type: "reason", id: asked[0]!.id, code: "first", message: "" });
  expect((await one).code).toBe("first");
  expect((await two).code).toBe("second");
});

describe("a lost connection", () => {
  test("is tried again after pauses that double up to eight seconds", async () => {
    connect();
    for (const pause of [400, 800, 1600, 3200, 6400, 8000, 8000]) {
      const peer = await peers.next();
      await peer.drop();
      const waiting = states.length;
      vi.advanceTimersByTime(pause - 1);
      expect(states.length).toBe(waiting); // not yet
      vi.advanceTimersByTime(1);
      expect(states.length).toBe(waiting + 1); // each attempt is told
    }
    expect(new Set(states.slice(1))).toEqual(new Set(["lost"]));
  });

  test("has short pauses again once the server was there", async () => {
    connect();
    for (const pause of [400, 800, 1600]) {
      const peer = await peers.next();
      await peer.drop();
      vi.advanceTimersByTime(pause);
    }
    const peer = await peers.next();
    await peer.greet();
    await heard.next();
    await lose(peer); // waits 400 ms
  });

  test("is tried at once when the device is online again", async () => {
    const [, peer] = await open();
    await peer.drop();
    browser.dispatchEvent(new Event("online"));
    await (await peers.next()).greet();
    expect((await heard.next()).type).toBe("welcome");
  });

  test("is noticed by silence", async () => {
    const [, peer] = await open();
    vi.advanceTimersByTime(40_000); // two beats that nobody answers
    expect(await peer.told.next()).toEqual({ type: "ping", id: "beat" });
    expect(await peer.told.next()).toEqual({ type: "ping", id: "beat" });
    expect(states.at(-1)).toBe("open");
    vi.advanceTimersByTime(20_000);
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(400);
    await peers.next();
    await peer.closed;
  });

  test("is not suspected while the server answers", async () => {
    const [, peer] = await open();
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(20_000);
      await peer.told.next();
      peer.say({ type: "pong", id: "beat", now: 0 });
      expect((await heard.next()).type).toBe("pong");
    }
    expect(states).toEqual(["connecting", "open"]);
  });

  test("is looked for when the page is looked at again", async () => {
    const [, peer] = await open();
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    page.visibilityState = "visible";
    page.dispatchEvent(new Event("visibilitychange"));
    expect(await peer.told.next()).toEqual({ type: "ping", id: "beat" });
    expect(peer.told.waiting).toBe(0); // one for becoming visible, none for going away
  });
});

describe("goodbye", () => {
  test("for good ends the line", async () => {
    const [, peer] = await open();
    peer.say({ type: "bye", code: "signed_out", message: "", again: false });
    expect(await heard.next()).toMatchObject({ type: "bye" });
    peer.socket.close();
    await peer.closed;
    vi.advanceTimersByTime(3_600_000);
    browser.dispatchEvent(new Event("online"));
    expect(states).toEqual(["connecting", "open", "closed"]);
  });

  test("for now means coming back", async () => {
    const [, peer] = await open();
    peer.say({ type: "bye", code: "restart", message: "", again: true });
    await heard.next();
    await comeBack(peer);
  });

  test("of ours is the end, whatever happens later", async () => {
    const [line, peer] = await open();
    line.close();
    await peer.closed;
    const before = [...states];
    browser.dispatchEvent(new Event("online"));
    page.dispatchEvent(new Event("visibilitychange"));
    line.again();
    vi.advanceTimersByTime(3_600_000);
    expect(states).toEqual(before);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("connecting again leaves the old connection at once and hears nothing of it", async () => {
  const [line, first] = await open();
  first.say({ type: "pong", id: "old", now: 0 }); // still on its way when we leave
  line.again();
  const second = await peers.next();
  await second.greet();
  expect((await heard.next()).type).toBe("welcome");
  await first.closed;
  second.say({ type: "pong", id: "new", now: 0 });
  expect(await heard.next()).toMatchObject({ id: "new" });
});

test("ids are what the server takes, and never twice the same", () => {
  const ids = Array.from({ length: 1000 }, newId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[!-~]{1,64}$/);
});
