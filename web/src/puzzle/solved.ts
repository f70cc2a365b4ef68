// Which puzzles were solved on this device.
import { recall, remember } from "../prefs.svelte";

const KEY = "puzzles";
const MOST = 90; // a month of them

export const solved = (): string[] => (recall(KEY) ?? "").split(" ").filter(Boolean);

export function markSolved(id: string): void {
  remember(KEY, [...solved().filter((other) => other !== id), id].slice(-MOST).join(" "));
}
