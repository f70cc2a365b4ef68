// The table fills the window, from a phone to a large screen: nothing that one chooses from is hidden, the map has
// the room there is, names can be read, and everything has a key.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer, PHONE } from "./server.mjs";
import { atRest } from "./player.mjs";
import { ask, newTable, playUntil } from "./robot.mjs";

const PLAYERS = { usa: 5, europe: 5, northern_lights: 5, card_game: 4 };
const BOARDS = ["usa", "europe", "northern_lights"];
const KINDS = 9;
const NAME = "Annamaria Quattrocchi-Lu"; // as long as names may be
const tables = {};
let server;
let cookies;

before(async () => {
  server = await startServer();
  const page = await server.visit("/");
  await page.waitForSelector("[data-play]");
  await ask(page, "/session");
  await ask(page, "/me", { name: NAME }, "PATCH");
  const start = (game, players) => newTable(page, { game, players, bots: [null, ...Array(players - 1).fill("easy")] });
  for (const [game, players] of Object.entries(PLAYERS)) {
    tables[`${game}, offer`] = await start(game, players);
    // A hand of all kinds, if it comes to that: nothing is claimed until then.
    const id = await start(game, game === "card_game" ? players : 2);
    for (let goal = 30; goal < 200; goal += 15) {
      const { hand } = await playUntil(page, id, goal, { least: 99 });
      if (game === "card_game" || hand.filter((n) => n).length === KINDS) break;
    }
    tables[`${game}, hand`] = id;
  }
  cookies = await page.context().storageState();
  await page.context().close();
});
after(() => server.close());

const look = (options) => server.visit("/", { reducedMotion: "reduce", storageState: cookies, ...options });
async function go(page, table, sign) {
  await page.goto(`${server.base}/t/${tables[table]}`);
  await page.waitForSelector(sign);
  await page.waitForFunction(() => document.fonts.status === "loaded");
  await page.evaluate(() => document.fonts.ready);
}

/** In the page: what of these is outside the window, or cut off by anything around it. */
const hidden = (page, selectors) =>
  page.evaluate((selectors) => {
    const wrong = [];
    for (const e of document.querySelectorAll(selectors)) {
      const what = `${e.className.split(" ")[0]} “${e.textContent.trim().slice(0, 30)}”`;
      const { left, top, right, bottom } = e.getBoundingClientRect();
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${what} is outside`);
      if (e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== "visible")
        wrong.push(`${what} has more in it`);
      for (let around = e.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === "visible") continue;
        const box = around.getBoundingClientRect();
        if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1)
          wrong.push(`${what} is cut off by ${around.className}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is wider than the window");
    return wrong;
  }, selectors);

/** Words that have less room than they need. */
const cut = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".players .name, [role=tab] .word, [data-tickets] .word, .words, [data-keep]")]
      .filter((e) => e.checkVisibility())
      .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
      .map((e) => `cut: ${e.textContent.trim()}`),
  );

const heightOf = (page, selector) => page.$eval(selector, (e) => e.getBoundingClientRect().height);

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [844, 390],
])
  for (const locale of ["en-GB", "it-IT"])
    test(`${width} × ${height}, ${locale}: every ticket and every card is seen`, async () => {
      const page = await look({ ...PHONE, deviceScaleFactor: 1, viewport: { width, height }, locale });
      const wrong = [];
      for (const game of Object.keys(PLAYERS)) {
        const note = async (when, selectors) => {
          for (const what of [...(await hidden(page, selectors)), ...(await cut(page))])
            wrong.push(`${game}, ${when}: ${what}`);
          if (game === "card_game" || height < width) return;
          const share = (await heightOf(page, ".board")) / height;
          if (share < 0.5) wrong.push(`${game}, ${when}: the map has ${share.toFixed(2)} of the height`);
        };
        await go(page, `${game}, offer`, "[data-offer]");
        assert.ok((await page.$$("[data-offer]")).length >= 3);
        await note("choosing", "[data-offer], [data-keep], .pile");
        await go(page, `${game}, hand`, ".pile");
        if (game !== "card_game") assert.equal((await page.$$(".pile")).length, KINDS, `${game}: all kinds in hand`);
        await note(
          "a turn",
          ".pile, [data-slot], [data-deck], [data-tickets], [role=tab], [data-whole], [data-network]",
        );
      }
      assert.deepEqual(wrong, []);
      assert.deepEqual(server.problems, []);
      await page.context().close();
    });

