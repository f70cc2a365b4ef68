// A section of the rules as the page lays it out: what is said, and beside it the pictures that go with it.
import type { BookletSection } from "../protocol";

export type Block = BookletSection["blocks"][number];
export type Picture = Extract<Block, { type: "picture" }>;
export interface Passage {
  said: Exclude<Block, Picture>[];
  pictures: Picture[];
}

/** Pictures belong to what was said just before them. */
export function passagesOf(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = [];
  for (const block of blocks) {
    const last = passages.at(-1);
    if (block.type === "picture") {
      if (last) last.pictures.push(block);
      else passages.push({ said: [], pictures: [block] });
    } else if (last && !last.pictures.length) last.said.push(block);
    else passages.push({ said: [block], pictures: [] });
  }
  return passages;
}

/** A text taken apart at its **stars**: every other part stands out. */
export const emphasised = (text: string): { text: string; strong: boolean }[] =>
  text
    .split("**")
    .map((part, i) => ({ text: part, strong: i % 2 === 1 }))
    .filter((part) => part.text);
