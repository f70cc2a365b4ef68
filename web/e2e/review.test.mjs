// A finished game reviewed: asked for, waited for or given up; then the graph, mistakes on the map, tickets, luck.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { reach } from "./player.mjs";
import { newTable, playUntil } from "./robot.mjs";
import { PHONE, startServer } from "./server.mjs";

const LONG = 3_600_000; // a machine's first review compiles what it needs, at the lowest priority
const GAMES = { usa: 2, card_game: 2 };
let server;
let cookies;
const tables = {};

before(async () => {
  server = await startServer();
  const page = await server.visit("/");
  for (const [game, players] of Object.entries(GAMES)) {
    tables[game] = await newTable(page, { game, players, bots: [null, ...Array(players - 1).fill("easy")] });
    await playUntil(page, tables[game], "over");
  }
  cookies = await page.context().storageState();
  await page.context().close();
});
after(() => server.close());

const visit = (path, options = {}) =>
  server.visit(path, { storageState: cookies, reducedMotion: "reduce", ...options });
const made = (page) => page.waitForSelector("[data-chances]", { timeout: LONG });
/** What the server says: the page must show this and nothing else. */
const reviewOf = (page, game) =>
  page.evaluate(async (id) => (await (await fetch(`/api/v1/tables/${id}/review`)).json()).review, tables[game]);
const LOSSES = ["inaccuracy", "mistake", "blunder"];
const lossesOf = (review, seat) => review.decisions.filter((d) => d.seat === seat && LOSSES.includes(d.verdict));
const moveIn = (page) => new URL(page.url()).searchParams.get("move");
const at = (page, step) => page.waitForSelector(`[data-move="${step}"]`);

