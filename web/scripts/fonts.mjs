// Makes the typefaces of the page and of the atlas from their packages: `npm run fonts`, and every build.
//
//   fonts/                              for the page: faces.css and its files, only letters that we need
//   ../src/carrozza/atlas/fonts/        for drawings: outlines of letters, so that no font is needed to see them
//   ../src/carrozza/atlas/letters.json  how wide letters are: plain numbers, kept in the repository
//
// With --check it only compares the last of these.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fontverter from "fontverter";
import * as hb from "harfbuzzjs";
import subsetFont from "subset-font";
import { ASCII, PARTS } from "./letters.mjs";

const PAGE = fileURLToPath(new URL("../fonts/", import.meta.url));
const ATLAS = fileURLToPath(new URL("../../src/carrozza/atlas/", import.meta.url));
const LETTERS = `${ATLAS}letters.json`;

const packageOf = (family) =>
  dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/package.json`));
const source = (family, part, style) =>
  readFileSync(join(packageOf(family), "files", `${family}-${part}-wght-${style}.woff2`));

const NAMES = { "source-sans-3": "Source Sans 3", "source-serif-4": "Source Serif 4" };
/** What the page loads. Letters of other languages are fetched when one of them is written; italics are only for
 * names on the map that are not printed on the real board. */
const FILES = [
  ["sans-latin", "source-sans-3", "latin", "normal", { min: 400, max: 700 }],
  ["sans-latin-ext", "source-sans-3", "latin-ext", "normal", { min: 400, max: 700 }],
  ["serif-latin", "source-serif-4", "latin", "normal", { min: 400, max: 700 }],
  ["serif-latin-ext", "source-serif-4", "latin-ext", "normal", { min: 400, max: 700 }],
  ["serif-italic", "source-serif-4", "latin", "italic", 600],
];
/** What the atlas draws with. */
const FACES = {
  serif: ["source-serif-4", "normal", 400],
  "serif-bold": ["source-serif-4", "normal", 600],
  "serif-italic": ["source-serif-4", "italic", 600],
  sans: ["source-sans-3", "normal", 400],
  "sans-bold": ["source-sans-3", "normal", 700],
};
const GRID = 500; // steps of outlines to the size: a fifth of a pixel where letters are 100 pixels high

/** These letters as CSS writes them: U+20-7E, U+A0-FF, … */
function unicodeRange(letters) {
  const codes = letters.map((letter) => letter.codePointAt(0)).sort((a, b) => a - b);
  const runs = [];
  for (const code of codes)
    if (runs.at(-1)?.[1] === code - 1) runs.at(-1)[1] = code;
    else runs.push([code, code]);
  const hex = (code) => code.toString(16).toUpperCase();
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ""}`).join(", ");
}

async function pageFonts() {
  rmSync(PAGE, { recursive: true, force: true });
  mkdirSync(PAGE, { recursive: true });
  let css = "";
  for (const [name, family, part, style, wght] of FILES) {
    const made = await subsetFont(source(family, part, style), PARTS[part].join(""), {
      targetFormat: "woff2",
      variationAxes: { wght },
    });
    writeFileSync(`${PAGE}${name}.woff2`, made);
    css += `@font-face {
  font-family: "${NAMES[family]}";
  font-style: ${style};
  font-weight: ${wght.min ? `${wght.min} ${wght.max}` : wght};
  font-display: swap;
  src: url("./${name}.woff2") format("woff2");
  unicode-range: ${unicodeRange(PARTS[part])};
}
`;
  }
  writeFileSync(`${PAGE}faces.css`, css);
  writeFileSync(`${PAGE}OFL.txt`, await licence());
}

/** The licence with the copyright that stands in the fonts themselves. */
async function licence() {
  const said = [];
  for (const family of Object.keys(NAMES)) {
    const { face } = await load(family, "latin", "normal", 400);
    said.push(`${NAMES[family]}: ${face.getName(0, "en")}`);
  }
  const text = readFileSync(join(packageOf("source-serif-4"), "LICENSE"), "utf8");
  const body = text.slice(text.indexOf("This Font Software is licensed"));
  return `The typefaces of this program are subsets of these:\n\n${said.join("\n")}\n\n${body}`;
}

