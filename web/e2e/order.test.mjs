// Keeping order: a line is reported at the table, judged on the operator's page, and felt by its author.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { faults } from "./accessible.mjs";
import { reach } from "./player.mjs";
import { ask } from "./robot.mjs";
import { PHONE, startServer } from "./server.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const python = process.env.PYTHON ?? `${root}.venv/bin/python`;
let server;
before(async () => (server = await startServer()));
after(() => server.close());

const admin = (...told) =>
  execFileSync(python, ["-m", "carrozza", "admin", ...told, "--db", `sqlite:///${server.folder}/e2e.db`], {
    env: { ...process.env, PYTHONPATH: `${root}src` },
    stdio: "pipe",
  });

let count = 0;
/** Somebody who keeps order, on the account page. */
async function operator(options = {}) {
  const page = await server.visit("/", { reducedMotion: "reduce", ...options });
  const name = `Olga ${++count}`;
  await ask(page, "/session");
  await ask(page, "/me/account", { name, password: "correct horse battery" });
  admin("operator", name);
  await page.goto(`${server.base}/account`);
  await page.click("[data-operator]");
  await page.waitForSelector("[data-operator-page]");
  return page;
}
async function guest(name, options = {}) {
  const page = await server.visit("/", { reducedMotion: "reduce", ...options });
  await ask(page, "/session");
  await ask(page, "/me", { name }, "PATCH");
  return page;
}
/** Two people in a lobby. */
async function together(names, options = {}) {
  const [anna, bruno] = [await guest(names[0]), await guest(names[1], options)];
  const { id } = await ask(anna, "/tables", { game: "usa", players: 2 });
  await ask(bruno, `/tables/${id}/join`);
  for (const page of [anna, bruno]) await page.goto(`${server.base}/t/${id}`);
  return { anna, bruno, id };
}
async function say(page, text) {
  await page.fill(".chat input", text);
  await page.click(".chat form button");
}
const notice = (page, words) =>
  page.waitForFunction((words) => document.querySelector(".notice")?.textContent.includes(words), words);
const body = (page, words) => page.waitForFunction((words) => document.body.innerText.includes(words), words);
/** Decide about the report or person at this place. */
async function decide(page, place, { act, hours, reason }) {
  const form = `${place} [data-decide]`;
  if (act) await page.selectOption(`${form} [data-act]`, act);
  if (hours !== undefined) await page.selectOption(`${form} [data-hours]`, hours);
  await page.fill(`${form} [data-reason]`, reason);
  await page.click(`${form} [data-do]`);
}

test("a line is reported, its author muted, and told so in Italian", async () => {
  const { anna, bruno } = await together(["Anna", "Bruno"], { locale: "it-IT" });
  await say(bruno, "You fool!");
  await anna.click(".chat li:has-text('You fool!') [data-report]");
  await anna.waitForSelector("[data-report-sheet] blockquote:has-text('You fool!')");
  await anna.fill("[data-report-text]", "Again and again");
  await anna.click("[data-report-send]");
  await notice(anna, "Thank you. An operator will look at it.");
  await anna.waitForSelector("[data-report-sheet]", { state: "detached" });

  const olga = await operator();
  await olga.waitForSelector("[data-reported=line] blockquote:has-text('You fool!')");
  await olga.waitForSelector("[data-reported] :text('Again and again')");
  await decide(olga, "[data-reported]", { act: "mute", hours: "24", reason: "Insulti" });
  await olga.waitForSelector("text=Nothing is waiting to be judged.");

  await say(bruno, "And yet I speak");
  await notice(bruno, "Il motivo indicato da un operatore: Insulti");
  await bruno.goto(`${server.base}/account`);
  await bruno.waitForSelector("[data-muted]");
  assert.match(await bruno.textContent("[data-muted]"), /Potrai di nuovo scrivere in chat e cambiare nome dal \d/);
  await olga.click("[data-part=audit]");
  const line = await olga.textContent("[data-audit] tbody tr");
  assert.match(line, /Olga 1muted.*Bruno.*Insulti/);
  await server.leave(anna, bruno, olga);
});

test("a name is reported by the keyboard alone, and replaced", async () => {
  const { anna, bruno } = await together(["Carla", "Nasty"]);
  await reach(anna, "[data-report-name]");
  await anna.keyboard.press("Enter");
  await anna.waitForSelector("[data-report-seat]");
  await reach(anna, "[data-report-send]");
  await anna.keyboard.press("Enter");
  await notice(anna, "Thank you.");
  const olga = await operator();
  await decide(olga, "[data-reported=name]:has-text('Nasty')", { act: "rename", reason: "Rude" });
  await anna.waitForSelector("[data-seat='1'] :text-matches('Player [0-9]+')");
  await bruno.waitForSelector("[data-seat='1'] :text-matches('Player [0-9]+')");
  await server.leave(anna, bruno, olga);
});

