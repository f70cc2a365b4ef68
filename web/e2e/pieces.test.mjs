// Who built what: the player pointed at stands alone on the map, by mouse, by keys and by finger.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mouse } from "./player.mjs";
import { newTable, playUntil } from "./robot.mjs";
import { PHONE, startServer } from "./server.mjs";

let server;
before(async () => (server = await startServer()));
after(async () => server?.close());

/** The owners of the trains that are seen, and of those that are faded, each once. */
const trains = (page) =>
  page.evaluate(() => {
    const seen = { strong: new Set(), faded: new Set() };
    for (const train of document.querySelectorAll("[data-owner]")) {
      const strong = getComputedStyle(train).opacity === "1";
      seen[strong ? "strong" : "faded"].add(Number(train.dataset.owner));
    }
    return { strong: [...seen.strong].sort(), faded: [...seen.faded].sort() };
  });

/** A table of three, where each has laid track. */
async function midGame(options) {
  const page = await server.visit("/", options);
  await page.waitForSelector("[data-play]");
  await page.evaluate(() => fetch("/api/v1/session", { method: "POST" }));
  const id = await newTable(page, { game: "usa", players: 3, bots: [null, "medium", "medium"] });
  await playUntil(page, id, 90);
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector("[data-owner]");
  assert.deepEqual(await trains(page), { strong: [0, 1, 2], faded: [] });
  return page;
}

test("a player's trains stand alone while the mouse or the keyboard is on the panel", async () => {
  const page = await midGame();
  await page.hover("[data-seat='1']");
  assert.deepEqual(await trains(page), { strong: [1], faded: [0, 2] });
  await page.hover("[data-banner]");
  assert.deepEqual(await trains(page), { strong: [0, 1, 2], faded: [] });

  await page.focus("[data-seat='1'] .name");
  await page.keyboard.press("Tab");
  assert.deepEqual(await trains(page), { strong: [2], faded: [0, 1] });
  await page.keyboard.press("Enter"); // it stays when the keyboard goes on
  await page.focus(".window");
  assert.deepEqual(await trains(page), { strong: [2], faded: [0, 1] });
  await page.focus("[data-seat='2'] .name");
  await page.keyboard.press("Enter");
  await page.focus(".window");
  assert.deepEqual(await trains(page), { strong: [0, 1, 2], faded: [] });
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("a finger on the panel does it until the next one", async () => {
  const page = await midGame(PHONE);
  await page.tap("[data-seat='2']");
  assert.deepEqual(await trains(page), { strong: [2], faded: [0, 1] });
  await page.tap("[data-seat='0']");
  assert.deepEqual(await trains(page), { strong: [0], faded: [1, 2] });
  await page.tap("[data-seat='0']");
  assert.deepEqual(await trains(page), { strong: [0, 1, 2], faded: [] });
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("wagons are joined into trains of their owner's colour", async () => {
  const page = await midGame();
  const laid = await page.evaluate(() =>
    [...document.querySelectorAll("[data-owner]")].map((train) => ({
      owner: Number(train.dataset.owner),
      pieces: [...train.querySelectorAll("use")].map((use) => use.getAttribute("href")),
    })),
  );
  for (const { owner, pieces } of laid) {
    const seat = ["blue", "orange", "green"][owner];
    const wagons = pieces.filter((piece) => piece !== "#coupling");
    assert.equal(pieces.length - wagons.length, wagons.length - 1);
    assert.equal(wagons.at(-1), `#engine-${seat}`);
    assert.ok(wagons.slice(0, -1).every((piece) => piece === `#train-${seat}`));
  }
  await page.context().close();
});

test("a train that is claimed comes down on a layer of its own, and then stands among the others", async () => {
  const page = await midGame();
  await page.evaluate(() => {
    window.arrived = [];
    document.addEventListener("animationend", ({ target }) => {
      const train = target.closest?.("[data-owner]");
      if (train) window.arrived.push(Number(train.dataset.route));
    });
  });
  const route = Number(await page.getAttribute("[data-glow]", "data-glow"));
  await mouse.claim(page, route);
  const claimed = `[data-route="${route}"][data-owner="0"]`;
  await page.waitForSelector(`[data-pay], ${claimed}`, { state: "attached" });
  if (await page.$("[data-pay]")) await page.click("[data-pay] >> nth=0");
  await page.waitForFunction((r) => window.arrived.includes(r), route);
  await page.waitForSelector(`${claimed} [href="#coupling"], ${claimed} > use`, { state: "attached" });
  const layers = await page.$$eval(`[data-route="${route}"]`, (all) => all.length);
  assert.equal(layers, 1, "the route is drawn twice");
  assert.deepEqual(server.problems, []);
  await page.context().close();
});
