// Names for the parts of a review, which come from the server as `carrozza.review.model` makes them.
export type { Account, Decision, Position, Review, Sentence, TicketStory, TurningPoint } from "../protocol";

export type Verdict = "best" | "fine" | "inaccuracy" | "mistake" | "blunder";
/** Those that cost something for certain. */
export const LOSSES: ReadonlySet<string> = new Set(["inaccuracy", "mistake", "blunder"]);

/** A share of the win as whole percent. */
export const percentOf = (share: number): number => Math.round(100 * share) || 0; // no minus zero

/** With its sign, as one writes it. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
