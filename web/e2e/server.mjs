// A server of our own and a browser, for each test file, the pictures and the figures. Bots answer at once.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { givePosition, PATIENCE } from "./player.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const python = process.env.PYTHON ?? join(root, ".venv/bin/python");
const browserPath = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path && existsSync(path));
if (!browserPath) throw new Error("no Chromium: `make services` installs it, or say where it is in CHROMIUM");
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Every table's deal follows from this number and from how many were dealt before, so that a red test can be repeated:
// DEALS=7 npm run e2e. `make e2e-soak` takes others.
const DEALS = process.env.DEALS ?? "1";
const dealFrom = (number) => `
import hashlib, itertools, types
from carrozza.server.tables import lobby
dealt = itertools.count()
seed = lambda _: hashlib.sha256(f"${number} {next(dealt)}".encode()).hexdigest()
lobby.secrets = types.SimpleNamespace(token_hex=seed)
`;
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** In the page: fonts that are wider than ours by a quarter, not fitted to them. */
function useWideFonts() {
  const change = () => {
    document.documentElement.style.setProperty("--sans", '"DejaVu Sans", Verdana, sans-serif');
    document.documentElement.style.setProperty("--serif", '"DejaVu Serif", "Bookman Old Style", serif');
  };
  if (document.documentElement) change();
  else
    new MutationObserver((_, watch) => document.documentElement && (change(), watch.disconnect())).observe(document, {
      childList: true,
    });
}

export const freePort = () =>
  new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });

/** `packages`: folders in which Python finds installed packages, besides its own; `more`: options;
 * `at`: a port that somebody must know beforehand. */
export async function startServer({ pace = ["0", "0"], undo = "0", packages = [], more = [], at } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "carrozza-e2e-"));
  const port = at ?? (await freePort());
  const base = `http://127.0.0.1:${port}`;
  /** Start the server and wait until it answers; with another version it seems to be newer. */
  const serve = async (version) => {
    const pretend = version ? `carrozza.__version__ = "${version}"` : "";
    const told = [
      "serve",
      "--port",
      String(port),
      "--db",
      `sqlite:///${folder}/e2e.db`,
      "--bot-pace",
      ...pace,
      "--undo-seconds",
      undo,
      "--limits",
      "100",
      ...more,
    ];
    const started = spawn(
      python,
      ["-c", `import carrozza\n${pretend}\n${dealFrom(DEALS)}\nfrom carrozza.cli.main import app; app()`, ...told],
      {
        cwd: root,
        stdio: "ignore",
        env: { ...process.env, PYTHONPATH: [join(root, "src"), ...packages].join(delimiter) },
      },
    );
    for (let i = 0; ; i++) {
      if (
        await fetch(`${base}/healthz`).then(
          (r) => r.ok,
          () => false,
        )
      )
        return started;
      if (i * 100 > PATIENCE || started.exitCode !== null) throw new Error("the server does not start");
      await new Promise((r) => setTimeout(r, 100));
    }
  };
  const stop = async () => {
    server.kill();
    await new Promise((r) => server.on("exit", r));
  };
  let server = await serve();
  const browser = await chromium.launch({ executablePath: browserPath, args: FLAGS });
  const problems = [];
  return {
    base,
    browser,
    folder,
    browserPath,
    flags: FLAGS,
    problems, // what pages complained about; tests expect none
    /** With `otherFonts` ours never come, and what stands in for them is as wide as fonts of machines get. */
    async visit(path = "/", { otherFonts = false, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: "en-GB", ...options });
      context.setDefaultTimeout(PATIENCE);
      await context.addInitScript(givePosition);
      if (otherFonts) {
        await context.route("**/*.woff2", (route) => route.abort());
        await context.addInitScript(useWideFonts);
      }
      const page = await context.newPage();
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => {
        if (otherFonts && message.location().url.endsWith(".woff2")) return;
        // A stranger has no session, a password may be wrong, some tables do not exist: the browser notes it.
        if (message.type() === "error" && !/401|403|404|ERR_INTERNET_DISCONNECTED|WebSocket/.test(message.text()))
          problems.push(message.text());
      });
      await page.goto(base + path);
      return page;
    },
    /** These pages have been seen, and complained about nothing. */
    async leave(...pages) {
      for (const page of pages) await page.context().close();
      assert.deepEqual(problems, []);
    },
    async restart(version) {
      await stop();
      server = await serve(version);
    },
    async close() {
      await browser.close();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** From the home page into a game against bots. */
export async function playNow(page, game, opponents = 1) {
  await page.waitForSelector("[data-play]");
  await page.selectOption("[data-opponents]", String(opponents));
  await page.click(`[data-play="${game}"]`);
  await page.waitForSelector("[data-offer]");
}
