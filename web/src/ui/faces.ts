// The faces of bots: a few features each, drawn by Face.svelte. Their caps tell the level.
import { look } from "../look";

export type Level = keyof typeof look.characters;
export type Hair = "bald" | "short" | "long" | "bun" | "curls" | "plaits";
export type Extra = "glasses" | "moustache" | "beard" | "freckles" | "earrings" | "brows";

export interface Features {
  level: Level;
  skin: string;
  hair: Hair;
  tone: string; // of the hair
  extra: readonly Extra[];
}

const SKIN = { pale: "#f6d9bf", fair: "#eec39a", tan: "#d79d6c", brown: "#a9703f", dark: "#7a4a2a" };
const HAIR = { black: "#2c2522", brown: "#6b4226", red: "#b9532a", blond: "#dcae57", grey: "#b9b4ac" };
type Drawn = [skin: keyof typeof SKIN, hair: Hair, tone: keyof typeof HAIR, ...extra: Extra[]];

/** By level, in the order of the names. */
const DRAWN: Record<Level, readonly Drawn[]> = {
  easy: [
    ["tan", "curls", "black", "freckles"],
    ["pale", "short", "red", "freckles"],
    ["fair", "bald", "brown", "moustache"],
    ["brown", "plaits", "black", "earrings"],
    ["dark", "short", "black", "glasses"],
  ],
  medium: [
    ["fair", "bun", "grey", "glasses"],
    ["tan", "short", "black", "moustache"],
    ["pale", "plaits", "blond"],
    ["brown", "bald", "black", "beard"],
    ["dark", "curls", "black", "earrings"],
  ],
  hard: [
    ["pale", "short", "blond", "beard"],
    ["tan", "long", "brown", "glasses"],
    ["brown", "curls", "grey", "moustache"],
    ["fair", "long", "red", "brows"],
    ["dark", "bald", "black", "brows"],
  ],
  expert: [
    ["brown", "bun", "black", "brows"],
    ["fair", "curls", "brown", "beard", "brows"],
    ["pale", "long", "black", "earrings"],
    ["tan", "plaits", "grey", "glasses"],
    ["pale", "short", "grey", "beard", "glasses"],
  ],
};

export function faceOf(name: string): Features | null {
  for (const [level, names] of Object.entries(look.characters) as [Level, readonly string[]][]) {
    const drawn = DRAWN[level][names.indexOf(name)];
    if (drawn) {
      const [skin, hair, tone, ...extra] = drawn;
      return { level, skin: SKIN[skin], hair, tone: HAIR[tone], extra };
    }
  }
  return null;
}
