// The first game: the guide says only what is so, points at it, and is done after a few turns.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finger, mouse, playToEnd } from "./player.mjs";
import { PHONE, startServer } from "./server.mjs";

let server;
before(async () => {
  server = await startServer();
});
after(() => server.close());

/** In the page: everything the guide ever says, with what could be done at that very moment. */
function watchGuide() {
  window.told = [];
  const look = () => {
    const guide = document.querySelector("[data-guide]");
    if (!guide) return;
    const has = (selector) => document.querySelector(selector) !== null;
    const now = {
      say: guide.dataset.say,
      text: guide.querySelector("p").textContent.trim(),
      done: [...guide.querySelectorAll("[data-done]")].map((step) => step.dataset.done).join(),
      teach: document.documentElement.dataset.teach ?? "",
      sending: document.querySelector("[data-banner] .text")?.textContent.trim() === "…",
      offer: has("[data-offer]:not(:disabled)"),
      draw: has("[data-deck].can, [data-slot].can"),
      claim: has("[data-glow]"),
      mine: has("[data-banner].mine"),
    };
    const last = window.told.at(-1);
    if (JSON.stringify(last) !== JSON.stringify(now)) window.told.push(now);
  };
  addEventListener("DOMContentLoaded", () =>
    new MutationObserver(look).observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    }),
  );
}

async function begin(options) {
  const page = await server.visit("/", options);
  await page.addInitScript(watchGuide);
  await page.goto(`${server.base}/learn`);
  await page.click("[data-lesson]");
  await page.waitForSelector("[data-guide][data-say=choose]");
  return page;
}
const says = (page) => page.evaluate(() => document.querySelector("[data-guide]")?.dataset.say);

test("the guide leads through the first turns and never says what is not so", async () => {
  const page = await begin();
  // Every offered ticket has its letter, its way and its two cities on the map; two of them are named.
  const offered = await page.$$eval("[data-offer] .letter", (all) => all.map((e) => e.textContent));
  assert.deepEqual(offered, ["A", "B", "C", "D"]);
  const ends = await page.$$eval("[data-path-end]", (all) => all.map((e) => e.dataset.pathEnd).sort());
  assert.deepEqual(ends, [..."AABBCCDD"]);
  assert.ok((await page.$$("[data-path]")).length >= 4);
  assert.match(await page.textContent("[data-guide] p"), /[A-D] and [A-D]/);

  // Hidden, it takes its drawings along; it can be called back.
  await page.click("[data-guide] > button");
  await page.waitForSelector("[data-guide]", { state: "detached" });
  assert.equal((await page.$$("[data-path]")).length, 0);
  await page.click("[data-guide-show]");
  await page.waitForSelector("[data-path]");

  await playToEnd(page, mouse, { until: async () => (await says(page)) === "enough", seconds: 300 });
  const done = await page.$$eval("[data-guide] [data-done=true]", (steps) => steps.length);
  assert.equal(done, 5);

  const told = await page.evaluate(() => window.told);
  const kinds = new Set(told.map((one) => one.say));
  for (const kind of ["choose", "draw", "second", "rest", "enough"]) assert.ok(kinds.has(kind), `never said ${kind}`);
  for (const one of told.filter(({ sending }) => !sending)) {
    const so = {
      choose: () => one.offer && one.teach === "offer",
      chooseMore: () => one.offer,
      draw: () => one.draw && one.mine && one.teach === "market",
      second: () => one.draw && one.mine && one.teach === "market",
      elsewhere: () => one.draw && one.claim && one.mine,
      claim: () => one.claim && one.mine && one.teach === "map",
      enough: () => one.mine,
      last: () => one.mine,
      rest: () => !one.mine && one.teach === "",
    }[one.say];
    assert.ok(so(), `not so: ${JSON.stringify(one)}`);
    if (/is playing/.test(one.text)) assert.equal(one.say, "rest");
  }
  // What has been learnt stays learnt.
  const ticks = told.map(({ done }) => done.split("true").length - 1);
  assert.deepEqual(ticks, [...ticks].sort());

  await page.click("[data-play-on]");
  await page.waitForSelector("[data-guide]", { state: "detached" });
  await page.context().close();
  assert.deepEqual(server.problems, []);
});

test("on a phone the guide covers nothing that it speaks of", async () => {
  const page = await begin({ ...PHONE });
  const clear = (place) =>
    page.waitForFunction((place) => {
      const guide = document.querySelector("[data-guide]").getBoundingClientRect();
      const spoken = document.querySelector(`[data-place=${place}]`).getBoundingClientRect();
      const apart = guide.bottom <= spoken.top || spoken.bottom <= guide.top;
      return apart && spoken.height > 24 && spoken.top < innerHeight && guide.right <= innerWidth;
    }, place);
  assert.ok(await clear("offer"));
  // All that is ticked is drawn, and nothing else.
  const drawn = (letters) =>
    page.waitForFunction(
      (letters) =>
        [...document.querySelectorAll("[data-path-end]")]
          .map((e) => e.dataset.pathEnd)
          .sort()
          .join("") === letters,
      letters,
    );
  await drawn("AABBCCDD");
  await finger.press(page, '[data-offer="0"]');
  await drawn("AA");
  await finger.press(page, '[data-offer="1"]');
  await drawn("AABB");
  await finger.press(page, "[data-keep]");
  await page.waitForSelector("[data-guide][data-say=draw]");
  assert.ok(await clear("market"));
  assert.ok(await clear("map"));
  const map = await page.$eval("[data-place=map]", (e) => e.getBoundingClientRect().height);
  assert.ok(map > 200, `${map}`);
  // The tickets can be read meanwhile.
  const tickets = await page.$eval("#tabpanel", (e) => e.getBoundingClientRect().height);
  assert.ok(tickets > 60, `${tickets}`);
  await page.context().close();
});

test("the route that the guide names is marked on the map, in sight", async () => {
  const page = await begin({ ...PHONE });
  const board = await page.evaluate(async () => (await fetch("/api/v1/games/usa/board")).json());
  const named = async () => {
    const text = await page.$eval("[data-guide] p", (e) => e.textContent).catch(() => "");
    const way = await page.$$eval("[data-way]", (all) => all.map((e) => Number(e.dataset.way)));
    return { text, way };
  };
  await playToEnd(page, finger, { until: async () => (await named()).way.length > 0, seconds: 300 });
  const { text, way } = await named();
  assert.equal(way.length, 1);
  const [a, b] = [board.routes[way[0]].a, board.routes[way[0]].b].map((city) => board.cities[city].name);
  assert.ok(text.includes(a) && text.includes(b), `${a} – ${b}: ${text}`);
  await page.waitForFunction(() => {
    const map = document.querySelector("[data-place=map]").getBoundingClientRect();
    const { left, right, top, bottom } = document.querySelector("[data-way]").getBoundingClientRect();
    return left >= map.left - 1 && right <= map.right + 1 && top >= map.top - 1 && bottom <= map.bottom + 1;
  });
  await server.leave(page);
});
