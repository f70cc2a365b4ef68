// What makes playing easy: a moment to undo, words that fit what one has begun, one's own mark.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer } from "./server.mjs";
import { mouse } from "./player.mjs";
import { newTable, playUntil } from "./robot.mjs";

let server;
before(async () => (server = await startServer({ undo: "600" }))); // bots wait until one confirms
after(() => server.close());

const banner = (page, words) =>
  page.waitForFunction((words) => document.querySelector("[data-banner]")?.textContent.includes(words), words);
async function keepTickets(page) {
  await page.click("[data-offer='0']");
  await page.click("[data-offer='1']");
  await page.click("[data-keep]");
}
const leave = async (...pages) => {
  for (const page of pages) await page.context().close();
  assert.deepEqual(server.problems, []);
};
/** A game against bots, just begun. */
async function begin(game, options) {
  const page = await server.visit("/", options);
  const id = await newTable(page, { game, players: 2, bots: [null, "easy"] });
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector("[data-offer]:not(:disabled)");
  return page;
}

test("bots wait while one may undo, and go on when one is done", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, 30);
  await page.goto(`${server.base}/t/${id}`);
  const route = await page.waitForSelector("[data-glow]").then((e) => e.getAttribute("data-glow"));
  const claim = async () => {
    await mouse.claim(page, route);
    if (await page.waitForSelector("[data-pay], [data-undo]").then((e) => e.evaluate((b) => "pay" in b.dataset)))
      await page.click("[data-pay] >> nth=0");
  };
  await claim();
  await page.waitForSelector("[data-confirm]");
  await page.click("[data-undo]");
  await page.waitForSelector(`[data-glow="${route}"]`);
  assert.equal(await page.$("[data-undo]"), null);
  await claim();
  await page.click("[data-confirm]");
  await page.waitForSelector("[data-undo]", { state: "detached" });
  await page.waitForSelector("[data-banner].mine");
  await leave(page);
});

test("while a city for a station is chosen, the banner says so", async () => {
  const page = await begin("europe");
  await keepTickets(page);
  if (
    await page.waitForSelector("[data-confirm], [data-station]").then((e) => e.evaluate((b) => "confirm" in b.dataset))
  )
    await page.click("[data-confirm]");
  await banner(page, "Your turn");
  await page.click("[data-station]");
  await banner(page, "Choose a city for your station");
  await page.click("[data-station]");
  await banner(page, "Your turn");
  await leave(page);
});

test("each is asked for tickets under their own mark", async () => {
  const anna = await server.visit("/");
  const ask = (page, path, body = {}) =>
    page.evaluate(
      ([path, body]) =>
        fetch(`/api/v1${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }).then((r) => r.json()),
      [path, body],
    );
  const { id } = await ask(anna, "/tables", { game: "usa", players: 2 });
  const bruno = await server.visit("/");
  await ask(bruno, `/tables/${id}/join`);
  const { seats } = await ask(anna, `/tables/${id}/start`);
  for (const [seat, page] of [anna, bruno].entries()) {
    await page.goto(`${server.base}/t/${id}`);
    await banner(page, "Choose your tickets");
    const mark = await page.getAttribute("[data-banner] svg path", "fill");
    assert.equal(mark, `var(--seat-${seats[seat].colour})`);
  }
  await leave(anna, bruno);
});
