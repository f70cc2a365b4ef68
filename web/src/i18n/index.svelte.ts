// The language of the page. English is the measure: a key missing elsewhere does not compile.
import { recall, remember } from "../prefs.svelte";
import { en } from "./en";

export type Messages = typeof en;
export const LANGUAGES = { en: "English", it: "Italiano", nb: "Norsk bokmål" } as const;
export type Language = keyof typeof LANGUAGES;

const load: Record<Language, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  it: async () => (await import("./it")).it,
  nb: async () => (await import("./nb")).nb,
};

class Lang {
  name = $state<Language>("en");
  m = $state.raw<Messages>(en);

  async set(name: Language): Promise<void> {
    this.m = await load[name]();
    this.name = name;
    document.documentElement.lang = name;
  }
  async choose(name: Language): Promise<void> {
    remember("language", name);
    await this.set(name);
  }
}
export const lang = new Lang();

/** A moment as the page's language writes it, in the manner of the reader's country if it is known. */
export function dated(seconds: number, more: Intl.DateTimeFormatOptions = {}): string {
  const local = navigator.languages.find((tag) => tag.split("-")[0] === lang.name) ?? lang.name;
  return new Intl.DateTimeFormat(local, { dateStyle: "medium", ...more }).format(seconds * 1000);
}

/** What was chosen here before, or the first of the browser's languages that we speak. */
export function preferred(): Language {
  const known = (tag: string): Language | undefined => {
    const base = tag.toLowerCase().split("-")[0];
    if (base === "no" || base === "nn") return "nb";
    return base && base in LANGUAGES ? (base as Language) : undefined;
  };
  const chosen = recall("language");
  for (const tag of [...(chosen ? [chosen] : []), ...navigator.languages]) {
    const found = known(tag);
    if (found) return found;
  }
  return "en";
}
