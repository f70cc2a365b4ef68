// What the map says and what lies on it: names that hide no train, letters that hide no name, buttons that hide no
// city; small pictures of tickets; the list of routes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, startServer } from "./server.mjs";
import { atRest } from "./player.mjs";
import { newTable, playUntil } from "./robot.mjs";

const BOARDS = ["usa", "europe", "northern_lights"];
const SIZES = [
  [390, 844],
  [360, 640],
  [844, 390],
];
const small = ([width, height]) => ({ ...PHONE, deviceScaleFactor: 1, viewport: { width, height } });
const tables = {};
let server;
let cookies;

before(async () => {
  server = await startServer();
  const page = await server.visit("/");
  for (const game of BOARDS) {
    const start = () => newTable(page, { game, players: 3, bots: [null, "easy", "easy"] });
    tables[`${game}, offer`] = await start();
    await playUntil(page, (tables[`${game}, turn`] = await start()), 60);
    await playUntil(page, (tables[`${game}, end`] = await start()), "over");
  }
  cookies = await page.context().storageState();
  await page.context().close();
});
after(() => server.close());

const look = (options) => server.visit("/", { reducedMotion: "reduce", storageState: cookies, ...options });
async function go(page, table, sign) {
  await page.goto(`${server.base}/t/${tables[table]}`);
  await page.waitForSelector(sign);
  await page.evaluate(() => Promise.all(["600", "700"].map((w) => document.fonts.load(`${w} 12px "Source Serif 4"`))));
}
const boardOf = (page, game) => page.evaluate((g) => fetch(`/api/v1/games/${g}/board`).then((r) => r.json()), game);

/** The letters of the names on the map, as boxes in its own units. */
const names = (page) =>
  page.$$eval("[data-name]", (all) =>
    all.map((text) => {
      const size = Number(text.parentElement.getAttribute("font-size"));
      const [x, base] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
      const width = Number(text.getAttribute("textLength"));
      return { name: text.textContent, left: x, right: x + width, top: base - size * 0.66, bottom: base + size * 0.12 };
    }),
  );
/** How many wagons these boxes would cover: of each, a net of points is looked at. */
function covered(board, boxes) {
  const net = [-0.9, -0.45, 0, 0.45, 0.9];
  const wagons = board.routes.flatMap((route) =>
    route.spaces.map(([x, y, turn]) => {
      const [cos, sin] = [Math.cos, Math.sin].map((f) => f((turn * Math.PI) / 180));
      const [half, side] = [(board.space_length * route.wagon) / 2, board.space_width * 0.63];
      return net.flatMap((u) =>
        net.map((v) => [x + u * half * cos - v * side * sin, y + u * half * sin + v * side * cos]),
      );
    }),
  );
  const inside = ({ left, right, top, bottom }, [x, y]) => x > left && x < right && y > top && y < bottom;
  return wagons.filter((points) => boxes.some((box) => points.some((point) => inside(box, point)))).length;
}

test("on a laptop all cities have their names, and these leave the trains alone", async () => {
  const page = await server.visit("/"); // who watches has no tickets, for which names would move
  for (const game of BOARDS) {
    await go(page, `${game}, turn`, "[data-name]");
    await atRest(page);
    const board = await boardOf(page, game);
    const seen = await names(page);
    assert.equal(seen.length, board.cities.length, game);
    const wagons = covered(board, seen);

    assert.ok(wagons <= 4, `${game}: names lie on ${wagons} wagons`);
  }
  await server.leave(page);
});

test("while tickets are chosen on a phone, their cities have names", async () => {
  for (const size of SIZES) {
    const page = await look(small(size));
    for (const game of BOARDS) {
      await go(page, `${game}, offer`, "[data-offer]");
      await page.waitForSelector("[data-name]");
      const seen = (await names(page)).map(({ name }) => name);
      const wanted = await page.$$eval("[data-offer] .words b", (all) => all.map((e) => e.textContent));
      assert.ok(wanted.length > 4);
      assert.deepEqual(
        wanted.filter((city) => !seen.includes(city)),
        [],
        `${game}, ${size}`,
      );
    }
    await server.leave(page);
  }
});

test("on a phone each city of a ticket is written in one line, and the small map shows all of it", async () => {
  for (const size of SIZES) {
    const page = await look(small(size));
    for (const game of BOARDS) {
      const { tickets } = await boardOf(page, game);
      await go(page, `${game}, offer`, "[data-offer]");
      const wrong = await page.evaluate(async (tickets) => {
        const words = document.querySelector("[data-offer] .words");
        const [one, two] = words.querySelectorAll("b");
        const wrong = [];
        for (const { start, goals } of tickets)
          for (const [e, name] of [
            [one, start.name],
            [two, goals[0].name],
          ]) {
            words.style.setProperty("--longest", Math.max(start.name.length, goals[0].name.length));
            e.textContent = name;
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); // drawn once
            const range = document.createRange();
            range.selectNodeContents(e);
            if (new Set([...range.getClientRects()].map((r) => r.top)).size > 1) wrong.push(name);
          }
        return [...new Set(wrong)];
      }, tickets);
      assert.deepEqual(wrong, [], `${game}, ${size}`);
    }
    const cut = await page.$$eval("[data-offer] .map svg circle", (all) =>
      all.filter((e) => {
        if (!e.checkVisibility()) return false;
        const [dot, map] = [e.getBoundingClientRect(), e.closest("[data-offer]").getBoundingClientRect()];
        return dot.left < map.left || dot.right > map.right || dot.top < map.top || dot.bottom > map.bottom;
      }),
    );
    assert.equal(cut.length, 0);
    await server.leave(page);
  }
});