test("who is banned is told why, at once and after a reload, in Norwegian", async () => {
  const { anna, bruno } = await together(["Dina", "Emil"], { locale: "nb-NO" });
  const olga = await operator();
  await olga.click("[data-part=people]");
  await olga.fill("[data-search]", "emil");
  await olga.keyboard.press("Enter");
  await olga.click("[data-person=Emil] [data-choose]");
  await decide(olga, "[data-person=Emil]", { act: "ban", hours: "", reason: "Juks" });
  await body(bruno, "Du kan ikke spille her lenger. Begrunnelsen fra en operatør: Juks");
  await bruno.reload();
  await body(bruno, "Begrunnelsen fra en operatør: Juks");
  await anna.waitForSelector("[data-seat='1'] .faint:has-text('free')");
  await olga.waitForSelector("[data-person=Emil] :text('banned without end')");
  await olga.click("[data-person=Emil] [data-choose]");
  await decide(olga, "[data-person=Emil]", { act: "unban", reason: "A mistake" });
  await olga.waitForSelector("[data-person=Emil] :text('banned without end')", { state: "detached" });
  await bruno.click("[data-reload]");
  await bruno.waitForSelector("[data-seat='1']");
  await server.leave(anna, bruno, olga);
});

test("a table is closed, and the others see it", async () => {
  const { anna, bruno, id } = await together(["Fia", "Gino"]);
  const olga = await operator();
  await olga.click("[data-part=tables]");
  await olga.click(`[data-table="${id}"] [data-choose]`);
  await decide(olga, `[data-table="${id}"]`, { reason: "Empty" });
  await olga.waitForSelector(`[data-table="${id}"]`, { state: "detached" });
  for (const page of [anna, bruno]) await body(page, "This table has been closed");
  await server.leave(anna, bruno, olga);
});

test("there is nothing to see for anybody else", async () => {
  const page = await guest("Hanna");
  await page.goto(`${server.base}/operator`);
  await body(page, "There's nothing at this address");
  await page.goto(`${server.base}/account`);
  await page.waitForSelector("[data-alerts]");
  assert.equal(await page.$("[data-operator]"), null);
  await server.leave(page);
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
    test(`the pages of order can be read: ${locale}, ${name}, ${theme}`, async () => {
      const look = { ...options, locale, colorScheme: theme };
      const { anna, bruno, id } = await together([`Iris ${++count}`, `Jens ${count}`], look);
      await say(anna, "Good luck, everybody! May the longest path win.");
      await say(anna, "aVeryLongWordWithoutASingleSpaceInItThatGoesOnAndOnAndOnAndOnAndOnAndOnAndOn");
      await bruno.click(".chat li:has-text('aVeryLong') [data-report]");
      await bruno.waitForSelector("[data-report-sheet]");
      await check(bruno, "[data-report-sheet]", `report-${locale}-${name}`);
      await bruno.fill("[data-report-text]", "It fills my whole screen, and it was said again and again.");
      await bruno.click("[data-report-send]");
      await bruno.waitForSelector("[data-report-sheet]", { state: "detached" });
      const olga = await operator(look);
      await olga.waitForSelector("[data-reported]");
      await olga.selectOption("[data-reported] [data-act] >> nth=0", "ban");
      await check(olga, "[data-operator-page]", `reports-${locale}-${name}`);
      await olga.click("[data-part=people]");
      await olga.fill("[data-search]", "iris");
      await olga.keyboard.press("Enter");
      await olga.click("[data-person] [data-choose] >> nth=0");
      await decide(olga, "[data-person]", { act: "mute", hours: "168", reason: "Said again and again" });
      await olga.waitForSelector("[data-person] .held");
      await olga.click("[data-person] [data-choose] >> nth=0");
      await check(olga, "[data-operator-page]", `people-${locale}-${name}`);
      for (const part of ["tables", "server", "audit"]) {
        await olga.click(`[data-part=${part}]`);
        await olga.waitForSelector(`[data-part=${part}][aria-current]`);
        await olga.waitForSelector(
          { tables: `[data-table="${id}"]`, server: "[data-figures]", audit: "[data-audit]" }[part],
        );
        await check(olga, "[data-operator-page]", `${part}-${locale}-${name}`);
      }
      await server.leave(anna, bruno, olga);
    });

/** Nothing is wider than the window, and axe finds nothing. */
async function check(page, place, name) {
  const out = await page.$$eval(`${place}, ${place} *`, (all) =>
    all
      .filter((e) => !e.closest(".scroll") && e.getBoundingClientRect().right > innerWidth + 1)
      .map((e) => e.outerHTML.slice(0, 100)),
  );
  assert.deepEqual(out, []);
  assert.deepEqual(await faults(page), []);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}
