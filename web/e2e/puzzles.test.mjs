// The puzzles of the day: from the home page to the table, answered by mouse, finger and keys.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { finger, keys, mouse } from "./player.mjs";
import { PHONE, startServer } from "./server.mjs";

let server;
before(async () => {
  server = await startServer();
});
after(() => server.close());

const nothingBeside = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** One of each game in which tickets are chosen: whatever the date, these are tried. */
function withTickets() {
  const text = readFileSync(new URL("../../src/carrozza/review/data/puzzles.jsonl", import.meta.url), "utf8");
  const all = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const found = all.filter(({ alternatives }) => alternatives[0].action.type === "KeepTickets");
  return [...new Map(found.map(({ game, id }) => [game, id])).values()];
}

/** Whatever may be done: a card, or some of the tickets on offer. Which puzzles it is about, the date decides. */
async function answerSomehow(page, hand) {
  await page.waitForSelector("[data-deck].can, [data-slot].can, [data-offer]:not(:disabled)");
  if (await page.$("[data-offer]:not(:disabled)")) {
    while (!(await page.$("[data-keep]:not(:disabled)"))) await hand.press(page, "[data-offer][aria-checked=false]");
    await hand.press(page, "[data-keep]");
  } else {
    await hand.press(page, (await page.$("[data-deck].can")) ? "[data-deck]" : "[data-slot].can");
    if (hand === finger) await hand.press(page, "[data-sure]"); // a touch is confirmed by another
  }
  await page.waitForSelector("[data-answer=right], [data-answer=wrong]");
}

for (const [device, options, hand] of [
  ["laptop", {}, mouse],
  ["phone", PHONE, finger],
])
  test(`the puzzles of the day are set and judged, on a ${device}`, async () => {
    const page = await server.visit("/", options);
    await page.waitForSelector("[data-puzzle]");
    const ids = await page.$$eval("[data-puzzle]", (all) => all.map((e) => e.dataset.puzzle));
    assert.ok(ids.length > 1 && ids.length <= 3);
    assert.deepEqual(await faults(page), []);
    for (const id of new Set([...ids, ...withTickets()])) {
      await page.goto(`${server.base}/puzzle/${id}`);
      await page.waitForSelector("[data-answer=open]");
      assert.ok(await nothingBeside(page));
      assert.deepEqual(await faults(page), []);
      await answerSomehow(page, hand);
      const answer = page.locator("[data-answer=right], [data-answer=wrong]");
      assert.match(await answer.textContent(), /%|Right!/);
      assert.ok(await nothingBeside(page));
      assert.deepEqual(await faults(page), []);
      const right = (await answer.getAttribute("data-answer")) === "right";
      if (!right) {
        await hand.press(page, "[data-again]");
        await page.waitForSelector("[data-answer=open]");
      }
    }
    await server.leave(page);
  });

test("a puzzle that is solved is ticked, and the next one offered", async () => {
  const page = await server.visit("/");
  await page.waitForSelector("[data-puzzle]");
  const ids = await page.$$eval("[data-puzzle]", (all) => all.map((e) => e.dataset.puzzle));
  await page.click(`[data-puzzle="${ids[0]}"]`);
  await page.waitForSelector("[data-answer=open]");
  await answerSomehow(page, keys);
  await keys.press(page, "[data-next]");
  await page.waitForFunction((id) => location.pathname.endsWith(id), ids[1]);
  await page.evaluate((id) => localStorage.setItem("carrozza.puzzles", id), ids[0]);
  await page.goto(server.base);
  await page.waitForSelector(`[data-puzzle="${ids[0]}"][data-solved=true]`);
  assert.equal((await page.$$("[data-solved=true]")).length, 1);
  await server.leave(page);
});

test("the answer is told in three languages", async () => {
  const page = await server.visit("/");
  await page.waitForSelector("[data-puzzle]");
  const id = await page.getAttribute("[data-puzzle]", "data-puzzle");
  const said = [];
  for (const language of ["en", "it", "nb"]) {
    await page.evaluate((l) => localStorage.setItem("carrozza.language", l), language);
    await page.goto(`${server.base}/puzzle/${id}`);
    await page.waitForSelector("[data-answer=open]");
    said.push(await page.textContent("[data-answer]"));
  }
  assert.match(said[0], /What would you do/);
  assert.match(said[1], /Che cosa faresti/);
  assert.match(said[2], /Hva ville du gjort/);
  await server.leave(page);
});
