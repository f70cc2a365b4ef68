// What makes playing easy: a moment to undo, a second tap, words that fit what one has begun, one's own mark;
// one's name asked once, the way back to a game, a code to join by, a file that is no board.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, playNow, startServer } from "./server.mjs";
import { finger, keepTickets, mouse } from "./player.mjs";
import { ask, newTable, playUntil } from "./robot.mjs";

let server;
before(async () => (server = await startServer({ undo: "600" }))); // bots wait until one confirms
after(() => server.close());

const banner = (page, words) =>
  page.waitForFunction((words) => document.querySelector("[data-banner]")?.textContent.includes(words), words);
const leave = (...pages) => server.leave(...pages);
/** The browser has noted that something was refused, and nothing else. */
function refused() {
  assert.ok(server.problems.splice(0).every((problem) => /status of 4\d\d/.test(problem)));
}
/** A game against bots, just begun. */
async function begin(game, options) {
  const page = await server.visit("/", options);
  const id = await newTable(page, { game, players: 2, bots: [null, "easy"] });
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector("[data-offer]:not(:disabled)");
  return page;
}

test("bots wait while one may undo, and go on when one is done", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, 30);
  await page.goto(`${server.base}/t/${id}`);
  const route = await page.waitForSelector("[data-glow]").then((e) => e.getAttribute("data-glow"));
  const claim = async () => {
    await mouse.claim(page, route);
    if (await page.waitForSelector("[data-pay], [data-undo]").then((e) => e.evaluate((b) => "pay" in b.dataset)))
      await page.click("[data-pay] >> nth=0");
  };
  await claim();
  await page.waitForSelector("[data-confirm]");
  await page.click("[data-undo]");
  await page.waitForSelector(`[data-glow="${route}"]`);
  assert.equal(await page.$("[data-undo]"), null);
  await claim();
  await page.click("[data-confirm]");
  await page.waitForSelector("[data-undo]", { state: "detached" });
  await page.waitForSelector("[data-banner].mine");
  await leave(page);
});

test("one's own claim is told and marked in one's colour, and no longer once it is undone", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, 30);
  await page.goto(`${server.base}/t/${id}`);
  const route = await page.waitForSelector("[data-glow]").then((e) => e.getAttribute("data-glow"));
  await mouse.claim(page, route);
  if (await page.waitForSelector("[data-pay], [data-undo]").then((e) => e.evaluate((b) => "pay" in b.dataset)))
    await page.click("[data-pay] >> nth=0");
  await page.waitForSelector(`[data-last="${route}"]`, { state: "attached" });
  const [mark, seat] = await page.evaluate(() => {
    const panel = document.querySelector(".players .me");
    return [
      getComputedStyle(document.querySelector("[data-last]")).stroke,
      getComputedStyle(panel).borderLeftColor, // the colour one plays in
    ];
  });
  assert.equal(mark, seat);
  const told = () => page.textContent("[data-told]");
  assert.match(await told(), /claims/);
  await page.click("[data-undo]");
  await page.waitForFunction(() => /undone/.test(document.querySelector("[data-told]").textContent));
  assert.equal(await page.$("[data-last]"), null, "nothing is marked");
  await page.click("[data-deck].can");
  await banner(page, "second card");
  await page.waitForFunction(() => /takes/.test(document.querySelector("[data-told]").textContent));
  assert.doesNotMatch(await told(), /claims|undone/);
  assert.equal(await page.$("[data-last]"), null);
  await page.reload();
  await page.waitForSelector("[data-told]");
  assert.doesNotMatch(await told(), /claims|undone/, "also for who comes later");
  await leave(page);
});

test("who draws tickets sees those already held, and an undone choice is ticked as it was", async () => {
  for (const options of [{}, PHONE]) {
    const page = await server.visit("/", options);
    const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
    const { view } = await playUntil(page, id, 30);
    await page.evaluate(() => localStorage.setItem("carrozza.confirm", "off"));
    await page.goto(`${server.base}/t/${id}`);
    await page.waitForSelector("[data-tickets].can");
    await page.locator("[data-tickets]").dispatchEvent("click");
    if (await page.waitForSelector("[data-sure], [data-offer]").then((e) => e.evaluate((b) => "sure" in b.dataset)))
      await page.click("[data-sure]");
    await page.waitForSelector("[data-offer='1']:not(:disabled)");
    const { tickets } = await page.evaluate(() => fetch("/api/v1/games/usa/board").then((r) => r.json()));
    for (const ticket of view.tickets) {
      const { name, points } = tickets[ticket];
      const chip = page.locator("[data-held] button", { hasText: name });
      assert.ok((await chip.textContent()).trim().endsWith(String(points)), name);
      const box = await chip.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= page.viewportSize().height, `${name} is seen`);
    }
    await page.locator("[data-offer='1']").dispatchEvent("click");
    await page.waitForSelector("[data-offer='1'][aria-checked=true]");
    await page.click("[data-keep]");
    await page.click("[data-undo]");
    await page.waitForSelector("[data-offer='1'][aria-checked=true]");
    assert.equal((await page.$$("[data-offer][aria-checked=true]")).length, 1);
    await leave(page);
  }
});

