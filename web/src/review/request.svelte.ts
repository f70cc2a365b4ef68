// The review of one game, as the server makes it: asked for, waited for, or given up.
import { person } from "../me.svelte";
import { api, Problem } from "../net/api";
import type { ReviewState } from "../protocol";

const PAUSE = 1000; // milliseconds between two questions while it is made

export class ReviewRequest {
  state = $state.raw<ReviewState | null>(null); // null: not known yet
  problem = $state.raw<Problem | null>(null); // why the server did not do it
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(readonly table: string) {}

  /** Whether it is under way. */
  get running(): boolean {
    return this.state?.state === "waiting" || this.state?.state === "working";
  }

  /** How much is done, in percent. */
  get percent(): number {
    const { done, of } = this.state ?? { done: 0, of: 0 };
    return of ? Math.floor((100 * Math.min(done, of)) / of) : 0;
  }

  /** See how it stands; nothing is begun by that. */
  look(): Promise<void> {
    return this.#do(() => api.review(this.table));
  }

  /** Have it made; a stranger becomes a guest, whose wish it then is. */
  ask(): Promise<void> {
    return this.#do(async () => {
      await person.comeIn();
      return api.askReview(this.table);
    });
  }

  /** I no longer want it. */
  cancel(): Promise<void> {
    return this.#do(async () => {
      await api.dropReview(this.table);
      return null;
    });
  }

  /** The page is left: no more questions. */
  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  async #do(what: () => Promise<ReviewState | null>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const told = await what();
      if (this.#over) return;
      this.state = told ?? { state: "none", done: 0, of: 0, ahead: 0, problem: null, review: null };
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (this.#over) return;
      if (!this.running || error.status) this.problem = error; // a short silence while it is made is no matter
    }
    if (this.running && !this.problem) this.#timer = setTimeout(() => void this.look(), PAUSE);
  }
}
