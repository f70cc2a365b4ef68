// Two people in two browsers; a lost connection; a second tab; two people at one device; a replay.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openHouse, playNow } from "./house.mjs";
import { mouse, playToEnd } from "./player.mjs";

let house;
before(async () => (house = await openHouse()));
after(() => house.close());

/** A table for two, made by one and joined by the other through the link. */
async function twoPeople() {
  const anna = await house.visit("/new");
  let cut = false;
  const sockets = new Set();
  const bruno = await house.visit("/");
  await bruno.routeWebSocket(/socket$/, (socket) => {
    if (cut) return socket.close();
    sockets.add(socket);
    socket.connectToServer();
  });
  await anna.selectOption("[data-game]", "usa");
  await anna.click("[data-create]");
  await anna.waitForSelector("[data-start]");
  await bruno.goto(anna.url());
  await bruno.click('[data-seat="1"] button');
  await anna.waitForSelector("[data-start]:not(:disabled)");
  await anna.click("[data-start]");
  const line = {
    lose() {
      cut = true;
      for (const socket of sockets) socket.close();
      sockets.clear();
    },
    find: () => (cut = false),
  };
  return { anna, bruno, line };
}

test("one of two loses the connection in the middle of a turn and comes back", async () => {
  const { anna, bruno, line } = await twoPeople();
  for (const page of [anna, bruno]) {
    await page.waitForSelector("[data-offer]");
    await page.click("[data-offer='0']");
    await page.click("[data-offer='1']");
    await page.click("[data-keep]");
  }
  // Play until it is Bruno's turn, with one card drawn.
  for (let i = 0; i < 50 && !(await bruno.$("[data-banner].mine")); i++) {
    if (await anna.$("[data-deck].can")) await anna.click("[data-deck]");
    await anna.waitForTimeout(60);
  }
  await bruno.click("[data-deck]");
  await bruno.waitForFunction(() => /second/.test(document.querySelector("[data-banner]").textContent));
  line.lose();
  await bruno.waitForSelector(".lost");
  const loaded = await bruno.evaluate(() => performance.timeOrigin);
  line.find();
  await bruno.waitForSelector(".lost", { state: "detached", timeout: 15_000 });
  await bruno.click("[data-deck]");
  await anna.waitForSelector("[data-banner].mine");
  assert.equal(await bruno.evaluate(() => performance.timeOrigin), loaded, "the page was not reloaded");
  await anna.context().close();
  await bruno.context().close();
  assert.deepEqual(house.problems, []);
});

test("a second tab on the same seat stays in step", async () => {
  const first = await house.visit("/");
  await playNow(first, "europe");
  const second = await first.context().newPage();
  await second.goto(first.url());
  await second.waitForSelector("[data-offer]");
  await first.click("[data-offer='0']");
  await first.click("[data-offer='1']");
  await first.click("[data-keep]");
  await second.waitForSelector("[data-offer]", { state: "detached" });
  await second.waitForSelector("[data-banner].mine");
  await first.context().close();
});

test("a curtain hides the hand from the next person at the same device", async () => {
  const page = await house.visit("/new");
  await page.click("[data-create]");
  await page.fill(".pass input", "Chiara");
  await page.click(".pass button");
  await page.click("[data-start]:not(:disabled)");
  await page.waitForSelector("[data-ready]");
  assert.equal(await page.$(".pile"), null, "no card is seen behind the curtain");
  await playToEnd(page, mouse, { until: async () => (await page.textContent("body")).includes("Chiara") && (await page.$("[data-deck].can")) !== null, seconds: 60 });
  await page.context().close();
});

test("a finished game can be replayed from any seat, and its shuffle proved", async () => {
  const page = await house.visit("/");
  await playNow(page, "usa");
  await playToEnd(page, mouse);
  await page.click("[data-skip]").catch(() => {});
  await page.click('.tally a[href^="/replay/"]');
  await page.waitForSelector("[data-next]");
  await page.click("[data-next]");
  await page.click("[data-next]");
  assert.match(await page.textContent("[data-count]"), /Move 2 of/);
  assert.match(page.url(), /move=2/);
  await page.selectOption("[data-eyes]", "1");
  await page.waitForSelector("[data-next]");
  await page.click("[data-last]");
  await page.waitForSelector(".tally");
  await page.click("text=Proof of the shuffle");
  await page.waitForSelector("text=It fits");
  assert.deepEqual(house.problems, []);
  await page.context().close();
});
