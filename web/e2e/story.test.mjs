// What just happened: said, shown, marked, and skipped by who does not want to wait.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { atRest } from "./player.mjs";
import { startServer } from "./server.mjs";
import { newTable, playUntil } from "./robot.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.close());

const told = (page) => page.textContent("[data-told]");
const hers = (page) => page.waitForSelector("[data-banner].mine");

/** A table with bots at which we have chosen our tickets, seen from our seat. */
async function seated(page, { game = "usa", bots = ["easy"], base = server.base } = {}) {
  const id = await newTable(page, { game, players: bots.length + 1, bots: [null, ...bots] });
  await page.goto(`${base}/t/${id}`);
  await page.waitForSelector("[data-offer]");
  for (const i of [0, 1, 2]) await page.click(`[data-offer="${i}"][aria-checked=false]`);
  await page.click("[data-keep]");
  return id;
}

/** Draws two cards blind, when it is our turn. */
async function drawTwo(page) {
  await page.waitForFunction(() => /Your turn/.test(document.querySelector("[data-banner].mine")?.textContent ?? ""));
  await page.click("[data-deck].can");
  await page.waitForFunction(() => /second/.test(document.querySelector("[data-banner].mine")?.textContent ?? ""));
  await page.click("[data-deck].can");
}

/** In the page: counts what has flown, and notes whether a card was marked, be it for a moment. */
const countFlights = () => {
  window.flown = 0;
  window.marked = false;
  new MutationObserver((changes) => {
    window.marked ||= document.querySelector(".touched") !== null;
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.nodeType === 1 && node.matches("[data-flying]")) window.flown += 1;
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
};

test("a bot's claim is said, marked in its colour, and told by the log and the map", async () => {
  const page = await server.visit("/");
  await seated(page);
  const bot = (await page.textContent('.players [data-seat="1"] .name')).trim();
  for (let i = 0; i < 30 && !/ claims /.test(await told(page)); i++) {
    await drawTwo(page);
    await hers(page);
    await page.waitForFunction((bot) => document.querySelector("[data-told]").textContent.includes(bot), bot);
  }
  assert.match(await told(page), new RegExp(`${bot} claims .+ – .+ with .+: \\d+ points?\\.`));
  assert.ok(await page.$(`[data-told] [data-face="${bot}"]`), "with its face");
  const route = await page.getAttribute("[data-last]", "data-last");
  const colour = (selector, what) => page.$eval(selector, (e, what) => e.getAttribute(what), what);
  const seat = await page.$eval('.players [data-seat="1"]', (e) => e.style.getPropertyValue("--colour"));
  assert.equal(await colour("[data-last]", "stroke"), seat, "in the colour of its owner");
  await page.click("[data-tab=log]");
  const line = page.locator(`.log [data-routes="${route}"]`).last();
  await line.hover();
  await page.waitForSelector(".way path");
  assert.equal(await page.$$eval(".way path", (all) => all.length), 1);
  const where = await page.evaluate((r) => {
    const spaces = [...document.querySelectorAll(`[data-route="${r}"] use`)];
    const box = spaces[Math.floor(spaces.length / 2)].getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, route);
  await page.mouse.move(...where);
  await page.waitForSelector(".way path", { state: "detached" });
  await page.waitForSelector(`.log .pointed[data-routes="${route}"]`);
  await page.reload();
  await page.waitForSelector("[data-told]");
  assert.match(await told(page), /claims/, "also after a reload");
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("a face-up card like the one before is seen to be a new one", async () => {
  const page = await server.visit("/");
  await seated(page);
  const look = (slot) =>
    page.$eval(`[data-slot="${slot}"]`, (e) => ({ card: e.getAttribute("aria-label"), filled: e.dataset.filled }));
  let same = false;
  for (let i = 0; i < 90 && !same; i++) {
    await hers(page);
    const slot = await page.$$eval("[data-slot].can", (all) =>
      all.filter((e) => !/Locomotive/.test(e.getAttribute("aria-label"))).map((e) => e.dataset.slot),
    );
    if (!slot.length) {
      await page.click("[data-deck].can");
      continue;
    }
    const [taken] = slot;
    const before = await look(taken);
    await page.$eval(`[data-slot="${taken}"]`, (e) => (window.taken = e));
    await page.click(`[data-slot="${taken}"]`);
    await page.waitForFunction(
      ([slot, filled]) => document.querySelector(`[data-slot="${slot}"]`).dataset.filled !== filled,
      [taken, before.filled],
    );
    same = (await look(taken)).card === before.card;
    if (same)
      assert.ok(
        await page.$eval(`[data-slot="${taken}"]`, (e) => e !== window.taken),
        "it is drawn anew, and so turned up",
      );
  }
  assert.ok(same, "no card was followed by one like it");
  await page.context().close();
});

test("a face-up card flies from its place to the hand, and a new one from the deck to the place", async () => {
  const page = await server.visit("/");
  await seated(page);
  await hers(page);
  await page.waitForFunction(() => !document.querySelector("[data-flying], .awaited"));
  await atRest(page, "[data-slot], [data-deck], .pile");
  const slot = await page.$eval("[data-slot].can", (e) => e.dataset.slot);
  const middle = (selector) =>
    page.$eval(selector, (e) => {
      const box = e.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
  const [place, deck] = [await middle(`[data-slot="${slot}"]`), await middle("[data-deck]")];
  // In the page: where each card begins and ends, and what is awaited meanwhile.
  await page.evaluate(() => {
    window.flights = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node.nodeType !== 1 || !node.matches("[data-flying]")) continue;
        const moving = node.getAnimations()[0];
        const ends = moving?.effect.getKeyframes().map(({ transform }) => {
          const [x, y] = /translate\((.+)px, (.+)px\)/.exec(transform).slice(1).map(Number);
          return [x + node.offsetWidth / 2, y + node.offsetWidth / 3];
        });
        const awaited = [...document.querySelectorAll(".awaited")].map((e) => e.dataset.slot ?? e.dataset.card);
        window.flights.push({ face: node.dataset.flying, from: ends?.[0], to: ends?.at(-1), awaited });
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.click(`[data-slot="${slot}"]`);
  // A bot's cards may still be in the air: ours are those that leave and reach the place.
  await page.waitForFunction(([x, y]) => {
    const near = (point) => point && Math.hypot(point[0] - x, point[1] - y) < 8;
    window.taken = window.flights.find(({ from }) => near(from));
    window.filling = window.flights.find(({ to }) => near(to));
    return window.taken && window.filling;
  }, place);
  const [taken, filling] = await page.evaluate(() => [window.taken, window.filling]);
  const near = (a, b) => a && Math.hypot(a[0] - b[0], a[1] - b[1]) < 8;
  const seen = JSON.stringify({ taken, filling, place, deck });
  assert.ok(near(filling.from, deck), seen);
  assert.ok(near(taken.to, await middle(`.pile[data-card="${taken.face}"]`)), seen);
  assert.equal(filling.face, "back");
  assert.deepEqual(taken.awaited.sort(), [slot, taken.face].sort(), "neither is shown before it has come");
  await page.waitForFunction(() => !document.querySelector(".awaited, [data-flying]"));
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("Space lets a bot that seems to think go on", async () => {
  const slow = await startServer({ pace: ["900", "900"] });
  const page = await slow.browser.newPage({ viewport: { width: 1366, height: 768 }, locale: "en-GB" });
  try {
    await page.goto(slow.base);
    await page.waitForSelector("[data-play]");
    await seated(page, { base: slow.base });
    for (let i = 0; i < 4; i++) {
      const begins = await page.waitForFunction(
        () => /Your turn|'s turn/.exec(document.querySelector("[data-banner]").textContent)?.[0],
      );
      if ((await begins.jsonValue()) === "Your turn") await drawTwo(page);
      await page.waitForFunction(() => /'s turn/.test(document.querySelector("[data-banner]").textContent));
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press("Space"); // else it would think for minutes
      await hers(page);
    }
  } finally {
    await slow.close();
  }
});

test("cards fly, but not for who wants it instant or still; the words and marks stay", async () => {
  for (const [options, speed, flies] of [
    [{}, "normal", true],
    [{}, "instant", false],
    [{ reducedMotion: "reduce" }, "normal", false],
  ]) {
    const page = await server.visit("/", options);
    await page.evaluate((speed) => localStorage.setItem("carrozza.speed", speed), speed);
    await seated(page);
    await page.evaluate(countFlights);
    await drawTwo(page);
    await page.waitForFunction(() => window.marked && document.querySelector("[data-told]"));
    await hers(page);
    const flown = await page.evaluate(() => window.flown);
    assert.equal(flown > 0, flies, `${speed} ${JSON.stringify(options)}: ${flown} flights`);
    assert.ok((await told(page)).length > 10);
    await page.context().close();
  }
});

test("the cards of a tunnel are turned up one by one, and the price comes last", async () => {
  const page = await server.visit("/");
  const id = await seated(page, { game: "europe" });
  await page.evaluate(() => {
    window.seen = [];
    const look = () => {
      const scene = document.querySelector("[data-tunnel]");
      if (!scene) return;
      const now = [
        scene.dataset.tunnel,
        scene.querySelectorAll(".card").length,
        scene.querySelector(".verdict").textContent,
        document.querySelector("[data-banner]").classList.contains("mine"),
      ];
      if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await playUntil(page, id, "tunnel");
  await page.waitForSelector("[data-pay]");
  const seen = await page.evaluate(() => window.seen);
  const start = seen.findLastIndex(([state, turned]) => state === "turning" && turned === 0);
  assert.ok(start >= 0, `it never began to turn: ${JSON.stringify(seen)}`);
  const turning = seen.slice(start).filter(([state]) => state === "turning");
  assert.deepEqual([...new Set(turning.map(([, turned]) => turned))], [0, 1, 2]);
  for (const [, , verdict, mine] of turning) assert.deepEqual([verdict, mine], ["…", false]);
  assert.match(seen.at(-1)[2], /It costs \d more cards?\./);
  await page.click("[data-pay]");
  await page.waitForSelector("[data-tunnel]", { state: "detached" });
  await page.context().close();
});

/** In the page: what the table says at each moment of a tunnel. */
function watchTunnels() {
  window.moments = [];
  const look = () => {
    const scene = document.querySelector("[data-tunnel]");
    if (!scene) return;
    const text = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent).join(" ");
    window.moments.push({
      title: scene.querySelector(".title").textContent,
      state: scene.dataset.tunnel,
      turned: scene.querySelectorAll(".card").length,
      table: [
        ".players .facts",
        ".players .acting .count",
        ".hand",
        "[data-banner]",
        "[data-told]",
        "[data-discards]",
        ".log",
      ]
        .map(text)
        .join("|")
        .replace(/\+\d+/g, ""), // what an earlier claim has brought may still be fading
    });
  };
  new MutationObserver(look).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    characterData: true,
  });
}
/** The table said nothing new while the cards of a tunnel were turned up, and something afterwards. */
function assertUntold(moments) {
  const turning = moments.filter(({ state }) => state === "turning");
  assert.deepEqual([...new Set(turning.map(({ turned }) => turned))], [0, 1, 2]);
  const said = new Set(turning.map(({ table }) => table));
  assert.equal(said.size, 1, `before the third card: ${[...said].join("\n")}`);
  assert.ok(!said.has(moments.at(-1).table), "nothing came of it");
}

test("what a tunnel brings is told nowhere before its third card: in a replay, and to who watches", async () => {
  const page = await server.visit("/");
  const id = await seated(page, { game: "europe" });
  const watcher = await server.visit(`/t/${id}`);
  await watcher.waitForSelector("[data-banner]");
  await watcher.click("[data-tab=log]");
  await watcher.evaluate(watchTunnels);
  await playUntil(page, id, "tunnel");
  await watcher.waitForSelector("[data-tunnel=open]");
  const watched = await watcher.evaluate(() => window.moments);
  assertUntold(watched.slice(watched.findLastIndex(({ state, turned }) => state === "turning" && !turned)));
  await playUntil(page, id, "end");
  await page.goto(`${server.base}/replay/${id}`);
  await page.waitForSelector("[data-next]");
  const dug = await page.evaluate(async (id) => {
    const { steps } = await (await fetch(`/api/v1/tables/${id}/replay`)).json();
    return steps.findIndex(({ events }) =>
      ["TunnelRevealed", "RouteClaimed"].every((t) => events.some((e) => e.type === t)),
    );
  }, id);
  assert.ok(dug > 0, "no tunnel was dug for nothing more");
  await page.goto(`${server.base}/replay/${id}?move=${dug - 1}`);
  await page.waitForSelector("[data-next]");
  await page.evaluate(watchTunnels);
  await page.click("[data-next]");
  await page.waitForSelector("[data-tunnel=free]");
  assertUntold(await page.evaluate(() => window.moments));
  await server.leave(page, watcher);
});

test("a replay's log shows the whole game, and a click goes there", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "card_game", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, "end");
  await page.goto(`${server.base}/replay/${id}?move=3`);
  await page.click("[data-tab=log]");
  await page.waitForSelector('.log [aria-current="step"]');
  assert.ok(await page.$(".log .later"), "what is still to come can be read");
  await page.click('.log [data-version="12"] >> nth=0');
  await page.waitForFunction(() => /^Move 12 /.test(document.querySelector("[data-count]").textContent));
  assert.equal(await page.getAttribute('.log [aria-current="step"] >> nth=0', "data-version"), "12");
  // From the first position to the last: many robberies at once, some of them alike.
  await page.click("button[data-last]");
  await page.waitForSelector("[data-total], [data-skip]");
  await server.leave(page);
});

test("a line in the chat is counted, shown and read", async () => {
  const anna = await server.visit("/");
  const id = await anna.evaluate(async () => {
    const body = JSON.stringify({ game: "usa", players: 2 });
    const headers = { "content-type": "application/json" };
    return (await (await fetch("/api/v1/tables", { method: "POST", headers, body })).json()).id;
  });
  await anna.goto(`${server.base}/t/${id}`);
  const bruno = await server.visit(`/t/${id}`);
  await bruno.click('[data-seat="1"] button');
  await anna.click("[data-start]:not(:disabled)");
  for (const page of [anna, bruno]) {
    for (const i of [0, 1, 2]) await page.click(`[data-offer="${i}"][aria-checked=false]`);
    await page.click("[data-keep]");
  }
  await anna.click("[data-tab=chat]");
  for (const text of ["Buon viaggio!", "Ready?"]) {
    await anna.fill(".chat input", text);
    await anna.click(".chat form button");
    await anna.waitForSelector(`.chat li:has-text("${text}")`);
  }
  await bruno.waitForSelector("[data-tab=chat] [data-news='2']");
  await bruno.waitForSelector('.notice.chat:has-text("Ready?")');
  assert.equal(await anna.$("[data-news]"), null, "one's own lines are no news");
  await bruno.click("[data-tab=chat]");
  await bruno.waitForSelector("[data-news]", { state: "detached" });
  for (const page of [anna, bruno]) await page.context().close();
});