test("on a phone a route is not pointed at any more once it is paid for, or not", async () => {
  const page = await server.visit("/", { ...PHONE, reducedMotion: "reduce" });
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, 30);
  await page.goto(`${server.base}/t/${id}`);
  const route = await page.waitForSelector("[data-glow]").then((e) => e.getAttribute("data-glow"));
  const pointed = () => page.$$eval("[data-about], [data-halo]", (all) => all.length);
  await finger.claim(page, route);
  await page.waitForSelector("[data-pay]");
  assert.ok((await pointed()) > 0);
  await finger.press(page, "[data-cancel]");
  await page.waitForSelector("[data-pay]", { state: "detached" });
  assert.equal(await pointed(), 0, "cancelled");
  await finger.claim(page, route);
  await finger.press(page, "[data-pay]");
  await page.waitForSelector("[data-undo]");
  assert.equal(await pointed(), 0, "paid");
  await leave(page);
});

test("a tunnel asks before it is begun, and says what may come", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "europe", players: 2, bots: [null, "easy"] });
  const board = await page.evaluate(async () => (await fetch("/api/v1/games/europe/board")).json());
  // A tunnel that can be paid in one way only: others always asked how.
  let single;
  for (let goal = 10; !single && goal < 150; goal += 4) {
    const { legal, version } = await playUntil(page, id, goal, { least: 99 });
    const claims = legal.filter((a) => a.type === "ClaimRoute" && board.routes[a.route].tunnel);
    single = claims.find((a) => claims.filter((b) => b.route === a.route).length === 1);
    goal = Math.max(goal, version);
  }
  assert.ok(single, "no tunnel with one payment");
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector(`[data-glow="${single.route}"]`, { state: "attached" });
  await mouse.claim(page, single.route);
  await page.waitForSelector("[data-pay]");
  assert.match(await page.textContent("[data-risk]"), /Tunnel/);
  assert.equal(await page.$("[data-tunnel]"), null, "nothing is turned up yet");
  await page.click("[data-pay]");
  await page.waitForSelector("[data-tunnel], [data-told]:has-text('tunnels')");
  await leave(page);
});

test("keys of one character can be switched off, and E says that one is done", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, 30);
  await page.goto(`${server.base}/t/${id}`);
  const route = await page.waitForSelector("[data-glow]").then((e) => e.getAttribute("data-glow"));
  await mouse.claim(page, route);
  if (await page.waitForSelector("[data-pay], [data-undo]").then((e) => e.evaluate((b) => "pay" in b.dataset)))
    await page.click("[data-pay] >> nth=0");
  await page.waitForSelector("[data-confirm]");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("e");
  await page.waitForSelector("[data-undo]", { state: "detached" });
  await banner(page, "Your turn");

  const hand = () => page.$$eval(".pile .count", (all) => all.reduce((sum, e) => sum + Number(e.textContent), 0));
  const before = await hand();
  await page.click("[data-settings]");
  await page.click("[data-setting=keys]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await page.keyboard.press("?");
  assert.equal(await page.$("dialog[open]"), null);
  await page.click("[data-deck].can");
  await banner(page, "second card");
  assert.equal(await hand(), before + 1, "the key drew nothing");
  await page.click("[data-keys]");
  assert.deepEqual(
    await page.$$eval("dialog kbd", (all) => all.map((e) => e.textContent).filter((sign) => sign.length === 1)),
    [],
    "nor is it listed",
  );
  await leave(page);
});

test("while a city for a station is chosen, the banner says so", async () => {
  const page = await begin("europe");
  await keepTickets(page);
  if (
    await page.waitForSelector("[data-confirm], [data-station]").then((e) => e.evaluate((b) => "confirm" in b.dataset))
  )
    await page.click("[data-confirm]");
  await banner(page, "Your turn");
  await page.click("[data-station]");
  await banner(page, "Choose a city for your station");
  await page.click("[data-station]");
  await banner(page, "Your turn");
  await leave(page);
});

test("each is asked for tickets under their own mark", async () => {
  const anna = await server.visit("/");
  const { id } = await ask(anna, "/tables", { game: "usa", players: 2 });
  const bruno = await server.visit("/");
  await ask(bruno, `/tables/${id}/join`);
  const { seats } = await ask(anna, `/tables/${id}/start`);
  for (const [seat, page] of [anna, bruno].entries()) {
    await page.goto(`${server.base}/t/${id}`);
    await banner(page, "Choose your tickets");
    const mark = await page.getAttribute("[data-banner] svg path", "fill");
    assert.equal(mark, `var(--seat-${seats[seat].colour})`);
  }
  await leave(anna, bruno);
});

