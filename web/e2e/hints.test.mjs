// Hints: asked for by button and by key, told in three languages, marked where the move is made, known to the table.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { startServer, PHONE, playNow } from "./server.mjs";
import { PATIENCE } from "./player.mjs";

const SLOW = { timeout: 2 * PATIENCE }; // the first hint of a process loads the expert

let server;
before(async () => (server = await startServer()));
after(() => server.close());

const said = (page) => page.textContent("[data-hint-said] p");
/** Tickets as the hint says. */
async function keep(page) {
  for (const place of await page.$$eval(".ticket.hinted", (all) => all.map((one) => one.dataset.offer)))
    await page.click(`[data-offer="${place}"]`);
  await page.click("[data-keep]");
}
/** Until it is my turn. */
const turn = (page) => page.waitForSelector("[data-deck].can");

const DEVICES = [
  ["laptop", {}, "usa", /^Keep .+\. .+\.$/, "Takes a hint."],
  [
    "phone",
    { ...PHONE, locale: "it-IT", colorScheme: "dark" },
    "europe",
    /^Tieni .+\. .+\.$/,
    "Chiede un suggerimento.",
  ],
  ["phone", { ...PHONE, locale: "nb-NO" }, "card_game", /^Behold .+\. .+\.$/, "Tar et hint."],
];
for (const [device, options, game, words, line] of DEVICES) {
  test(`${game} on a ${device}: tickets compared, a move marked, and the log says so`, async () => {
    const page = await server.visit("/", options);
    await playNow(page, game);
    await page.waitForSelector("[data-offer]:not(:disabled)");
    await page.click("[data-hint]");
    await page.waitForSelector("[data-hint-said]", SLOW);
    assert.match((await said(page)).trim(), words);
    const offers = await page.$$eval("[data-offer]", (all) => all.length);
    await page.waitForSelector("[data-compared]");
    assert.equal(await page.$$eval("[data-compared] tbody tr", (rows) => rows.length), offers);
    assert.ok(await page.$(".ticket.hinted"));
    assert.deepEqual(await faults(page), []);
    await keep(page);
    await page.waitForSelector("[data-hint-said]", { state: "detached" }); // what was done needs no hint
    await turn(page);
    await page.waitForSelector("[data-hint][aria-disabled=false]");
    if (device === "laptop") await page.keyboard.press("h");
    else await page.tap("[data-hint]");
    await page.waitForSelector("[data-hint-said]", SLOW);
    assert.ok((await said(page)).length > 20);
    await page.waitForSelector(".hinted, [data-way], [data-yardplays]");
    assert.deepEqual(await faults(page), []);
    await page.click("[data-tab=log]");
    await page.waitForFunction((line) => document.querySelector(".log")?.textContent.includes(line), line);
    const seen = await page.$$eval(".log .line", (all, line) => all.filter((e) => e.textContent === line).length, line);
    assert.equal(seen, 2);
    await page.reload();
    await turn(page);
    assert.equal(await page.$("[data-hint-said]"), null);
    await page.click("[data-hint]"); // the same once more, which is no other hint
    await page.waitForSelector("[data-hint-said]", SLOW);
    await page.click("[data-hint-close]");
    const { hinted } = await page.evaluate(
      (id) => fetch(`/api/v1/tables/${id}`).then((reply) => reply.json()),
      new URL(page.url()).pathname.split("/").at(-1),
    );
    assert.equal(hinted.length, 2);
    await server.leave(page);
  });
}

test("with another person only when both agree, and the list of keys has it", async () => {
  const anna = await server.visit("/new");
  await anna.click("[data-more] summary");
  await anna.click("[data-hints]");
  await anna.click("[data-create]");
  await anna.waitForSelector("[data-agree='0']:checked");
  const bruno = await server.visit(new URL(anna.url()).pathname);
  await bruno.click('[data-seat="1"] button');
  await bruno.waitForSelector("[data-agree='1']");
  assert.equal(await bruno.isChecked("[data-agree='1']"), false);
  await anna.waitForSelector("text=Hints, once everyone agrees");
  await bruno.click("[data-agree='1']");
  await anna.waitForSelector("text=Hints allowed");
  assert.deepEqual(await faults(bruno), []);
  await anna.click("[data-start]:not(:disabled)");
  await anna.waitForSelector("[data-hint]");
  await anna.click("[data-keys]");
  await anna.waitForSelector("dialog dt:has-text('H') + dd:has-text('Hint')");
  await server.leave(anna, bruno);
});

test("without the host's leave there is no button", async () => {
  const page = await server.visit("/");
  await page.evaluate(async () => {
    const say = (path, body) =>
      fetch(`/api/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then((reply) => reply.json());
    await say("/session");
    const { id } = await say("/play-now", { game: "usa", hints: false });
    location.href = `/t/${id}`;
  });
  await page.waitForSelector("[data-offer]:not(:disabled)");
  assert.equal(await page.$("[data-hint]"), null);
  await server.leave(page);
});
