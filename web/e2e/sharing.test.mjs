// A finished game to show around: its link, its picture, its film.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { newTable, playUntil } from "./robot.mjs";
import { PHONE, startServer } from "./server.mjs";

let server;
let cookies;
const tables = {};
before(async () => {
  server = await startServer();
  const page = await server.visit("/");
  for (const game of ["usa", "card_game"]) {
    tables[game] = await newTable(page, { game, players: 2, bots: [null, "easy"] });
    await playUntil(page, tables[game], "over");
  }
  cookies = await page.context().storageState();
  await page.context().close();
});
after(() => server.close());

/** At the end of a game, with what can be shared in sight. */
async function sharing(game, options = {}) {
  const page = await server.visit("/", { storageState: cookies, reducedMotion: "reduce", ...options });
  await page.goto(`${server.base}/t/${tables[game]}`);
  await page.click("[data-share]");
  await page.waitForSelector("[data-sharing] .drawn img");
  await page.locator("[data-sharing]").scrollIntoViewIfNeeded();
  return page;
}
async function downloaded(page, selector) {
  const [file] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), page.click(selector)]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a picture of the end and a film are drawn and downloaded", async () => {
  const page = await sharing("usa");
  const [wide, high] = await page.$eval("[data-sharing] img", (e) => [e.naturalWidth, e.naturalHeight]);
  assert.deepEqual([wide, high], [1200, 630]);
  const picture = await downloaded(page, "[data-share-picture]");
  assert.equal(picture.name, `carrozza-${tables.usa}.png`);
  assert.equal(picture.bytes.subarray(1, 4).toString(), "PNG");
  const film = await downloaded(page, "[data-share-film]");
  assert.equal(film.name, `carrozza-${tables.usa}.webp`);
  assert.equal(film.bytes.subarray(8, 12).toString(), "WEBP");
  assert.ok(film.bytes.includes("ANIM"), "it moves");
  await page.waitForSelector("[data-share-film]:not(:disabled)");
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("the link is copied", async () => {
  const page = await sharing("card_game", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => delete Navigator.prototype.share);
  await page.click("[data-share-link]");
  await page.waitForSelector(".notice");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`/replay/${tables.card_game}$`));
  assert.equal(await page.$("[data-share-film]"), null, "without a board there is no film");
  await page.context().close();
});

for (const [locale, theme] of [
  ["en-GB", "light"],
  ["it-IT", "dark"],
  ["nb-NO", "light"],
])
  for (const [name, options] of [
    ["laptop", {}],
    ["phone", PHONE],
  ])
    test(`what can be shared fits and can be read: ${locale}, ${name}, ${theme}`, async () => {
      const page = await sharing("usa", { ...options, locale, colorScheme: theme });
      const out = await page.$$eval("[data-sharing] *", (all) =>
        all
          .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 1)
          .map((e) => e.textContent),
      );
      assert.deepEqual(out, []);
      assert.deepEqual(await faults(page), []);
      await page.context().close();
    });
