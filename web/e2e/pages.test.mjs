// Every page: nothing untranslated in Italian and Norwegian, and nothing that axe finds wrong.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { openHouse, playNow } from "./house.mjs";
import { mouse, playToEnd } from "./player.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let house;
before(async () => (house = await openHouse()));
after(() => house.close());

/** Goes through all pages and stops at each. */
async function tour(options, stop) {
  const page = await house.visit("/", options);
  await page.waitForSelector("[data-play]");
  await stop(page, "home");
  for (const [path, sign] of [["/new", "[data-create]"], ["/help", ".clause"], ["/learn", "[data-lesson]"]]) {
    await page.goto(house.base + path);
    await page.waitForSelector(sign);
    await stop(page, path);
  }
  await page.goto(`${house.base}/new`);
  await page.click("[data-create]");
  await page.waitForSelector("[data-start]");
  await page.waitForSelector("svg[role=img]");
  await stop(page, "lobby");
  await page.goto(`${house.base}/account`);
  await page.waitForSelector("form");
  await stop(page, "account");
  for (const game of ["europe", "card_game"]) {
    await page.goto(house.base);
    await playNow(page, game);
    await stop(page, `${game}, choosing tickets`);
    await playToEnd(page, mouse, { until: async () => (await page.$("[data-deck].can")) !== null });
    await stop(page, `${game}, a turn`);
    for (const tab of ["routes", "log", "chat"]) {
      if (!(await page.$(`[data-tab=${tab}]`))) continue;
      await page.click(`[data-tab=${tab}]`);
      await stop(page, `${game}, ${tab}`);
    }
  }
  await playToEnd(page, mouse);
  await page.click("[data-skip]").catch(() => {});
  await page.waitForSelector(".tally .winner");
  await stop(page, "the end");
  await page.click('.tally a[href^="/replay/"]');
  await page.waitForSelector("[data-next]");
  await stop(page, "replay");
  await page.goto(`${house.base}/t/nowhere-at-all`);
  await page.waitForSelector("h1");
  await stop(page, "no such table");
  await page.context().close();
}

const words = (page) =>
  page.evaluate(() => {
    const found = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Names on the map and links are not the interface's.
    while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script, svg text, code, [lang]")) found.add(walk.currentNode.textContent.trim());
    for (const e of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"]) if (e.getAttribute(name)) found.add(e.getAttribute(name).trim());
    return [...found].filter((text) => /\p{L}{3}/u.test(text));
  });
// The same in every language: our name, places, people, names of cards and of the language itself.
const SAME = /^(Carrozza|USA|Bot \d|Guest \d+|Chat|Password|Tunnel|Start|Blue|blu|English|Italiano|Norsk bokmål|Join|Send|Logg?|Europe|Reserve|orange|oransje)$/i;
const NAME = /^[\p{Lu}][\p{L}. ’'-]+( [–-] [\p{Lu}][\p{L}. ’'-]+)?$/u;

test("Italian and Norwegian pages hold no English", async () => {
  const english = {};
  await tour({ locale: "en-GB" }, async (page, name) => (english[name] = new Set(await words(page))));
  const cities = new Set();
  for (const game of ["usa", "europe", "northern_lights"])
    for (const city of (await (await fetch(`${house.base}/api/v1/games/${game}/board`)).json()).cities) cities.add(city.name);
  for (const city of (await (await fetch(`${house.base}/api/v1/games/card_game/cards`)).json()).big_cities) cities.add(city.city);
  const place = (text) => text.split(/ [–-] /).every((part) => cities.has(part));
  for (const locale of ["it-IT", "nb-NO"]) {
    const left = [];
    await tour({ locale }, async (page, name) => {
      for (const text of await words(page))
        if (english[name]?.has(text) && !SAME.test(text) && !(NAME.test(text) && place(text))) left.push(`${name}: ${text}`);
    });
    assert.deepEqual(left, [], locale);
  }
  assert.deepEqual(house.problems, []);
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing wrong in the ${colorScheme}`, async () => {
    const found = [];
    await tour({ colorScheme, reducedMotion: "reduce", bypassCSP: true }, async (page, name) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      for (const v of violations) found.push(`${name}: ${v.id} (${v.nodes.length}) ${v.nodes[0].target} ${v.nodes[0].failureSummary?.split("\n").slice(0, 3).join(" ")}`);
    });
    assert.deepEqual([...new Set(found)], []);
  });
}
