// A score sheet as a sequence of beats, each with its points, its words and what to show on the map.
import { citiesOf, journey } from "../board/journeys";
import type { Card } from "../cards";
import type { Messages } from "../i18n/index.svelte";
import type { BoardView, ScoreSheet } from "../protocol";
import { isBoard, type Scene } from "../scene";
import { ticketWords } from "../play/names";

export interface Beat {
  seat: number;
  kind: "routes" | "ticket" | "station" | "longest" | "bonus";
  points: number;
  text: string;
  done: boolean;
  routes: number[];
  cities: number[];
  cards: readonly Card[];
}

/** `called` knows the names of bonus cards in the reader's language. */
export function beatsOf(scene: Scene, sheet: ScoreSheet, m: Messages, called: (bonus: string) => string): Beat[] {
  const kinds = ["routes", "ticket", "station", "longest", "bonus"] as const;
  const all = sheet.seats.flatMap((score) => seatBeats(scene, sheet, score.seat, m, called));
  // All routes first, then all tickets, and so on: the lead changes hands on the way.
  return kinds.flatMap((kind) => all.filter((beat) => beat.kind === kind));
}

function seatBeats(
  scene: Scene,
  sheet: ScoreSheet,
  seat: number,
  m: Messages,
  called: (bonus: string) => string,
): Beat[] {
  const items = sheet.seats.find((s) => s.seat === seat)!.items;
  const { board, view } = scene;
  const blank = { seat, done: true, routes: [] as number[], cities: [] as number[], cards: [] as readonly Card[] };
  const beats: Beat[] = [];
  const laid = items.filter((i) => i.type === "RouteItem");
  const borrowed = items.flatMap((i) => (i.type === "StationItem" && i.borrowed !== null ? [i.borrowed] : []));
  if (laid.length) {
    const points = laid.reduce((sum, i) => sum + i.points, 0);
    beats.push({
      ...blank,
      kind: "routes",
      points,
      text: m.tally.routes(laid.length),
      routes: laid.map((i) => i.route),
    });
  }
  for (const item of items) {
    switch (item.type) {
      case "TicketItem": {
        const beat: Beat = {
          ...blank,
          kind: "ticket",
          points: item.points,
          text: ticketWords(board, scene.cards, item.ticket).name,
          done: item.completed,
          cards: item.cards,
        };
        if (board && isBoard(view)) {
          const ticket = board.tickets[item.ticket]!;
          const way = item.completed ? journey(board, lending(view, borrowed, seat), seat, ticket) : null;
          beat.cities = way?.cities ?? citiesOf(ticket);
          beat.routes = way?.routes ?? [];
        }
        beats.push(beat);
        break;
      }
      case "StationItem":
        beats.push({
          ...blank,
          kind: "station",
          points: item.points,
          cities: [item.city],
          text: m.tally.station(board!.cities[item.city]!.name),
          routes: item.borrowed === null ? [] : [item.borrowed],
        });
        break;
      case "UnusedStationsItem":
        if (item.count)
          beats.push({ ...blank, kind: "station", points: item.points, text: m.tally.unused(item.count) });
        break;
      case "LongestPathItem":
        beats.push({
          ...blank,
          kind: "longest",
          points: item.points,
          text: m.tally.longest(item.length),
          routes: item.routes,
          done: item.points > 0,
        });
        break;
      case "BonusItem":
        if (item.count)
          beats.push({
            ...blank,
            kind: "bonus",
            points: item.points,
            text: m.tally.bonus(called(item.bonus), item.count),
            done: item.points > 0,
          });
    }
  }
  return beats;
}

/** The board as if borrowed routes were one's own: that is how tickets were counted. */
const lending = (view: BoardView, borrowed: number[], seat: number): BoardView => ({
  ...view,
  routes: view.routes.map((owner, r) => (borrowed.includes(r) ? seat : owner)),
});
