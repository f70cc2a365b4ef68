// Those who want to play with us, again or because they are friends, asked for now and then wherever on the site we are.
import { person } from "./me.svelte";
import { api, Problem } from "./net/api";
import type { Call } from "./protocol";

const SECONDS = 20; // between two questions while the page is looked at

class Calls {
  #all = $state.raw<readonly Call[]>([]);
  #refused = $state.raw<ReadonlySet<string>>(new Set());

  get list(): readonly Call[] {
    return this.#all.filter((call) => !this.#refused.has(call.again.id));
  }

  /** Not here, nor on any other device; unless they ask once more. */
  async refuse(call: Call): Promise<void> {
    this.#refused = new Set([...this.#refused, call.again.id]);
    try {
      await api.declineCall(call.again.id);
      await this.look();
      this.#refused = new Set([...this.#refused].filter((id) => id !== call.again.id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // it is refused here, at least
    }
  }

  /** Ask at once: somebody has just said that there is something to hear. */
  async look(): Promise<void> {
    if (!person.me || document.visibilityState !== "visible") return;
    try {
      this.#all = await api.calls();
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // later, perhaps
    }
  }

  /** Listen until the function returned is called. */
  listen(): () => void {
    const look = () => void this.look();
    const timer = setInterval(look, SECONDS * 1000);
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    look();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }
}
export const calls = new Calls();
