// By keys: Enter does what is expected next, the keyboard stays at the table, and what cannot be done says why.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newTable, playUntil } from "./robot.mjs";
import { startServer } from "./server.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.close());

const banner = (page, words) =>
  page.waitForFunction((words) => document.querySelector("[data-banner].mine")?.textContent.includes(words), words);
/** Where the keyboard is: at the table, and not in what one types in, or leaves by. */
async function assertAtTable(page) {
  const where = await page.evaluate(() => {
    const here = document.activeElement;
    return here.closest(".bar, input, select, a, [role=tab]") ? here.outerHTML.slice(0, 200) : "";
  });
  assert.equal(where, "");
}

test("Enter keeps the ticked tickets, pays and goes on from where one is", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector("[data-offer]:not(:disabled)");
  await page.focus('[data-offer="0"]');
  await page.keyboard.press("Enter"); // nothing is ticked yet: this is the first
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.waitForSelector('[data-offer="1"][aria-checked=true]');
  assert.match(await page.textContent("[data-keep]"), /Keep 2 tickets\s+Enter/);
  await page.focus('[data-offer="2"]');
  await page.keyboard.press("Enter");
  await banner(page, "Your turn");
  assert.equal(await page.$$eval("[data-ticket]", (all) => all.length), 2, "not the third one");
  await assertAtTable(page);
  for (const words of ["second card", "Your turn"]) {
    await page.keyboard.press("d");
    await banner(page, words);
  }
  await assertAtTable(page);
  await server.leave(page);
});

test("the keyboard stays at the map's list and the map after a claim", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, 30);
  await page.goto(`${server.base}/t/${id}`);
  await page.click("[data-tab=routes]");
  const route = await page
    .waitForSelector("[data-glow]", { state: "attached" })
    .then((e) => e.getAttribute("data-glow"));
  await page.focus(`[data-list-route="${route}"]`);
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-pay]");
  await page.focus("[data-deck]"); // whoever looks elsewhere still pays
  await page.keyboard.press("Enter");
  await page.waitForSelector(`[data-route="${route}"][data-owner="0"], [data-last="${route}"]`, { state: "attached" });
  await assertAtTable(page);
  await server.leave(page);
});

test("in the card game Enter plays what is chosen, and cards that make no play say why", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "card_game", players: 2, bots: [null, "easy"] });
  const { legal, hand } = await playUntil(page, id, 12, { least: 9 });
  const play = legal.find((a) => a.type === "PlayToYard" && new Set(a.cards).size === 1);
  assert.ok(play && hand, "no play of one colour");
  await page.goto(`${server.base}/t/${id}`);
  await banner(page, "Your turn");
  const yards = () => page.$eval(".yards", (e) => e.getBoundingClientRect().height);
  const before = await yards();
  const pile = `.pile[data-card=${play.cards[0]}]`;
  await page.focus(pile);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /at least two/.test(document.querySelector("[data-wrong]")?.textContent ?? ""));
  for (let i = 1; i < play.cards.length; i++) await page.keyboard.press("Space");
  await page.waitForSelector("[data-yard]");
  assert.equal(await page.$("[data-wrong]"), null);
  await page.focus("[data-deck]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /yard/.test(document.querySelector("[data-told]").textContent));
  assert.equal(await yards(), before, "the yards stay where they are");
  await assertAtTable(page);
  await server.leave(page);
});
