// The rules to be read: from the choice to a game's page, from the table without losing it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { playNow, startServer } from "./server.mjs";

let server;
before(async () => {
  server = await startServer();
});
after(() => server.close());

test("a game's rules can be read with all their pictures, in the page's language", async () => {
  const page = await server.visit("/rules", { locale: "it-IT" });
  await page.click("[data-rules=europe]");
  await page.waitForSelector(".clause");
  assert.match(await page.title(), /^Europa: le regole/);
  const named = await page.$$eval("[data-section]", (all) => all.map((e) => e.dataset.section));
  assert.equal(named[0], "goal");
  assert.equal(named.at(-1), "points");
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const pictures = await page.$$eval("figure img", (all) => all.map((e) => [e.naturalWidth > 0, e.alt.length > 15]));
  assert.ok(pictures.length > 20);
  assert.deepEqual([...new Set(pictures.flat())], [true]);
  // From a section to its clause, and by address to a section.
  await page.click("[data-section=tunnels] a[href='#C6']");
  await page.waitForFunction(() => document.querySelector("#C6").getBoundingClientRect().top < innerHeight);
  await page.goto(`${server.base}/rules/europe#stations`);
  await page.waitForFunction(() => Math.abs(document.querySelector("#stations")?.getBoundingClientRect().top) < 200);
  // Old addresses lead there, too.
  await page.goto(`${server.base}/help/usa`);
  await page.waitForSelector("[data-section=goal]");
  await page.context().close();
  assert.deepEqual(server.problems, []);
});

test("from a table the rules of its game open beside it", async () => {
  const page = await server.visit();
  await playNow(page, "northern_lights");
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    page.click("a[href='/rules/northern_lights']"),
  ]);
  await opened.waitForSelector("[data-section=bonus-cards]");
  assert.ok(await page.$("[data-offer]"));
  await page.context().close();
});

test("the words of the map are those of the page's language", async () => {
  const page = await server.visit("/", { locale: "nb-NO" });
  await playNow(page, "northern_lights");
  const ground = await page.$eval(".world img", (image) => image.src);
  const drawing = await (await fetch(ground)).text();
  for (const word of ["NORDLYS", "SVERIGE", "Polarsirkelen"]) assert.ok(drawing.includes(word), word);
  assert.match(await page.getAttribute("[data-place=map]", "aria-label"), /Nordlys/);
  await page.context().close();
});
