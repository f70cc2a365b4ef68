// Several people: in two browsers, in two tabs, at one device, watching; a lost connection; undo, chat, again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer, playNow } from "./server.mjs";
import { keepTickets, mouse, playToEnd } from "./player.mjs";
import { newTable, playUntil } from "./robot.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.close());

/** A table for two, made by one and joined by the other, a stranger until then, through the link. */
async function twoPeople(game = "usa") {
  const anna = await server.visit("/new");
  let cut = false;
  const sockets = new Set();
  const bruno = await server.visit("/");
  await bruno.routeWebSocket(/socket$/, (socket) => {
    if (cut) return socket.close();
    sockets.add(socket);
    socket.connectToServer();
  });
  await anna.check(`[data-game="${game}"]`);
  await anna.click("[data-create]");
  await anna.waitForSelector("[data-start]");
  await bruno.goto(anna.url());
  const loaded = await bruno.evaluate(() => performance.timeOrigin);
  await bruno.click('[data-seat="1"] button');
  await anna.click("[data-start]:not(:disabled)");
  await bruno.waitForSelector("[data-offer]:not(:disabled)");
  assert.equal(await bruno.evaluate(() => performance.timeOrigin), loaded, "sitting down reloads nothing");
  const line = {
    lose() {
      cut = true;
      for (const socket of sockets) socket.close();
      sockets.clear();
    },
    find: () => (cut = false),
  };
  return { anna, bruno, line };
}
const leave = (...pages) => server.leave(...pages);

test("one of two loses the connection in the middle of a turn and comes back", async () => {
  const { anna, bruno, line } = await twoPeople();
  for (const page of [anna, bruno]) await keepTickets(page);
  await anna.waitForSelector("[data-offer]", { state: "detached" });
  // Until it is Bruno's turn, with one card drawn.
  await Promise.any([anna, bruno].map((page) => page.waitForSelector("[data-deck].can")));
  if (await anna.$("[data-deck].can")) {
    await anna.click("[data-deck].can");
    await anna.waitForFunction(() => /second/.test(document.querySelector("[data-banner]").textContent));
    await anna.click("[data-deck].can");
  }
  await bruno.click("[data-deck].can");
  await bruno.waitForFunction(() => /second/.test(document.querySelector("[data-banner]").textContent));
  line.lose();
  await bruno.waitForSelector(".lost");
  const loaded = await bruno.evaluate(() => performance.timeOrigin);
  await bruno.click("[data-deck].can"); // said while nobody hears it
  line.find();
  await bruno.waitForSelector(".lost", { state: "detached" });
  await anna.waitForSelector("[data-banner].mine");
  assert.equal(await bruno.evaluate(() => performance.timeOrigin), loaded, "the page was not reloaded");
  await leave(anna, bruno);
});

test("undo, chat, mute, and somebody who watches", async () => {
  const { anna, bruno } = await twoPeople();
  await keepTickets(anna);
  await anna.click("[data-undo]");
  await anna.waitForSelector("[data-offer]:not(:disabled)");
  await anna.click("[data-keep]"); // what was ticked still is
  await keepTickets(bruno);
  const watcher = await server.visit(new URL(anna.url()).pathname);
  await watcher.waitForSelector("text=You're watching.");
  assert.equal(await watcher.$(".pile"), null, "a spectator sees nobody's hand");
  await anna.click("[data-tab=log]");
  await anna.waitForSelector("text=The last move was undone.");
  for (const page of [anna, bruno]) await page.click("[data-tab=chat]");
  const say = async (text) => {
    await anna.fill(".chat input", text);
    await anna.click(".chat form button");
    await anna.waitForSelector(`text=${text}`);
  };
  await say("Buon viaggio!");
  await bruno.click("text=Buon viaggio! >> .. >> button");
  await bruno.waitForSelector("text=Buon viaggio!", { state: "detached" });
  await say("Are you there?");
  await bruno.click("[data-unmute]");
  await bruno.waitForSelector("[data-unmute]", { state: "detached" });
  await say("Now?");
  await bruno.waitForSelector("text=Now?");
  assert.equal(await bruno.$("text=Are you there?"), null, "what was said meanwhile was not heard");
  await leave(anna, bruno, watcher);
});

