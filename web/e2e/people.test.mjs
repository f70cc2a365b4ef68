// People: profiles, leaderboards, friends and invitations, playing again on another device, blocking.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { faults } from "./accessible.mjs";
import { reach } from "./player.mjs";
import { ask, playUntil } from "./robot.mjs";
import { PHONE, startServer } from "./server.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const python = process.env.PYTHON ?? `${root}.venv/bin/python`;
const PASSWORD = "correct horse battery";
let server;
before(async () => (server = await startServer()));
after(() => server.close());

/** What many games would have stored: ratings [person, game, players, rating, games], each with its history. */
function rate(...ratings) {
  const script = `
import json, sqlite3, sys, time
db, ratings = sys.argv[1], json.loads(sys.argv[2])
at = sqlite3.connect(db, timeout=30)
for person, game, players, rating, games in ratings:
    sigma, now = 2.0, time.time()
    at.execute("insert or replace into ratings values (?,?,?,?,?,?,?,?)",
               (person, game, players, rating + 3 * sigma, sigma, games, rating, now))
    for n in range(1, games + 1):
        s = sigma + 5.0 * (games - n) / games
        mu = 25 + (rating + 3 * sigma - 25) * n / games + (n % 3 - 1) * (0 if n == games else 0.8)
        at.execute("insert or replace into rating_points (account, game, players, games, mu, sigma, at) values (?,?,?,?,?,?,?)",
                   (person, game, players, n, mu, s, now - (games - n) * 86400))
at.commit()
`;
  execFileSync(python, ["-c", script, `${server.folder}/e2e.db`, JSON.stringify(ratings)]);
}

let count = 0;
/** Somebody with an account, on the home page. */
async function holder(name, options = {}) {
  const page = await server.visit("/", { reducedMotion: "reduce", ...options });
  await ask(page, "/session");
  await ask(page, "/me/account", { name, password: PASSWORD });
  await page.reload();
  const { id } = await page.evaluate(async () => (await fetch("/api/v1/me")).json());
  return { page, id };
}
/** The same account on another device. */
async function device(name, options = {}) {
  const page = await server.visit("/", { reducedMotion: "reduce", ...options });
  await ask(page, "/session/sign-in", { name, password: PASSWORD });
  await page.reload();
  return page;
}
async function befriend(one, other) {
  await ask(one.page, "/me/friends", { person: other.id });
  await ask(other.page, `/me/friends/${one.id}/accept`);
}
/** A finished game of these people. */
async function played(them, body = {}) {
  const { id } = await ask(them[0].page, "/tables", { game: "card_game", players: them.length, ...body });
  for (const { page } of them.slice(1)) await ask(page, `/tables/${id}/join`);
  await ask(them[0].page, `/tables/${id}/start`);
  await Promise.all(them.map(({ page }) => playUntil(page, id, "over")));
  return id;
}
const go = (page, path) => page.goto(server.base + path);

test("a friend is asked by name, says yes by the keyboard alone, and is invited to a table", async () => {
  const [anna, bruno] = [await holder("Anna Uno"), await holder("Bruno Due")];
  await anna.page.click("[data-friends]");
  await anna.page.fill("[data-ask-name]", "bruno due");
  await anna.page.click("[data-ask]");
  await anna.page.waitForSelector("[data-asked] :text('Bruno Due')");

  await bruno.page.reload();
  await bruno.page.waitForSelector("[data-friends]:has-text('1 person asks')");
  await reach(bruno.page, "[data-friends]");
  await bruno.page.keyboard.press("Enter");
  await bruno.page.waitForSelector("[data-asks] :text('Anna Uno')");
  await reach(bruno.page, "[data-asks] [data-do=accept]");
  await bruno.page.keyboard.press("Enter");
  await bruno.page.waitForSelector("[data-friend='Anna Uno'] :text-is('online')");
  await bruno.page.waitForSelector("[data-friends][aria-label='Friends']");
  await bruno.page.waitForSelector("main:focus"); // the list that the keyboard was in is gone

  const { id } = await ask(anna.page, "/tables", { game: "usa", players: 2 });
  await go(bruno.page, "/");
  await go(anna.page, `/t/${id}`);
  await anna.page.click("[data-invite-friend='Bruno Due']");
  await anna.page.waitForSelector("[data-invited]");
  await bruno.page.waitForSelector(".call:has-text('Anna Uno invites you to play')");
  await bruno.page.click("[data-join-call]");
  await bruno.page.waitForURL(`**/t/${id}`);
  await anna.page.waitForSelector("[data-seat='1'] :text('Bruno Due')");
  await server.leave(anna.page, bruno.page);
});

