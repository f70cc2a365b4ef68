// How seats, routes and tickets are called.
import type { Messages } from "../i18n/index.svelte";
import type { BoardInfo, CardsInfo, TableInfo } from "../protocol";

export function nameOf(table: TableInfo, seat: number, m: Messages): string {
  const info = table.seats[seat];
  if (!info) return m.seat(seat + 1);
  if (info.name) return personName(info, m);
  if (info.bot) return m.botName(m.levels[info.bot as keyof typeof m.levels] ?? info.bot, seat + 1);
  return m.seat(seat + 1);
}

/** Guests who have given no name are numbered by the server. */
export const personName = (who: { name: string; guest_number?: number | null }, m: Messages): string =>
  who.guest_number == null ? who.name : m.guestName(who.guest_number);

export const routeName = (board: BoardInfo, route: number): string => {
  const r = board.routes[route]!;
  return `${board.cities[r.a]!.name} – ${board.cities[r.b]!.name}`;
};

/** What is written on a ticket. Where it has several goals, the points of each are in its name. */
export function ticketWords(board: BoardInfo | null, cards: CardsInfo | null, ticket: number) {
  if (board) {
    const { name, start, goals, points, long } = board.tickets[ticket]!;
    return { name, start: start.name, goals, points, long, several: goals.length > 1 };
  }
  const { a, b, points } = cards!.tickets[ticket]!;
  return { name: `${a} – ${b}`, start: a, goals: [{ name: b, points }], points, long: false, several: false };
}

export function ticketAlt(words: ReturnType<typeof ticketWords>, m: Messages): string {
  return m.ticketAlt(words.name, words.several ? null : words.points);
}
