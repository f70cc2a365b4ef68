// The end of a game: the count, the winner, what each number is made of, the graph; and playing again together.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer, PHONE } from "./server.mjs";
import { atRest, mouse, reach } from "./player.mjs";
import { ask, newTable, playUntil } from "./robot.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.close());

/** A page at a table against bots whose game has just ended, and which has not counted it yet. */
async function ended(game, players, options = {}) {
  const page = await server.visit("/", options);
  const table = await newTable(page, { game, players, bots: [null, ...Array(players - 1).fill("easy")] });
  await playUntil(page, table, "over");
  await page.goto(`${server.base}/t/${table}`);
  await page.waitForSelector("[data-skip]");
  return { page, table };
}
const sheetOf = (page, table) =>
  page.evaluate(async (id) => (await (await fetch(`/api/v1/tables/${id}/result`)).json()).sheet, table);
const number = (text) => Number(text.trim().replace("−", "-").replace("–", "0"));

test("a board game's end: counted, skipped, each number with its routes, the pages still there", async () => {
  const { page, table } = await ended("europe", 3);
  const sheet = await sheetOf(page, table);
  assert.equal(await page.$(".tally .winner"), null, "the winner is not given away");
  assert.equal(await page.$("[data-tab]"), null, "nor does the log tell");
  assert.doesNotMatch(await page.textContent(".tally"), /wins|share the victory/);
  await page.waitForSelector(".way path", { state: "attached" }); // what is being counted is on the map
  await page.keyboard.press("Escape");
  await page.waitForSelector(".tally .winner");
  assert.equal(await page.$("[data-skip]"), null);
  assert.equal((await page.$$(".tally .winner")).length, sheet.winners.length);
  for (const { seat, total, items } of sheet.seats) {
    assert.equal(number(await page.textContent(`[data-total="${seat}"] .n`)), total);
    const cell = (name) => page.textContent(`[data-cell=${name}][data-of="${seat}"] .n`);
    const points = (kind) => items.filter((i) => i.type === kind).reduce((sum, i) => sum + i.points, 0);
    assert.equal(number(await cell("routes")), points("RouteItem"));
    assert.equal(number(await cell("station")), points("StationItem") + points("UnusedStationsItem"));
    assert.equal(number(await cell("longest")), points("LongestPathItem"));
  }

  const numbers = await page.$$eval("[data-cell] .n", (all) => all.map((e) => e.textContent));
  assert.ok(numbers.length && !numbers.includes("–"), "nothing is 0, everywhere");

  // Pointing at a number shows its routes on the map and nothing else does.
  const lit = () => page.$$eval(".way path", (paths) => paths.length);
  const [{ seat, items }] = sheet.seats;
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => !document.querySelector(".way path"));
  await page.hover(`[data-cell=routes][data-of="${seat}"]`);
  await page.waitForSelector(".way path", { state: "attached" });
  assert.equal(await lit(), items.filter((i) => i.type === "RouteItem").length);
  await page.hover(".tally h2 >> nth=0");
  await page.waitForFunction(() => !document.querySelector(".way path"));
  // The keyboard can do it, too; what is pressed stays open and lists what it is made of.
  await reach(page, `[data-cell=longest][data-of="${seat}"]`);
  assert.equal(await lit(), items.find((i) => i.type === "LongestPathItem").routes.length);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".tally .items");
  assert.match(await page.textContent(".tally .items"), /Longest path/);

  for (const tab of ["points", "tickets", "routes", "log", "chat"]) {
    await page.click(`[data-tab=${tab}]`);
    await page.waitForSelector(`[data-tab=${tab}][aria-selected=true]`);
    assert.doesNotMatch(await page.textContent("#tabpanel"), /any more/, "nothing can be reached after the end");
  }
  await page.fill("#tabpanel input", "well played");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=well played");
  await page.click("[data-tab=points]");
  await page.waitForSelector("figure svg .curve");
  assert.equal((await page.$$("figure svg .dot")).length, 3);

  // Who comes back need not see it counted again, but can.
  await page.reload();
  await page.waitForSelector(".tally .winner");
  await page.click("[data-recount]");
  await page.click("[data-skip]");
  await page.waitForSelector(".tally .winner");
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("the card game's end on a phone, and in its replay", async () => {
  const { page, table } = await ended("card_game", 2, PHONE);
  const sheet = await sheetOf(page, table);
  await page.tap("[data-skip]");
  await page.waitForSelector(".tally .winner");
  for (const { seat, total } of sheet.seats)
    assert.equal(number(await page.textContent(`[data-total="${seat}"] .n`)), total);
  assert.equal(await page.$("[data-cell=routes]"), null, "a game without routes has no column for them");
  const most = sheet.seats.find((s) => s.items.some((i) => i.type === "TicketItem" && i.completed));
  await page.tap(`[data-cell=done][data-of="${most.seat}"]`);
  await page.waitForSelector(".tally .items li");
  await page.waitForSelector(`[data-yard-of="${most.seat}"] [data-counted]`);
  await page.waitForSelector("[data-tab=tickets][aria-selected=true]");
  assert.doesNotMatch(await page.textContent("#tabpanel"), /you know/, "everybody knows them now");
  await page.tap("[data-tab=log]");
  await page.goto(`${server.base}/replay/${table}`);
  await page.waitForSelector("[data-next]");
  assert.match(await page.textContent("[data-banner]"), /Everyone chooses tickets/);
  await page.tap("button[data-last]");
  await page.waitForSelector(".tally .winner");
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("without a map, pointing at a number shows the cards that it was counted from", async () => {
  const { page, table } = await ended("card_game", 2);
  await page.click("[data-skip]");
  await page.waitForSelector(".tally .winner");
  const sheet = await sheetOf(page, table);
  for (const { seat, items } of sheet.seats) {
    const paid = items.filter((i) => i.type === "TicketItem" && i.completed).flatMap((i) => i.cards);
    if (!paid.length) continue;
    await page.hover(`[data-cell=done][data-of="${seat}"]`);
    await page.waitForSelector(`[data-yard-of="${seat}"].lit [data-counted]`);
    assert.equal((await page.$$("[data-counted]")).length, 1);
    assert.equal((await page.$$("[data-counted] svg")).length, new Set(paid).size);
  }
  await page.hover(".tally h2 >> nth=0");
  await page.waitForSelector("[data-counted]", { state: "detached" });
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

/** Two people who have just ended a game; Anna looks at its end, Bruno at the home page. */
async function endedTogether() {
  const anna = await server.visit("/");
  const bruno = await server.visit("/");
  const { id } = await ask(anna, "/tables", { game: "card_game", players: 2 });
  await ask(bruno, `/tables/${id}/join`);
  await ask(anna, `/tables/${id}/start`);
  await Promise.all([playUntil(anna, id, "over"), playUntil(bruno, id, "over")]);
  await anna.goto(`${server.base}/t/${id}`);
  await anna.click("[data-skip]");
  await bruno.goto(server.base);
  await bruno.waitForSelector(".list .table");
  return { anna, bruno };
}

test("who does not want to play again says so, and is not asked again", async () => {
  const { anna, bruno } = await endedTogether();
  await anna.click("[data-rematch]");
  await anna.waitForSelector("[data-start]");
  await bruno.waitForSelector("[data-call]");
  await bruno.click("[data-call] button:has-text('Not now')");
  await bruno.waitForSelector("[data-call]", { state: "detached" });
  // The server still tells of it, whenever the page asks.
  const heard = bruno.waitForResponse((r) => r.url().endsWith("/me/calls"));
  await bruno.evaluate(() => window.dispatchEvent(new Event("focus")));
  assert.equal((await (await heard).json()).length, 1);
  await bruno.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await bruno.$("[data-call]"), null);
  assert.equal(new URL(bruno.url()).pathname, "/", "nor is one taken anywhere");
  assert.ok(await anna.$("[data-start]:disabled"), "the seat is still free");
  assert.deepEqual(server.problems, []);
  for (const page of [anna, bruno]) await page.context().close();
});

test("playing again calls the other, who is on the home page", async () => {
  const { anna, bruno } = await endedTogether();
  await anna.click("[data-rematch]");
  await anna.waitForSelector("[data-start]");
  await bruno.waitForSelector("[data-call]");
  assert.match(await bruno.textContent("[data-call]"), /wants to play again/);
  await bruno.click("[data-join-call]");
  await bruno.waitForURL(anna.url());
  await anna.click("[data-start]:not(:disabled)");
  for (const page of [anna, bruno]) await page.waitForSelector("[data-offer]:not(:disabled)");
  assert.equal(await bruno.$("[data-call]"), null);
  assert.deepEqual(server.problems, []);
  for (const page of [anna, bruno]) await page.context().close();
});

test("who only watched is called by nobody", async () => {
  const anna = await server.visit("/");
  const eve = await server.visit("/");
  await ask(eve, "/session");
  const table = await newTable(anna, { game: "card_game", players: 2, bots: [null, "easy"] });
  await playUntil(anna, table, "over");
  await eve.goto(`${server.base}/t/${table}`);
  await eve.click("[data-skip]");
  assert.equal(await eve.$("[data-rematch]"), null);
  await anna.goto(`${server.base}/t/${table}`);
  await anna.click("[data-skip]");
  const heard = eve.waitForResponse((r) => r.url().endsWith("/me/calls"));
  await anna.click("[data-rematch]");
  assert.deepEqual(await (await heard).json(), []);
  for (const page of [anna, eve]) await page.context().close();
});

/** The replay of a game among bots' table, at the move before the first that `wanted` is true of. */
async function replayBefore(page, table, wanted) {
  const steps = await page.evaluate(
    async (id) => (await (await fetch(`/api/v1/tables/${id}/replay`)).json()).steps.map(({ events }) => events),
    table,
  );
  const at = steps.findIndex((events) => events.some(wanted));
  if (at > 0) {
    await page.goto(`${server.base}/replay/${table}?move=${at - 1}`);
    await page.waitForSelector("[data-next]");
  }
  return at > 0;
}

test("a completed ticket is stamped and its way lit, in a replay move by move", async () => {
  const page = await server.visit("/");
  const table = await newTable(page, { game: "usa", players: 3, bots: [null, "medium", "medium"] });
  await playUntil(page, table, "over");
  const sheet = await sheetOf(page, table);
  const done = sheet.seats.flatMap((s) => s.items).filter((i) => i.type === "TicketItem" && i.completed);
  assert.ok(done.length, "the bots complete some ticket");
  assert.ok(await replayBefore(page, table, (e) => e.type === "RouteClaimed"));
  let celebrated = 0;
  while (!celebrated) {
    const count = await page.textContent("[data-count]");
    await page.click("[data-next]");
    await page.waitForFunction((count) => document.querySelector("[data-count]").textContent !== count, count);
    assert.equal(await page.$(".tally"), null, "a ticket was completed on the way");
    celebrated = (await page.$$("[data-completed]")).length;
  }
  assert.match(await page.textContent(".completed"), /completes (a|\d) ticket/);
  assert.ok((await page.$$(".way path")).length > 0, "its way is on the map");
  await page.waitForFunction(() => !document.querySelector("[data-completed]")); // and then it is over
  assert.equal((await page.$$(".way path")).length, 0);
  await page.click("button[data-last]");
  await page.waitForSelector(".tally .winner");
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("at a live table one's own completed ticket is stamped and its way lit", async () => {
  const page = await server.visit("/");
  const table = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await playUntil(page, table, 44, { least: 99 }); // a full hand, nothing claimed
  await page.goto(`${server.base}/t/${table}`);
  // In the page: what was stamped, and whether its way was lit then.
  await page.evaluate(() => {
    window.stamped = null;
    new MutationObserver(() => {
      const tickets = [...document.querySelectorAll("[data-completed]")].map((e) => e.dataset.completed);
      if (!tickets.length || window.stamped?.way) return;
      window.stamped = {
        tickets,
        words: document.querySelector(".completed").textContent,
        stamp: document.querySelector("[data-completed] .stamp svg") !== null,
        way: document.querySelectorAll(".way path").length,
        colour: document.querySelector(".way").getAttribute("stroke"),
      };
    }).observe(document.body, { childList: true, subtree: true });
  });
  const stamped = () => page.evaluate(() => window.stamped);
  for (let i = 0; i < 60 && !(await stamped()); i++) {
    await page.waitForSelector("[data-banner].mine");
    const serving = await page.$eval("[data-banner]", () =>
      [...document.querySelectorAll("[data-strong]")].map((e) => e.dataset.glow),
    );
    const before = await page.evaluate(() => window.position());
    if (serving.length) {
      await mouse.claim(page, serving[0]);
      await page.waitForFunction((before) => window.position() !== before, before);
      if (await page.$("[data-pay]")) await page.click("[data-pay] >> nth=0");
    } else await page.click("[data-deck].can");
    await page.waitForFunction(
      (before) => window.position() !== before && !document.querySelector("[data-pay]"),
      before,
    );
  }
  const { tickets, words, stamp, way, colour } = await stamped();
  assert.match(words, /^\s*(Ticket|\d tickets) completed!/);
  assert.ok(stamp && way > 0, `${way} routes are lit`);
  assert.equal(colour, await page.$eval(".players .me", (e) => e.style.getPropertyValue("--colour")));
  await page.waitForFunction(() => !document.querySelector("[data-completed]"));
  assert.equal((await page.$$(".way path")).length, 0, "and then it is over");
  for (const ticket of tickets) assert.ok(await page.$(`[data-ticket="${ticket}"].done`), "in the list it stays");
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("a play that would rob says so", async () => {
  const page = await server.visit("/");
  let found = null;
  for (let goal = 30; !found && goal < 400; goal += 20) {
    const table = await newTable(page, { game: "card_game", players: 4, bots: [null, "easy", "easy", "easy"] });
    const { legal, view } = await playUntil(page, table, goal);
    const colours = new Set(view.yards.flatMap((rows, seat) => (seat ? rows.map((row) => row.colour) : [])));
    const robs = ({ type, cards }) => type === "PlayToYard" && cards.every((c) => c === cards[0] && colours.has(c));
    found = legal.find(robs);
    if (found) await page.goto(`${server.base}/t/${table}`);
  }
  assert.ok(found, "nothing to rob");
  for (const card of found.cards) await page.click(`.pile[data-card=${card}]`);
  await page.waitForSelector("[data-yard]");
  assert.match(await page.textContent("[data-yard]"), /^\s*Play \d cards? into the yard – robs \S/);
  await page.context().close();
});

test("a robbery says who robs whom, and the cards leave the yard", async () => {
  const page = await server.visit("/");
  const robs = (e) => e.type === "TrainsRobbed";
  let found = false;
  for (let i = 0; i < 4 && !found; i++) {
    const table = await newTable(page, { game: "card_game", players: 4, bots: [null, "easy", "easy", "easy"] });
    await playUntil(page, table, "over");
    found = await replayBefore(page, table, robs);
  }
  assert.ok(found, "no robbery in four games");
  await page.click("[data-next]");
  await page.waitForSelector("[data-stolen]");
  assert.match(await page.textContent(".cry"), /robs .* of \d/);
  await page.click("button[aria-label='Link to this move']"); // a message comes meanwhile
  await page.waitForSelector(".notice");
  const apart = await page.evaluate(() => {
    const [cry, notice] = [".cry", ".notice"].map((s) => document.querySelector(s).getBoundingClientRect());
    return notice.top >= cry.bottom || notice.bottom <= cry.top;
  });
  assert.ok(apart, "the message lies on the robbery");
  await page.waitForFunction(() => !document.querySelector("[data-stolen], .cry"));
  // Who wants everything at once reads it in the banner.
  await page.click("[data-previous]");
  await page.click("[data-settings]");
  await page.selectOption("[data-setting=speed]", "instant");
  await page.keyboard.press("Escape");
  await page.click("[data-next]");
  await page.waitForFunction(() => /robs/i.test(document.querySelector("[data-told]").textContent));
  assert.equal(await page.$(".cry"), null);
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

for (const [name, options] of [
  ["laptop", {}],
  ["phone", { ...PHONE, deviceScaleFactor: 1 }],
  ["small phone", { ...PHONE, deviceScaleFactor: 1, viewport: { width: 360, height: 640 } }],
  ["phone on its side", { ...PHONE, deviceScaleFactor: 1, viewport: { width: 844, height: 390 } }],
])
  test(`every yard and the own hand are in sight: ${name}`, async () => {
    const page = await server.visit("/", { reducedMotion: "reduce", ...options });
    for (const players of [2, 3, 4]) {
      const table = await newTable(page, {
        game: "card_game",
        players,
        bots: [null, ...Array(players - 1).fill("easy")],
      });
      await playUntil(page, table, 25);
      await page.goto(`${server.base}/t/${table}`);
      await page.waitForSelector("[data-yard-of]");
      await page.waitForSelector("[data-hand]", { state: "attached" });
      await atRest(page, "[data-yard-of], .leaf img, .pile"); // a yard sees its size, then fits its trains
      const { width, height } = page.viewportSize();
      const hidden = await page.$$eval(
        "[data-yard-of], .train, [data-hand], .pile",
        (all, [width, height]) =>
          all
            .map((e) => [e.className, e.getBoundingClientRect()])
            .filter(([, r]) => r.left < -1 || r.top < -1 || r.right > width + 1 || r.bottom > height + 1)
            .map(([name, r]) => `${name} ${JSON.stringify(r)}`),
        [width, height],
      );
      assert.deepEqual(hidden, [], `${players} players`);
      // Nor does one have to scroll for a yard, or are its cards cut off.
      const cut = await page.$$eval("[data-yard-of], [data-yard-of] .leaf img", (all) =>
        all
          .map((e) => [e.getBoundingClientRect(), e.closest("img") ? e.closest("[data-yard-of]") : e.closest("main")])
          .filter(([box, around]) => box.bottom > around.getBoundingClientRect().bottom + 5)
          .map(([box]) => JSON.stringify(box)),
      );
      assert.deepEqual(cut, [], `${players} players`);
      assert.equal((await page.$$("[data-yard-of]")).length, players);
      assert.doesNotMatch(await page.textContent("main"), /empty/i);
    }
    assert.deepEqual(server.problems, []);
    await page.context().close();
  });