async function load(family, part, style, weight) {
  const face = new hb.Face(new hb.Blob(await fontverter.convert(source(family, part, style), "truetype")));
  const font = new hb.Font(face);
  font.setVariations([new hb.Variation("wght", weight)]);
  return { face, font };
}

const plain = [new hb.Feature("liga", 0), new hb.Feature("dlig", 0)];
function widthOf(font, text) {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer, plain);
  return buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0);
}

/** Widths of letters in thousandths of the size, and what is added between two that follow each other:
 * for a first letter, an amount with all the letters it stands before. Accents change nothing there. */
async function measure(family, style, weight) {
  const widths = {};
  const outlines = {};
  for (const [part, letters] of Object.entries(PARTS)) {
    const { font } = await load(family, part, style, weight);
    for (const letter of letters) {
      const glyph = font.nominalGlyph(letter.codePointAt(0));
      if (!glyph) continue;
      widths[letter] = Math.round(widthOf(font, letter));
      outlines[letter] = outline(font.glyphToJson(glyph));
    }
  }
  const { font } = await load(family, "latin", style, weight);
  const kerns = {};
  for (const a of ASCII)
    for (const b of ASCII) {
      const extra = Math.round(widthOf(font, a + b) - widthOf(font, a) - widthOf(font, b));
      if (!extra) continue;
      kerns[a] ??= {};
      kerns[a][extra] = (kerns[a][extra] ?? "") + b;
    }
  return { widths, kerns, outlines };
}

/** The closed lines of a letter: where each begins, and its way from there in relative steps, as short as
 * SVG allows. */
function outline(commands) {
  const lines = [];
  let [x, y, last] = [0, 0, ""];
  const grid = (v) => Math.round((v * GRID) / 1000);
  for (const { type, values } of commands) {
    const points = values.map((v, i) => (i % 2 ? -grid(v) : grid(v)));
    const steps = points.map((v, i) => v - (i % 2 ? y : x));
    if (points.length) [x, y] = points.slice(-2);
    if (type === "M") lines.push([x, y, ""]);
    else if (type === "Z") lines.at(-1)[2] += "z";
    else if (steps.some((step) => step)) {
      const [letter, numbers] = shortest(type, steps);
      const text = numbers.join(" ").replaceAll(" -", "-");
      lines.at(-1)[2] += letter !== last ? letter + text : text.startsWith("-") ? text : ` ${text}`;
      last = letter;
      continue;
    }
    last = "";
  }
  return lines;
}

function shortest(type, steps) {
  if (type === "L" && !steps[1]) return ["h", [steps[0]]];
  if (type === "L" && !steps[0]) return ["v", [steps[1]]];
  return [type.toLowerCase(), steps];
}

const letters = {};
const drawn = { grid: GRID, faces: {} };
for (const [name, which] of Object.entries(FACES)) {
  const { widths, kerns, outlines } = await measure(...which);
  letters[name] = { widths, kerns };
  drawn.faces[name] = outlines;
}
const text = `{\n${Object.entries(letters)
  .map(([name, face]) => `${JSON.stringify(name)}: ${JSON.stringify(face)}`)
  .join(",\n")}\n}\n`;
if (process.argv.includes("--check")) {
  if (readFileSync(LETTERS, "utf8") !== text) {
    console.error("src/carrozza/atlas/letters.json is not current: run make protocol");
    process.exit(1);
  }
} else {
  await pageFonts();
  mkdirSync(`${ATLAS}fonts`, { recursive: true });
  writeFileSync(`${ATLAS}fonts/outlines.json`, JSON.stringify(drawn));
  writeFileSync(`${ATLAS}fonts/OFL.txt`, await licence());
  if (process.argv.includes("--letters")) writeFileSync(LETTERS, text);
}
