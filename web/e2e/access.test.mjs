// Nobody loses an account: where one is signed in, and back in without the password.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./accessible.mjs";
import { startMailbox } from "./mail.mjs";
import { ask } from "./robot.mjs";
import { PHONE, startServer } from "./server.mjs";

const PASSWORD = "correct horse battery";
const NEW = "quiet evening trains";
let server;
let mailbox;
before(async () => {
  mailbox = await startMailbox();
  server = await startServer({ more: mailbox.options });
});
after(async () => {
  await server.close();
  mailbox.close();
});

/** Somebody with an account, on the account page. */
async function holder(name, { base = server.base, ...options } = {}) {
  const page = await server.visit("/", { reducedMotion: "reduce", ...options });
  await page.goto(base);
  await ask(page, "/session");
  await ask(page, "/me/account", { name, password: PASSWORD });
  await page.goto(`${base}/account`);
  await page.waitForSelector("[data-devices]");
  return page;
}
async function signIn(page, name, password, base = server.base) {
  await page.goto(`${base}/account`);
  const form = page.locator("form", { has: page.locator("[data-forgot]") });
  await form.locator("input[type=text]").fill(name);
  await form.locator("input[type=password]").fill(password);
  await form.locator("button:not([type=button])").click();
  await page.waitForSelector("[data-devices]");
}
/** The same server by a name: browsers make no passkeys for numbers. */
const byName = () => server.base.replace("127.0.0.1", "localhost");
/** Where a link in a mail leads, here. */
const linkIn = (mail) => server.base + /https?:\/\/[^/\s]+(\/account\/\S+#\S+)/.exec(mail)[1];
/** What does not fit into the width of the page. */
const tooWide = (page, within) =>
  page.$$eval(`${within} *`, (all) =>
    all
      .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 1)
      .filter((e) => getComputedStyle(e).display !== "inline")
      .map((e) => e.outerHTML.slice(0, 100)),
  );
async function picture(page, name) {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
}

test("a device is signed out from another one", async () => {
  const laptop = await holder("Anna");
  const phone = await server.visit("/", { ...PHONE, reducedMotion: "reduce" });
  const tablet = await server.visit("/", { reducedMotion: "reduce" });
  for (const page of [phone, tablet]) await signIn(page, "Anna", PASSWORD);
  await laptop.reload();
  await laptop.waitForSelector("[data-device=other] >> nth=1");
  assert.equal(await laptop.locator("[data-device=this]").count(), 1);
  assert.match(await laptop.locator("[data-device=this]").innerText(), /Chrome on \w+\s+This device · since /);
  assert.match(await laptop.locator("[data-device=other]").first().innerText(), /last used/);
  await laptop.locator("[data-device=other] button").first().click();
  await laptop.waitForFunction(() => document.querySelectorAll("[data-device=other]").length === 1);
  assert.ok(await laptop.evaluate(() => document.activeElement.matches("[data-devices] h2")));
  await laptop.click("[data-end-others]");
  await laptop.waitForFunction(() => document.querySelectorAll("[data-device=other]").length === 0);
  for (const page of [phone, tablet]) {
    await page.reload();
    await page.waitForSelector("[data-forgot]");
  }
  await server.leave(laptop, phone, tablet);
});

