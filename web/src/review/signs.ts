// The signs of the verdicts, as chess players know them, each with its own shape: colour is never alone.
const TEXTS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
// In a box of 2 around 0.
const SHAPES: Record<string, string> = {
  best: "M0 -.86L.25 -.3L.86 -.25L.39 .15L.54 .75L0 .42L-.54 .75L-.39 .15L-.86 -.25L-.25 -.3Z",
  fine: "M-.62 .02L-.2 .46L.64 -.44L.42 -.64L-.2 .02L-.4 -.2Z",
};

export const textOf = (verdict: string): string | null => TEXTS[verdict] ?? null;
export const shapeOf = (verdict: string): string => SHAPES[verdict] ?? SHAPES.fine!;
