// Sounds of our own, made of oscillators; silent until somebody asks for them.
import { prefs } from "../prefs.svelte";

type Tone = [frequency: number, start: number, length: number, kind?: OscillatorType, loud?: number];
const SOUNDS = {
  card: [
    [520, 0, 0.07, "triangle"],
    [780, 0.05, 0.06, "triangle"],
  ],
  track: [
    [180, 0, 0.09, "square", 0.4],
    [180, 0.14, 0.09, "square", 0.4],
    [240, 0.28, 0.14, "square", 0.4],
  ],
  turn: [
    [660, 0, 0.14, "sine"],
    [880, 0.15, 0.24, "sine"],
  ],
  robbed: [
    [440, 0, 0.12, "sawtooth", 0.4],
    [330, 0.12, 0.12, "sawtooth", 0.4],
    [220, 0.24, 0.25, "sawtooth", 0.4],
  ],
  last: [
    [784, 0, 0.18],
    [622, 0.2, 0.18],
    [784, 0.4, 0.3],
  ],
  point: [[880, 0, 0.08, "triangle", 0.6]],
  minus: [[220, 0, 0.14, "triangle", 0.6]],
  end: [
    [523, 0, 0.2],
    [659, 0.18, 0.2],
    [784, 0.36, 0.2],
    [1047, 0.54, 0.5],
  ],
} satisfies Record<string, Tone[]>;

let context: AudioContext | undefined;

export function play(name: keyof typeof SOUNDS): void {
  if (!prefs.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, start, length, kind = "sine", loud = 1] of SOUNDS[name] as Tone[]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = kind;
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0.08 * loud, now + start);
    gain.gain.exponentialRampToValueAtTime(0.0005, now + start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
