// Being told of one's turns: set up on the account page, for one table, on this device; and links that end it.
// What a browser's push service would bring is handed to the page's own worker by the browser itself.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { PATIENCE } from "./player.mjs";
import { ask } from "./robot.mjs";
import { PHONE, startServer } from "./server.mjs";

const AGAIN = 10_000; // milliseconds, until a push that was not taken is sent once more

let server;
let receiver; // of webhooks
const taken = [];
before(async () => {
  receiver = createServer((request, reply) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      taken.push(JSON.parse(body));
      reply.end();
    });
  });
  await new Promise((listening) => receiver.listen(0, "127.0.0.1", listening));
  server = await startServer({ more: ["--alert-private", "--alert-delay", "0"] });
});
after(async () => {
  await server.close();
  receiver.close();
});

const hook = () => `http://127.0.0.1:${receiver.address().port}/hook`;

async function visitor(options = {}) {
  const page = await server.visit("/", { reducedMotion: "reduce", ...options });
  await ask(page, "/session");
  await page.goto(`${server.base}/account`);
  await page.waitForSelector("[data-alerts]");
  return page;
}
async function addHook(page) {
  await page.selectOption("[data-alert-kind]", "webhook");
  await page.fill("[data-alerts] input[type=url]", hook());
  await page.click("[data-alerts] form button");
  await page.waitForSelector("[data-target=webhook]");
}
async function until(true_) {
  while (!true_()) await new Promise((later) => setTimeout(later, 20));
}

test("a webhook is added, tried, kept with choices, and removed", async () => {
  const page = await visitor();
  await addHook(page);
  await page.click("[data-test-target]");
  await until(() => taken.length > 0);
  assert.equal(taken.at(-1).title, "A test from Carrozza");
  const told = page.waitForResponse((reply) => reply.url().endsWith("/me/alerts"));
  await page.selectOption("[data-setting=alert-turns]", "days");
  await told;
  await page.fill("[data-quiet-from]", "22:30");
  await page.waitForFunction(() => document.querySelector("[data-quiet-to]").value === "08:00");
  await page.reload();
  await page.waitForSelector("[data-target=webhook]");
  assert.equal(await page.inputValue("[data-setting=alert-turns]"), "days");
  assert.equal(await page.inputValue("[data-quiet-from]"), "22:30");
  await page.click("[data-target=webhook] button[aria-label]");
  await page.waitForSelector("[data-target=webhook]", { state: "detached" });
  assert.deepEqual(server.problems, []);
  await page.context().close();
});

test("an address that cannot be one is refused kindly", async () => {
  const page = await visitor();
  await page.selectOption("[data-alert-kind]", "webhook");
  await page.fill("[data-alerts] input[type=url]", "ftp://example.org/");
  await page.click("[data-alerts] form button");
  await page.waitForSelector(".notice");
  assert.match(await page.textContent(".notice"), /must begin with https/);
  assert.ok(server.problems.splice(0).every((problem) => problem.includes("422"))); // the browser notes it
  await page.context().close();
});

test("one table is left out, and its stop link does the same", async () => {
  const page = await visitor();
  await addHook(page);
  const table = (await ask(page, "/tables", { game: "usa", players: 2 })).id;
  await page.goto(`${server.base}/t/${table}`);
  await page.click("[data-settings]");
  const mine = page.locator("[data-setting=table-alerts]");
  assert.ok(await mine.isChecked());
  const told = page.waitForResponse((reply) => reply.request().method() === "PUT");
  await mine.uncheck();
  await told;
  await page.reload();
  await page.click("[data-settings]");
  await page.waitForSelector("[data-setting=table-alerts]:not(:checked)");
  await page.context().close();
});

test("a push is shown once, and a newer one takes its place", async () => {
  const page = await visitor({ permissions: ["notifications"] });
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready; // it may still be about to begin
    while (active.state !== "activated")
      await new Promise((go) => active.addEventListener("statechange", go, { once: true }));
  });
  const deliver = await worker(page);
  const notice = { id: "1", tag: "t1", title: "Your turn: USA", body: "With Anna.", link: "https://x/t/t1", stop: "s" };
  await deliver({ ...notice, stop_words: "Not for this game", language: "en" }, false);
  await deliver({ ...notice, stop_words: "Not for this game", language: "en" }, true); // without a sound
  await deliver({ ...notice, id: "2", title: "Your time is running out: USA", stop_words: "x", language: "en" }, false);
  await page.context().close();
});

/** Hands messages to the page's service worker, as a push service does, and waits until that one alone is shown. */
async function worker(page) {
  const session = await page.context().newCDPSession(page);
  const registration = new Promise((found) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations.length) found(registrations[0].registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await registration;
  const shown = () =>
    page.evaluate(async () => {
      const ready = await navigator.serviceWorker.ready;
      return (await ready.getNotifications()).map((one) => `${one.data.id} ${one.title} ${one.tag} ${one.silent}`);
    });
  return async (notice, silent) => {
    const data = JSON.stringify(notice);
    const send = () => session.send("ServiceWorker.deliverPushMessage", { origin: server.base, registrationId, data });
    await send();
    const wanted = `${notice.id} ${notice.title} ${notice.tag} ${silent}`;
    const begun = Date.now();
    for (let again = begun + AGAIN; ; await new Promise((later) => setTimeout(later, 20))) {
      const now = await shown();
      if (now.length === 1 && now[0] === wanted) return;
      if (Date.now() > begun + PATIENCE) assert.deepEqual(now, [wanted]);
      if (Date.now() > again) {
        await send(); // a push service, too, repeats what a busy browser has not taken
        again += AGAIN;
      }
    }
  };
}

test("a link that holds no longer says so", async () => {
  const page = await server.visit("/alerts/stop#nonsense");
  await page.waitForSelector("[data-alert-link] p");
  await page.waitForFunction(() => document.body.innerText.includes("This link no longer holds."));
  await page.goto(`${server.base}/alerts/confirm#nonsense`);
  await page.reload();
  await page.click("[data-confirm]");
  await page.waitForFunction(() => document.body.innerText.includes("This link no longer holds."));
  await page.context().close();
});

for (const [locale, theme] of [
  ["en-GB", "light"],
  ["it-IT", "dark"],
  ["nb-NO", "light"],
])
  for (const [name, options] of [
    ["laptop", {}],
    ["phone", PHONE],
  ])
    test(`alerts can be set and read: ${locale}, ${name}, ${theme}`, async () => {
      const page = await visitor({ ...options, locale, colorScheme: theme });
      await addHook(page);
      await page.selectOption("[data-alert-kind]", "matrix");
      const out = await page.$$eval("[data-alerts] *", (all) =>
        all
          .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 1)
          .map((e) => e.outerHTML.slice(0, 100)),
      );
      assert.deepEqual(out, []);
      assert.deepEqual(await faults(page), []);
      if (process.env.PICTURES) {
        await page.locator("[data-alerts]").screenshot({ path: `${process.env.PICTURES}/${locale}-${name}.png` });
      }
      await page.context().close();
    });
