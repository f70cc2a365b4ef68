// Sounds of our own, made of a few tones each. A browser lets none be heard before the first click.
import { prefs } from "../prefs.svelte";

type Tone = readonly [frequency: number, start: number, length: number, kind?: OscillatorType, loud?: number];

/** A wagon over a joint of the rails: two knocks. */
const wagon = (i: number): Tone[] => [
  [150 + 6 * i, 0.15 * i, 0.07, "triangle", 1.1],
  [118 + 6 * i, 0.15 * i + 0.055, 0.08, "triangle", 0.9],
];

const SOUNDS = {
  card: () => [
    [620, 0, 0.05, "triangle", 0.55],
    [930, 0.035, 0.07, "sine", 0.4],
  ],
  /** A train comes in, of so many wagons. */
  claim: (wagons) => [
    ...Array.from({ length: Math.min(8, wagons) }, (_, i) => wagon(i)).flat(),
    [392, 0.15 * Math.min(8, wagons) + 0.03, 0.22, "sine", 0.5],
    [494, 0.15 * Math.min(8, wagons) + 0.03, 0.26, "sine", 0.45],
  ],
  turn: () => [
    [660, 0, 0.16, "sine", 0.9],
    [880, 0.14, 0.3, "sine", 0.9],
  ],
  ticket: () => [
    [587, 0, 0.14, "sine", 0.7],
    [740, 0.1, 0.14, "sine", 0.7],
    [880, 0.2, 0.34, "sine", 0.8],
  ],
  reveal: () => [
    [196, 0, 0.1, "triangle", 0.9],
    [294, 0.05, 0.16, "sine", 0.5],
  ],
  robbed: () => [
    [440, 0, 0.14, "triangle", 0.8],
    [349, 0.12, 0.14, "triangle", 0.8],
    [233, 0.24, 0.34, "triangle", 0.9],
  ],
  chat: () => [
    [988, 0, 0.07, "sine", 0.45],
    [1319, 0.07, 0.14, "sine", 0.35],
  ],
  last: () => [
    [784, 0, 0.24, "sine", 0.9],
    [622, 0.22, 0.24, "sine", 0.9],
    [784, 0.44, 0.4, "sine", 0.9],
  ],
  point: () => [[880, 0, 0.08, "triangle", 0.6]],
  minus: () => [[220, 0, 0.14, "triangle", 0.6]],
  end: () => [
    [523, 0, 0.24],
    [659, 0.18, 0.24],
    [784, 0.36, 0.24],
    [1047, 0.54, 0.7],
  ],
} satisfies Record<string, (n: number) => Tone[]>;

const LOUD = 0.075;
const ATTACK = 0.008; // seconds; without it, a tone begins with a click
const QUIETEST = 0.0004;

let context: AudioContext | undefined;

export function play(name: keyof typeof SOUNDS, n = 1): void {
  if (!prefs.sound || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, start, length, kind = "sine", loud = 1] of SOUNDS[name](n)) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = kind;
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(QUIETEST, now + start);
    gain.gain.linearRampToValueAtTime(LOUD * loud, now + start + ATTACK);
    gain.gain.exponentialRampToValueAtTime(QUIETEST, now + start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}

/** A phone in a pocket says that one is to act; the same switch silences it. */
export function buzz(): void {
  if (prefs.sound && prefs.touch && navigator.userActivation.hasBeenActive) navigator.vibrate?.([40, 60, 40]);
}
