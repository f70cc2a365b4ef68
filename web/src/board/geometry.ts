// Where things are on the drawing, for pointing at them. The places come from the server.
import type { BoardInfo, RouteInfo } from "../protocol";
import type { Label } from "./labels";

interface Point {
  x: number;
  y: number;
}

/** A line through the spaces of a route, from the outer end of the first to that of the last. */
export function lineOf(route: RouteInfo, half: number): Point[] {
  const points = route.spaces.map(([x, y]) => ({ x, y }));
  const reach = (space: readonly number[], sign: number): Point => {
    const turn = (space[2]! * Math.PI) / 180;
    return { x: space[0]! + sign * half * Math.cos(turn), y: space[1]! + sign * half * Math.sin(turn) };
  };
  return [reach(route.spaces[0]!, -1), ...points, reach(route.spaces.at(-1)!, 1)];
}

export const pathOf = (points: readonly Point[]): string =>
  points.map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");

function away(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

export class Pointing {
  readonly #lines: Point[][];
  constructor(readonly board: BoardInfo) {
    this.#lines = board.routes.map((route) => lineOf(route, board.space_length / 2));
  }

  /** The route nearest to a point within a reach; those preferred may be a little farther. */
  route(p: Point, reach: number, preferred: (route: number) => boolean): number | null {
    let best: number | null = null;
    let least = reach;
    this.#lines.forEach((line, r) => {
      const bias = preferred(r) ? reach * 0.3 : 0;
      for (let i = 1; i < line.length; i++) {
        const distance = away(p, line[i - 1]!, line[i]!) - bias;
        if (distance < least) {
          least = distance;
          best = r;
        }
      }
    });
    return best;
  }

  /** The city under a point: its mark or its name. */
  city(p: Point, reach: number, labels: readonly Label[]): number | null {
    const named = labels.find(
      ({ x, y, width, height }) => p.x >= x && p.x <= x + width && p.y >= y && p.y <= y + height,
    );
    let best: number | null = null;
    let least = reach;
    this.board.cities.forEach((city, c) => {
      const distance = named?.city === c ? 0 : Math.hypot(p.x - city.x, p.y - city.y);
      if (distance < least) {
        least = distance;
        best = c;
      }
    });
    return best;
  }
}

/** Where a route is, for labels and for bringing it into sight. */
export function middleOf(route: RouteInfo): Point {
  const space = route.spaces[Math.floor(route.spaces.length / 2)]!;
  return { x: space[0], y: space[1] };
}

/** The direction of a line, so that what is drawn along it does not stand on its head. */
export const upright = (angle: number): number => ((((angle + 90) % 180) + 180) % 180) - 90;

interface Wagon {
  piece: "train" | "engine";
  at: string; // its transform
}

/** The train on a route: wagons and an engine, all pointing the same way, light from above on each. */
export function wagonsOf({ spaces, wagon }: RouteInfo): Wagon[] {
  return spaces.map(([x, y, angle], i) => {
    const turn = upright(angle);
    const stretch = Math.abs(turn - angle) > 1 ? -wagon : wagon;
    return {
      piece: i === spaces.length - 1 ? "engine" : "train",
      at: `translate(${x} ${y})rotate(${turn})scale(${stretch} 1)`,
    };
  });
}

/** Where neighbouring wagons are coupled. */
export const couplingsOf = ({ spaces }: RouteInfo): string[] =>
  spaces.slice(1).map(([x, y], i) => {
    const [fromX, fromY] = spaces[i]!;
    const turn = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
    return `translate(${(x + fromX) / 2} ${(y + fromY) / 2})rotate(${turn.toFixed(1)})`;
  });

/** The smallest box around some places. */
export function around(points: readonly Point[]): { x: number; y: number; width: number; height: number } {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

interface Size {
  width: number;
  height: number;
}

/** Where to put something beside a thing, inside a room and off the thing: to the right of it, or else to the
 *  left, below, above; where it has room nowhere, at the foot of the room. */
export function beside(thing: Point & Size, size: Size, room: Size, gap: number, upwards = false): Point {
  const inside = (at: number, length: number, whole: number) => Math.max(gap, Math.min(at, whole - length - gap));
  const x = inside(thing.x + thing.width / 2 - size.width / 2, size.width, room.width);
  const y = inside(thing.y + thing.height / 2 - size.height / 2, size.height, room.height);
  const right = { x: thing.x + thing.width + gap, y };
  const left = { x: thing.x - size.width - gap, y };
  const below = { x, y: thing.y + thing.height + gap };
  const above = { x, y: thing.y - size.height - gap };
  const fits = (p: Point) => p.x >= 0 && p.y >= 0 && p.x + size.width <= room.width && p.y + size.height <= room.height;
  const found = (upwards ? [above, below, right, left] : [right, left, below, above]).find(fits);
  return found ?? { x, y: Math.max(0, room.height - size.height - gap) };
}

/** Buttons in a corner of the map, in pixels with the gap around them. */
export interface Tools extends Size {
  corner: "top-right" | "top-left" | "bottom-right" | "bottom-left";
  row: boolean; // beside each other
}

/** Where buttons cover least of the whole board in this room, the first of these where it is the same; names are
 *  written in letters of this height. */
export function leastCovering(board: BoardInfo, room: Size, places: readonly Tools[], letters: number): Tools {
  const k = Math.min(room.width / board.width, room.height / board.height);
  const [left, top] = [(room.width - board.width * k) / 2, (room.height - board.height * k) / 2];
  const grown = Math.max(1, letters / (board.font_size * k));
  const things: Point[] = [
    ...board.cities.flatMap(({ x, y, label }) => {
      const more = label.width * (grown - 1);
      const start = label.x - (label.x + label.width <= x ? more : 0);
      const end = label.x + label.width + (label.x >= x ? more : 0);
      return [{ x, y }, ...[start, end].map((edge) => ({ x: edge, y: label.y + label.height / 2 }))];
    }),
    ...board.routes.flatMap((route) => route.spaces.map(([x, y]) => ({ x, y }))),
  ].map(({ x, y }) => ({ x: left + x * k, y: top + y * k }));
  const covered = ({ corner, width, height }: Tools) =>
    things.filter(
      ({ x, y }) =>
        (corner.endsWith("left") ? x < width : x > room.width - width) &&
        (corner.startsWith("top") ? y < height : y > room.height - height),
    ).length;
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}
