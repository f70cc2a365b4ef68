// Games over days: on to the next table that waits for one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
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
