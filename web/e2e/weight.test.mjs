// The first load stays light. Speed itself is measured by `make bench-web`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstLoad } from "./weight.mjs";

const MOST = 150_000; // bytes of JavaScript, gzipped

for (const [page, size] of Object.entries(firstLoad())) {
  test(`${page}: ${(size / 1000).toFixed(1)} kB of JavaScript`, () => assert.ok(size > 10_000 && size <= MOST));
}