test("an invitation is declined on one device and gone on the other, and the host may ask again", async () => {
  const [anna, bruno] = [await holder("Anna Tre"), await holder("Bruno Tre")];
  await befriend(anna, bruno);
  const phone = await device("Bruno Tre", PHONE);
  const { id } = await ask(anna.page, "/tables", { game: "usa", players: 3 });
  await ask(anna.page, `/tables/${id}/invitations/${bruno.id}`, {}, "PUT");
  for (const page of [bruno.page, phone]) await page.waitForSelector(`[data-call="${id}"]`);
  await phone.click("[data-refuse-call]");
  await bruno.page.waitForSelector(`[data-call="${id}"]`, { state: "detached" });
  await go(anna.page, `/t/${id}`);
  await anna.page.waitForSelector('[data-invite] :text("can\'t play now")');
  await anna.page.click("[data-invite-friend='Bruno Tre']");
  await phone.waitForSelector(`[data-call="${id}"]`);
  await reach(anna.page, "[data-withdraw]");
  await anna.page.keyboard.press("Enter");
  await anna.page.waitForSelector("[data-invite] ul:focus");
  await anna.page.waitForSelector("[data-invite-friend='Bruno Tre']");
  await phone.waitForSelector(`[data-call="${id}"]`, { state: "detached" });
  await server.leave(anna.page, bruno.page, phone);
});

test("no more seats are kept than are free", async () => {
  const [anna, bruno, carla] = [await holder("Anna Quattro"), await holder("Bruno Quattro"), await holder("Carla Uno")];
  await befriend(anna, bruno);
  await befriend(anna, carla);
  const { id } = await ask(anna.page, "/tables", { game: "usa", players: 2 });
  await go(anna.page, `/t/${id}`);
  await anna.page.click("[data-invite-friend='Carla Uno']");
  await anna.page.waitForSelector("[data-all-kept]");
  assert.equal(await anna.page.$("[data-invite-friend]"), null);
  await anna.page.click("[data-withdraw]");
  await anna.page.waitForSelector("[data-invite-friend='Bruno Quattro']");
  assert.equal(await anna.page.$("[data-all-kept]"), null);
  await server.leave(anna.page, bruno.page, carla.page);
});

test("a rematch reaches who has left the page, on another device", async () => {
  const [anna, bruno] = [await holder("Anna Sei"), await holder("Bruno Sei")];
  await played([anna, bruno]);
  await bruno.page.context().close();
  const phone = await device("Bruno Sei", PHONE);
  await go(anna.page, "/friends");
  await anna.page.click("[data-opponent='Bruno Sei'] [data-rematch]");
  await anna.page.waitForURL("**/t/*");
  await phone.waitForSelector(".call:has-text('Anna Sei wants to play again')");
  await phone.click("[data-join-call]");
  await phone.waitForURL(anna.page.url());
  await phone.waitForSelector("[data-seat='1'] :text('Bruno Sei')");
  await server.leave(anna.page, phone);
});

test("who is blocked is not heard, not among the opponents, and gets no seat", async () => {
  const [anna, bruno] = [await holder("Anna Sette"), await holder("Bruno Sette")];
  await befriend(anna, bruno);
  await played([anna, bruno], { public: true });
  await go(anna.page, `/people/${bruno.id}`);
  await reach(anna.page, "[data-do=block]");
  await anna.page.keyboard.press("Enter");
  await anna.page.waitForSelector("[data-sure=block]:focus");
  await anna.page.keyboard.press("Escape");
  await anna.page.waitForSelector("[data-do=block]:focus");
  await anna.page.keyboard.press("Enter");
  await anna.page.waitForSelector("[data-sure=block]:focus");
  await anna.page.keyboard.press("Enter");
  await anna.page.waitForSelector("[data-relation=blocked]:focus");
  await go(anna.page, "/friends");
  await anna.page.waitForSelector("[data-blocked] :text('Bruno Sette')");
  assert.equal(await anna.page.$("[data-opponent='Bruno Sette']"), null);

  const { id } = await ask(anna.page, "/tables", { game: "usa", players: 2 });
  await go(bruno.page, `/t/${id}`);
  await bruno.page.click("[data-seat='1'] button");
  await bruno.page.waitForSelector(".notice:has-text('kept for others')");
  assert.match(server.problems.splice(0).join(), /^[^,]*409[^,]*$/); // the browser notes that this was refused
  await go(bruno.page, `/people/${anna.id}`);
  await bruno.page.waitForSelector("[data-profile=shown]");
  assert.equal(await bruno.page.$("[data-note]"), null);
  await bruno.page.click("[data-do=ask]");
  await bruno.page.waitForSelector("[data-relation=asked]");
  await go(anna.page, "/friends");
  await anna.page.waitForSelector("[data-blocked]");
  assert.equal(await anna.page.$("[data-asks]"), null);
  await server.leave(anna.page, bruno.page);
});

