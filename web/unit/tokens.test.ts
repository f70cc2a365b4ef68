// Components take their measures from tokens.css, so that the page has one rhythm and one place to change it.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const SRC = new URL("../src/", import.meta.url);
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|css)$/.test(file));
const text = (file: string) => readFileSync(new URL(file, SRC), "utf8");
const styleOf = (file: string) =>
  file.endsWith(".css") ? text(file) : (/<style>(.*)<\/style>/s.exec(text(file))?.[1] ?? "");
const sheets = files
  .filter((file) => !["tokens.css", "fonts.css"].includes(file))
  .map((file) => [file, styleOf(file)] as const);

/** Declarations whose property fits and whose value has a number of its own where a token should be. */
function own(properties: RegExp, number: RegExp): string[] {
  return sheets.flatMap(([file, style]) =>
    [...style.matchAll(/^\s*([a-z-]+): ([^;]+);/gm)]
      .filter(([, property, value]) => properties.test(property!) && number.test(value!))
      .map(([, property, value]) => `${file}: ${property}: ${value}`),
  );
}
// Up to 20px; what is wider makes room for one certain thing.
const SMALL = /(?<![\w.(-])(?:(?:1?\d|20)(?:\.\d+)?px|(?:0?\.\d+|1(?:\.[0-2]\d*)?)rem)/;

describe("no component has a measure of its own", () => {
  test.each([
    ["spaces", /^(row-|column-)?gap$|^(padding|margin)(-|$)/, SMALL],
    ["sizes of letters", /^font-size$/, /^[\d.]+(rem|px)$/],
    ["heights of lines", /^line-height$/, /^[\d.]+$/],
    ["corners", /^border-radius$/, /[1-9]\d*(px|rem|em)/],
    ["shadows", /^box-shadow$/, /^-?\d/],
    ["layers", /^z-index$/, /\d/],
    ["colours of danger", /./, /#b3261e|#ff9a90/],
  ])("%s", (_, properties, number) => {
    expect(own(properties, number)).toEqual([]);
  });

  test("widths at which the layout changes", () => {
    const known = ["max-width: 600px", "max-width: 760px", "max-width: 860px", "max-height: 480px"];
    const used = [...sheets.map(([, style]) => style), text("ui/media.ts")].flatMap((style) =>
      [...style.matchAll(/(?:@media|NARROW|UPRIGHT|LYING)[^{\n]*?\((m(?:ax|in)-(?:width|height): [^)]+)\)/g)].map(
        (match) => match[1]!,
      ),
    );
    expect(used.length).toBeGreaterThan(10);
    expect(new Set(used)).toEqual(new Set(known));
  });
});

test("every token is used, and none that is not there", () => {
  const tokens = [...text("tokens.css").matchAll(/^ {2}(--[\w-]+):/gm)].map((match) => match[1]!);
  const all = [
    ...sheets.map(([, style]) => style),
    text("tokens.css"),
    text("lesson/paths.ts"),
    ...files.map(text),
  ].join("\n");
  const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map((match) => match[1]!));
  const families = /^--(space-\d|path-|radius-|text-|line-|control-|shadow-|ring|layer-|danger|quick|calm|slow)/;
  expect([...used].filter((name) => families.test(name)).sort()).toEqual([...new Set(tokens)].sort());
});
