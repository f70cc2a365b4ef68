// The words of profiles, leaderboards and friends, which are loaded with those pages.
import type { Language } from "../index.svelte";
import { en } from "./en";

export type Words = typeof en;

const load: Record<Language, () => Promise<Words>> = {
  en: () => Promise.resolve(en),
  it: async () => (await import("./it")).it,
  nb: async () => (await import("./nb")).nb,
};

class PeopleWords {
  #all = $state.raw<Words | null>(null);

  /** Null until they have come. */
  get w(): Words | null {
    return this.#all;
  }
  async set(name: Language): Promise<void> {
    this.#all = await load[name]();
  }
}
export const peopleWords = new PeopleWords();