test("on a phone a move waits for a second tap, unless one does not want that", async () => {
  const page = await server.visit("/", PHONE);
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, 10);
  await page.goto(`${server.base}/t/${id}`);
  await banner(page, "Your turn");
  await finger.press(page, "[data-deck].can");
  assert.match(await page.textContent("[data-sure]"), /Draw a card/);
  await finger.press(page, "[data-unsure]");
  await page.waitForSelector("[data-sure]", { state: "detached" });
  await finger.press(page, "[data-deck].can");
  await banner(page, "Your turn");
  await finger.press(page, "[data-sure]");
  await banner(page, "second card");
  await finger.press(page, "[data-settings]");
  await finger.press(page, "[data-setting=confirm]");
  await page.keyboard.press("Escape");
  await finger.press(page, "[data-deck].can"); // at once
  await page.waitForSelector("[data-banner].mine:not(:has-text('second'))");
  await leave(page);
});

test("with a mouse a move is done at once, unless one wants to confirm it", async () => {
  const page = await server.visit("/");
  const id = await newTable(page, { game: "usa", players: 2, bots: [null, "easy"] });
  await playUntil(page, id, 10);
  await page.goto(`${server.base}/t/${id}`);
  await page.click("[data-deck].can");
  await banner(page, "second card");
  await page.click("[data-settings]");
  await page.click("[data-setting=confirm]");
  await page.keyboard.press("Escape");
  await page.click("[data-deck].can");
  await page.click("[data-sure]");
  await page.waitForSelector("[data-banner].mine:not(:has-text('second'))");
  await leave(page);
});

test("name and colour are asked once and are there at every table", async () => {
  const page = await server.visit("/");
  await page.fill("[data-name]", "Giulia");
  await page.check("[data-colour=mauve]");
  await playNow(page, "usa"); // the name is on its way
  await page.waitForSelector(".players:has-text('Giulia')");
  const mark = await page.getAttribute("[data-banner] svg path", "fill");
  assert.equal(mark, "var(--seat-mauve)");
  await page.goto(`${server.base}/new`);
  await page.click("[data-create]");
  await page.waitForSelector("[data-seat='0']:has-text('Giulia')");
  assert.equal(await page.inputValue("[data-seat='0'] select"), "mauve");
  await page.goto(server.base);
  assert.equal(await page.inputValue("[data-name]"), "Giulia");
  assert.ok(await page.isChecked("[data-colour=mauve]"));
  const other = await server.visit("/");
  await other.fill("[data-name]", "admin");
  await other.click("[data-play=usa]");
  await other.waitForSelector("[role=alert]");
  assert.equal(new URL(other.url()).pathname, "/", "nobody sits down under a name that was refused");
  refused();
  await leave(page, other);
});

test("the home page leads back to where it is one's turn", async () => {
  const page = await begin("usa");
  const { pathname } = new URL(page.url());
  await page.goto(server.base);
  await page.waitForSelector(`main > section:first-child a[href="${pathname}"]:has-text("Continue")`);
  await page.click("text=Continue");
  await page.waitForSelector("[data-offer]:not(:disabled)");
  await keepTickets(page);
  await leave(page);
});

test("the code in the lobby is what the home page asks for", async () => {
  const anna = await server.visit("/new");
  await anna.click("[data-create]");
  const code = await anna.innerText("[data-code]");
  const bruno = await server.visit("/", PHONE);
  await bruno.fill("#code", ` ${code.replace(/\s+/g, " ").toUpperCase()} `);
  await bruno.press("#code", "Enter");
  await bruno.waitForSelector("[data-seat='1']");
  assert.equal(bruno.url(), anna.url());
  await leave(anna, bruno);
});

test("one press fills the table with bots", async () => {
  const page = await server.visit("/new", PHONE);
  await page.check("[data-players='4']");
  await page.selectOption("[data-who='2']", "hard");
  await page.click("[data-create]");
  assert.ok(await page.isDisabled("[data-start]"));
  await page.click("[data-fill]");
  await page.click("[data-start]:not(:disabled)");
  await page.waitForSelector("[data-offer]");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { seats } = await page.evaluate((id) => fetch(`/api/v1/tables/${id}`).then((r) => r.json()), id);
  assert.deepEqual(
    seats.map(({ bot }) => bot),
    [null, "medium", "hard", "medium"],
  );
  await leave(page);
});

test("a file that is no board is explained, and makes no table", async () => {
  const page = await server.visit("/new");
  await page.check("[data-players='3']");
  const choose = (text) =>
    page.setInputFiles("[type=file]", { name: "board.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await choose('{\n  "name": "Half a board",\n');
  await page.waitForSelector("[role=alert]:has-text('line 3')");
  await page.click("[data-create]");
  await choose('{"name": "No cities"}');
  await page.waitForSelector("[role=alert]", { state: "detached" });
  await page.click("[data-create]");
  await page.waitForSelector("form [role=alert]");
  assert.equal(new URL(page.url()).pathname, "/new");
  assert.ok(await page.isChecked("[data-players='3']"), "the form is as it was");
  assert.deepEqual(await page.evaluate(() => fetch("/api/v1/me/tables").then((r) => (r.ok ? r.json() : []))), []);
  refused();
  await leave(page);
});
