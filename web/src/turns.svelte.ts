// Where else it is our turn, asked for now and then while we are at a table.
import { api, Problem } from "./net/api";
import type { MyTable } from "./protocol";

const SECONDS = 10; // between two questions while the page is looked at
const ALONE = 60_000; // milliseconds for which who plays at one table alone need not ask

class Turns {
  #all = $state.raw<readonly MyTable[]>([]);
  #quiet = 0; // until then

  /** The tables that wait for us but this one, the most urgent first. */
  besides(table: string): readonly MyTable[] {
    return this.#all.filter((own) => own.your_turn && own.table.id !== table);
  }

  /** Ask at once: one has just moved. */
  async look(): Promise<void> {
    if (document.visibilityState !== "visible" || Date.now() < this.#quiet) return;
    try {
      this.#all = await api.myTables();
      this.#quiet = this.#all.length > 1 ? 0 : Date.now() + ALONE;
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // later, perhaps
    }
  }

  /** Listen until the function returned is called. */
  listen(): () => void {
    const look = () => void this.look();
    const timer = setInterval(look, SECONDS * 1000);
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      this.#all = []; // what was so then may no longer be
    };
  }
}
export const turns = new Turns();
