import { expect, test } from "vitest";
import { tenths } from "../src/i18n/numbers";

test("numbers are written as the language writes them, with a true minus and no minus zero", () => {
  const written = (language: string) => [45.66, -7.6, -0.04].map((n) => tenths(n, language));
  expect(written("en")).toEqual(["45.7", "−7.6", "0.0"]);
  for (const language of ["it", "nb"]) expect(written(language)).toEqual(["45,7", "−7,6", "0,0"]);
});