test("a second tab on the same seat stays in step", async () => {
  const first = await server.visit("/");
  await playNow(first, "europe");
  const second = await first.context().newPage();
  await second.goto(first.url());
  await second.waitForSelector("[data-offer]");
  await keepTickets(first);
  await second.waitForSelector("[data-offer]", { state: "detached" });
  await second.waitForSelector("[data-banner].mine");
  await leave(first);
});

test("who comes late, or reloads the page, reads the whole log", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "usa", players: 3, bots: [null, "easy", "easy"] });
  await playUntil(page, id, 90);
  const lines = async () => {
    await page.click("[data-tab=log]");
    return page.$$eval(".log .line", (list) => list.map((e) => e.textContent));
  };
  await page.goto(`${server.base}/t/${id}`);
  const late = await lines();
  assert.ok(late.length > 80, `${late.length} lines`);
  assert.match(late[0], /The game begins/);
  await page.click("[data-deck].can");
  await page.waitForFunction((n) => document.querySelectorAll(".log .line").length > n, late.length);
  const now = await lines();
  await page.reload();
  assert.deepEqual(await lines(), now);
  await leave(page);
});

test("a name typed while the one before is still on its way is kept", async () => {
  const page = await server.visit("/new", { serviceWorkers: "block" }); // it would answer instead of the route
  await page.check("[data-players='3']");
  await page.click("[data-create]");
  let release;
  const typed = new Promise((resolve) => (release = resolve));
  await page.route("**/join", async (route) => {
    const response = await route.fetch();
    await typed;
    await route.fulfill({ response });
  });
  await page.fill(".pass input", "Chiara");
  await page.click(".pass button");
  await page.waitForSelector('.seats b:text-is("Chiara")');
  await page.fill(".pass input", "Dario");
  const answered = page.waitForResponse("**/api/v1/me");
  release();
  await answered;
  await page.waitForTimeout(100); // the page has done with that answer
  await page.click(".pass button");
  await page.waitForSelector('.seats b:text-is("Dario")');
  await leave(page);
});

test("a curtain hides each hand from the others at the same device", async () => {
  const page = await server.visit("/new");
  await page.check("[data-players='3']");
  await page.click("[data-create]");
  for (const name of ["Chiara", "Dario"]) {
    await page.fill(".pass input", name);
    await page.click(".pass button");
    await page.waitForSelector(`.seats b:text-is("${name}")`);
  }
  await page.click("[data-start]:not(:disabled)");
  await page.waitForSelector("[data-ready]");
  assert.equal(await page.$(".pile"), null, "no card is seen behind the curtain");
  const seen = [];
  await playToEnd(page, mouse, {
    until: async () => {
      const name = (await page.$("[data-ready]")) && (await page.textContent(".curtain h1"));
      if (name && seen.at(-1) !== name) {
        assert.equal(await page.$(".pile"), null);
        seen.push(name);
      }
      return seen.length > 9;
    },
  });
  assert.equal(new Set(seen).size, 3, seen.join());
  await leave(page);
});

test("a finished game: again, replayed from any seat, its shuffle proved", async () => {
  const page = await server.visit("/");
  await playNow(page, "card_game");
  await playToEnd(page, mouse);
  await page.click("[data-skip]");
  const end = page.url();
  await page.click("[data-rematch]");
  await page.waitForSelector("[data-offer]");
  assert.notEqual(page.url(), end);
  await page.goto(end);
  await page.waitForSelector(".tally .winner"); // which has been counted before
  await page.click('.tally a[href^="/replay/"]');
  await page.waitForSelector("[data-next]");
  await page.click("[data-next]");
  await page.click("[data-next]");
  assert.match(await page.textContent("[data-count]"), /Move 2 of/);
  assert.match(page.url(), /move=2/);
  await page.selectOption("[data-eyes]", "1");
  await page.waitForSelector("[data-next]");
  await page.click("[data-last]");
  await page.waitForSelector(".tally");
  await page.click("text=Proof of the shuffle");
  await page.waitForSelector("text=It matches");
  await leave(page);
});
