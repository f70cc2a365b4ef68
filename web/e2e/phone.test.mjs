// Phones, upright and on their side: nothing lies over another thing, nothing is cut off, newcomers find their way.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { atRest } from "./player.mjs";
import { PHONE, startServer } from "./server.mjs";
import { ask, newTable, playUntil } from "./robot.mjs";

let server, cookies, turn, ended;
const SIZES = [
  [390, 844],
  [360, 640],
  [844, 390],
];
const bots = (n) => [null, ...Array(n - 1).fill("easy")];
before(async () => {
  server = await startServer();
  const page = await server.visit("/");
  await page.waitForSelector("[data-play]");
  await ask(page, "/session");
  turn = await newTable(page, { game: "northern_lights", players: 4, bots: bots(4) });
  await playUntil(page, turn, 40, { least: 4 });
  ended = await newTable(page, { game: "northern_lights", players: 4, bots: bots(4) });
  await playUntil(page, ended, "over");
  cookies = await page.context().storageState();
  await page.context().close();
});
after(() => server.close());

const phone = ([width, height], options) =>
  server.visit("/", {
    ...PHONE,
    deviceScaleFactor: 1,
    viewport: { width, height },
    reducedMotion: "reduce",
    ...options,
  });
const known = (size, options) => phone(size, { storageState: cookies, ...options });
async function go(page, path, sign) {
  await page.goto(server.base + path);
  await page.waitForSelector(sign);
  await page.evaluate(() => document.fonts.ready);
}

/** Once the page has come to rest: which of these touch another of them, or are not wholly in the window. */
async function crowded(page, selectors) {
  await atRest(page, ".table > *");
  return page.evaluate((selectors) => {
    const all = [...document.querySelectorAll(selectors)].filter((e) => e.checkVisibility());
    const boxes = all.map((e) => [e.getAttribute("aria-label") || e.textContent.trim(), e.getBoundingClientRect()]);
    const outside = boxes.filter(([, b]) => b.bottom > innerHeight + 1 || b.right > innerWidth + 1 || b.top < 0);
    const touching = boxes.flatMap(([name, a], i) =>
      boxes
        .slice(i + 1)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => `${name} touches ${other}`),
    );
    return [...outside.map(([name]) => `${name} is outside`), ...touching];
  }, selectors);
}

for (const size of SIZES)
  for (const locale of ["en-GB", "nb-NO"])
    test(`${size.join(" × ")}, ${locale}: with four players the tabs lie over nothing, in replays too`, async () => {
      const page = await known(size, { locale });
      await go(page, `/t/${turn}`, "[data-deck].can");
      assert.deepEqual(await crowded(page, "[role=tab], [data-hand] .pile, [data-slot], [data-deck]"), []);

      // What the bonus cards are given for is read in a page of its own.
      await page.tap("[data-tab=bonus]");
      await page.waitForFunction(
        () => [...document.querySelectorAll("#tabpanel details p")].filter((e) => e.checkVisibility()).length === 4,
      );
      assert.deepEqual(await crowded(page, "[role=tab], [data-hand] .pile"), []);
      const height = await page.$eval("#tabpanel", (e) => e.getBoundingClientRect().height);
      assert.ok(height > 120, `${height} pixels to read in`);
      await page.tap("[data-tab=tickets]");
      await page.waitForSelector("[data-deck]", { state: "visible" }); // the cards are back

      // How many tickets there are is said, however many are seen.
      await page.waitForSelector("[data-ticket]");
      const tickets = await page.$$eval("[data-ticket]", (all) => all.length);
      assert.match(await page.textContent("[data-tab=tickets]"), new RegExp(`\\s${tickets}$`));

      await go(page, `/replay/${ended}?move=60`, "[data-next]");
      assert.deepEqual(await crowded(page, "[role=tab], [role=toolbar] :is(button, a, select, input), .count"), []);
      await server.leave(page);
    });

for (const size of SIZES)
  test(`${size.join(" × ")}: a stranger sees the first game at once, who has played does not need it`, async () => {
    const stranger = await phone(size);
    await stranger.waitForSelector("[data-learn]");
    const bottom = await stranger.$eval("[data-learn]", (e) => e.getBoundingClientRect().bottom);
    assert.ok(bottom <= size[1], `it ends at ${bottom}`);
    const before = await stranger.evaluate(
      () =>
        document.querySelector("[data-learn]").compareDocumentPosition(document.querySelector("[data-play]")) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    );
    assert.ok(before);
    const guest = await known(size);
    await guest.waitForSelector("[data-learn]");
    const after = await guest.evaluate(
      () =>
        document.querySelector("[data-learn]").compareDocumentPosition(document.querySelector("[data-play]")) &
        Node.DOCUMENT_POSITION_PRECEDING,
    );
    assert.ok(after);
    await server.leave(stranger, guest);
  });

test("the lobby says the level of every bot in full", async () => {
  for (const locale of ["en-GB", "it-IT", "nb-NO"]) {
    const page = await known([360, 640], { locale });
    const { id } = await ask(page, "/tables", { game: "usa", players: 4, bots: [null, "easy", "medium", "hard"] });
    await go(page, `/t/${id}`, "[data-seat='3']");
    const cut = await page.$$eval("[data-seat]", (rows) =>
      rows.flatMap((row) => {
        const select = row.querySelector("select")?.getBoundingClientRect();
        return [...row.querySelectorAll(".grow, .grow *")]
          .filter((e) => select && e.getBoundingClientRect().bottom > select.top)
          .filter((e) => e.getBoundingClientRect().top < select.bottom)
          .filter((e) => e.getBoundingClientRect().right > select.left + 1)
          .map((e) => e.textContent.trim());
      }),
    );
    assert.deepEqual(cut, []);
    await server.leave(page);
  }
});

test("dates are written as the page's language writes them", async () => {
  for (const [locale, form] of [
    ["en-GB", /^\d{1,2} [A-Z][a-z]{2,3} \d{4}$/],
    ["en-US", /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/],
    ["it-IT", /^\d{1,2} [a-z]{3} \d{4}$/],
    ["nb-NO", /^\d{1,2}\. [a-z]{3,4}\.? \d{4}$/],
  ]) {
    const page = await known([390, 844], { locale });
    await page.waitForSelector(`a[href="/replay/${ended}"]`);
    const words = await page.$eval(`a[href="/replay/${ended}"]`, (e) =>
      [...e.querySelectorAll("*")].filter((one) => !one.children.length).map((one) => one.textContent.trim()),
    );
    assert.ok(
      words.some((word) => form.test(word)),
      `${locale}: ${words}`,
    );
    await server.leave(page);
  }
});
