// What is around the tables: accounts, clocks, sounds, a newer server, the page as an app.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { startServer, PHONE, playNow } from "./server.mjs";
import { atRest, finger, mouse } from "./player.mjs";
import { newTable, playUntil } from "./robot.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.close());

test("an account: kept, exported, signed out everywhere, signed in again, deleted", async () => {
  const page = await server.visit("/");
  await playNow(page, "usa"); // makes a guest
  await page.goto(`${server.base}/account`);
  const form = (title) => page.locator("form", { has: page.locator(`h2:text-is("${title}")`) });
  await form("Save my account").locator("input").nth(0).fill("elena");
  await form("Save my account").locator("input").nth(1).fill("tra Milano e Lecco");
  await form("Save my account").locator("button").click();
  await page.waitForSelector("text=Your account is saved.");
  const coming = page.waitForEvent("download");
  await page.click("text=Export my data");
  assert.match((await coming).suggestedFilename(), /json$/);
  const other = await server.visit("/account");
  const signIn = async (where, password) => {
    const there = where.locator("form", { has: where.locator('h2:text-is("Sign in")') });
    await there.locator("input").nth(0).fill("elena");
    await there.locator("input").nth(1).fill(password);
    await there.locator("button").click();
  };
  await signIn(other, "a wrong one");
  await other.waitForSelector(".refusal");
  await signIn(other, "tra Milano e Lecco");
  await other.waitForSelector("text=Change password");
  await page.click("text=Sign out everywhere");
  await page.waitForSelector("text=Signed out.");
  await other.reload();
  await other.waitForSelector('h2:text-is("Sign in")');
  assert.equal(await other.$("text=Change password"), null, "the other browser is signed out too");
  await signIn(page, "tra Milano e Lecco");
  await page.click("text=Delete my account >> nth=-1");
  await page.fill("[placeholder=Password]", "tra Milano e Lecco");
  await page.click("text=Delete for good");
  await page.waitForSelector("[data-play]");
  await page.goto(`${server.base}/account`);
  await signIn(page, "tra Milano e Lecco");
  await page.waitForSelector(".refusal");
  await page.context().close();
  await other.context().close();
});

test("a clock is shown, runs out, a bot plays on, and the seat is taken back", async () => {
  const anna = await server.visit("/new");
  await anna.click("[data-more] summary");
  await anna.click("text=With a clock");
  await anna.locator("input[type=number]").nth(0).fill("10");
  await anna.locator("input[type=number]").nth(1).fill("0");
  await anna.click("[data-create]");
  await anna.waitForSelector("[data-start]");
  const bruno = await server.visit(new URL(anna.url()).pathname);
  await bruno.click('[data-seat="1"] button');
  await anna.click("[data-start]:not(:disabled)");
  await bruno.click("[data-offer='0']");
  await bruno.click("[data-offer='1']");
  await bruno.click("[data-keep]");
  await anna.waitForSelector("[role=timer]");
  assert.match(await anna.textContent("[role=timer]"), /0:(0\d|10)/);
  await anna.waitForSelector("text=A bot is playing for you.");
  await bruno.waitForSelector("[data-deck].can"); // nobody waits for who does not move
  await anna.click("text=Take your seat back");
  await anna.waitForSelector("text=A bot is playing for you.", { state: "detached" });
  await bruno.click("[data-deck].can");
  await bruno.waitForFunction(() => /second/.test(document.querySelector("[data-banner]").textContent));
  await bruno.click("[data-deck].can");
  await anna.waitForSelector("[data-banner].mine");
  for (const page of [anna, bruno]) await page.context().close();
});

test("sounds play from the first click on, and one switch silences them", async () => {
  const page = await server.visit("/");
  await page.evaluate(() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      window.tones += 1;
      return start.apply(this, when);
    };
  });
  const tones = () => page.evaluate(() => window.tones);
  assert.equal(await tones(), 0);
  await playNow(page, "usa");
  assert.ok((await tones()) > 0, "it is our turn, and that is heard");
  await page.click("[data-settings]");
  await page.click("text=Sounds");
  const before = await tones();
  await page.click("[data-offer='0']");
  await page.click("[data-offer='1']");
  await page.click("[data-keep]");
  await page.waitForSelector("[data-deck].can");
  assert.equal(await tones(), before);
  await page.context().close();
});

