// A player who only uses what is visible on the page: by mouse, by finger or by keys.

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
      best: has("[data-best]"),
      glow: all("[data-glow]").map((e) => e.dataset.glow),
      slots: all("[data-slot].can").map((e) => e.dataset.slot),
      deck: has("[data-deck].can"),
      tickets: has("[data-tickets].can"),
      yardGame: has("[data-yardtable]"),
      yard: has("[data-yard]"),
      piles: all(".pile[data-card]").map((e) => [e.dataset.card, Number(e.querySelector(".count").textContent.split("/").at(-1))]),
      yardColours: all("[data-yard-of]").length,
      banner: document.querySelector("[data-banner]")?.textContent ?? "",
    };
  });

export async function playToEnd(page, hand, { until = async () => false, seconds = 240 } = {}) {
  const limit = Date.now() + seconds * 1000;
  for (let i = 0; Date.now() < limit; i++) {
    if (await until()) return "until";
    const now = await look(page);
    if (now.over) return "over";
    try {
      await move(page, hand, now, i);
    } catch (error) {
      // What was there a moment ago may be gone: another's move came in between.
      if (!/Timeout|detached|not attached|intercepts|not visible|gone/.test(error.message)) throw error;
    }
  }
  throw new Error(`the game did not end: ${(await look(page)).banner}`);
}

async function move(page, hand, now, i) {
  if (now.ready) return hand.press(page, "[data-ready]");
  if (now.pass) return hand.press(page, "[data-pass]");
  if (now.best) return hand.press(page, "[data-best]");
  if (now.offers) return hand.press(page, now.keep && now.kept ? "[data-keep]" : "[data-offer][aria-checked=false]");
  if (now.pay) return hand.press(page, "[data-pay]");
  if (now.decline) return hand.press(page, "[data-decline]");
  if (!now.mine) return page.waitForTimeout(40);
  if (now.yard) return hand.press(page, "[data-yard]");
  if (now.yardGame && i % 3 === 0) {
    const [card, n] = [...now.piles].filter(([c]) => c !== "locomotive").sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
    if (n >= 2) {
      for (let k = 0; k < Math.min(n, 4); k++) await hand.press(page, `.pile[data-card=${card}]`);
      return page.waitForTimeout(40);
    }
  }
  if (now.glow.length && (i % 4 || !now.deck)) return hand.claim(page, now.glow[i % now.glow.length]);
  if (now.deck && i % 2) return hand.press(page, "[data-deck]");
  if (now.slots.length) return hand.press(page, `[data-slot="${now.slots[i % now.slots.length]}"]`);
  if (now.deck) return hand.press(page, "[data-deck]");
  if (now.tickets) return hand.press(page, "[data-tickets]");
  return page.waitForTimeout(40);
}

const middleOf = (page, route) =>
  page.evaluate((r) => {
    const spaces = [...document.querySelectorAll(`[data-route="${r}"] use`)];
    const box = spaces[Math.floor(spaces.length / 2)].getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, route);

export const mouse = {
  press: (page, selector) => page.click(`${selector} >> nth=0`, { timeout: 1500 }),
  async claim(page, route) {
    const { x, y } = await middleOf(page, route);
    await page.mouse.click(x, y);
    await page.waitForTimeout(50);
  },
};

export const finger = {
  press: (page, selector) => page.tap(`${selector} >> nth=0`, { timeout: 1500 }),
  async claim(page, route) {
    const { x, y } = await middleOf(page, route);
    await page.touchscreen.tap(x, y);
    await page.waitForTimeout(320); // two quick taps would zoom
  },
};

/** Nothing but Tab, arrows, Enter and Space. */
export const keys = {
  async press(page, selector) {
    await reach(page, selector);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(30);
  },
  async claim(page, route) {
    if (!(await page.$("[data-list-route]"))) {
      await reach(page, "[role=tab][aria-selected=true]");
      for (let i = 0; i < 4 && !(await page.$('[data-tab=routes][aria-selected=true]')); i++) await page.keyboard.press("ArrowRight");
    }
    await this.press(page, `[data-list-route="${route}"]`);
  },
};

async function reach(page, selector) {
  const here = () => page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector);
  for (let i = 0; i < 250; i++) {
    if (await here()) return;
    await page.keyboard.press("Tab");
    if (i % 60 === 59 && !(await page.$(selector))) throw new Error("gone");
  }
  throw new Error(`not reached by Tab: ${selector} (gone)`);
}
