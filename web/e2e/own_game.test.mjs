// A game that somebody else wrote and installed: the page plays it, and knows nothing of it beforehand.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer, playNow } from "./server.mjs";
import { mouse, playToEnd } from "./player.mjs";

const source = fileURLToPath(new URL("../../tests/fifth", import.meta.url));
const pictures = process.env.PICTURES; // a folder for photographs, to look at
let server, site;

before(async () => {
  site = mkdtempSync(join(tmpdir(), "carrozza-site-"));
  const info = join(site, "alpe_adria-1.0.dist-info"); // as pip writes it
  mkdirSync(info);
  writeFileSync(join(info, "METADATA"), "Metadata-Version: 2.1\nName: alpe-adria\nVersion: 1.0\n");
  writeFileSync(join(info, "entry_points.txt"), "[carrozza.games]\nalpe_adria = alpe_adria:GAME\n");
  server = await startServer({ packages: [source, site] });
});
after(async () => {
  await server?.close();
  rmSync(site, { recursive: true, force: true });
});

const photograph = (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });

test("a game of one's own, from the home page to the final count", async () => {
  const page = await server.visit();
  await page.waitForSelector('[data-play="alpe_adria"]');
  await photograph(page, "home");
  await playNow(page, "alpe_adria", 2);
  const offered = await page.$$eval("[data-offer]", (all) => all.map((one) => one.getAttribute("aria-label")));
  assert.equal(offered.length, 4);
  await page.waitForFunction(() => [...document.querySelectorAll("[data-offer] img")].every((i) => i.naturalWidth));
  await photograph(page, "offer");
  let moves = 0;
  const midway = async () => {
    if (++moves === 60) await photograph(page, "table");
    return false;
  };
  assert.equal(await playToEnd(page, mouse, { until: midway }), "over");
  await page.click("[data-skip]", { timeout: 5000 }).catch(() => undefined);
  await page.waitForSelector(".tally .winner");
  await photograph(page, "end");
  assert.deepEqual(server.problems, []);
});
