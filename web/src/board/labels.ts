// Where the cities' names go. They keep a size that can be read, however small the map is: then not all of them
// have room, and those that matter come first. The drawing's own places are the first choice; on a train, on
// another city or on a mark nothing is written that has room elsewhere. A name is nowhere nearer to another city
// than to its own, and keeps apart from other names.
import type { BoardInfo } from "../protocol";

export interface Box {
  x: number; // in units of the drawing
  y: number;
  width: number;
  height: number;
}
export interface Label extends Box {
  city: number;
}

/** Room for a wagon, whichever way it is turned. */
interface Wagon {
  x: number;
  y: number;
  cos: number;
  sin: number;
  half: number; // of its length
  side: number; // half of its width
}
interface Candidate {
  box: Box;
  cost: number;
}

// The middle of a name as seen from its city, in half sizes of the name beyond the city's rim.
const AROUND = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -0.8],
  [-1, -0.8],
  [1, 0.8],
  [-1, 0.8],
  [0.5, -1],
  [-0.5, -1],
  [0.5, 1],
  [-0.5, 1],
  [1, -0.4],
  [-1, -0.4],
  [1, 0.4],
  [-1, 0.4],
  [0.25, -1],
  [-0.25, -1],
  [0.25, 1],
  [-0.25, 1],
] as const;
const AWAY = [3, 8, 14]; // how far from the rim, in units
const FARTHER = [22, 32]; // also, for names that matter
const COVERED = 3; // what covering a wagon costs
const CITY = 20; // or another city, or a mark
const OTHER = 1; // a place that is not the drawing's own
const FAR = 0.5; // and one that is farther away
const MOST = 7; // what a name may cost that does not matter more than others
const GREAT = 1000; // one that matters is written whatever it costs
const AIR = 1; // around a name, in units
const APART = 0.4; // between names beside each other, in heights of a name: more than between two words
const MIDDLE = 0.1; // what the middle of a name counts, as against its nearest edge
const TRAIN = 1.26; // the width of a wagon with its outline, in spaces (atlas/pieces.py)
const INK = 0.8; // of the height of a name: above and below there are few letters
const ROUNDS = 3;

export class Labelling {
  readonly #wagons: Wagon[];
  readonly #cities: Box[];
  readonly #order: number[]; // those where most routes meet come first