test("after a game it is asked for, given up, and asked for again", async () => {
  const page = await visit(`/t/${tables.usa}`);
  await page.click("[data-review]");
  await page.waitForSelector("[data-making]");
  assert.equal(new URL(page.url()).search, "", "who is sent this link asks for nothing");
  assert.match(await page.textContent(".making"), /queue|begins in a moment|getting ready|once more/);
  await page.click("[data-cancel-review]");
  await page.waitForURL(/\/replay\//);
  await page.goto(`${server.base}/review/${tables.usa}`);
  await page.waitForSelector("[data-ask-review]");
  assert.deepEqual(await faults(page), []);
  await page.click("[data-ask-review]");
  await page.waitForSelector("[data-percent]", { timeout: LONG });
  await made(page);
  await server.leave(page);
});

test("the graph leads to moves, by mouse and keys, and says the same as a table", async () => {
  const page = await visit(`/review/${tables.usa}`);
  await made(page);
  const review = await reviewOf(page, "usa");
  const last = review.positions.length - 1;
  assert.equal((await page.$$("[data-turning]")).length, review.turning_points.length);
  assert.equal((await page.$$("[data-dot]")).length, lossesOf(review, 0).length, "one's own mistakes are marked");
  const [point] = review.turning_points;
  await page.click(`[data-turning="${point.turn}"]`);
  await at(page, point.first_step);
  assert.equal(moveIn(page), String(point.first_step));

  await page.goBack();
  await page.waitForSelector("[data-summary]");
  const { x, y, width, height } = await page.locator("[data-chances]").boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForSelector("[data-move]");
  const there = Number(moveIn(page));
  assert.ok(Math.abs(there - last / 2) < last / 8, `${there} of ${last}`);
  const plot = await page.locator("[data-chances]").boundingBox();
  await page.mouse.move(plot.x + plot.width / 4, plot.y + plot.height / 2);
  await reach(page, "[data-chances]");
  await page.keyboard.press("ArrowRight");
  await at(page, there + 1);
  const said = await page.getAttribute("[data-chances]", "aria-valuetext");
  const shares = [...said.matchAll(/(\d+) %/g)].map(([, n]) => Number(n));
  assert.equal(
    shares.reduce((a, b) => a + b),
    100,
  );
  assert.ok(Math.abs(shares[0] - 100 * review.positions[there + 1].chances[0]) < 1);

  await page.click("[data-overview]");
  await page.click("details summary");
  const turns = new Set(review.positions.map((p) => p.turn)).size;
  assert.equal((await page.$$("details tbody tr")).length, turns);
  await server.leave(page);
});

test("mistakes one after the other, each with what was played and what had been better", async () => {
  const page = await visit(`/review/${tables.usa}`);
  await made(page);
  const review = await reviewOf(page, "usa");
  const mine = lossesOf(review, 0);
  assert.ok(mine.length > 1, "who claims whatever comes makes mistakes");
  assert.ok(mine.some((d) => d.against.length) && mine.some((d) => d.why.length), "and there are reasons");
  assert.ok(await page.$("[data-whose] option:checked[value='0']"), "first of all one learns from one's own");
  for (const d of mine) {
    await page.keyboard.press(".");
    await at(page, d.step);
    assert.ok(await page.$(`[data-move="${d.step}"] [data-verdict=${d.verdict}]`));
    const routes = (name) => page.$$eval(`[data-judged=${name}] path`, (all) => all.length);
    for (const [name, { action }, reasons] of [
      ["played", d.played, d.against],
      ["better", d.best, d.why],
    ]) {
      assert.ok((await page.textContent(`[data-${name}] dd`)).trim().length > 3);
      assert.equal((await page.$$(`[data-${name}] [data-because]`)).length, reasons.length ? 1 : 0, "and why");
      if (action.type === "ClaimRoute") assert.equal(await routes(name), 1, `${name} is drawn`);
      else if (action.type === "KeepTickets") assert.ok((await routes(name)) > 0, `${name}: the ways of the tickets`);
      else assert.equal(await routes(name), 0);
    }
  }
  assert.ok(await page.$("[data-next-mistake]:disabled"));
  await page.click("[data-previous-mistake]");
  await at(page, mine.at(-2).step);

  await page.selectOption("[data-whose]", "1");
  await page.click("[data-overview]");
  const theirs = lossesOf(review, 1);
  assert.equal((await page.$$("[data-dot]")).length, theirs.length);
  if (theirs.length) {
    await page.click("[data-next-mistake]");
    await at(page, theirs[0].step);
  }

  // Numbers are for those who want them, and stay so.
  assert.equal(await page.$("[data-compared]"), null);
  await page.goto(`${server.base}/review/${tables.usa}?move=${mine[0].step}`);
  await page.click("[data-numbers]");
  await page.waitForSelector("[data-compared]");
  assert.match(await page.textContent("[data-compared]"), /± \d/);
  assert.equal((await page.$$("[data-compared] tbody tr")).length, mine[0].alternatives.length);
  await page.reload();
  await page.waitForSelector("[data-compared]");
  await server.leave(page);
});

test("what everyone was after is revealed, as it was then", async () => {
  const page = await visit(`/review/${tables.usa}`);
  await made(page);
  const review = await reviewOf(page, "usa");
  const { steps } = await page.evaluate(async (id) => (await fetch(`/api/v1/tables/${id}/replay`)).json(), tables.usa);
  const d = review.decisions.find((found) => found.turn > 3);
  await page.goto(`${server.base}/review/${tables.usa}?move=${d.step}`);
  await page.waitForSelector("[data-then]");
  for (const view of steps[d.step - 1].views)
    assert.equal((await page.$$(`[data-after="${view.seat}"] li:not([data-offered])`)).length, view.tickets.length);
  await page.click("[data-show-ways='1']");
  await page.waitForSelector(".way path", { state: "attached" });
  await page.click("[data-show-ways='1']");
  await page.waitForFunction(() => !document.querySelector(".way path"));
  await page.click("[data-tab=moves]");
  assert.equal((await page.$$("[data-step]")).length, steps.length - 1);
  assert.ok(await page.$(`[data-step="${d.step}"][aria-current=step]`));
  const other = lossesOf(review, 0).at(-1);
  await page.click(`[data-step="${other.step}"]`);
  await at(page, other.step);
  await server.leave(page);
});

test("tickets have their stories, luck and play add up", async () => {
  const page = await visit(`/review/${tables.usa}`);
  await made(page);
  const review = await reviewOf(page, "usa");
  await page.click("[data-tab=stories]");
  for (const { seat, ticket, completed } of review.tickets) {
    const fate = await page.getAttribute(`[data-stories="${seat}"] [data-story="${ticket}"]`, "data-fate");
    assert.equal(fate === "done", completed !== null);
  }
  const { seat, ticket, kept } = review.tickets[0];
  await page.hover(`[data-stories="${seat}"] [data-story="${ticket}"]`);
  await page.waitForFunction(() => document.querySelectorAll("main circle[opacity]").length > 1); // its cities
  await page.click(`[data-stories="${seat}"] [data-story="${ticket}"] button`);
  await at(page, kept);

  await page.click("[data-tab=luck]");
  await page.click("[data-numbers]");
  const number = (text) => Number(text.trim().replace("−", "-"));
  for (const account of review.accounts) {
    const texts = (part) =>
      page.$$eval(`[data-account="${account.seat}"] ${part}`, (all) => all.map((e) => e.textContent));
    const changes = (await texts("[data-change]")).map(number);
    const [result] = (await texts("[data-result]")).map(number);
    assert.equal(changes.length, 4);
    assert.equal(
      changes.reduce((a, b) => a + b, Math.round(100 * account.fair)),
      result,
    );
    assert.equal(result, Math.round(100 * account.result));
  }
  await server.leave(page);
});

test("the whole game is shared with a picture of its chances", async () => {
  const page = await visit(`/review/${tables.usa}`, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => delete Navigator.prototype.share);
  await made(page);
  await page.click("[data-share-review] summary");
  await page.waitForSelector("[data-sharing] .drawn img");
  assert.match(await page.getAttribute("[data-sharing] img", "src"), /chances=true/);
  await page.click("[data-share-link]");
  await page.waitForSelector(".notice");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`/review/${tables.usa}$`));
  assert.deepEqual(await faults(page), []);
  await server.leave(page);
});

