// What a browser must fetch before a page can be used, read from the files that were built.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const site = fileURLToPath(new URL("../../src/carrozza/server/site/", import.meta.url));
const text = (path) => readFileSync(site + path, "utf8");

/** A file and all it imports at once; what it imports later is not among them. */
function closure(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, name] of text(path).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
    closure(`assets/${name}`, seen);
  return seen;
}

const weigh = (paths) => [...paths].reduce((sum, path) => sum + gzipSync(text(path)).length, 0);

/** Bytes of gzipped JavaScript, by page: for the home page, and for tables and a replay with what is played on them. */
export function firstLoad() {
  const html = text("index.html");
  const every = new Set();
  for (const [, path] of html.matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.js)"/g)) closure(path, every);
  const files = readdirSync(`${site}assets`);
  const page = (...parts) => {
    const all = new Set(every);
    for (const part of parts)
      closure(`assets/${files.find((file) => file.startsWith(`${part}-`) && file.endsWith(".js"))}`, all);
    return weigh(all);
  };
  return {
    "home page": page("Home"),
    "a table with a board": page("Table", "BoardTable"),
    "a table with cards alone": page("Table", "CardTable"),
    "a replay": page("Replay", "BoardTable"),
  };
}

/** Bytes of typefaces: of all files, and of those that every page asks for at once. */
export function fonts() {
  const files = readdirSync(`${site}assets`).filter((file) => file.endsWith(".woff2"));
  const preloaded = [...text("index.html").matchAll(/rel="preload" href="\/assets\/([\w.-]+\.woff2)"/g)].map(
    ([, name]) => name,
  );
  const size = (names) => names.reduce((sum, name) => sum + readFileSync(`${site}assets/${name}`).length, 0);
  return { all: size(files), first: size(preloaded), files, preloaded };
}

/** The boards that were drawn beside the pages: path and text. */
export function drawings() {
  const found = readdirSync(`${site}art`, { recursive: true }).filter((path) => path.endsWith(".svg"));
  return found.map((path) => [path, text(`art/${path}`)]);
}
