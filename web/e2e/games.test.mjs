// Whole games through the visible page: each game by mouse, one by finger on a phone, one by keys.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openHouse, PHONE, playNow } from "./house.mjs";
import { finger, keys, mouse, playToEnd } from "./player.mjs";

let house;
before(async () => (house = await openHouse()));
after(() => house.close());

async function finished(page) {
  await page.click("[data-skip]").catch(() => {});
  await page.waitForSelector(".tally h2");
  assert.match(await page.textContent(".tally"), /wins|share the victory/);
  assert.deepEqual(house.problems, []);
}

for (const [game, opponents] of [["usa", 1], ["europe", 2], ["northern_lights", 1], ["card_game", 3]]) {
  test(`${game} by mouse`, async () => {
    const page = await house.visit();
    await playNow(page, game, opponents);
    assert.equal(await playToEnd(page, mouse), "over");
    await finished(page);
    await page.context().close();
  });
}

test("usa by keyboard alone", async () => {
  const page = await house.visit("/", { reducedMotion: "reduce" });
  await playNow(page, "usa");
  await page.evaluate(() => document.body.focus());
  assert.equal(await playToEnd(page, keys, { seconds: 400 }), "over");
  await finished(page);
  await page.context().close();
});

test("northern lights by touch on a phone", async () => {
  const page = await house.visit("/", PHONE);
  await playNow(page, "northern_lights");
  assert.equal(await playToEnd(page, finger, { seconds: 400 }), "over");
  await finished(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(wide, "nothing sticks out sideways");
  await page.context().close();
});
