// What was done, or had better be done: in words, and on the map.
import { citiesOf, journey } from "../board/journeys";
import type { Action, Card } from "../cards";
import { routeName, ticketWords } from "../play/names";
import { cardWords, type Speaker } from "../play/sentences";
import type { BoardInfo, View } from "../protocol";
import { isBoard } from "../scene";
import type { Words } from "../i18n/review/words.svelte";

/** The view is that of who acted, before it. */
export function actionWords(action: Action, view: View, s: Omit<Speaker, "seat">, w: Words): string {
  const cards = (list: readonly Card[]) => cardWords(list, s.m);
  const ticket = (t: number) => {
    const { name, points, several } = ticketWords(s.board, s.cards, t);
    return several ? name : `${name} (${points})`;
  };
  switch (action.type) {
    case "Pass":
      return w.act.pass;
    case "DrawBlind":
      return w.act.drawBlind;
    case "DrawFaceUp": {
      const card = view.market[action.slot];
      return card ? w.act.takeFaceUp(s.m.colours[card]) : w.act.drawBlind;
    }
    case "StopDrawing":
      return w.act.stopDrawing;
    case "DrawTickets":
      return w.act.drawTickets;
    case "KeepTickets":
      return w.act.keep(action.keep.map((place) => ticket(view.offer![place]!)));
    case "ClaimRoute":
      return w.act.claim(s.board ? routeName(s.board, action.route) : "", cards(action.cards));
    case "PayTunnel":
      return w.act.payTunnel(cards(action.cards));
    case "DeclineTunnel":
      return w.act.declineTunnel;
    case "BuildStation":
      return w.act.station(s.board?.cities[action.city]?.name ?? "", cards(action.cards));
    case "PlayToYard":
      return w.act.yard(cards(action.cards));
    case "CompleteTicket":
      return w.act.complete(ticket(action.ticket));
    case "CompleteBest":
      return w.act.completeBest;
  }
}

/** The cards that an action is about, for their symbols. */
export function cardsOf(action: Action, view: View): readonly Card[] {
  if ("cards" in action) return action.cards;
  if (action.type !== "DrawFaceUp") return [];
  const card = view.market[action.slot];
  return card ? [card] : [];
}

export interface Place {
  routes: readonly number[];
  cities: readonly number[];
}

/** Where on the map an action happens; of tickets, the ways that they will likely take. */
export function placeOf(action: Action, board: BoardInfo | null, view: View, seat: number): Place | null {
  if (!board || !isBoard(view)) return null;
  const route = (r: number): Place => ({ routes: [r], cities: [board.routes[r]!.a, board.routes[r]!.b] });
  switch (action.type) {
    case "ClaimRoute":
      return route(action.route);
    case "PayTunnel":
    case "DeclineTunnel":
      return view.tunnel ? route(view.tunnel.route) : null;
    case "BuildStation":
      return { routes: [], cities: [action.city] };
    case "KeepTickets": {
      const tickets = action.keep.map((place) => board.tickets[view.offer![place]!]!);
      const ways = tickets.map((ticket) => journey(board, view, seat, ticket));
      return {
        routes: [...new Set(ways.flatMap((way) => way?.routes ?? []))],
        cities: [...new Set(tickets.flatMap(citiesOf))],
      };
    }
    default:
      return null;
  }
}
