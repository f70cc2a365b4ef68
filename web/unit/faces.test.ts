import { expect, test } from "vitest";
import { look } from "../src/look";
import { faceOf } from "../src/ui/faces";

const names = Object.values(look.characters).flat();

test("every bot has a face, and no two have the same", () => {
  const faces = names.map((name) => JSON.stringify(faceOf(name)));
  expect(faces).not.toContain("null");
  expect(new Set(faces).size).toBe(names.length);
});

test("people have none", () => expect(faceOf("Anna")).toBeNull());
