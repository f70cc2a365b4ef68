import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readRules } from "../src/rules/clauses";

const TEXT = `# The rules

What comes before the first section is left out.

## A. Shared by several games
The start
- A1 A clause
  that goes on in the next line.
- A2 One with points of its own:
  - the first
  - the second,
    which goes on
The end
- A3 The last one.

## Q. Another
- Q10 A clause without a heading.
`;

test("the text is taken apart into sections, headings and clauses", () => {
  const [first, second, ...rest] = readRules(TEXT);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ letter: "A", title: "Shared by several games" });
  expect(first!.clauses).toEqual([
    { id: "A1", text: "A clause that goes on in the next line.", more: [], heading: "The start" },
    { id: "A2", text: "One with points of its own:", more: ["the first", "the second,", "which goes on"], heading: "The start" },
    { id: "A3", text: "The last one.", more: [], heading: "The end" },
  ]); // prettier-ignore
  expect(second!.clauses).toEqual([{ id: "Q10", text: "A clause without a heading.", more: [], heading: "" }]);
});

test.each(["rules.md", "rules.it.md", "rules.nb.md"])("nothing of %s is lost", (file) => {
  const text = readFileSync(new URL(`../../src/carrozza/games/${file}`, import.meta.url), "utf8");
  const sections = readRules(text);
  const found = sections.flatMap((section) => section.clauses.map((clause) => clause.id));
  expect(found).toEqual([...text.matchAll(/^- ([A-Z]\d+) /gm)].map((match) => match[1]));
  for (const section of sections)
    for (const clause of section.clauses) expect(clause.id.startsWith(section.letter)).toBe(true);
});

test("an empty text has no sections", () => {
  expect(readRules("")).toEqual([]);
});
