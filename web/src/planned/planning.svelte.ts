// What one leaves for one's next turn at a table of days: the list, and the position in which one chooses.
import type { Action } from "../cards";
import { lang } from "../i18n/index.svelte";
import { api, Problem } from "../net/api";
import type { PlannedMove, PlannedTurn, TableInfo, View } from "../protocol";
import { say } from "../ui/notices.svelte";

/** What has to be known of the table. */
interface Where {
  readonly info: TableInfo | null;
  readonly mine: readonly number[];
}

export class Planning {
  told = $state.raw<PlannedTurn | null>(null);
  /** One looks at the list, and what one chooses is added to it. */
  open = $state(false);
  #asked = 0;
  #looking = false;
  #again = false;

  constructor(readonly where: Where) {}

  /** The seat that can plan: with several people at one device nobody's hand must be seen. */
  get seat(): number | null {
    const { info, mine } = this.where;
    return info?.phase === "playing" && info.pace.kind === "days" && mine.length === 1 ? mine[0]! : null;
  }
  get moves(): readonly PlannedMove[] {
    return this.told && !this.told.used ? this.told.moves : [];
  }
  /** The turn has come, and one has not read what became of it. */
  get outcome(): PlannedTurn | null {
    return this.told?.used ? this.told : null;
  }

  /** Something has happened at the table: ask anew, once for all that happens meanwhile. */
  async look(): Promise<void> {
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = true;
    const { info } = this.where;
    const seat = this.seat;
    if (!info || seat === null) this.told = null;
    else await this.#take(() => api.planned(info.id, seat), true);
    this.#looking = false;
    if (!this.#again) return;
    this.#again = false;
    await this.look();
  }

  /** Choose this, if nothing before it is possible. */
  add(action: Action, view: View): void {
    const move: PlannedMove = { action, card: null, then: null };
    if (action.type === "DrawBlind") move.then = { type: "DrawBlind" };
    if (action.type === "DrawFaceUp") {
      move.card = view.market[action.slot] ?? null;
      move.then = { type: "DrawBlind" };
    }
    const same = JSON.stringify(move);
    if (this.moves.some((other) => JSON.stringify(other) === same)) return;
    const most = this.told?.most ?? 0;
    if (this.moves.length >= most) say(lang.m.plannedAll(most), "refusal");
    else void this.keep([...this.moves, move]);
  }

  remove(n: number): void {
    void this.keep(this.moves.filter((_, i) => i !== n));
  }

  /** Try the move in this place before the one above it. */
  raise(n: number): void {
    const moves = [...this.moves];
    moves.splice(n - 1, 0, ...moves.splice(n, 1));
    void this.keep(moves);
  }

  async keep(moves: readonly PlannedMove[]): Promise<void> {
    const { info } = this.where;
    const seat = this.seat;
    if (info && seat !== null) await this.#take(() => api.plan(info.id, seat, moves));
  }

  /** Of several answers the one to the last question counts. */
  async #take(ask: () => Promise<PlannedTurn>, quietly = false): Promise<void> {
    const number = ++this.#asked;
    try {
      const told = await ask();
      if (number === this.#asked) this.told = told;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!quietly) say(error, "refusal");
    }
  }
}
