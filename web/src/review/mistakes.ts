// What is worth going to in a review: decisions that cost something, and the turns that moved the chances.
import { LOSSES, type Decision, type TurningPoint } from "./model";

/** Inaccuracies, mistakes and blunders of a seat, or of all. */
export const mistakesOf = (decisions: readonly Decision[], seat: number | null): Decision[] =>
  decisions.filter((d) => LOSSES.has(d.verdict) && (seat === null || d.seat === seat));

/** The next of these steps from where one is, or the one before; from the overview the first, or the last. */
export function neighbour(steps: readonly number[], at: number | null, by: 1 | -1): number | null {
  if (by > 0) return steps.find((step) => step > (at ?? -1)) ?? null;
  return [...steps].reverse().find((step) => step < (at ?? Infinity)) ?? null;
}

/** Whom a turning point concerned most, and by how much: who gained or lost most. */
export function mostMoved(point: TurningPoint): { seat: number; change: number; luck: number } {
  const seat = point.changes.reduce(
    (most, change, s) => (Math.abs(change) > Math.abs(point.changes[most]!) ? s : most),
    0,
  );
  return { seat, change: point.changes[seat]!, luck: point.luck[seat]! };
}

/** Most of a turning point was chance, or most of it was decided, or both had a hand in it. */
export function causeOf({ change, luck }: { change: number; luck: number }): "luck" | "play" | "both" {
  const share = luck / change;
  return share > 0.7 ? "luck" : share < 0.3 ? "play" : "both";
}
