// Every page, on a laptop and on a phone, light and dark: nothing that axe finds wrong, nothing that
// sticks out, nothing untranslated in Italian and Norwegian. The pages keep their own security policy.
// With other fonts than ours nothing sticks out either.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { startServer, PHONE } from "./server.mjs";
import { ask, newTable, playUntil } from "./robot.mjs";

const GAMES = { usa: 3, europe: 2, northern_lights: 5, card_game: 4 };
let server;
let cookies; // of the visitor whose tables these are
const tables = {}; // by what is to be seen there

before(async () => {
  server = await startServer();
  const page = await server.visit("/");
  const start = (game, players, level = "easy") =>
    newTable(page, { game, players, bots: [null, ...Array(players - 1).fill(level)] });
  for (const [game, players] of Object.entries(GAMES)) {
    tables[`${game}, choosing tickets`] = await start(game, players);
    const turn = await start(game, players);
    await playUntil(page, turn, game === "card_game" ? 25 : 60);
    tables[`${game}, a turn`] = turn;
    const end = await start(game, players);
    await playUntil(page, end, "over");
    tables[`${game}, the end`] = end;
  }
  for (let i = 0; i < 8 && !tables.tunnel; i++) {
    const id = await start("europe", 2);
    await playUntil(page, id, "tunnel");
    if ((await page.evaluate((id) => fetch(`/api/v1/tables/${id}`).then((r) => r.json()), id)).phase === "playing")
      tables.tunnel = id;
  }
  assert.ok(tables.tunnel, "no tunnel in eight games");
  tables.lobby = (await ask(page, "/tables", { game: "usa", players: 4, public: true })).id;
  const shared = (await ask(page, "/tables", { game: "usa", players: 2 })).id;
  await ask(page, `/tables/${shared}/join`, { name: "Chiara" });
  await ask(page, `/tables/${shared}/start`);
  tables.curtain = shared;
  cookies = await page.context().storageState();
  await page.context().close();
});
after(() => server.close());

/** Goes through all pages and stops at each. */
async function tour(options, stop) {
  const page = await server.visit("/", { reducedMotion: "reduce", storageState: cookies, ...options });
  const go = async (name, path, sign) => {
    await page.goto(server.base + path);
    await page.waitForSelector(sign);
    await stop(page, name);
  };
  await go("home", "/", ".list .table");
  await go("new table", "/new", "[data-create]");
  await go("rules", "/rules", ".clause");
  for (const game of Object.keys(GAMES)) await go(`rules of ${game}`, `/rules/${game}`, ".clause");
  await go("learn", "/learn", "[data-lesson]");
  await go("account", "/account", "form");
  await go("lobby", `/t/${tables.lobby}`, ".link");
  await go("curtain", `/t/${tables.curtain}`, "[data-ready]");
  await go("tunnel", `/t/${tables.tunnel}`, "[data-decline]");
  for (const game of Object.keys(GAMES)) {
    await go(`${game}, choosing tickets`, `/t/${tables[`${game}, choosing tickets`]}`, "[data-offer]");
    await go(`${game}, a turn`, `/t/${tables[`${game}, a turn`]}`, "[data-deck].can");
    if (["europe", "card_game"].includes(game))
      for (const tab of ["routes", "cities", "log", "chat"])
        if (await page.$(`[data-tab=${tab}]`)) {
          await page.click(`[data-tab=${tab}]`);
          await stop(page, `${game}, ${tab}`);
        }
    await page.click("[data-settings]");
    await stop(page, `${game}, settings`);
    await go(`${game}, the end`, `/t/${tables[`${game}, the end`]}`, ".tally .winner");
    await go(`${game}, replay`, `/replay/${tables[`${game}, the end`]}?move=20`, "[data-next]");
  }
  await page.goto(server.base);
  await page.click("[data-settings]");
  await stop(page, "settings");
  await go("no such table", "/t/nowhere-at-all", "h1");
  await go("no such page", "/nowhere/at/all", "h1");
  await page.context().close();
}

