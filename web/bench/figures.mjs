// What the page costs, measured in Chromium against a server of its own: `make bench-web`.
// Headless and without a graphics card: drawing is done by the processor, which real machines do faster.
import { cpus, loadavg } from "node:os";
import { startServer } from "../e2e/server.mjs";
import { newTable, playUntil } from "../e2e/robot.mjs";
import { firstLoad } from "../e2e/weight.mjs";

const ms = (n) => `${n.toFixed(n < 100 ? 1 : 0)} ms`;
const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))];
const row = (what, figure, bar) => console.log(`${what.padEnd(58)} ${figure.padStart(22)}   ${bar}`);

console.log(
  `${cpus().length} × ${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}; headless Chromium, drawing in software\n`,
);
for (const [name, size] of Object.entries(firstLoad()))
  row(`JavaScript of the first load, gzipped: ${name}`, `${(size / 1000).toFixed(1)} kB`, "≤ 150 kB");

const server = await startServer();
try {
  await interactive("just after the server's start");
  await interactive("again, by another visitor");
  await latency();
  await watching();
  for (const game of ["usa", "europe", "northern_lights"]) await panning(game);
} finally {
  await server.close();
}

/** Frames while five bots play and all of it is shown, beside a page where nothing happens. */
async function watching() {
  const quick = await startServer({ pace: ["0.5", "0.7"] }); // what bots do for people who like it quick
  try {
    const page = await quick.visit("/");
    await page.evaluate(() => localStorage.setItem("carrozza.speed", "quick"));
    const rate = async (bots, ready) => {
      const id = await newTable(page, { game: "europe", players: 5, bots });
      await page.goto(`${quick.base}/t/${id}`);
      await page.waitForSelector(ready);
      const frames = await page.evaluate(async () => {
        const list = [];
        let last = await new Promise(requestAnimationFrame);
        for (const end = last + 6000; last < end;) {
          const now = await new Promise(requestAnimationFrame);
          list.push(now - last);
          last = now;
        }
        return list;
      });
      return (1000 * frames.length) / frames.reduce((a, b) => a + b, 0);
    };
    const still = await rate([null, ...Array(4).fill("easy")], "[data-offer]");
    const busy = await rate(Array(5).fill("easy"), "[data-told]");
    row("five bots play on quick: frames a second", busy.toFixed(1), "60");
    row("  on a page where nothing happens; the part of it", `${still.toFixed(1)}; ${(busy / still).toFixed(2)}`, "");
  } finally {
    await quick.close();
  }
}

/** From the beginning of the navigation until the first button to play is there and enabled. */
async function interactive(when) {
  const context = await server.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: "en-GB" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const button = document.querySelector("[data-play]:not(:disabled)");
      if (!button) return;
      observer.disconnect();
      window.playable = performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(server.base);
  await page.waitForFunction(
    () => window.playable && [...document.images].every((image) => image.complete && image.naturalWidth),
  );
  const { playable, pictures } = await page.evaluate(() => ({
    playable: window.playable,
    pictures: performance.now(),
  }));
  row(`home page interactive, ${when}`, ms(playable), "< 1500 ms");
  row(`  and all its pictures there`, ms(pictures), "");
  await context.close();
}

/** From one player's click until the other's page shows what it did. */
async function latency() {
  const anna = await server.visit("/new");
  const bruno = await server.visit("/");
  await anna.click("[data-create]");
  await anna.waitForSelector("[data-start]");
  await bruno.goto(anna.url());
  await bruno.click('[data-seat="1"] button');
  await anna.click("[data-start]:not(:disabled)");
  for (const page of [anna, bruno]) {
    for (const i of [0, 1]) await page.click(`[data-offer='${i}']`);
    await page.click("[data-keep]");
    await page.waitForSelector("[data-offer]", { state: "detached" });
    await page.evaluate(() => {
      const now = () => performance.timeOrigin + performance.now();
      addEventListener("click", () => (window.clicked = now()), true);
      const hands = () => [...document.querySelectorAll(".players .facts")].map((e) => e.textContent).join();
      let before = hands();
      new MutationObserver(() => {
        if (hands() === before) return;
        before = hands();
        window.saw = now();
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  }
  const taken = [];
  while (taken.length < 40) {
    const [actor, other] = (await anna.$("[data-deck].can")) ? [anna, bruno] : [bruno, anna];
    await other.evaluate(() => (window.saw = 0));
    await actor.click("[data-deck].can");
    await other.waitForFunction(() => window.saw);
    taken.push((await other.evaluate(() => window.saw)) - (await actor.evaluate(() => window.clicked)));
  }
  row("a move reaches the other browser's page, median of 40", ms(quantile(taken, 0.5)), "< 100 ms");
  row("  95 of 100 within; the slowest", `${ms(quantile(taken, 0.95))}; ${ms(Math.max(...taken))}`, "");
  for (const page of [anna, bruno]) await page.context().close();
}

/** Times between frames while a board in mid-game is dragged about for some seconds. */
async function panning(game) {
  const page = await server.visit("/");
  const id = await newTable(page, { game, players: 5, bots: [null, "easy", "easy", "easy", "easy"] });
  await playUntil(page, id, 130);
  await page.goto(`${server.base}/t/${id}`);
  await page.waitForSelector(".window");
  for (let i = 0; i < 3; i++) await page.click("[data-nearer]");
  await page.waitForTimeout(1200);
  await page.evaluate(() => {
    window.frames = [];
    let last = 0;
    requestAnimationFrame(function tick(now) {
      if (last) window.frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    });
  });
  const box = await page.locator(".window").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => (window.frames.length = 0));
  const begun = Date.now();
  for (let i = 0; Date.now() - begun < 4000; i++)
    await page.mouse.move(x + 250 * Math.sin(i / 25), y + 150 * Math.sin(i / 17));
  const frames = await page.evaluate(() => window.frames);
  await page.mouse.up();
  const rate = (1000 * frames.length) / frames.reduce((a, b) => a + b, 0);
  const late = frames.filter((f) => f > 25).length;
  row(`panning ${game}, five players, enlarged: frames a second`, rate.toFixed(1), "60");
  row("  95 of 100 frames within; frames missed", `${ms(quantile(frames, 0.95))}; ${late} of ${frames.length}`, "");
  await page.context().close();
}
