// The words of planned moves, by language: they are loaded when somebody plans. A key missing in another language does
// not compile.
import type { Language } from "../../i18n/index.svelte";
import { en } from "./en";

export type Words = typeof en;

const load: Record<Language, () => Promise<Words>> = {
  en: () => Promise.resolve(en),
  it: async () => (await import("./it")).it,
  nb: async () => (await import("./nb")).nb,
};
const known = new Map<Language, Promise<Words>>();

export function wordsIn(language: Language): Promise<Words> {
  const words = known.get(language) ?? load[language]();
  known.set(language, words);
  return words;
}
