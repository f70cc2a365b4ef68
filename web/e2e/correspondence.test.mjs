// Games over days: on to the next table that waits for one; moves planned for the next turn; holidays.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { finger, mouse } from "./player.mjs";
import { ask } from "./robot.mjs";
import { PHONE, startServer } from "./server.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.close());

/** Two visitors; the first is on the page. */
async function pair(options = {}) {
  const anna = await server.visit("/", { reducedMotion: "reduce", ...options });
  const bruno = await server.visit("/", { reducedMotion: "reduce" });
  await ask(anna, "/session");
  await ask(anna, "/me", { name: "Anna" }, "PATCH");
  await ask(bruno, "/session");
  await ask(bruno, "/me", { name: "Bruno" }, "PATCH");
  return [anna, bruno];
}
/** A table of these two at which each has so many days; both are to choose tickets. */
async function table(anna, bruno, days, game = "usa") {
  const { id } = await ask(anna, "/tables", { game, players: 2, pace: { kind: "days", move: days } });
  await ask(bruno, `/tables/${id}/join`, {});
  await ask(anna, `/tables/${id}/start`);
  return id;
}
/** Without the page: act as long as one is asked; draw where that is possible. */
const actBeside = (page, id) =>
  page.evaluate(
    (id) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(`ws://${location.host}/api/v1/tables/${id}/socket`);
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 1 }));
        socket.onerror = () => fail(new Error("the line broke"));
        socket.onmessage = ({ data }) => {
          const told = JSON.parse(data);
          if (told.type === "refusal") fail(new Error(told.code));
          if (told.type !== "update") return;
          if (!told.legal.length) {
            socket.close();
            done();
            return;
          }
          const { seat, version, legal } = told;
          const action = legal.find((a) => a.type === "DrawBlind") ?? legal[0];
          socket.send(JSON.stringify({ type: "act", id: `b${version}`, seat, version, action }));
        };
      }),
    id,
  );
const at = (page) => new URL(page.url()).pathname.split("/").at(-1);
const keep = async (page) => {
  await page.waitForSelector("[data-offer]:not(:disabled)");
  for (const n of [0, 1]) await page.click(`[data-offer='${n}'][aria-checked=false]`);
  await page.click("[data-keep]");
};
const leads = (page, id) => page.waitForSelector(`[data-next='${id}']`);
const gone = (page) => page.waitForSelector("[data-next]", { state: "detached" });

for (const [name, options] of [
  ["laptop", {}],
  ["phone", PHONE],
])
  test(`who has moved goes on to the most urgent table that waits, and no page is loaded anew: ${name}`, async () => {
    const [anna, bruno] = await pair(options);
    const [slow, first, quick] = [
      await table(anna, bruno, 5),
      await table(anna, bruno, 3),
      await table(anna, bruno, 1),
    ];
    await anna.goto(`${server.base}/t/${first}`);
    await anna.evaluate(() => (window.sameDocument = true));
    await anna.waitForSelector("[data-offer]:not(:disabled)");
    assert.equal(await anna.$("[data-next]"), null, "one has to move first");
    await keep(anna);
    const button = await leads(anna, quick);
    assert.match(await button.textContent(), /2/);
    assert.deepEqual(await faults(anna), []);
    if (process.env.PICTURES) await anna.screenshot({ path: `${process.env.PICTURES}/next-${name}.png` });
    await button.click();
    await keep(anna);
    assert.equal(at(anna), quick);
    await leads(anna, slow);
    await anna.keyboard.press("n");
    await keep(anna);
    assert.equal(at(anna), slow);
    await gone(anna);
    // Elsewhere the others move until one is asked again.
    await actBeside(bruno, first);
    await actBeside(anna, first);
    await actBeside(bruno, first);
    await leads(anna, first);
    await actBeside(anna, first); // on another device
    await gone(anna);
    assert.ok(await anna.evaluate(() => window.sameDocument));
    await server.leave(anna, bruno);
  });

/** A table at which Bruno is to act, both having chosen their tickets. */
async function brunosTurn(anna, bruno, game) {
  const id = await table(anna, bruno, 3, game);
  await actBeside(anna, id);
  await actBeside(bruno, id);
  const { to_act } = await anna.evaluate((id) => fetch(`/api/v1/tables/${id}`).then((r) => r.json()), id);
  if (to_act.includes(0)) await actBeside(anna, id);
  return id;
}
const planned = (page) => page.$$eval("[data-planned]", (all) => all.map((e) => e.dataset.planned));
const list = (page, wanted) =>
  page.waitForFunction(
    (wanted) => [...document.querySelectorAll("[data-planned]")].map((e) => e.dataset.planned).join() === wanted,
    wanted.join(),
  );

