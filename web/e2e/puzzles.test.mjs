// The puzzles of the day: from the home page to the table, answered by mouse, finger and keys.
import assert from "node:assert/strict";
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

/** Whatever may be done first at this table: a card, wherever one can be drawn. */
async function drawSomething(page, hand) {
  await page.waitForSelector("[data-deck].can, [data-offer]");
  await hand.press(page, "[data-deck].can");
  if (hand === finger) await hand.press(page, "[data-sure]"); // a touch is confirmed by another
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
    for (const id of ids) {
      await page.goto(`${server.base}/puzzle/${id}`);
      await page.waitForSelector("[data-answer=open]");
      assert.ok(await nothingBeside(page));
      assert.deepEqual(await faults(page), []);
      if (!(await page.$("[data-deck].can"))) continue;
      await drawSomething(page, hand);
      const answer = page.locator("[data-answer=right], [data-answer=wrong]");
      await answer.waitFor();
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
  await drawSomething(page, keys);
  await page.waitForSelector("[data-answer=right], [data-answer=wrong]");
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
