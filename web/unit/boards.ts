// Small boards and positions to reason about.
import type { BoardInfo, BoardTicket, BoardView, RouteInfo, TableInfo } from "../src/protocol";

type Track = [a: number, b: number, length: number, group?: number];

/** A board of so many cities in a row, a hundred apart, with these tracks between them. */
export function boardOf(cities: number, tracks: readonly Track[], tickets: [number, number][] = []): BoardInfo {
  return {
    name: "test",
    width: 1000,
    height: 500,
    space_length: 20,
    space_width: 10,
    city_radius: 5,
    font_size: 10,
    badge_radius: 5,
    trains: 45,
    stations: 3,
    station_points: 4,
    cities: Array.from({ length: cities }, (_, c) => ({
      name: `City ${c}`,
      x: 100 * c,
      y: 100,
      label: { x: 100 * c, y: 110, width: 30, height: 10 },
      country: null,
      italic: false,
    })),
    routes: tracks.map(([a, b, length, group], r): RouteInfo => ({
      a,
      b,
      length,
      colour: "grey",
      tunnel: false,
      locomotives: 0,
      symbols: [],
      draw_bonus: 0,
      points: length,
      group: group ?? r,
      open_tracks: { 2: 1, 3: 1, 4: 2, 5: 2 },
      spaces: Array.from({ length }, (_, i) => [100 * a + ((100 * (b - a)) / length) * (i + 0.5), 100, 0]),
      wagon: 1,
      curve: [
        [100 * a, 100],
        [50 * (a + b), 100],
        [100 * b, 100],
      ],
    })),
    tickets: tickets.map(([a, b]) => ticketOf([a], [[[b], 5]])),
    bonus_cards: [],
    badges: [],
    route_points: {},
    longest_path: 10,
    simple: false,
  };
}

/** A ticket from any of some cities to any of those of a goal, each goal with its points. */
export function ticketOf(from: number[], goals: [cities: number[], points: number][]): BoardTicket {
  const name = (cities: number[]) => `City ${cities.join(" or ")}`;
  const points = goals.map(([, n]) => n);
  return {
    name: `${name(from)} – ${goals.map(([cities]) => name(cities)).join(", ")}`,
    start: { name: name(from), cities: from },
    goals: goals.map(([cities, n]) => ({ name: name(cities), cities, points: n })),
    points: Math.max(...points),
    penalty: Math.min(...points),
    long: false,
  };
}

/** The position with these owners of the routes. */
export function viewOf(board: BoardInfo, owners: readonly (number | null)[], players = 2): BoardView {
  return {
    game: "test",
    players,
    seat: 0,
    phase: "turn",
    to_act: [0],
    first: 0,
    turn: 0,
    turns_left: null,
    passes: 0,
    market: [],
    deck: 50,
    discards: [],
    hand_sizes: [],
    seen_hands: [],
    hand: null,
    ticket_marks: [],
    ticket_counts: [],
    kept_at_start: [],
    offer_sizes: [],
    tickets: null,
    offer: null,
    returned_at_start: null,
    returned_later: null,
    trains: Array<number>(players).fill(45),
    points: Array<number>(players).fill(0),
    routes: board.routes.map((_, r) => owners[r] ?? null),
    stations: board.cities.map(() => null),
    bonus_cards: [],
    tunnel: null,
    sheet: null,
  };
}

export function tableOf(seats: Partial<TableInfo["seats"][number]>[] = [{}, {}]): TableInfo {
  return {
    id: "abc",
    game: "test",
    options: {},
    custom_board: null,
    players: seats.length,
    host: null,
    phase: "playing",
    public: false,
    spectators: true,
    rated: false,
    hints: "off",
    hinted: [],
    pace: { kind: "relaxed", move: 0, reserve: 0 },
    seats: seats.map((seat, i) => ({
      seat: i,
      name: "",
      guest_number: null,
      person: null,
      guest: false,
      bot: null,
      colour: "blue",
      away: false,
      online: true,
      score: null,
      place: null,
      hints: false,
      holiday: null,
      ...seat,
    })),
    to_act: [0],
    version: 0,
    commitment: null,
    seed: null,
    created: 0,
    started: null,
    ended: null,
    rematch: false,
    practice: null,
  };
}
