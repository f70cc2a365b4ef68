// Where the points of a rating's history are drawn.
import { ticks } from "../end/graph";
import type { RatingPoint } from "../protocol";

export interface Drawn {
  lines: { at: number; y: number }[]; // of round ratings
  dots: { x: number; y: number }[];
  line: string;
  band: string; // what the strength may well be: two sigmas up and down
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Games are as far from each other, however long ago they were. */
export function drawn(points: readonly RatingPoint[], box: Box): Drawn {
  const low = Math.min(...points.map((p) => Math.min(p.rating, p.mu - 2 * p.sigma)));
  const high = Math.max(...points.map((p) => p.mu + 2 * p.sigma));
  const marks = ticks(low, high, 6);
  const least = marks[0]!;
  const span = marks.at(-1)! - least;
  const x = (i: number) => box.left + (points.length < 2 ? 0.5 : i / (points.length - 1)) * (box.right - box.left);
  const y = (n: number) => box.bottom - ((n - least) / span) * (box.bottom - box.top);
  const at = (i: number, n: number) => `${x(i).toFixed(1)} ${y(n).toFixed(1)}`;
  const upper = points.map((p, i) => at(i, p.mu + 2 * p.sigma));
  const lower = points.map((p, i) => at(i, p.mu - 2 * p.sigma)).reverse();
  return {
    lines: marks.map((n) => ({ at: n, y: y(n) })),
    dots: points.map((p, i) => ({ x: x(i), y: y(p.rating) })),
    line: `M${points.map((p, i) => at(i, p.rating)).join("L")}`,
    band: `M${[...upper, ...lower].join("L")}Z`,
  };
}