for (const [width, height] of [
  [1366, 768],
  [390, 844],
  [360, 640],
  [844, 390],
])
  test(`${width} × ${height}: face-up cards are large enough, and nothing lies on what can be read`, async () => {
    const touch = width < 900;
    const page = await look({ ...(touch ? { ...PHONE, deviceScaleFactor: 1 } : {}), viewport: { width, height } });
    for (const game of Object.keys(PLAYERS)) {
      await go(page, `${game}, hand`, ".pile");
      const cards = await page.$$eval("[data-slot], [data-deck], [data-tickets]", (all) =>
        all.map((e) => e.getBoundingClientRect().height),
      );
      assert.equal(cards.length, 7);
      for (const card of cards) assert.ok(card >= 44, `${game}: ${card} pixels high`);
      const apart = (one, other) =>
        page.evaluate(
          ([one, other]) => {
            const all = (selector) =>
              [...document.querySelectorAll(selector)]
                .filter((e) => e.checkVisibility() && e.getBoundingClientRect().width)
                .map((e) => e.getBoundingClientRect());
            const touching = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            return {
              some: all(one).length,
              bad: all(one).filter((a) => all(other).some((b) => touching(a, b))).length,
            };
          },
          [one, other],
        );
      // The letters of the word, not the box around them.
      const word = await apart("[data-tickets] .count", "[data-tickets] .word");
      assert.deepEqual(word, { some: 1, bad: 0 }, `${game}: the count lies on the word`);
      const presence = await apart(".players .presence", ".players .facts svg, .players .facts, .players .name");
      assert.deepEqual(presence, { some: 1, bad: 0 }, `${game}: the presence lies on something`);
    }
    await page.context().close();
  });

for (const [width, height] of [
  [1366, 768],
  [1440, 900],
  [1920, 1080],
])
  test(`${width} × ${height}: the board fills its room`, async () => {
    const page = await look({ viewport: { width, height } });
    for (const game of BOARDS) {
      await go(page, `${game}, hand`, "[data-deck].can");
      await atRest(page);
      const [x, y, share] = await page.evaluate(() => {
        const room = document.querySelector(".window").getBoundingClientRect();
        const world = document.querySelector(".world").getBoundingClientRect();
        return [
          room.width - world.width,
          room.height - world.height,
          (world.width * world.height) / innerWidth / innerHeight,
        ];
      });
      assert.ok(x <= 4 && y <= 4, `${game}: ${x} and ${y} pixels of sea`);
      assert.ok(share > 0.5, `${game}: the board has ${share} of the window`);
      assert.deepEqual(await hidden(page, ".pile, [data-slot], [data-deck], [data-tickets], .players li"), []);
      assert.deepEqual(await cut(page), []);
    }
    await page.context().close();
  });

/** The names on the map: how high their letters are, and the boxes of these letters. */
const names = (page) =>
  page.$$eval("[data-name]", (all) =>
    all.map((text) => {
      const scale = text.getScreenCTM().a;
      const size = parseFloat(getComputedStyle(text).fontSize) * scale;
      const { left, right } = text.getBoundingClientRect();
      const base = text.getScreenCTM().f + Number(text.getAttribute("y")) * scale;
      return { name: text.textContent, size, left, right, top: base - size * 0.74, bottom: base + size * 0.2 };
    }),
  );