test("a stranger who is sent a link to a move sees the same review", async () => {
  const first = await visit(`/review/${tables.usa}`);
  await made(first);
  const d = lossesOf(await reviewOf(first, "usa"), 0)[0];
  const page = await server.visit(`/review/${tables.usa}?move=${d.step}`);
  await at(page, d.step);
  assert.ok(await page.$(`[data-move] [data-verdict=${d.verdict}]`));
  for (const wrong of ["99999", "-1", "x", "1.5"]) {
    await page.goto(`${server.base}/review/${tables.usa}?move=${wrong}`);
    await page.waitForSelector("[data-summary]");
  }
  await server.leave(first, page);
});

test("without a map: words and cards, and the rail yards as they were", async () => {
  const page = await visit(`/replay/${tables.card_game}?move=9`, PHONE);
  await page.tap("[data-review]");
  await page.waitForSelector("[data-making], [data-chances]");
  await made(page);
  await at(page, 9);
  assert.equal((await page.$$("[data-yard-of]")).length, 2);
  const review = await reviewOf(page, "card_game");
  const d = review.decisions.find(({ played }) => played.action.type === "PlayToYard");
  await page.goto(`${server.base}/review/${tables.card_game}?move=${d.step}`);
  await at(page, d.step);
  assert.equal(
    (await page.$$("[data-played] svg[role=img]")).length,
    new Set(d.played.action.cards).size,
    "its cards are shown",
  );
  assert.deepEqual(await faults(page), []);
  await server.leave(page);
});

/** In the page: what is wider than its place, or is no finished sentence. */
const unfit = (page) =>
  page.evaluate(() => {
    const wrong = [...document.querySelectorAll(".review *")]
      .filter((e) => !e.closest("svg, .hidden, .window") && e.getBoundingClientRect().right > innerWidth + 1)
      .map((e) => `outside: ${e.textContent.trim().slice(0, 40)}`);
    const text = document.querySelector(".review").innerText;
    return [...wrong, ...(/undefined|NaN|\[object|\$\{/.exec(text) ?? [])];
  });
const ENGLISH = /\b(the|wins in|turn|mistake|played|better|tickets?|luck|trains|claimed?|kept)\b/i;

for (const [locale, theme] of [
  ["en-GB", "light"],
  ["it-IT", "dark"],
  ["nb-NO", "light"],
])
  for (const [name, options] of [
    ["laptop", {}],
    ["phone", PHONE],
  ])
    test(`all of it fits and can be read: ${locale}, ${name}, ${theme}`, async () => {
      const page = await visit(`/review/${tables.usa}`, { ...options, locale, colorScheme: theme });
      await made(page);
      const review = await reviewOf(page, "usa");
      assert.equal((await page.$$("[data-sentence]")).length, review.summary.length, "each fact is put into words");
      const check = async (what) => {
        assert.deepEqual(await unfit(page), [], what);
        assert.deepEqual(await faults(page), [], what);
        if (!locale.startsWith("en")) assert.doesNotMatch(await page.innerText("aside"), ENGLISH, what);
      };
      await check("overview");
      for (const tab of ["moves", "stories", "luck"]) {
        await page.click(`[data-tab=${tab}]`);
        await page.waitForSelector(`[data-tab=${tab}][aria-selected=true]`);
        await check(tab);
      }
      await page.click("[data-numbers]");
      await page.click("[data-next-mistake]");
      await page.waitForSelector("[data-compared]");
      await page.click("[data-tab=then]");
      await check("a mistake");
      const map = await page.locator("main .window").boundingBox();
      const panel = await page.locator("aside").boundingBox();
      assert.ok(map.x + map.width <= panel.x + 1 || map.y + map.height <= panel.y + 1, "the panel covers no map");
      assert.ok(map.height > 200 && map.width > 300, "there is a map to look at");
      await server.leave(page);
    });
