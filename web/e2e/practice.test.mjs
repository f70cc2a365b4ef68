// From the replay of a finished game back into it: play on against bots, on a laptop and a phone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { finger, mouse, playToEnd } from "./player.mjs";
import { newTable, playUntil } from "./robot.mjs";
import { PHONE, startServer } from "./server.mjs";

let server;
before(async () => {
  server = await startServer();
});
after(() => server.close());

const MOVE = 20;

/** The replay of a finished game, at a move in the middle. */
async function replayOf(page, game) {
  const table = await newTable(page, { game, players: 2, bots: [null, "easy"] });
  await playUntil(page, table, "over");
  await page.goto(`${server.base}/replay/${table}?move=${MOVE}&seat=0`);
  await page.waitForSelector("[data-practise]");
  return table;
}

const infoOf = (page, id) => page.evaluate((id) => fetch(`/api/v1/tables/${id}`).then((r) => r.json()), id);
const version = async (page, id) => (await infoOf(page, id)).version;
const nothingBeside = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

for (const [device, options, hand, game] of [
  ["laptop", {}, mouse, "card_game"],
  ["phone", PHONE, finger, "usa"],
])
  test(`a game is played on from the middle, on a ${device}`, async () => {
    const page = await server.visit("/", options);
    const table = await replayOf(page, game);
    const piles = () => page.$$eval(".pile[data-card]", (all) => all.map((e) => e.dataset.card + e.textContent));
    const held = await piles();

    await hand.press(page, "[data-practise]");
    await page.waitForSelector("[data-practise-start]");
    assert.equal(await page.inputValue("[data-practise-seat]"), "0");
    assert.deepEqual(await faults(page), []);
    assert.ok(await nothingBeside(page));
    await page.selectOption("[data-practise-deal]", "new");
    await page.selectOption("[data-practise-level]", "easy");
    await hand.press(page, "[data-practise-start]");
    await page.waitForSelector(`[data-practice="${table}"]`);
    const practice = new URL(page.url()).pathname.split("/").at(-1);
    assert.notEqual(practice, table);
    const info = await infoOf(page, practice);
    assert.deepEqual([info.practice.step, info.practice.deal, info.public], [MOVE, "new", false]);
    assert.ok(held.length && (await piles()).length, "a hand is shown");

    assert.equal(
      await playToEnd(page, hand, { until: async () => (await version(page, practice)) > MOVE + 6 }),
      "until",
    );
    await playUntil(page, practice, "over");
    await page.waitForSelector("[data-skip], [data-total]");
    if (await page.$("[data-skip]")) await hand.press(page, "[data-skip]");
    await page.waitForSelector("[data-practise-again]");
    assert.equal(await page.$("[data-rematch]"), null);
    assert.deepEqual(await faults(page), []);

    await hand.press(page, "[data-practise-again]");
    await page.waitForFunction((old) => !location.pathname.endsWith(old), practice);
    await page.waitForSelector(`[data-practice="${table}"]`);
    await hand.press(page, `[data-practice="${table}"]`);
    await page.waitForSelector("[data-practise]");
    assert.equal(new URL(page.url()).searchParams.get("move"), String(MOVE));
    await server.leave(page);
  });

test("it is marked as practice in three languages, and the keyboard gets there", async () => {
  const page = await server.visit("/");
  await replayOf(page, "card_game");
  await page.focus("[data-practise]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-practise-start]");
  await page.focus("[data-practise-start]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-practice]");
  const said = [];
  for (const language of ["en", "it", "nb"]) {
    await page.evaluate((l) => localStorage.setItem("carrozza.language", l), language);
    await page.reload();
    await page.waitForSelector("[data-practice]");
    said.push(await page.getAttribute("[data-practice]", "aria-label"));
  }
  assert.match(said[0], /^Practice from /);
  assert.match(said[1], /^Allenamento dal/);
  assert.match(said[2], /^Øving fra /);
  await server.leave(page);
});
