// Where the cities' names go. They keep a size that can be read, however small the map is: then not all of them
// have room, and those that matter come first. The drawing's own places are the first choice.
import type { BoardInfo } from "../protocol";

export interface Label {
  city: number;
  x: number; // of its box, in units of the drawing
  y: number;
  width: number;
  height: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
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
] as const;
const SPACE = 3; // what covering a space of a route costs
const CITY = 20; // or another city
const OTHER = 1; // a place that is not the drawing's own
const MOST = 7; // what a name may cost that does not matter more than others
const AIR = 1; // around a name, in units

export class Labelling {
  readonly #spaces: Box[];
  readonly #cities: Box[];
  readonly #order: number[]; // those where most routes meet come first

  constructor(readonly board: BoardInfo) {
    const half = board.space_length * 0.45; // a space, whichever way it is turned
    this.#spaces = board.routes.flatMap((route) =>
      route.spaces.map(([x, y, turn]) => {
        const angle = (turn * Math.PI) / 180;
        const w = Math.max(Math.abs(Math.cos(angle)) * half, board.space_width / 2);
        const h = Math.max(Math.abs(Math.sin(angle)) * half, board.space_width / 2);
        return { x: x - w, y: y - h, width: 2 * w, height: 2 * h };
      }),
    );
    const r = board.city_radius;
    this.#cities = board.cities.map((city) => ({ x: city.x - r, y: city.y - r, width: 2 * r, height: 2 * r }));
    const meets = board.cities.map((_, c) => board.routes.filter(({ a, b }) => a === c || b === c).length);
    this.#order = [...board.cities.keys()].sort((a, b) => meets[b]! - meets[a]!);
  }

  /** Names of a size in units of the drawing: `first` are the cities that matter most, in their order. */
  place(size: number, first: readonly number[]): Label[] {
    const scale = Math.max(1, size / this.board.font_size);
    const placed: Label[] = [];
    const wanted = new Set(first);
    for (const city of [...wanted, ...this.#order.filter((c) => !wanted.has(c))]) {
      const label = this.#best(city, scale, placed, wanted.has(city) ? Infinity : MOST);
      if (label) placed.push(label);
    }
    return placed;
  }

  /** The names that are seen while these cities are pointed at: the others stay where they are, or make room. */
  pin(labels: readonly Label[], size: number, cities: readonly number[]): Label[] {
    const scale = Math.max(1, size / this.board.font_size);
    const missing = cities.filter((c) => !labels.some(({ city }) => city === c));
    if (!missing.length) return [...labels];
    const kept = labels.filter(({ city }) => cities.includes(city));
    const added: Label[] = [];
    for (const c of missing) {
      const near = this.#best(c, scale, [...labels, ...added], Infinity) ?? this.#best(c, scale, kept, Infinity);
      if (near) added.push(near);
    }
    return [...labels.filter((old) => cities.includes(old.city) || !added.some((box) => touch(box, old))), ...added];
  }

  #best(city: number, scale: number, placed: readonly Label[], most: number): Label | null {
    let best: Label | null = null;
    let least = most;
    for (const [i, box] of this.#candidates(city, scale).entries()) {
      let cost = i ? OTHER : 0;
      if (cost >= least || !this.#onBoard(box)) continue;
      if (placed.some((other) => touch(box, other))) continue;
      for (const [c, other] of this.#cities.entries()) if (c !== city && touch(box, other)) cost += CITY;
      // The drawing's own place covers nothing; a larger name there may.
      if (i || scale > 1) for (const space of this.#spaces) if (touch(box, space, 0)) cost += SPACE;
      if (cost < least) {
        least = cost;
        best = { city, ...box };
      }
    }
    return best;
  }

  #candidates(city: number, scale: number): Box[] {
    const { x, y, label } = this.board.cities[city]!;
    const width = label.width * scale;
    const height = label.height * scale;
    // The drawing's own place: the side that looks at the city stays where it is.
    const grow = (from: number, size: number, at: number) =>
      at <= from ? from : at >= from + size ? from + size - size * scale : from - (size * scale - size) / 2;
    const own = { x: grow(label.x, label.width, x), y: grow(label.y, label.height, y), width, height };
    const away = this.board.city_radius + 3;
    return [
      own,
      ...AROUND.map(([dx, dy]) => ({
        x: x + (Math.abs(dx) === 1 ? dx * (width / 2 + away * (dy ? 0.7 : 1)) : dx * width * 0.6) - width / 2,
        y: y + dy * (height / 2 + away * (dx ? 0.7 : 1)) - height / 2,
        width,
        height,
      })),
    ];
  }

  #onBoard({ x, y, width, height }: Box): boolean {
    return x >= 0 && y >= 0 && x + width <= this.board.width && y + height <= this.board.height;
  }
}

const touch = (a: Box, b: Box, air = AIR): boolean =>
  a.x < b.x + b.width + air && b.x < a.x + a.width + air && a.y < b.y + b.height + air && b.y < a.y + a.height + air;
