// A planned move in words: a clause, without a capital and without an end.
import type { Messages } from "../i18n/index.svelte";
import { routeName } from "../play/names";
import { cardWords } from "../play/sentences";
import type { PlannedMove } from "../protocol";
import type { Scene } from "../scene";
import type { Words } from "./words";

export function moveIn({ action, card }: PlannedMove, m: Messages, w: Words, { board }: Scene): string {
  switch (action.type) {
    case "ClaimRoute":
      return w.claim(board ? routeName(board, action.route) : "", cardWords(action.cards, m));
    case "BuildStation":
      return w.station(board?.cities[action.city]?.name ?? "", cardWords(action.cards, m));
    case "DrawFaceUp":
      return w.faceUp(card ? m.colours[card] : "");
    case "DrawBlind":
      return w.deck;
    case "DrawTickets":
      return w.tickets;
    case "PlayToYard":
      return w.yard(cardWords(action.cards, m));
    default:
      return w.pass; // nothing else begins a turn
  }
}
