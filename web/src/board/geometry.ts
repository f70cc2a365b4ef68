// Where things are on the drawing, for pointing at them. The places come from the server.
import type { BoardInfo, RouteInfo } from "../protocol";

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
  city(p: Point, reach: number): number | null {
    let best: number | null = null;
    let least = reach;
    this.board.cities.forEach((city, c) => {
      const { label } = city;
      const onName = p.x >= label.x && p.x <= label.x + label.width && p.y >= label.y && p.y <= label.y + label.height;
      const distance = onName ? 0 : Math.hypot(p.x - city.x, p.y - city.y);
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
