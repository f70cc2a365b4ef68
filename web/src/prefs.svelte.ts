// What a person prefers on this device: light or dark, sound, speed, keys, less motion, a second tap, a colour.
import { look } from "./look";

type ThemeChoice = "auto" | "light" | "dark";
export type ThemeName = "light" | "dark";

/** How long what happens is shown, and how long bots wait, calmest first; as a part of what is normal. */
export const TEMPO = { calm: 1.7, normal: 1, quick: 0.45, instant: 0 } as const;
export type Speed = keyof typeof TEMPO;

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(`carrozza.${key}`);
  } catch {
    return null; // a browser that keeps nothing
  }
};
export const recall = stored;
export const remember = (key: string, value: string): void => {
  try {
    localStorage.setItem(`carrozza.${key}`, value);
  } catch {
    // it is then forgotten
  }
};

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");
const isTouch = matchMedia("(pointer: coarse)");

const speedOf = (name: string | null): Speed => (name !== null && name in TEMPO ? (name as Speed) : "normal");

class Prefs {
  choice = $state<ThemeChoice>((stored("theme") as ThemeChoice | null) ?? "auto");
  sound = $state(stored("sound") !== "off");
  speed = $state<Speed>(speedOf(stored("speed")));
  /** Keys of one character do something at a table; who speaks to the computer may not want that. */
  keys = $state(stored("keys") !== "off");
  stillChoice = $state(stored("still") === "on");
  #systemDark = $state(prefersDark.matches);
  #systemStill = $state(prefersStill.matches);
  touch = $state(isTouch.matches);
  #confirmChoice = $state(stored("confirm"));
  /** The colour one plays in wherever it is free. */
  colour = $state(stored("colour"));

  theme: ThemeName = $derived(this.choice === "auto" ? (this.#systemDark ? "dark" : "light") : this.choice);
  still = $derived(this.stillChoice || this.#systemStill);

  /** A finger slips: on touch a chosen move waits for a second tap, unless one does not want that. */
  confirm = $derived(this.#confirmChoice === null ? this.touch : this.#confirmChoice === "on");

  constructor() {
    prefersDark.addEventListener("change", (e) => (this.#systemDark = e.matches));
    prefersStill.addEventListener("change", (e) => (this.#systemStill = e.matches));
    isTouch.addEventListener("change", (e) => (this.touch = e.matches));
  }

  setTheme(choice: ThemeChoice): void {
    this.choice = choice;
    remember("theme", choice);
  }
  setSound(on: boolean): void {
    this.sound = on;
    remember("sound", on ? "on" : "off");
  }
  setKeys(on: boolean): void {
    this.keys = on;
    remember("keys", on ? "on" : "off");
  }
  setSpeed(speed: Speed): void {
    this.speed = speed;
    remember("speed", speed);
  }
  setConfirm(on: boolean): void {
    this.#confirmChoice = on ? "on" : "off";
    remember("confirm", this.#confirmChoice);
  }
  setColour(name: string): void {
    this.colour = name;
    remember("colour", name);
  }
  setStill(on: boolean): void {
    this.stillChoice = on;
    remember("still", on ? "on" : "off");
  }
}

export const prefs = new Prefs();

/** Put the palette of the drawings into the style sheet's variables. */
export function applyTheme(name: ThemeName): void {
  const root = document.documentElement;
  root.dataset.theme = name;
  for (const [colour, value] of Object.entries(look.palettes[name])) root.style.setProperty(`--${colour}`, value);
}

/** The pattern on the trains of a colour, as path data in a box of side 1. */
export const patternPath = (colour: string): string => (look.patterns as Record<string, string>)[colour] ?? "";
