// Signing in elsewhere, at a real provider: a new account, the same one again, links on the account page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { startProvider } from "./provider.mjs";
import { ask } from "./robot.mjs";
import { freePort, PHONE, startServer } from "./server.mjs";

const PASSWORD = "correct horse battery";
let server;
let provider;
before(async () => {
  const port = await freePort();
  provider = await startProvider(port);
  server = await startServer({ at: port, more: provider.options });
});
after(async () => {
  await server.close();
  await provider.stop();
  provider.forget();
});

/** At the provider, which asks nothing but who one is. */
async function signInThere(page, subject, button) {
  // Its page wants a style sheet from elsewhere, and tests need no network.
  const elsewhere = (url) => url.hostname !== "127.0.0.1";
  await page.context().route(elsewhere, (route) => route.fulfill({ contentType: "text/css", body: "" }));
  await page.click(button);
  await page.waitForURL(`${provider.issuer}/**`);
  await page.fill("input[name=sub]", subject);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${server.base}/**`);
}
async function toTheClub(page, subject) {
  await page.waitForSelector("[data-go=club]");
  await signInThere(page, subject, "[data-go=club]");
}
const tooWide = (page) =>
  page.$$eval("main *", (all) =>
    all
      .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 1)
      .filter((e) => getComputedStyle(e).display !== "inline")
      .map((e) => e.outerHTML.slice(0, 100)),
  );
async function look(page, name) {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
  assert.deepEqual(await tooWide(page), []);
  assert.deepEqual(await faults(page), []);
}

test("somebody new chooses a name, plays as a guest elsewhere, and finds the games in the account", async () => {
  await provider.call("anna-7", { preferred_username: "Annarella" });
  const page = await server.visit("/account");
  await toTheClub(page, "anna-7");
  await page.waitForSelector("[data-elsewhere] input");
  assert.ok(!(await page.evaluate(() => location.href)).includes("code="), "it stays in no history");
  assert.equal(await page.inputValue("[data-elsewhere] input"), "Annarella");
  assert.ok(await page.evaluate(() => document.activeElement.matches("[data-elsewhere] input")));
  await page.fill("[data-elsewhere] input", "Anna of the club");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-identity]");
  assert.match(await page.innerText("[data-identity]"), /Club della ferrovia\s+since .* · not used yet/);

  const phone = await server.visit("/", PHONE);
  const { id } = await ask(phone, "/play-now", { game: "usa" });
  await phone.goto(`${server.base}/account`);
  await toTheClub(phone, "anna-7");
  await phone.waitForSelector("[data-identity]");
  assert.equal(await phone.inputValue("main form input[type=text]"), "Anna of the club");
  const mine = await phone.evaluate(async () => (await fetch("/api/v1/me/tables")).json());
  assert.deepEqual(
    mine.map(({ table }) => table.id),
    [id],
  );
  await server.leave(page, phone);
});

test("the only way in stays until there is a password", async () => {
  const page = await server.visit("/account");
  await toTheClub(page, "bruno-1");
  await page.fill("[data-elsewhere] input", "Bruno");
  await page.click("[data-elsewhere] form button");
  await page.waitForSelector("[data-identity]");
  await page.click("[data-identity] button");
  await page.waitForFunction(() => document.body.innerText.includes("You could not sign in any more."));
  server.problems.length = 0; // the browser notes the refusal
  const form = page.locator("form", { has: page.locator("input[autocomplete=new-password]") });
  assert.equal(await form.locator("input").count(), 1);
  await form.locator("input").fill(PASSWORD);
  await form.locator("button").click();
  await page.waitForFunction(() => document.querySelector("main form input[autocomplete=current-password]"));
  await page.click("[data-identity] button");
  await page.waitForSelector("[data-identity]", { state: "detached" });
  assert.ok(await page.evaluate(() => document.activeElement.matches("[data-identities] h2")));
  await page.fill("[data-identities] input[type=password]", PASSWORD);
  await signInThere(page, "bruno-2", "[data-link=club]");
  await page.waitForSelector("[data-identity]");
  await server.leave(page);
});

test("an answer from another browser is told kindly", async () => {
  const page = await server.visit("/account/oidc/club?code=x&state=y");
  await page.waitForSelector("[data-problem]");
  assert.match(await page.innerText("[data-problem]"), /another browser, too long ago, or used already/);
  await look(page, "stale");
  await page.click("[data-begin]");
  await page.waitForSelector("[data-go=club]");
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
    test(`it can be read: ${locale}, ${name}, ${theme}`, async () => {
      const page = await server.visit("/account", { ...options, locale, colorScheme: theme, reducedMotion: "reduce" });
      await page.waitForSelector("[data-go=club]");
      await look(page, `sign-in-${locale}-${name}`);
      await toTheClub(page, `carla-${locale}-${name}`);
      await page.waitForSelector("[data-elsewhere] input");
      await look(page, `name-${locale}-${name}`);
      await page.fill("[data-elsewhere] input", `Carla ${locale.slice(0, 2)} ${name}`);
      await page.click("[data-elsewhere] form button");
      await page.waitForSelector("[data-identity]");
      await page.waitForSelector("[data-devices]");
      await look(page, `account-${locale}-${name}`);
      await server.leave(page);
    });

test("a provider that is down keeps nobody from anything else", async () => {
  const page = await server.visit("/account");
  await page.waitForSelector("[data-go=club]");
  await server.restart(); // it has heard nothing of the provider
  await provider.stop();
  await page.click("[data-go=club]");
  await page.waitForFunction(() => document.body.innerText.includes("does not answer"));
  server.problems.length = 0;
  await server.leave(page);
});
