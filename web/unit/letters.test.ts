// What the page says can be written with its own typefaces; what they lack would come from any font that is there.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PARTS } from "../scripts/letters.mjs";

const KNOWN = new Set([...Object.values(PARTS).flat(), "\n"]);
const IN_THE_TAB = new Set("●"); // browsers write titles with letters of their own
const sources = import.meta.glob<string>("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
const games = new URL("../../src/carrozza/games/", import.meta.url);
const rules = Object.fromEntries(
  ["rules.md", "rules.it.md", "rules.nb.md"].map((name) => [name, readFileSync(new URL(name, games), "utf8")]),
);

test.each(Object.entries({ ...sources, ...rules }))("%s", (_, text) => {
  expect([...text].filter((letter) => !KNOWN.has(letter) && !IN_THE_TAB.has(letter))).toEqual([]);
});