test("the letters of tickets that are compared hide no name", async () => {
  for (const options of [{}, ...SIZES.map(small)]) {
    const page = await server.visit("/learn", { reducedMotion: "reduce", ...options });
    await page.click("[data-lesson]");
    await page.waitForSelector("[data-path-end]");
    await atRest(page);
    const letters = await page.$$eval("[data-path-end]", (all) =>
      all.map((e) => {
        const [, x, y] = /translate\(([\d.-]+) ([\d.-]+)\)/.exec(e.getAttribute("transform"));
        const r = Number(e.querySelector("circle").getAttribute("r"));
        return { left: x - r, right: +x + r, top: y - r, bottom: +y + r };
      }),
    );
    assert.ok(letters.length >= 6);
    const hidden = (await names(page)).filter((name) =>
      letters.some((l) => l.left < name.right && name.left < l.right && l.top < name.bottom && name.top < l.bottom),
    );
    assert.ok(hidden.length <= 1, hidden.map(({ name }) => name).join());
    const above = await page.evaluate(() => {
      const [letter, name] = ["[data-path-end]", "[data-name]"].map((what) => document.querySelector(what));
      return letter.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING;
    });
    assert.ok(above, "where there is room nowhere else, the name lies on the letter");
    await server.leave(page);
  }
});

test("on a phone the map's buttons cover no city of the whole board", async () => {
  for (const size of SIZES) {
    const page = await look(small(size));
    for (const game of BOARDS)
      for (const [table, sign] of [
        ["offer", "[data-offer]"],
        ["turn", "[data-deck].can"],
        ["end", "[data-skip], .winner"],
      ]) {
        await go(page, `${game}, ${table}`, sign);
        await page.tap("[data-whole]");
        await atRest(page);
        const under = await page.evaluate(() => {
          const tools = document.querySelector(".tools").getBoundingClientRect();
          return [...document.querySelectorAll("[data-city] use")].filter((e) => {
            const { left, right, top, bottom } = e.getBoundingClientRect();
            return left < tools.right && tools.left < right && top < tools.bottom && tools.top < bottom;
          }).length;
        });
        assert.equal(under, 0, `${game}, ${table}, ${size}`);
      }
    await server.leave(page);
  }
});

test("routes are listed in rows that keep apart, and what one can claim is said once", async () => {
  for (const options of [{}, small(SIZES[0]), small(SIZES[1])]) {
    const page = await look(options);
    await go(page, "europe, turn", "[data-deck].can");
    await page.click("[data-tab=routes]");
    await page.click("text=only routes I can claim");
    await page.waitForFunction(() => document.querySelectorAll("[data-list-route]").length > 60);
    const wrong = await page.$$eval("[data-list-route]", (all) =>
      all.flatMap((row) => {
        const [name, facts] = [".name", ".facts"].map((part) => row.querySelector(part).getBoundingClientRect());
        const apart = name.right <= facts.left + 1 || name.bottom <= facts.top + 1;
        return apart && facts.right <= row.getBoundingClientRect().right ? [] : [row.textContent];
      }),
    );
    assert.deepEqual(wrong, []);
    const told = await page.$$eval(":text('you can claim it')", (all) =>
      all.filter((e) => !e.matches(".hidden, .hidden *")),
    );
    assert.equal(told.length, 1);
    if (options.hasTouch) {
      const share = await page.$eval("#tabpanel", (e) => e.getBoundingClientRect().height / innerHeight);
      assert.ok(share > 0.3, `the list has ${share} of the height`);
    }
    await server.leave(page);
  }
});

test("the log stays at its newest line: after other pages, in less room, after a look at an older one", async () => {
  for (const options of [{}, ...SIZES.map(small)]) {
    const page = await look(options);
    await go(page, "usa, turn", "[data-deck].can");
    const atEnd = () =>
      page.waitForFunction(() => {
        const line = [...document.querySelectorAll(".log .line")].at(-1)?.getBoundingClientRect();
        const panel = document.querySelector("#tabpanel").getBoundingClientRect();
        return line && line.bottom <= panel.bottom + 2 && line.top >= panel.top - 2;
      });
    for (const tab of ["log", "routes", "log", "chat", "log"]) {
      await page.click(`[data-tab=${tab}]`);
      if (tab === "log") await atEnd();
    }
    const { width, height } = page.viewportSize();
    await page.setViewportSize({ width, height: height - 40 });

    await atEnd();
    if (!options.hasTouch) {
      await atRest(page);
      const route = await page.$eval(".log .line[data-routes]:not([data-routes=''])", (e) => e.dataset.routes);
      const { x, y, width, height } = await (await page.$(`[data-route="${route}"] use`)).boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.waitForSelector(".log .line.pointed");
      await page.hover("[data-tab=log]");
      await atEnd();
    }
    await server.leave(page);
  }
});
