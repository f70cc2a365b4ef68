// The hint that is shown at this table, and what of it is marked on the board, the market and the hand. How it is asked
// for and told is loaded when it is needed.
import type { Action, Card } from "../cards";
import type { GivenHint, TableInfo } from "../protocol";

class Shown {
  given = $state.raw<GivenHint | null>(null);
  get #action(): Action | null {
    return this.given?.hint.action ?? null;
  }
  /** The route to claim, or the one that cards are to be drawn for. */
  get route(): number | null {
    const action = this.#action;
    if (action?.type === "ClaimRoute") return action.route;
    return this.given?.hint.reasons.find((reason) => reason.route !== null)?.route ?? null;
  }
  get city(): number | null {
    return this.#action?.type === "BuildStation" ? this.#action.city : null;
  }
  get slot(): number | null {
    return this.#action?.type === "DrawFaceUp" ? this.#action.slot : null;
  }
  is(type: Action["type"]): boolean {
    return this.#action?.type === type;
  }
  /** The cards to pay with, or to play. */
  get cards(): readonly Card[] {
    return this.#action && "cards" in this.#action ? this.#action.cards : [];
  }
  /** Places in the offer of the tickets to keep. */
  get keep(): readonly number[] {
    return this.#action?.type === "KeepTickets" ? this.#action.keep : [];
  }
}
export const hintShown = new Shown();

/** How many hints a seat has had. */
export const hintsOf = (table: TableInfo, seat: number): number => table.hinted.filter((h) => h.seat === seat).length;