  constructor(readonly board: BoardInfo) {
    this.#wagons = board.routes.flatMap((route) =>
      route.spaces.map(([x, y, turn]) => {
        const angle = (turn * Math.PI) / 180;
        const half = (board.space_length * route.wagon) / 2;
        return { x, y, cos: Math.cos(angle), sin: Math.sin(angle), half, side: (board.space_width * TRAIN) / 2 };
      }),
    );
    const r = board.city_radius;
    this.#cities = board.cities.map((city) => ({ x: city.x - r, y: city.y - r, width: 2 * r, height: 2 * r }));
    const meets = board.cities.map((_, c) => board.routes.filter(({ a, b }) => a === c || b === c).length);
    this.#order = [...board.cities.keys()].sort((a, b) => meets[b]! - meets[a]!);
  }

  /** Names of a size in units of the drawing: `first` are the cities that matter most, in their order; `taken` is
   *  where nothing should be written. */
  place(size: number, first: readonly number[], taken: readonly Box[] = []): Label[] {
    const scale = Math.max(1, size / this.board.font_size);
    const wanted = new Set(first);
    const order = [...wanted, ...this.#order.filter((c) => !wanted.has(c))];
    const choices = new Map(order.map((c) => [c, this.#choices(c, scale, taken, wanted.has(c))]));
    const most = (city: number) => (wanted.has(city) ? GREAT : MOST);
    const placed = new Map<number, Candidate>();
    for (const city of order) {
      const found = best(choices.get(city)!, boxes(placed), most(city));
      if (found) placed.set(city, found);
    }
    for (let round = 0; round < ROUNDS; round++)
      if (!order.filter((city) => this.#makeRoom(city, choices, placed, most)).length) break;
    return order.flatMap((city) => (placed.has(city) ? [{ city, ...placed.get(city)!.box }] : []));
  }

  /** A better place for a name, if those that are there can move or matter less; whether that was so. */
  #makeRoom(
    city: number,
    choices: ReadonlyMap<number, Candidate[]>,
    placed: Map<number, Candidate>,
    most: (city: number) => number,
  ): boolean {
    const now = placed.get(city)?.cost ?? most(city);
    if (now < COVERED) return false;
    for (const choice of choices.get(city)!) {
      if (choice.cost >= now) break;
      const after = new Map([...placed].filter(([c, { box }]) => c !== city && !crowd(choice.box, box)));
      const rivals = [...placed.keys()].filter((c) => c !== city && !after.has(c));
      let gain = now - choice.cost;
      after.set(city, choice);
      for (const rival of rivals) {
        const moved = best(choices.get(rival)!, boxes(after), most(rival));
        gain -= (moved?.cost ?? most(rival)) - placed.get(rival)!.cost;
        if (moved) after.set(rival, moved);
      }
      if (gain <= 0) continue;
      placed.clear();
      for (const [c, place] of after) placed.set(c, place);
      return true;
    }
    return false;
  }

  /** The names that are seen while these cities are pointed at: the others stay where they are, or make room. */
  pin(labels: readonly Label[], size: number, cities: readonly number[], taken: readonly Box[] = []): Label[] {
    const scale = Math.max(1, size / this.board.font_size);
    const missing = cities.filter((c) => !labels.some(({ city }) => city === c));
    if (!missing.length) return [...labels];
    const kept = labels.filter(({ city }) => cities.includes(city));
    const added: Label[] = [];
    for (const city of missing) {
      const choices = this.#choices(city, scale, taken, true);
      const found = best(choices, [...labels, ...added], GREAT) ?? best(choices, [...kept, ...added], GREAT);
      if (found) added.push({ city, ...found.box });
    }
    return [...labels.filter((old) => cities.includes(old.city) || !added.some((box) => crowd(box, old))), ...added];
  }

  /** Where the name of a city could be, and what that would cost; cheapest first. */
  #choices(city: number, scale: number, taken: readonly Box[], matters: boolean): Candidate[] {
    return this.#candidates(city, scale, taken, matters ? [...AWAY, ...FARTHER] : AWAY)
      .filter(({ box }) => this.#onBoard(box) && this.#belongs(box, city))
      .map(({ box, cost }) => {
        for (const [c, other] of this.#cities.entries()) if (c !== city && touch(box, other)) cost += CITY;
        for (const other of taken) if (touch(box, other)) cost += CITY;
        const letters = { ...box, y: box.y + (box.height * (1 - INK)) / 2, height: box.height * INK };
        for (const wagon of this.#wagons) if (covers(letters, wagon)) cost += COVERED;
        return { box, cost };
      })
      .sort((a, b) => a.cost - b.cost);
  }

  #candidates(city: number, scale: number, taken: readonly Box[], away: readonly number[]): Candidate[] {
    const { x, y, label } = this.board.cities[city]!;
    const width = label.width * scale;
    const height = label.height * scale;
    // The drawing's own place: the side that looks at the city stays where it is.
    const grow = (from: number, size: number, at: number) =>
      at <= from ? from : at >= from + size ? from + size - size * scale : from - (size * scale - size) / 2;
    const own = { x: grow(label.x, label.width, x), y: grow(label.y, label.height, y), width, height };
    // The rim of the city, or of what lies on it.
    const on = taken.filter((b) => x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height);
    const rimX = Math.max(this.board.city_radius, ...on.flatMap((b) => [x - b.x, b.x + b.width - x]));
    const rimY = Math.max(this.board.city_radius, ...on.map((b) => b.height / 2));
    const others = away.flatMap((far, i) =>
      AROUND.map(([dx, dy]) => ({
        cost: OTHER + i * FAR,
        box: {
          x:
            Math.abs(dx) === 1
              ? x + dx * (width / 2 + (rimX + far) * (dy ? 0.7 : 1)) - width / 2
              : Math.max(0, Math.min(this.board.width - width, x + dx * width * 0.6 - width / 2)),
          y: y + dy * (height / 2 + (rimY + far) * (dx ? 0.7 : 1)) - height / 2,
          width,
          height,
        },
      })),
    );
    return [{ box: own, cost: 0 }, ...others];
  }

  /** Nobody could take it for the name of another city. */
  #belongs(box: Box, city: number): boolean {
    const own = farFrom(box, this.board.cities[city]!);
    return this.board.cities.every((other, c) => c === city || farFrom(box, other) > own);
  }

  #onBoard({ x, y, width, height }: Box): boolean {
    return x >= 0 && y >= 0 && x + width <= this.board.width && y + height <= this.board.height;
  }
}

const boxes = (placed: ReadonlyMap<number, Candidate>): Box[] => [...placed.values()].map(({ box }) => box);

/** The cheapest that is free and costs less than this. */
const best = (choices: readonly Candidate[], placed: readonly Box[], most: number): Candidate | undefined =>
  choices.find(({ box, cost }) => cost < most && !placed.some((other) => crowd(box, other)));

/** How far a name seems to be from a city: by its nearest edge and, where that is equal, by its middle. */
export function farFrom({ x, y, width, height }: Box, city: { x: number; y: number }): number {
  const beyond = (at: number, from: number, size: number) => Math.max(from - at, 0, at - from - size);
  const edge = Math.hypot(beyond(city.x, x, width), beyond(city.y, y, height));
  return edge + Math.hypot(city.x - x - width / 2, city.y - y - height / 2) * MIDDLE;
}

/** Names that would be read as one, or lie on each other. */
export function crowd(a: Box, b: Box): boolean {
  const apart = APART * Math.min(a.height, b.height);
  return touch({ ...a, x: a.x - apart, width: a.width + 2 * apart }, b);
}

const touch = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + AIR && b.x < a.x + a.width + AIR && a.y < b.y + b.height + AIR && b.y < a.y + a.height + AIR;

/** Do a box and a wagon overlap? They do not if they are apart in any of the four directions of their sides. */
export function covers(box: Box, { x, y, cos, sin, half, side }: Wagon): boolean {
  const [w, h] = [box.width / 2, box.height / 2];
  const [dx, dy] = [box.x + w - x, box.y + h - y];
  const [c, s] = [Math.abs(cos), Math.abs(sin)];
  return (
    Math.abs(dx) < w + half * c + side * s &&
    Math.abs(dy) < h + half * s + side * c &&
    Math.abs(dx * cos + dy * sin) < half + w * c + h * s &&
    Math.abs(dy * cos - dx * sin) < side + w * s + h * c
  );
}
