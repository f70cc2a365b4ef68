// How fast things are shown.
import { prefs, TEMPO } from "../../prefs.svelte";

/** Nothing moves about: by choice, or because it would only take time. */
export const still = (): boolean => prefs.still || prefs.speed === "instant";

/** A time at normal speed, at the chosen one. */
export const lasting = (ms: number): number => ms * TEMPO[prefs.speed];
