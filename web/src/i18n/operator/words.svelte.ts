// The words of the operator's page, which are loaded with it: few people ever see them.
import type { Language } from "../index.svelte";
import { en } from "./en";

export type Words = typeof en;

const load: Record<Language, () => Promise<Words>> = {
  en: () => Promise.resolve(en),
  it: async () => (await import("./it")).it,
  nb: async () => (await import("./nb")).nb,
};

class OperatorWords {
  #all = $state.raw<Words | null>(null);

  /** Null until they have come. */
  get w(): Words | null {
    return this.#all;
  }
  async set(name: Language): Promise<void> {
    this.#all = await load[name]();
  }
}
export const operatorWords = new OperatorWords();