for (const [name, options, hand] of [
  ["laptop", {}, mouse],
  ["laptop in the dark, in Italian", { colorScheme: "dark", locale: "it-IT" }, mouse],
  ["phone", PHONE, finger],
  ["phone in the dark, in Norwegian", { ...PHONE, colorScheme: "dark", locale: "nb-NO" }, finger],
])
  test(`a move is planned like one is made, and made when the turn comes: ${name}`, async () => {
    const [anna, bruno] = await pair(options);
    const id = await brunosTurn(anna, bruno, "usa");
    await anna.goto(`${server.base}/t/${id}`);
    await anna.waitForSelector("[data-plan]");
    assert.equal(await anna.$("[data-glow], .can"), null);
    await hand.press(anna, "[data-plan]");
    await anna.waitForSelector("[data-planning]");
    const route = await anna.waitForSelector("[data-glow]").then((e) => e.getAttribute("data-glow"));
    await hand.claim(anna, route);
    if (await anna.waitForSelector("[data-pay], [data-planned]").then((e) => e.evaluate((b) => "pay" in b.dataset)))
      await hand.press(anna, "[data-pay]");
    await list(anna, ["ClaimRoute"]);
    await hand.press(anna, "[data-deck].can");
    if (
      await anna
        .waitForSelector("[data-sure], [data-planned=DrawBlind]")
        .then((e) => e.evaluate((b) => "sure" in b.dataset))
    )
      await hand.press(anna, "[data-sure]");
    await list(anna, ["ClaimRoute", "DrawBlind"]);
    assert.deepEqual(await faults(anna), []);
    if (process.env.PICTURES) await anna.screenshot({ path: `${process.env.PICTURES}/plan-${name}.png` });
    await hand.press(anna, "[data-raise]");
    await list(anna, ["DrawBlind", "ClaimRoute"]);
    await hand.press(anna, "[data-unplan] >> nth=1");
    await list(anna, ["DrawBlind"]);
    await hand.press(anna, "[data-plan-close]");
    await anna.waitForSelector("[data-planning]", { state: "detached" });
    assert.match(await anna.textContent("[data-plan]"), /1/);
    await anna.reload();
    await anna.waitForFunction(() => /1/.test(document.querySelector("[data-plan]")?.textContent));
    await bruno.goto(`${server.base}/t/${id}`);
    await bruno.waitForSelector("[data-banner].mine");
    assert.equal(await bruno.$("[data-plan], [data-plan-outcome]"), null);
    await actBeside(bruno, id);
    await anna.waitForSelector("[data-plan-outcome='0']");
    await bruno.waitForSelector("[data-banner].mine"); // Anna has drawn her two cards
    if (process.env.PICTURES) await anna.screenshot({ path: `${process.env.PICTURES}/planned-${name}.png` });
    assert.deepEqual(await faults(anna), []);
    await hand.press(anna, "[data-plan-read]");
    await anna.waitForSelector("[data-plan-outcome]", { state: "detached" });
    assert.deepEqual(await planned(anna), []);
    await server.leave(anna, bruno);
  });

test("with keys alone, and what cannot be is explained: the card game", async () => {
  const [anna, bruno] = await pair();
  const id = await brunosTurn(anna, bruno, "card_game");
  await anna.goto(`${server.base}/t/${id}`);
  await anna.waitForSelector("[data-plan]");
  await anna.keyboard.press("a");
  await anna.waitForSelector("[data-planning]");
  await anna.keyboard.press("t");
  await list(anna, ["DrawTickets"]);
  await anna.keyboard.press("1"); // the first face-up card, and one from the deck
  await list(anna, ["DrawTickets", "DrawFaceUp"]);
  await anna.keyboard.press("t");
  await anna.keyboard.press("d");
  await list(anna, ["DrawTickets", "DrawFaceUp", "DrawBlind"]);
  await anna.keyboard.press("Shift+Digit1"); // one card makes a play, or it is said why not
  await anna.waitForSelector("[data-yard], [data-wrong]");
  await anna.keyboard.press("Escape");
  await anna.keyboard.press("Escape");
  await anna.waitForSelector("[data-planning]", { state: "detached" });
  await actBeside(bruno, id);
  await anna.waitForSelector("[data-plan-outcome='0']");
  await anna.waitForSelector("[data-offer]:not(:disabled)"); // the tickets are hers to choose
  await server.leave(anna, bruno);
});

