// Photographs the page for the documents: real games against bots, with fixed choices. `make pictures-web`.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startServer, PHONE } from "../e2e/server.mjs";
import { newTable, playUntil } from "../e2e/robot.mjs";
import { smaller } from "./png.mjs";

const out = fileURLToPath(new URL("../../docs/pictures/browser/", import.meta.url));
mkdirSync(out, { recursive: true });
const server = await startServer();
const MOST = 400_000; // bytes: they are looked at over networks

/** The same visitor on another device. */
async function device(page, options) {
  const context = await server.browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: "en-GB",
    ...options,
    storageState: await page.context().storageState(),
  });
  return context.newPage();
}
async function shoot(page, name, pointed = false) {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  if (!pointed) await page.mouse.move(2, 2);
  await page.waitForTimeout(1700); // until what was drawn or put down has come to rest
  const picture = smaller(await page.screenshot({ animations: "disabled" }));
  writeFileSync(`${out}${name}.png`, picture);
  console.log(`${name.padEnd(28)} ${(picture.length / 1000).toFixed(0).padStart(4)} kB`);
  if (picture.length > MOST) throw new Error(`${name} is too big`);
}

try {
  const laptop = await server.visit("/");
  await laptop.waitForSelector("[data-play]");
  await laptop.evaluate(async () => {
    const say = (method, path, body) =>
      fetch(`/api/v1${path}`, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    await say("POST", "/session");
    await say("PATCH", "/me", { name: "Anna" });
  });
  const phone = await device(laptop, { ...PHONE, deviceScaleFactor: 1.5 });
  const show = async (where, path, sign, name) => {
    await where.goto(server.base + path);
    await where.waitForSelector(sign);
    await shoot(where, name);
  };
  const start = (game, players, level = "medium") =>
    newTable(laptop, { game, players, bots: [null, ...Array(players - 1).fill(level)] });

  // First, while one game waits and not all of them: the games to choose from would be far below.
  await start("usa", 3);
  await show(laptop, "/", ".list .table", "home");
  await show(phone, "/", ".list .table", "home-phone");

  for (const [game, players, moves, least] of [
    ["usa", 4, 96, 4],
    ["europe", 5, 160, 4],
    ["northern_lights", 3, 100, 3],
    ["card_game", 3, 24, 3],
  ]) {
    const id = await start(game, players);
    await playUntil(laptop, id, moves, { least });
    for (const [where, kind] of [
      [laptop, "laptop"],
      [phone, "phone"],
    ])
      await show(where, `/t/${id}`, "[data-deck].can", `${game}-${kind}`);
  }
  const choice = await start("europe", 3);
  await laptop.goto(`${server.base}/t/${choice}`);
  await laptop.click("[data-offer='0']");
  await laptop.click("[data-offer='2']");
  await laptop.hover("[data-offer='0']");
  await shoot(laptop, "tickets", true);

  const dug = await start("europe", 2, "easy");
  await playUntil(laptop, dug, "tunnel");
  await show(laptop, `/t/${dug}`, "[data-decline]", "tunnel");

  const ended = await start("northern_lights", 3);
  await playUntil(laptop, ended, "over", { least: 3 });
  const still = await device(laptop, { reducedMotion: "reduce" });
  await still.goto(`${server.base}/t/${ended}`);
  await still.click("[data-cell=done] >> nth=0");
  await shoot(still, "tally");
  await show(laptop, `/replay/${ended}?move=90`, "[data-next]", "replay");

  const reviewed = await start("usa", 2, "easy");
  await playUntil(laptop, reviewed, "over", { least: 3 });
  for (const [where, kind] of [
    [laptop, "laptop"],
    [phone, "phone"],
  ]) {
    await where.goto(`${server.base}/review/${reviewed}?ask`);
    await where.waitForSelector("[data-chances]", { timeout: 900_000 }); // a machine's first one compiles
    await where.click("[data-turning] >> nth=1");
    await where.click("[data-next-mistake]");
    await shoot(where, `review-${kind}`);
  }
} finally {
  await server.close();
}