for (const [title, options, least, some] of [
  ["a laptop", {}, 11, 25],
  ["a phone", { ...PHONE, deviceScaleFactor: 1 }, 10, 12],
])
  test(`names can be read on ${title}, and none lies on another`, async () => {
    const page = await look(options);
    for (const game of BOARDS) {
      await go(page, `${game}, hand`, "[data-ticket]");
      await atRest(page);
      const seen = await names(page);
      assert.ok(seen.length >= some, `${game}: ${seen.length} names`);
      for (const { name, size } of seen) assert.ok(size >= least, `${game}: ${name} is ${size} pixels high`);
      const touching = seen.flatMap((a, i) =>
        seen
          .slice(i + 1)
          .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          .map((b) => `${game}: ${a.name} lies on ${b.name}`),
      );
      assert.deepEqual(touching, []);
      // Those of my tickets are always there.
      const marked = await page.$$eval(".mark", (all) => all.length);
      assert.ok(marked > 0);
      const wanted = await page.evaluate(() =>
        [...document.querySelectorAll("[data-ticket]:not(.done):not(.lost) .ends")].map((e) => e.textContent),
      );
      for (const ticket of wanted)
        for (const city of ticket.split(" – "))
          assert.ok(
            seen.some(({ name }) => name === city),
            `${game}: ${city} of a ticket has no name`,
          );
      // All of them further in.
      if (options.hasTouch) continue;
      await page.focus(".window");
      for (let i = 0; i < 4; i++) await page.keyboard.press("+");
      await page.waitForFunction(
        (cities) => document.querySelectorAll("[data-name]").length === cities,
        await page.$$eval("[data-city]", (all) => all.length),
      );
    }
    await page.context().close();
  });

test("the whole board and my network are one tap away", async () => {
  const page = await look({ ...PHONE, deviceScaleFactor: 1 });
  await go(page, "usa, hand", "[data-ticket]");
  const width = () => page.$eval(".world", (e) => e.getBoundingClientRect().width);
  await page.tap("[data-whole]");
  await page.waitForFunction(() => document.querySelector(".world").getBoundingClientRect().width <= innerWidth + 1);
  await page.tap("[data-network]");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".mark")].every((e) => {
      const { left, right } = e.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    }),
  );
  assert.ok((await width()) >= 390);
  await page.context().close();
});

/** A table on which several payments are possible for a route, seen by its player. */
async function atPayment(page) {
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  const { legal } = await playUntil(page, id, 24, { least: 99 });
  const claims = legal.filter((a) => a.type === "ClaimRoute");
  const route = claims.find(
    (a) => new Set(claims.filter((b) => b.route === a.route).map((b) => b.cards[0])).size > 1,
  )?.route;
  assert.ok(route !== undefined, "a route with a choice");
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector(`[data-glow="${route}"]`);
  return route;
}
const boxOf = (page, selector) =>
  page.$$eval(selector, (all) => {
    const boxes = all.map((e) => e.getBoundingClientRect());
    return {
      left: Math.min(...boxes.map((b) => b.left)),
      right: Math.max(...boxes.map((b) => b.right)),
      top: Math.min(...boxes.map((b) => b.top)),
      bottom: Math.max(...boxes.map((b) => b.bottom)),
    };
  });
/** Where something is once it has come to rest: the map opens with a movement, a sheet is placed when its size is known. */
async function restOf(page, selector) {
  let [before, now] = [null, await boxOf(page, selector)];
  while (JSON.stringify(before) !== JSON.stringify(now)) {
    await page.waitForTimeout(150);
    [before, now] = [now, await boxOf(page, selector)];
  }
  return now;
}