test("the turn that comes while one plans is one's own", async () => {
  const [anna, bruno] = await pair();
  const id = await brunosTurn(anna, bruno, "europe");
  await anna.goto(`${server.base}/t/${id}`);
  await anna.waitForSelector("[data-plan]");
  await anna.keyboard.press("a");
  await anna.waitForSelector("[data-planning]");
  await actBeside(bruno, id);
  await anna.waitForSelector("[data-banner].mine");
  assert.equal(await anna.$("[data-planning], [data-plan]"), null);
  await anna.click("[data-deck].can"); // is drawn, not planned
  await anna.waitForSelector("[data-undo], [data-banner].mine");
  await anna.waitForFunction(() => document.querySelector("[data-banner]").textContent.includes("second"));
  await server.leave(anna, bruno);
});

for (const [name, options] of [
  ["laptop", {}],
  ["laptop in the dark, in Italian", { colorScheme: "dark", locale: "it-IT" }],
  ["phone", PHONE],
  ["phone in the dark, in Norwegian", { ...PHONE, colorScheme: "dark", locale: "nb-NO" }],
])
  test(`a holiday is planned, seen by the others, and ended: ${name}`, async () => {
    const [anna, bruno] = await pair(options);
    const id = await brunosTurn(anna, bruno, "usa");
    await anna.goto(`${server.base}/t/${id}`);
    await anna.waitForSelector("[data-plan]");
    assert.equal(await anna.$("[data-away]"), null);
    const clock = () => anna.textContent("[data-seat='1'] .clock");
    assert.match(await clock(), /2/); // days, and some hours
    await bruno.goto(`${server.base}/account`);
    const day = (later) =>
      bruno.evaluate((later) => {
        const then = new Date();
        then.setDate(then.getDate() + later);
        return [then.getFullYear(), then.getMonth() + 1, then.getDate()]
          .map((n) => String(n).padStart(2, "0"))
          .join("-");
      }, later);
    await bruno.fill("[data-first]", await day(0));
    await bruno.fill("[data-last-day]", await day(30));
    await bruno.click("[data-holidays] form button");
    await bruno.waitForSelector(".notice"); // that is too long
    assert.ok(server.problems.splice(0).every((problem) => problem.includes("409")));
    await bruno.fill("[data-last-day]", await day(6));
    await bruno.click("[data-holidays] form button");
    await bruno.waitForSelector("[data-holiday]");
    await anna.waitForSelector("[data-seat='1'] [data-away]");
    await anna.waitForFunction(() => /[89]/.test(document.querySelector("[data-seat='1'] .clock")?.textContent));
    assert.deepEqual(await faults(anna), []);
    if (process.env.PICTURES) await anna.screenshot({ path: `${process.env.PICTURES}/away-${name}.png` });
    await anna.goto(`${server.base}/account`); // as it looks in this language
    await anna.fill("[data-first]", await day(3));
    await anna.fill("[data-last-day]", await day(4));
    await anna.click("[data-holidays] form button");
    await anna.waitForSelector("[data-holiday]");
    assert.deepEqual(await faults(anna), []);
    const box = await anna.locator("[data-holidays]").boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= anna.viewportSize().width);
    if (process.env.PICTURES)
      await anna.locator("[data-holidays]").screenshot({ path: `${process.env.PICTURES}/holidays-${name}.png` });
    await anna.click("[data-end-holiday]");
    await anna.waitForSelector("[data-holiday]", { state: "detached" });
    await anna.goto(`${server.base}/t/${id}`);
    await anna.waitForSelector("[data-seat='1'] [data-away]");
    await bruno.click("[data-end-holiday]");
    await bruno.waitForSelector("[data-holiday]", { state: "detached" });
    await anna.waitForSelector("[data-away]", { state: "detached" });
    await anna.waitForFunction(() => /2/.test(document.querySelector("[data-seat='1'] .clock")?.textContent));
    await server.leave(anna, bruno);
  });
