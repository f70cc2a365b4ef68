// The table of the card game: the big cities to the end, and replays in which everybody stays in place.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newTable, playUntil } from "./robot.mjs";
import { startServer } from "./server.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.close());

test("the big cities can be looked at while tickets are completed, and say in the end who won them", async () => {
  const page = await server.visit("/", { reducedMotion: "reduce" });
  const id = await newTable(page, { game: "card_game", players: 3, bots: [null, "easy", "easy"] });
  await playUntil(page, id, "scoring");
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector("[data-best]");
  await page.click("[data-tab=cities]");
  const seen = await page.$eval(".cities li", (e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  assert.ok(seen, "they are seen");
  const { view } = await playUntil(page, id, "over");
  await page.waitForSelector("[data-total]");
  await page.click("[data-tab=cities]");
  const names = await page.evaluate(async (id) => {
    const { seats } = await (await fetch(`/api/v1/tables/${id}`)).json();
    return seats.map(({ name, guest_number }) => name || `Guest ${guest_number}`);
  }, id);
  const lines = await page.$$eval(".cities li", (all) => all.map((e) => e.textContent));
  for (const { seat, items } of view.sheet.seats)
    for (const { type, bonus, points } of items)
      if (type === "BonusItem") {
        const line = lines.find((text) => text.includes(bonus));
        assert.equal(line.includes(names[seat]), points > 0, `${names[seat]} in “${line}”`);
      }
  // In the replay each yard stays where it is, with the hand of its owner.
  await page.goto(`${server.base}/replay/${id}?move=30`);
  await page.waitForSelector("[data-next]");
  const order = () => page.$$eval("[data-yard-of]", (all) => all.map((e) => e.dataset.yardOf));
  assert.deepEqual(await order(), ["0", "1", "2"]);
  const titles = new Set();
  for (let move = 31; move < 40; move++) {
    await page.click("[data-next]");
    await page.waitForFunction((n) => document.querySelector("[data-count]").textContent.includes(` ${n} `), move);
    assert.deepEqual(await order(), ["0", "1", "2"]);
    titles.add(await page.textContent("[role=tabpanel] h2"));
  }
  assert.equal((await page.$$("[data-yard-of] header .cards")).length >= 3, true);
  assert.deepEqual([...titles].sort(), names.map((name) => `Tickets of ${name}`).sort());
  await page.goto(`${server.base}/replay/${id}?move=0`);
  await page.waitForSelector("[data-next]");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open] h2");
  const signs = await page.$$eval("dialog kbd", (all) => all.map((e) => e.textContent));
  assert.ok(!signs.includes("Enter") && !signs.some((sign) => sign.startsWith("1–")), signs.join());
  await server.leave(page);
});
