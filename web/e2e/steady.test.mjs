// Nothing moves under a finger: the banner has one height in each layout and says as much as fits, the newest first.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, startServer } from "./server.mjs";
import { atRest } from "./player.mjs";
import { newTable, playUntil } from "./robot.mjs";

let server;
let cookies;
const tables = {};
before(async () => {
  server = await startServer();
  const page = await server.visit("/");
  const start = (game) => newTable(page, { game, players: 2, bots: [null, "easy"] });
  tables.turn = await start("europe");
  await playUntil(page, tables.turn, 10);
  // The last round, begun by the bot: we hardly claim anything.
  for (let view; !view || view.phase === "over" || view.trains[0] < 3;) {
    tables.last = await start("usa");
    ({ view } = await playUntil(page, tables.last, "last", { least: 99 }));
  }
  cookies = await page.context().storageState();
  await page.context().close();
});
after(() => server.close());

async function open(table, page) {
  await page.goto(`${server.base}/t/${tables[table]}`);
  await page.waitForSelector("[data-banner].mine");
  await page.waitForFunction(() => document.fonts.status === "loaded");
  return page;
}
/** In the page: how high the banner is, where the cards below it lie, and what of its words is cut off. */
const look = (page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const box = document.querySelector("[data-banner]").parentElement.getBoundingClientRect();
    const inside = (e) => {
      const words = document.createRange();
      words.selectNodeContents(e);
      return [...words.getClientRects()].every(
        (r) => r.top >= box.top - 1 && r.bottom <= box.bottom + 1 && r.left >= box.left && r.right <= box.right + 1,
      );
    };
    const shown = [...document.querySelectorAll("[data-told] .fit, [data-banner] .fit, [data-last-round]")];
    return {
      height: box.height,
      cards: document.querySelector('[data-slot="0"]').getBoundingClientRect().top,
      texts: shown.length,
      cut: shown.filter((e) => !inside(e)).map((e) => e.textContent),
      told: document.querySelector("[data-told]").textContent.trim(),
    };
  });
/** Draw a card from the deck, with a second tap where it is asked for. */
async function draw(page, touch) {
  const before = await page.textContent("[data-banner] .text");
  if (!touch) await page.click("[data-deck].can");
  else {
    await page.tap("[data-deck].can");
    await page.tap("[data-sure]");
  }
  await page.waitForFunction(
    (before) =>
      document.querySelector("[data-banner].mine") &&
      !["…", before].includes(document.querySelector("[data-banner] .text").textContent),
    before,
  );
}

for (const [width, height] of [
  [1366, 768],
  [390, 844],
  [360, 640],
  [844, 390],
])
  for (const locale of ["en-GB", "it-IT", "nb-NO"])
    test(`${width} × ${height}, ${locale}: the cards stay where they are, whatever the banner says`, async () => {
      const touch = width < 900;
      const phone = { ...PHONE, deviceScaleFactor: 1 };
      const page = await server.visit("/", {
        reducedMotion: "reduce",
        storageState: cookies,
        ...(touch ? phone : {}),
        viewport: { width, height },
        locale,
      });
      await open("turn", page);
      const first = await look(page);
      await draw(page, touch);
      const second = await look(page);
      await draw(page, touch);
      const third = await look(page); // the bot has played, and it is our turn again
      await open("last", page);
      assert.ok(await page.isVisible("[data-last-round]"));
      const last = await look(page);
      for (const now of [first, second, third, last]) {
        assert.equal(now.height, first.height, `the banner: ${now.told}`);
        assert.ok(now.texts >= 2 && !now.cut.length, `cut: ${now.cut}`);
      }
      for (const now of [second, third]) assert.equal(now.cards, first.cards, `the cards: ${now.told}`);
      assert.match(last.told, /last round|ultimo giro|siste runde/, "the newest is told");
      assert.deepEqual(server.problems, []);
      await page.context().close();
    });

test("with little motion every change is there at once", async () => {
  const page = await server.visit("/", { reducedMotion: "reduce", storageState: cookies });
  await open("turn", page);
  const late = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((e) => getComputedStyle(e).transitionDuration !== "0s")
      .map((e) => e.className),
  );
  assert.deepEqual(late, [], "a duration without a property moves everything, rows of a grid too");
  await page.context().close();
});

test("where tickets are put back in an order, its line has its room from the start", async () => {
  let ordered = 0;
  for (const options of [{}, { ...PHONE, deviceScaleFactor: 1 }])
    for (const game of ["usa", "europe", "northern_lights", "card_game"]) {
      const page = await server.visit("/", { reducedMotion: "reduce", ...options });
      const id = await newTable(page, { game, players: 2, bots: [null, "easy"] });
      await playUntil(page, id, 10);
      await page.goto(`${server.base}/t/${id}`);
      await page.click("[data-tickets].can");
      if (options.hasTouch) await page.click("[data-sure]");
      await page.waitForSelector("[data-offer]:not(:disabled)");
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      await atRest(page, "[data-keep]"); // on a phone the panel makes room for what it has got
      const place = () => page.$eval("[data-keep]", (e) => e.getBoundingClientRect().top);
      const before = await place();
      const places = [];
      for (const offer of await page.$$("[data-offer]")) {
        await offer.click();
        places.push(await place());
      }
      ordered += (await page.$$("[data-place=offer] details")).length;
      assert.deepEqual(places, Array(places.length).fill(before), `${game}: the button moves`);
      await page.context().close();
    }
  assert.ok(ordered, "in some game the order counts");
});