test("a payment opens beside its route, and Enter pays the best", async () => {
  const page = await look({});
  const route = await atPayment(page);
  const place = await restOf(page, `[data-route="${route}"] use`);
  await page.mouse.move((place.left + place.right) / 2, (place.top + place.bottom) / 2);
  await page.waitForSelector(`[data-about="${route}"]`); // it says itself
  await page.mouse.click((place.left + place.right) / 2, (place.top + place.bottom) / 2);
  await page.waitForSelector("[data-pay]");
  const sheet = await restOf(page, ".beside .sheet");
  const apart = Math.max(
    sheet.left - place.right,
    place.left - sheet.right,
    sheet.top - place.bottom,
    place.top - sheet.bottom,
  );
  assert.ok(apart >= 0 && apart < 40, `${apart} pixels between the route and its payment`);
  assert.ok((await page.$$("[data-pay]")).length > 1);
  await page.keyboard.press("Escape");
  await page.waitForSelector("[data-pay]", { state: "detached" });
  await page.mouse.click((place.left + place.right) / 2, (place.top + place.bottom) / 2);
  await page.waitForSelector("[data-pay]");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`[data-glow="${route}"]`, { state: "detached" });
  await page.click("[data-tab=log]");
  await page.waitForSelector(`.log li:has-text("claims")`);
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("what serves a ticket glows; the rest is shown on demand", async () => {
  const page = await look({});
  await go(page, "northern_lights, hand", "[data-glow]");
  const count = (selector) => page.$$eval(selector, (all) => all.length);
  const all = await count("[data-glow]");
  const strong = await count("[data-strong]");
  assert.ok(strong > 0 && strong < all / 2, `${strong} of ${all} glow`);
  const shown = (yes) =>
    page.waitForFunction((yes) => getComputedStyle(document.querySelector(".quiet")).opacity > 0 === yes, yes);
  await shown(false);
  await page.keyboard.press("c");
  await shown(true);
  await page.click("[data-claimable]");
  await shown(false);
  await page.click(".pile >> nth=0"); // a card of the hand shows all it fits
  assert.equal(await count("[data-strong]"), await count("[data-glow]"));
  await page.context().close();
});

test("keys: a list of them, and what they do", async () => {
  const page = await look({});
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector("[data-offer]");
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.waitForSelector('[data-offer="1"][aria-checked=true]');
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-deck].can");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  const listed = await page.$$eval("dialog kbd", (all) => all.map((e) => e.textContent));
  for (const sign of ["1–5", "D", "T", "0", "M", "C", "Z", "L", "R", "/"])
    assert.ok(listed.includes(sign), `${sign} is not in ${listed}`);
  assert.ok(!listed.includes("S"), "there are no stations in this game");
  const abouts = await page.$$eval("dialog dd", (all) => all.map((e) => e.textContent));
  for (const about of abouts) assert.match(about, /^\p{Lu}/u);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  const cards = () => page.$$eval(".pile .count", (all) => all.reduce((sum, e) => sum + Number(e.textContent), 0));
  const before = await cards();
  await page.keyboard.press("d");
  await page.waitForFunction(() => /second/.test(document.querySelector("[data-banner]").textContent));
  assert.equal(await cards(), before + 1);
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement?.matches("input[type=text]"));
  await page.keyboard.type("0dmc?");
  assert.equal(await page.inputValue("input[type=text]"), "0dmc?");
  assert.equal(await cards(), before + 1, "who writes does not draw");
  assert.equal(await page.$("dialog[open]"), null);
  await page.focus("[data-tab=chat]");
  await page.keyboard.press("l");
  await page.waitForSelector("[data-tab=log][aria-selected=true]");
  const width = () => page.$eval(".world", (e) => e.getBoundingClientRect().width);
  const far = await width();
  await page.keyboard.press("+");
  await page.waitForFunction((far) => document.querySelector(".world").getBoundingClientRect().width > far, far);
  const near = await width();
  await page.keyboard.press("0");
  await page.waitForFunction((near) => document.querySelector(".world").getBoundingClientRect().width < near, near);
  assert.deepEqual(server.problems, []);
  await page.context().close();
});