/** What a page says: its texts and labels. */
const words = (page) =>
  page.evaluate(() => {
    const found = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Names on the map and links are not the interface's.
    while (walk.nextNode())
      if (!walk.currentNode.parentElement.closest("script, svg text, code, [lang]"))
        found.add(walk.currentNode.textContent.trim());
    for (const e of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"])
        if (e.getAttribute(name)) found.add(e.getAttribute(name).trim());
    return [...found].filter((text) => /\p{L}{3}/u.test(text));
  });
// The same in every language: our name, places, people, names of cards and of the language itself.
const SAME =
  /^(Carrozza|USA|Chiara|Bot \d|Chat|Password|Tunnel|Start|Blue|blu|English|Italiano|Norsk bokmål|Join|Send|Logg?|Europe|Reserve|Bonus|orange|oransje|(Nordic|Polar) Express|https:\/\/)$/i;
const NAME = /^[\p{Lu}][\p{L}. ’'-]+( [–-] [\p{Lu}][\p{L}. ’'-]+)?$/u;
let cities;
async function isPlace(text) {
  if (!cities) {
    cities = new Set();
    const ask = async (path) => (await fetch(`${server.base}/api/v1/games/${path}`)).json();
    for (const game of ["usa", "europe", "northern_lights"]) {
      const board = await ask(`${game}/board`);
      for (const { name } of board.cities) cities.add(name);
    }
    for (const { city } of (await ask("card_game/cards")).big_cities) cities.add(city);
  }
  return NAME.test(text) && text.split(/ [–-] /).every((part) => cities.has(part));
}

/** What is wider than the screen: the page as a whole, or what one could press. */
async function sticksOut(page, name, width) {
  const [wide, ...controls] = await page.evaluate((width) => {
    const scrolls = (e) =>
      e && (["auto", "scroll"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
    const inside = ({ left, right }) => right <= 0 || (left >= -1 && right <= width + 1); // or hidden on purpose
    const out = [...document.querySelectorAll("a, button, input, select, h1, h2")].filter(
      (e) => e.checkVisibility() && !inside(e.getBoundingClientRect()) && !scrolls(e),
    );
    return [
      Math.max(innerWidth, document.documentElement.scrollWidth),
      ...out.map((e) => `${e.localName} “${e.textContent.trim()}”`),
    ];
  }, width);
  const found = controls.map((what) => `${name}: ${what} sticks out`);
  return wide > width ? [`${name}: sticks out to ${wide}`, ...found] : found;
}

const english = {};
const TOURS = [
  ["English, laptop, light", { locale: "en-GB", colorScheme: "light" }],
  ["Italian, phone, dark", { ...PHONE, deviceScaleFactor: 1, locale: "it-IT", colorScheme: "dark" }],
  ["Norwegian, laptop, dark", { locale: "nb-NO", colorScheme: "dark" }],
  ["Norwegian, phone, light", { ...PHONE, deviceScaleFactor: 1, locale: "nb-NO", colorScheme: "light" }],
];
for (const [title, options] of TOURS) {
  test(`every page: ${title}`, async () => {
    const wrong = [];
    await tour(options, async (page, name) => {
      wrong.push(...(await faults(page)).map((fault) => `${name}: ${fault}`));
      wrong.push(...(await sticksOut(page, name, options.viewport?.width ?? 1366)));
      const said = await words(page);
      if (options.locale === "en-GB") english[name] = new Set(said);
      else
        for (const text of said)
          if (english[name]?.has(text) && !SAME.test(text) && !(await isPlace(text)))
            wrong.push(`${name}: not translated: ${text}`);
    });
    assert.deepEqual([...new Set(wrong)], []);
    assert.deepEqual(server.problems, []);
  });
}

for (const [language, locale] of [
  ["English", "en-GB"],
  ["Italian", "it-IT"],
  ["Norwegian", "nb-NO"],
]) {
  test(`every page with other fonts: ${language}, phone`, async () => {
    const wrong = [];
    await tour({ ...PHONE, deviceScaleFactor: 1, locale, otherFonts: true }, async (page, name) => {
      const [family, ours] = await page.evaluate(() => [
        getComputedStyle(document.body).fontFamily,
        [...document.fonts].filter((font) => font.family.includes("Source") && font.status === "loaded").length,
      ]);
      assert.match(family, /^"DejaVu Sans"/);
      assert.equal(ours, 0);
      wrong.push(...(await sticksOut(page, name, PHONE.viewport.width)));
    });
    assert.deepEqual([...new Set(wrong)], []);
    assert.deepEqual(server.problems, []);
  });
}
