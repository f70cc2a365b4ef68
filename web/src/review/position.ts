// What a move of a replay is about: the position it was made in, as its seat saw it.
import type { Replay, ReplayStep, View } from "../protocol";
import type { Decision, Review } from "./model";

export interface Moment {
  step: number | null; // null: the whole game is looked at, as it ended
  seat: number; // whose move it is; in the overview whoever comes first
  before: ReplayStep;
  made: ReplayStep | null; // with the events of the move
  view: View;
  decision: Decision | null; // a forced move, and the deal, are none
}

/** The position before a move; for the overview, the last one. */
export function momentAt(replay: Replay, review: Review | null, step: number | null): Moment {
  const made = step === null ? null : replay.steps[step]!;
  const before = step === null ? replay.steps.at(-1)! : replay.steps[step - 1]!;
  const seat = made?.seat ?? 0;
  const decision = review?.decisions.find((d) => d.step === step) ?? null;
  return { step, seat, before, made, view: before.views[seat]!, decision };
}

/** The turn that a step belongs to. */
export const turnOf = (review: Review, step: number): number => review.positions[step]?.turn ?? 0;

/** Where a seat wants to go, to be lit up on the map. */
export interface Heading {
  seat: number;
  routes: readonly number[];
  cities: readonly number[];
}
