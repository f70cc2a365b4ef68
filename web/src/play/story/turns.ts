// What was done, turn by turn: the steps of one seat that follow each other.
import type { Step } from "../../protocol";

export interface Turn {
  seat: number | null; // null: the deal
  steps: readonly Step[];
}

export function turnsOf(log: readonly Step[]): Turn[] {
  const turns: { seat: number | null; steps: Step[] }[] = [];
  for (const step of log) {
    const last = turns.at(-1);
    if (last?.seat === step.seat) last.steps.push(step);
    else turns.push({ seat: step.seat, steps: [step] });
  }
  return turns;
}

/** The turn that the last step belongs to. */
export function lastTurn(log: readonly Step[]): Turn | null {
  const seat = log.at(-1)?.seat;
  if (seat === undefined) return null;
  let start = log.length;
  while (start > 0 && log[start - 1]!.seat === seat) start--;
  return { seat, steps: log.slice(start) };
}

/** A turn with one more step, or the next turn. */
export const withStep = (turn: Turn | null, step: Step): Turn =>
  turn?.seat === step.seat ? { ...turn, steps: [...turn.steps, step] } : { seat: step.seat, steps: [step] };

/** What of it still counts: what was undone does not, and that it was undone is news only until the next step. */
export function standing(turn: Turn): Step[] {
  const kept: Step[] = [];
  for (const step of turn.steps) {
    if (step.kind === "undo") kept.pop();
    else kept.push(step);
  }
  return kept;
}

/** For each face-up place, the step that last put a card there: a card like the one before is a new one. */
export function filledAt(log: readonly Step[], slots: number): number[] {
  const found = Array<number>(slots).fill(-1);
  for (const step of log)
    for (const e of step.events) if (e.type === "MarketFilled" && e.slot < slots) found[e.slot] = step.version;
  return found;
}
