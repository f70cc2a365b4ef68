// How a section of the rules is laid out.
import { expect, test } from "vitest";
import { emphasised, passagesOf, type Block } from "../src/rules/blocks";

const text = (said: string): Block => ({ type: "text", text: said });
const picture = (scene: string): Block => ({ type: "picture", scene, alt: "a", caption: "c" });

test("pictures stand beside what was said just before them", () => {
  const blocks = [text("1"), text("2"), picture("a"), picture("b"), text("3"), picture("c"), text("4")];
  const found = passagesOf(blocks).map((p) => [p.said.length, p.pictures.map((one) => one.scene)]);
  expect(found).toEqual([
    [2, ["a", "b"]],
    [1, ["c"]],
    [1, []],
  ]);
});

test("a section may begin with a picture, and nothing is lost", () => {
  const blocks = [picture("a"), text("1")];
  expect(passagesOf(blocks).flatMap((p) => [...p.pictures, ...p.said])).toEqual(blocks);
});

test("what stands between stars stands out", () => {
  expect(emphasised("**two** cards, **each**")).toEqual([
    { text: "two", strong: true },
    { text: " cards, ", strong: false },
    { text: "each", strong: true },
  ]);
  expect(emphasised("plain")).toEqual([{ text: "plain", strong: false }]);
});
