// Whole games through the visible page: each game by mouse, one by finger on a phone, one by keys.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer, PHONE, playNow } from "./server.mjs";
import { finger, keys, mouse, playToEnd } from "./player.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.close());

async function finished(page, hand) {
  if (await page.$("[data-skip]")) await hand.press(page, "[data-skip]");
  await page.waitForSelector(".tally .winner");
  assert.match(await page.textContent(".tally"), /wins|share the victory/);
  assert.deepEqual(server.problems, []);
}

for (const [game, opponents] of [
  ["usa", 1],
  ["europe", 2],
  ["northern_lights", 1],
  ["card_game", 3],
]) {
  test(`${game} by mouse`, async () => {
    const page = await server.visit();
    await playNow(page, game, opponents);
    assert.equal(await playToEnd(page, mouse), "over");
    await finished(page, mouse);
    await page.context().close();
  });
}

test("usa by keyboard alone, from the home page on", async () => {
  const page = await server.visit("/", { reducedMotion: "reduce" });
  await page.waitForSelector("[data-play]");
  await keys.press(page, '[data-play="usa"]');
  await page.waitForSelector("[data-offer]");
  assert.equal(await playToEnd(page, keys), "over");
  await finished(page, keys);
  await page.context().close();
});

test("northern lights by touch on a phone, from the home page on", async () => {
  const page = await server.visit("/", PHONE);
  await page.waitForSelector("[data-play]");
  await finger.press(page, '[data-play="northern_lights"]');
  await page.waitForSelector("[data-offer]");
  assert.equal(await playToEnd(page, finger), "over");
  await finished(page, finger);
  await page.context().close();
});