test("a ferry of Northern Lights is paid with pairs", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "northern_lights", players: 2, bots: [null, "easy"] });
  const { legal } = await playUntil(page, id, "pairs");
  const mixed = legal.find(
    (a) => a.type === "ClaimRoute" && new Set(a.cards).size > 1 && !a.cards.includes("locomotive"),
  );
  assert.ok(mixed, "a ferry that can be paid with pairs");
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector(`[data-glow="${mixed.route}"]`);
  await page.waitForTimeout(300);
  await mouse.claim(page, mixed.route);
  await page.waitForSelector("[data-pay]");
  const chips = mixed.cards.filter((card, i) => mixed.cards.indexOf(card) === i);
  const way = page.locator("[data-pay]").filter({ hasNot: page.locator('[aria-label="Locomotive"]') });
  let fitting = way;
  for (const chip of chips) fitting = fitting.filter({ has: page.locator(`[aria-label="${chip}"]`) });
  await fitting.first().click();
  await page.click("[data-tab=log]");
  await page.waitForSelector(`.log li:has-text("claims")`);
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("a finger that opens the payment does not press what comes up under it", async () => {
  const page = await server.visit("/", PHONE);
  const id = await newTable(page, { game: "northern_lights", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, 30, { least: 3 });
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector("[data-glow]");
  // Where the payment's buttons come up.
  await page.tap("[data-whole]");
  await atRest(page);
  await finger.claim(page, await freeRoute(page));
  const { x, y, width, height } = await page.locator(".beside .sheet [data-cancel]").boundingBox();
  await finger.press(page, ".beside .sheet [data-cancel]");
  await page.waitForSelector("[data-pay]", { state: "detached" });
  // Move the map until a route that can be claimed lies there.
  const there = () =>
    page.evaluate(
      ([left, top, right, bottom]) => {
        for (const { dataset } of document.querySelectorAll("[data-glow]")) {
          const spaces = [...document.querySelectorAll(`[data-route="${dataset.glow}"] use`)];
          const box = spaces[Math.floor(spaces.length / 2)].getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          if (x <= left || x >= right || y <= top || y >= bottom) continue;
          if (document.elementFromPoint(x, y)?.closest(".window")) return dataset.glow; // not under a button
        }
        return null;
      },
      [x + 4, y + 4, x + width - 4, y + height - 4],
    );
  await page.focus(".window");
  for (let i = 0; i < 5; i++) await page.keyboard.press("+");
  const target = { x: x + width / 2, y: y + height / 2 };
  let route = null;
  for (const glow of await page.$$eval("[data-glow]", (all) => all.map((e) => e.dataset.glow))) {
    for (let i = 0; i < 12 && (route = await there()) === null; i++) await dragTowards(page, glow, target);
    if (route !== null) break;
  }
  assert.ok(route, "no route came to lie there");
  await finger.claim(page, route);
  await page.waitForTimeout(500);
  assert.ok(await page.$("[data-pay]"), `route ${route}: the payment was closed at once`);
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

/** A route that can be claimed and whose middle no button of the map covers. */
const freeRoute = (page) =>
  page.evaluate(() => {
    const free = [...document.querySelectorAll("[data-glow]")].find(({ dataset }) => {
      const spaces = [...document.querySelectorAll(`[data-route="${dataset.glow}"] use`)];
      const box = spaces[Math.floor(spaces.length / 2)].getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".window");
    });
    return free.dataset.glow;
  });

/** Drag the map so that the middle of a route comes nearer to a point. */
async function dragTowards(page, route, target) {
  const [from, by] = await page.evaluate(
    ([route, target]) => {
      const middle = (e) => {
        const box = e.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const spaces = [...document.querySelectorAll(`[data-route="${route}"] use`)];
      const [x, y] = middle(spaces[Math.floor(spaces.length / 2)]);
      const most = (distance) => Math.max(-100, Math.min(100, distance));
      return [middle(document.querySelector(".window")), [most(target.x - x), most(target.y - y)]];
    },
    [route, target],
  );
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + by[0], from[1] + by[1], { steps: 5 });
  await page.mouse.up();
  await atRest(page);
}

test("a page that meets a newer server fetches the new page, once", async () => {
  const page = await server.visit("/");
  await playNow(page, "usa");
  const loaded = await page.evaluate(() => performance.timeOrigin);
  await server.restart("99.0");
  await page.waitForFunction((loaded) => performance.timeOrigin !== loaded, loaded);
  await page.waitForSelector("[data-offer]");
  const again = await page.evaluate(() => performance.timeOrigin);
  await page.waitForTimeout(1500);
  assert.equal(await page.evaluate(() => performance.timeOrigin), again);
  await page.context().close();
});

test("the page can be installed, and opens without a network", async () => {
  const folder = mkdtempSync(join(tmpdir(), "carrozza-app-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: server.browserPath,
    args: server.flags,
    locale: "en-GB",
  });
  try {
    const page = await context.newPage();
    await page.goto(server.base);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await page.waitForSelector("[data-play]");
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    assert.deepEqual(installabilityErrors, []);
    await page.goto(`${server.base}/healthz`); // is no page to keep
    await context.setOffline(true);
    await page.goto(server.base);
    await page.waitForSelector("text=The server can't be reached.");
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
