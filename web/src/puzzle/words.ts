// What a move is called.
import type { Action } from "../cards";
import { cardWords, type Speaker } from "../play/sentences";
import { routeName, ticketWords } from "../play/names";
import type { View } from "../protocol";

export function moveWords(action: Action, view: View, { m, board, cards }: Omit<Speaker, "table" | "seat">): string {
  const words = m.puzzle.moves;
  switch (action.type) {
    case "ClaimRoute":
      return words.claim(board ? routeName(board, action.route) : "", cardWords(action.cards, m));
    case "BuildStation":
      return words.station(board?.cities[action.city]?.name ?? "", cardWords(action.cards, m));
    case "PlayToYard":
      return words.yard(cardWords(action.cards, m));
    case "PayTunnel":
      return words.pay(cardWords(action.cards, m));
    case "DrawFaceUp": {
      const card = view.market[action.slot];
      return card ? words.take(m.colours[card]) : words.blind;
    }
    case "DrawBlind":
      return words.blind;
    case "DrawTickets":
      return words.tickets;
    case "KeepTickets":
      return words.keep(action.keep.map((at) => ticketWords(board, cards, view.offer![at]!).name));
    case "DeclineTunnel":
      return words.decline;
    default:
      return words.other;
  }
}
