// The first load stays light. Speed itself is measured by `make bench-web`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawings, firstLoad, fonts } from "./weight.mjs";

const MOST = 110_000; // bytes of JavaScript, gzipped
const MOST_FONTS = 120_000;

for (const [page, size] of Object.entries(firstLoad())) {
  test(`${page}: ${(size / 1000).toFixed(1)} kB of JavaScript`, () => assert.ok(size > 10_000 && size <= MOST));
}

const { all, first, files, preloaded } = fonts();
test(`the typefaces: ${(first / 1000).toFixed(1)} kB at once, ${(all / 1000).toFixed(1)} kB in all`, () => {
  assert.deepEqual(
    preloaded.map((name) => name.replace(/-[\w-]{8}\.woff2$/, "")),
    ["sans-latin", "serif-latin"],
  );
  assert.ok(preloaded.every((name) => files.includes(name)));
  assert.ok(all > 40_000 && all <= MOST_FONTS);
});

test("drawings carry the outlines of their letters, so that they look the same everywhere", () => {
  const drawn = drawings();
  // Board and ground of three games in two themes; two of them in three languages.
  assert.equal(drawn.length, 28);
  for (const [path, text] of drawn) {
    assert.ok(!text.includes("<text"), path);
    assert.match(text, /<path [^>]*aria-label="[^"]+"/, path);
  }
});
