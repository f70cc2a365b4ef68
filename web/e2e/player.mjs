// A player who only uses what is visible on the page: by mouse, by finger or by keys.
// Nothing is tried twice: a control that does nothing, or is not where it seems to be, is a failure.

// How long anything may take, in milliseconds: a busy machine needs it, a broken page does not get done.
export const PATIENCE = 90_000;

/** What the page offers just now. */
const look = (page) =>
  page.evaluate(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const has = (selector) => document.querySelector(selector) !== null;
    return {
      over: has("[data-skip], [data-total]"),
      ready: has("[data-ready]"),
      mine: has("[data-banner].mine"),
      offers: all("[data-offer]:not(:disabled)").length,
      kept: all("[data-offer][aria-checked=true]").length,
      keep: has("[data-keep]:not(:disabled)"),
      pay: has("[data-pay]"),
      decline: has("[data-decline]"),
      pass: has("[data-pass]"),
      sure: has("[data-sure]"),
      best: has("[data-best]"),
      glow: all("[data-glow]").map((e) => e.dataset.glow),
      slots: all("[data-slot].can").map((e) => e.dataset.slot),
      deck: has("[data-deck].can"),
      tickets: has("[data-tickets].can"),
      yardPlays: has("[data-yardplays]"),
      yard: has("[data-yard]"),
      piles: all(".pile[data-card]").map((e) => [
        e.dataset.card,
        Number(e.querySelector(".count").textContent.split("/").at(-1)),
      ]),
      banner: document.querySelector("[data-banner]")?.textContent ?? "",
    };
  });

/** Everything a move can change, as one text; what only moves or fades is not in it. Every page has this. */
export function givePosition() {
  window.position = () => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const texts = all("[data-banner], .players, .pile, [data-ready], .tally").map((e) => e.textContent);
    const counts = [
      "[data-glow]",
      "[data-pay], [data-decline], [data-sure]",
      "[data-offer]",
      "[aria-checked=true], [aria-pressed=true]",
    ];
    return [...texts, ...counts.map((selector) => all(selector).length)].join("|");
  };
}

/** Plays until the game is over, or until `until` says so. */
export async function playToEnd(page, hand, { until = async () => false, seconds = 900 } = {}) {
  const limit = Date.now() + seconds * 1000;
  for (let i = 0; Date.now() < limit; i++) {
    if (await until()) return "until";
    const now = await look(page);
    if (now.over) return "over";
    const todo = move(now, i);
    if (!todo) {
      await page.waitForSelector(
        "[data-banner].mine, [data-ready], [data-skip], [data-total], [data-offer]:not(:disabled)",
        { timeout: PATIENCE },
      );
      continue;
    }
    const before = await page.evaluate(() => window.position());
    await todo(page, hand);
    await page
      .waitForFunction((before) => window.position() !== before, before, { timeout: PATIENCE })
      .catch(() => {
        throw new Error(`nothing happened on: ${todo} at “${now.banner}”`);
      });
    await hand.after?.(page);
  }
  throw new Error(`the game did not end: ${(await look(page)).banner}`);
}

/** What to do next; nothing while others act. */
function move(now, i) {
  const press = (selector) => Object.assign((page, hand) => hand.press(page, selector), { toString: () => selector });
  if (now.ready) return press("[data-ready]");
  if (now.pass) return press("[data-pass]");
  if (now.best) return press("[data-best]");
  if (now.offers) return press(now.keep && now.kept ? "[data-keep]" : "[data-offer][aria-checked=false]");
  if (!now.mine) return null;
  if (now.sure) return press("[data-sure]");
  if (now.pay) return press("[data-pay]");
  if (now.decline) return press("[data-decline]");
  if (now.yard) return press("[data-yard]");
  if (now.yardPlays && i % 3 === 0) {
    const [card, n] = [...now.piles].filter(([c]) => c !== "locomotive").sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
    if (n >= 2)
      return async (page, hand) => {
        for (let k = 0; k < Math.min(n, 4); k++) await hand.press(page, `.pile[data-card=${card}]`);
      };
  }
  if (now.glow.length && (i % 4 || !now.deck)) {
    const route = now.glow[i % now.glow.length];
    return Object.assign((page, hand) => hand.claim(page, route), { toString: () => `route ${route}` });
  }
  if (now.deck && i % 2) return press("[data-deck]");
  if (now.slots.length) return press(`[data-slot="${now.slots[i % now.slots.length]}"]`);
  if (now.deck) return press("[data-deck]");
  if (now.tickets) return press("[data-tickets]");
  throw new Error(`nothing to do at “${now.banner}”`);
}

