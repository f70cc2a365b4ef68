// A page that was opened before the server was updated: its files are gone, and it says so, or helps itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer } from "./server.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.close());

/** The home page, for which the rules' file is there or gone as told; and how often it was loaded. */
async function opened(there) {
  const page = await server.visit("/", { serviceWorkers: "block" });
  const seen = { loads: 0 };
  page.on("request", (request) => request.isNavigationRequest() && seen.loads++);
  await page
    .context()
    .route(/\/assets\/Rules-.*\.js$/, (route) =>
      there(seen) ? route.continue() : route.fulfill({ status: 404, body: "" }),
    );
  await page.waitForSelector("[data-play]");
  return { page, seen };
}

test("it takes the new page by itself", async () => {
  const { page, seen } = await opened(({ loads }) => loads > 0);
  await page.click("header a[href='/rules']");
  await page.waitForSelector("[data-rules]");
  assert.equal(seen.loads, 1);
  await server.leave(page);
});

test("where that does not help it says so under its header, and does not try again by itself", async () => {
  const { page, seen } = await opened(() => false);
  await page.click("header a[href='/rules']");
  await page.waitForSelector("h1:text-is('Carrozza was updated.')");
  assert.ok(await page.isVisible("header .brand"));
  assert.equal(seen.loads, 1);
  await page.click("[data-reload]");
  await page.waitForSelector("h1:text-is('Carrozza was updated.')");
  assert.equal(seen.loads, 2);
  await server.leave(page);
});

test("without a network it is not the update's fault", async () => {
  const { page, seen } = await opened(() => true);
  await page.context().setOffline(true);
  await page.click("header a[href='/rules']");
  await page.waitForSelector('h1:text-is("The server can\'t be reached.")');
  assert.equal(seen.loads, 0);
  await page.context().setOffline(false);
  await page.click("[data-reload]");
  await page.waitForSelector("[data-rules]");
  await server.leave(page);
});