test("a forgotten password is replaced by a link sent by mail", async () => {
  const page = await holder("Bruno");
  await page.fill("[data-recovery] input[type=email]", "bruno@example.org");
  await page.fill("[data-recovery] input[type=password]", PASSWORD);
  await page.click("[data-recovery] form button");
  await page.waitForSelector("[data-waiting]");
  const other = await server.visit("/", { reducedMotion: "reduce" });
  await other.goto(linkIn(await mailbox.wait(1)));
  await other.click("[data-confirm]");
  await other.waitForSelector("[data-done]");
  assert.match(await other.textContent("[data-done]"), /bruno@example\.org/);
  await page.reload();
  await page.waitForSelector("[data-address]");

  await other.goto(`${server.base}/account`);
  await other.click("[data-forgot]");
  await other.fill("[data-recover] input[type=text]", "bruno@example.org");
  await other.click("[data-recover] form button");
  await other.waitForSelector("[data-done]");
  const link = linkIn(await mailbox.wait(2));
  const asked = [];
  other.on("request", (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await other.goto(link);
  await other.waitForSelector("[data-recover] input[type=password]");
  assert.match(await other.textContent("[data-recover]"), /“Bruno”/);
  const token = link.split("#")[1];
  assert.ok(!(await other.evaluate(() => location.href)).includes(token), "it stays in no history");
  assert.ok(!asked.some((request) => request.includes(token)), "no address and no header holds it");
  await page.reload();
  await page.waitForSelector("[data-devices]"); // opening the link has changed nothing
  await other.fill("[data-recover] input[type=password]", NEW);
  await other.keyboard.press("Enter");
  await other.waitForSelector("[data-device=this]");
  await page.reload();
  await page.waitForSelector("[data-forgot]");
  await signIn(page, "Bruno", NEW);
  await other.goto(link);
  await other.waitForFunction(() => document.body.innerText.includes("This link no longer holds."));
  await other.goto(`${server.base}/account/forgot`);
  await other.fill("[data-recover] input[type=text]", "Nobody at all");
  await other.click("[data-recover] form button");
  await other.waitForSelector("[data-done]"); // nobody learns whether there is such an account
  await server.leave(page, other);
});

test("without a mail server the page says who can help", async () => {
  const bare = await startServer();
  try {
    const page = await bare.visit("/account");
    await page.click("[data-forgot]");
    await page.waitForSelector("[data-no-mail]");
    assert.match(await page.textContent("[data-no-mail]"), /whoever runs the server can give you a link/);
    await bare.leave(page);
  } finally {
    await bare.close();
  }
});

test("a passkey is added, opens the account elsewhere, and is removed", async () => {
  const page = await holder("Dora", { base: byName() });
  const keys = await page.context().newCDPSession(page);
  await keys.send("WebAuthn.enable");
  const { authenticatorId } = await keys.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.fill("[data-passkey-name]", "Dora's laptop");
  await page.fill("[data-passkeys] input[type=password]", PASSWORD);
  await page.click("[data-passkeys] form button");
  await page.waitForSelector("[data-passkey]");
  assert.match(await page.innerText("[data-passkey]"), /Dora's laptop\s+since .* · not used yet/);
  const { credentials } = await keys.send("WebAuthn.getCredentials", { authenticatorId });
  assert.equal(credentials.length, 1);
  assert.equal(credentials[0].rpId, "localhost");
  assert.ok(credentials[0].isResidentCredential);

  await ask(page, "/session/sign-out");
  await page.reload();
  await page.click("[data-use-passkey]");
  await page.waitForSelector("[data-passkey]");
  assert.match(await page.innerText("[data-passkey]"), /last used/);
  assert.equal(await page.inputValue("main form input[type=text]"), "Dora");

  // Somebody who thinks better of it stays outside, and is told so kindly.
  await ask(page, "/session/sign-out");
  await page.reload();
  await page.waitForSelector("[data-use-passkey]");
  await keys.send("WebAuthn.clearCredentials", { authenticatorId });
  await page.click("[data-use-passkey]");
  await page.waitForFunction(() => document.body.innerText.includes("Nothing came of it."));

  await signIn(page, "Dora", PASSWORD, byName());
  await page.click("[data-passkey] button");
  await page.waitForSelector("[data-passkey]", { state: "detached" });
  assert.ok(await page.evaluate(() => document.activeElement.matches("[data-passkeys] h2")));
  await server.leave(page);
});

test("at an address without a name there are no passkeys", async () => {
  const page = await holder("Emil");
  await page.waitForSelector("[data-passkeys]");
  assert.match(await page.textContent("[data-passkeys]"), /cannot be used at this address/);
  assert.equal(await page.locator("[data-passkeys] form").count(), 0);
  await server.leave(page);
});

for (const [locale, theme] of [
  ["en-GB", "light"],
  ["it-IT", "dark"],
  ["nb-NO", "dark"],
])
  for (const [name, options] of [
    ["laptop", {}],
    ["phone", PHONE],
  ])
    test(`it can be read: ${locale}, ${name}, ${theme}`, async () => {
      const page = await holder(`Carla ${locale.slice(0, 2)} ${name}`, {
        ...options,
        base: byName(),
        locale,
        colorScheme: theme,
      });
      await page.waitForSelector("[data-passkeys] form");
      await page.waitForSelector("[data-recovery]");
      const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1";
      const phone = await server.visit("/", { userAgent: agent });
      await signIn(phone, `Carla ${locale.slice(0, 2)} ${name}`, PASSWORD);
      await phone.context().close();
      await page.reload();
      await page.waitForSelector("[data-end-others]");
      assert.deepEqual(await tooWide(page, "main"), []);
      assert.deepEqual(await faults(page), []);
      await picture(page, `account-${locale}-${name}`);
      for (const [path, ready] of [
        ["/account/forgot", "[data-recover] form"],
        ["/account/confirm#nonsense", "[data-confirm]"],
      ]) {
        await page.goto(server.base + path);
        await page.waitForSelector(ready);
        assert.deepEqual(await tooWide(page, "main"), []);
        assert.deepEqual(await faults(page), []);
        await picture(page, `${path.split(/[/#]/)[2]}-${locale}-${name}`);
      }
      await server.leave(page);
    });
