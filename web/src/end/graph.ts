// How the points grew, turn by turn, as the log tells it.
import type { ScoreSheet, Step } from "../protocol";

export interface Graph {
  turns: number;
  curves: number[][]; // by seat: the points after each turn, from 0 on
  totals: number[]; // by seat, with all that was counted at the end
}

/** Null where the log does not tell the whole game, or where nothing grew before the end. */
export function graphOf(log: readonly Step[], sheet: ScoreSheet): Graph | null {
  if (log[0]?.kind !== "deal" || log.some((step, i) => step.version !== i)) return null;
  const points = sheet.seats.map(() => 0);
  const curves = sheet.seats.map(() => [0]);
  let turns = 0;
  let last: number | null = null;
  let begun = false; // before, everybody chooses tickets
  for (const step of done(log)) {
    begun ||= step.kind === "act" && !step.events.some((e) => e.type === "TicketsKept");
    if (!begun || step.seat === null) continue;
    for (const e of step.events)
      if (e.type === "RouteClaimed" || e.type === "TicketsScored") points[e.seat]! += e.points;
    if (step.seat !== last) turns += 1;
    last = step.seat;
    curves.forEach((curve, seat) => (curve[turns] = points[seat]!));
  }
  const totals = sheet.seats.map((score) => score.total);
  const grew = curves.some((curve) => new Set(curve.slice(0, -1)).size > 2);
  return grew ? { turns, curves, totals } : null;
}

/** The steps that were not taken back. */
function done(log: readonly Step[]): Step[] {
  const kept: Step[] = [];
  for (const step of log) {
    if (step.kind === "undo") kept.pop();
    else kept.push(step);
  }
  return kept;
}

/** Round numbers to draw lines at, so that there are at most `most` of them and all values lie between. */
export function ticks(least: number, greatest: number, most: number): number[] {
  const span = Math.max(1, greatest - least);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((n) => span / n <= most - 1) ?? span;
  const found: number[] = [];
  for (let at = Math.floor(least / step) * step; at < greatest + step; at += step) found.push(at);
  return found;
}

/** Heights for labels that want to be at these, in the same order, none nearer to another than `gap`. */
export function apart(wanted: readonly number[], gap: number, least: number, greatest: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  let floor = least;
  for (const i of order) {
    placed[i] = Math.max(placed[i]!, floor);
    floor = placed[i] + gap;
  }
  let ceiling = greatest;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i]!, ceiling);
    ceiling = placed[i] - gap;
  }
  return placed;
}
