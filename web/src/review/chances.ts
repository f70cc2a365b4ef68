// The graph of the winning chances: where each position lies in it.
import type { Position } from "./model";

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  last: number; // step
}

export const xOf = (step: number, f: Frame): number => f.left + (step / Math.max(1, f.last)) * (f.right - f.left);
export const yOf = (chance: number, f: Frame): number => f.bottom - chance * (f.bottom - f.top);

/** The line of a seat, as path data. */
export const curveOf = (positions: readonly Position[], seat: number, f: Frame): string =>
  positions
    .map((p, i) => `${i ? "L" : "M"}${xOf(p.step, f).toFixed(1)} ${yOf(p.chances[seat]!, f).toFixed(1)}`)
    .join("");

/** The step nearest to a place. */
export function stepAt(x: number, f: Frame): number {
  const share = (x - f.left) / Math.max(1, f.right - f.left);
  return Math.round(Math.max(0, Math.min(1, share)) * f.last);
}

/** Round turns to write under the graph, each at its first step, so that there are at most `most` of them. */
export function turnMarks(positions: readonly Position[], most: number): { turn: number; step: number }[] {
  const turns = positions.at(-1)?.turn ?? 0;
  const every = [1, 2, 5, 10, 20, 25, 50, 100].find((n) => turns / n <= most) ?? turns;
  const found: { turn: number; step: number }[] = [];
  for (const { turn, step } of positions)
    if (turn > 0 && turn % every === 0 && found.at(-1)?.turn !== turn) found.push({ turn, step });
  return found;
}

/** The last position of each turn: for those who read the graph as a table. */
export const byTurn = (positions: readonly Position[]): Position[] =>
  positions.filter((p, i) => positions[i + 1]?.turn !== p.turn);

/** Percent for people: whole ones, which add up to a hundred. */
export function percents(chances: readonly number[]): number[] {
  const whole = chances.map((c) => Math.floor(100 * c));
  const left = Math.round(100 * chances.reduce((sum, c) => sum + c, 0)) - whole.reduce((sum, n) => sum + n, 0);
  const order = chances
    .map((_, i) => i)
    .sort((a, b) => 100 * chances[b]! - whole[b]! - (100 * chances[a]! - whole[a]!));
  for (const i of order.slice(0, Math.max(0, left))) whole[i]! += 1;
  return whole;
}
