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

export function ticketEnds(board: BoardInfo | null, cards: CardsInfo | null, ticket: number) {
  if (board) {
    const t = board.tickets[ticket]!;
    return {
      a: board.cities[t.a]!.name,
      b: board.cities[t.b]!.name,
      points: t.points,
      long: t.long,
      cards: [] as string[],
    };
  }
  const t = cards!.tickets[ticket]!;
  return { a: t.a, b: t.b, points: t.points, long: false, cards: t.cards };
}
