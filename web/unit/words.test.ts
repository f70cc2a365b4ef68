// What must not be broken into two lines is written with spaces that do not break.
import { expect, test } from "vitest";
import { en } from "../src/i18n/en";
import { it } from "../src/i18n/it";
import { nb } from "../src/i18n/nb";

test.each(Object.entries({ en, it, nb }))("how many play, in %s", (_, m) => {
  for (const words of [m.playersFromTo(2, 5), m.playersFromTo(3, 3)]) expect(words).not.toMatch(/[ \-–]/);
});
