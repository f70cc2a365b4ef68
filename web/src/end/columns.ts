// The final count as a table: a column for each kind of points that somebody has, and when each beat is counted.
import type { Card } from "../cards";
import type { Beat } from "./beats";

export const COLUMNS = ["routes", "done", "lost", "station", "longest", "bonus"] as const;
export type ColumnName = (typeof COLUMNS)[number];
export interface Column {
  name: ColumnName;
  beats: Beat[];
}

/** A number of the table: of one seat, in one column or in all. */
export interface Cell {
  seat: number;
  column: ColumnName | null;
}

/** What the board shows of it: these routes and cities, in this colour; without a board, these cards of a seat. */
export type Shown = {
  routes: number[];
  cities: number[];
  colour: string;
  seat: number;
  cards: readonly Card[];
} | null;

export const columnOf = (beat: Beat): ColumnName =>
  beat.kind === "ticket" ? (beat.done ? "done" : "lost") : beat.kind;

/** Column by column, seat by seat within each; what nobody has gets no column. */
export function columnsOf(beats: readonly Beat[]): Column[] {
  return COLUMNS.map((name) => ({ name, beats: beats.filter((beat) => columnOf(beat) === name) })).filter(
    (column) => column.beats.length > 0,
  );
}

export const sum = (beats: readonly Beat[]): number => beats.reduce((total, beat) => total + beat.points, 0);

/** A seat's points in a column as far as it has been counted: 0 where there is nothing, null while it is to come. */
export function pointsIn(column: Column, seat: number, counted: ReadonlySet<Beat>): number | null {
  const known = column.beats.filter((beat) => counted.has(beat));
  const mine = known.filter((beat) => beat.seat === seat);
  return mine.length || known.length === column.beats.length ? sum(mine) : null;
}

// In milliseconds: how long each is looked at where there is time, the silence before the winner, and all of it.
const LOOK = { routes: 1500, done: 1100, lost: 1100, station: 800, longest: 1900, bonus: 1100 } as const;
const SILENCE = 1300;
export const LONGEST_COUNT = 18_000;

/** When each beat has been counted, and last when the winner is told, in milliseconds from the beginning. */
export function moments(beats: readonly Beat[]): number[] {
  const looks = [...beats.map((beat) => LOOK[columnOf(beat)]), SILENCE];
  const natural = looks.reduce((total, look) => total + look, 0);
  const scale = Math.min(1, LONGEST_COUNT / natural);
  let at = 0;
  return looks.map((look) => (at += look * scale));
}

/** Seats by rank: the winners first, then by points; those who are equal stay in the order of their seats. */
export function ranked(sheet: {
  seats: readonly { seat: number; total: number }[];
  winners: readonly number[];
}): number[] {
  const won = (seat: number) => Number(sheet.winners.includes(seat));
  return [...sheet.seats]
    .sort((a, b) => won(b.seat) - won(a.seat) || b.total - a.total || a.seat - b.seat)
    .map((score) => score.seat);
}