/** On a phone one does not see all of the map at first: there is a button for that. */
async function bringIntoSight(page, route, press) {
  const seen = await page.evaluate((r) => {
    const window = document.querySelector(".window").getBoundingClientRect();
    return [...document.querySelectorAll(`[data-route="${r}"] use`)].every((use) => {
      const box = use.getBoundingClientRect();
      return box.left > window.left && box.right < window.right && box.top > window.top && box.bottom < window.bottom;
    });
  }, route);
  if (seen) return;
  await press(page, "[data-whole]");
  await atRest(page);
}

/** The map, or whatever else is named, no longer moves or changes its size. */
export const atRest = (page, what = "[data-route] use") =>
  page.evaluate(async (what) => {
    const frame = () => new Promise(requestAnimationFrame);
    const box = (e) => JSON.stringify(e.getBoundingClientRect());
    const where = () => [...document.querySelectorAll(what)].slice(0, 40).map(box).join();
    for (let still = 0, before = where(); still < 5;) {
      await frame();
      const now = where();
      still = now === before ? still + 1 : 0;
      before = now;
    }
  }, what);

const middleOf = (page, route) =>
  page.evaluate((r) => {
    const spaces = [...document.querySelectorAll(`[data-route="${r}"] use`)];
    const box = spaces[Math.floor(spaces.length / 2)].getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const there = document.elementFromPoint(x, y);
    if (!there?.closest(".window")) throw new Error(`route ${r} is covered by ${there?.outerHTML.slice(0, 120)}`);
    return { x, y };
  }, route);

export const mouse = {
  press: (page, selector) => page.click(`${selector} >> nth=0`, { timeout: PATIENCE }),
  async claim(page, route) {
    await bringIntoSight(page, route, this.press);
    const { x, y } = await middleOf(page, route);
    await page.mouse.click(x, y);
  },
};

export const finger = {
  press: (page, selector) => page.tap(`${selector} >> nth=0`, { timeout: PATIENCE }),
  async claim(page, route) {
    await bringIntoSight(page, route, this.press);
    await page.waitForTimeout(300); // two quick taps would zoom
    const { x, y } = await middleOf(page, route);
    await page.touchscreen.tap(x, y);
  },
};

/** Nothing but Tab, arrows, Enter and Space. */
export const keys = {
  async press(page, selector) {
    await reach(page, selector);
    await page.keyboard.press("Enter");
  },
  async claim(page, route) {
    if (!(await page.$("[data-list-route]"))) {
      await reach(page, "[role=tab][aria-selected=true]");
      for (let i = 0; i < 4 && !(await page.$("[data-tab=routes][aria-selected=true]")); i++)
        await page.keyboard.press("ArrowRight");
      await page.waitForSelector("[data-list-route]"); // it is loaded when it is first opened
    }
    await this.press(page, `[data-list-route="${route}"]`);
  },
  /** Whatever a move takes away or draws anew, the keyboard stays somewhere. */
  async after(page) {
    await page
      .waitForFunction(() => document.activeElement !== document.body, null, { timeout: PATIENCE })
      .catch(async () => {
        throw new Error(`the keyboard was lost at “${await page.textContent("[data-banner]")}”`);
      });
  },
};

/** Go to an element by Tab, forwards or backwards, whichever way it lies. */
export async function reach(page, selector) {
  const where = () =>
    page.evaluate((s) => {
      const here = document.activeElement;
      if (here?.matches(s)) return "here";
      const there = document.querySelector(s);
      if (!there) return "gone";
      return there.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING ? "back" : "on";
    }, selector);
  await page.waitForSelector(selector, { state: "attached" });
  for (let i = 0; i < 150; i++) {
    const way = await where();
    if (way === "here") return;
    if (way === "gone") throw new Error(`not there: ${selector}`);
    await page.keyboard.press(way === "back" ? "Shift+Tab" : "Tab");
  }
  throw new Error(`not reached by Tab: ${selector}`);
}

/** The first two of the tickets on offer. */
export async function keepTickets(page) {
  await page.click("[data-offer='0']");
  await page.click("[data-offer='1']");
  await page.click("[data-keep]");
}