test("a profile is hidden from others, and from the leaderboards", async () => {
  const [anna, bruno] = [await holder("Anna Otto"), await holder("Bruno Otto")];
  rate([anna.id, "europe", 4, 12.5, 8]);
  await go(bruno.page, "/leaderboards?game=europe&players=4");
  await bruno.page.click("[data-place='1'] :text('Anna Otto')");
  await bruno.page.waitForSelector("[data-profile=shown]");
  await go(anna.page, "/account");
  await anna.page.click("[data-hide]");
  await anna.page.waitForSelector(".notice");
  await bruno.page.reload();
  await bruno.page.waitForSelector("[data-profile=hidden] :text('This profile is hidden.')");
  assert.equal(await bruno.page.$("[data-records]"), null);
  await go(bruno.page, "/leaderboards?game=europe&players=4");
  await bruno.page.waitForSelector(":text('Nobody yet')");
  await anna.page.click("[data-my-profile]");
  await anna.page.waitForSelector("[data-profile=hidden] :text('Only you see this')");
  await go(anna.page, "/people/nobody");
  await anna.page.waitForSelector(":text('There is no such profile')");
  await server.leave(anna.page, bruno.page);
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
    test(`the pages of people can be read: ${locale}, ${name}, ${theme}`, async () => {
      const look = { ...options, locale, colorScheme: theme };
      const n = ++count;
      const anna = await holder(`Anna ${n}`, look);
      const others = [];
      for (const who of ["Wolfeschlegelsteinhause", "אבגד", "Zoë"]) others.push(await holder(`${who}${n}`, look));
      const [game, players] = ["card_game", 2];
      await played([anna, others[0]], { public: true, rated: true });
      rate(
        [anna.id, game, players, 18.4, 31],
        [others[0].id, game, players, 22.1, 12],
        [others[1].id, game, players, 18.4, 9],
        [others[2].id, game, players, -3.2, 6],
      );
      await befriend(anna, others[0]);
      await ask(others[0].page, "/tables", { game: "northern_lights", players: 3, public: true });
      await ask(others[1].page, "/me/friends", { person: anna.id });
      await ask(anna.page, "/me/friends", { person: others[2].id });

      await go(anna.page, `/people/${anna.id}`);
      await anna.page.waitForSelector("[data-history] svg[role=img]");
      await check(anna.page, "[data-profile]", `profile-${locale}-${name}`);
      await reach(anna.page, "[data-history] summary");
      await anna.page.keyboard.press("Enter");
      await anna.page.waitForSelector("[data-points] tbody tr");
      await check(anna.page, "[data-profile]", `history-${locale}-${name}`);

      await go(anna.page, "/");
      await anna.page.click("[data-leaderboards]");
      await anna.page.click(`[data-game=${game}]`);
      await anna.page.click(`[data-players='${players}']`);
      await anna.page.waitForSelector("[data-place] :text('Anna ')");
      await check(anna.page, "[data-leaderboard]", `leaderboard-${locale}-${name}`);

      await go(anna.page, "/friends");
      await anna.page.waitForSelector("[data-friend] [data-join-friend]");
      await anna.page.click("[data-opponent] [data-do=more]");
      await anna.page.click("[data-opponent] [data-do=block]");
      await anna.page.waitForSelector("[data-sure=block]");
      await check(anna.page, "[data-friends-page]", `friends-${locale}-${name}`);

      const { id } = await ask(anna.page, "/tables", { game: "usa", players: 3 });
      await go(anna.page, `/t/${id}`);
      await anna.page.click("[data-invite-friend]");
      await anna.page.waitForSelector("[data-invited]");
      await check(anna.page, "main", `invite-${locale}-${name}`);
      await go(others[0].page, "/");
      await others[0].page.waitForSelector(`[data-call="${id}"]`);
      await check(others[0].page, ".calls", `call-${locale}-${name}`);
      await go(anna.page, "/account");
      await anna.page.waitForSelector("[data-profile-settings]");
      await check(anna.page, "[data-profile-settings]", `account-${locale}-${name}`);
      await server.leave(anna.page, ...others.map(({ page }) => page));
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
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
}
