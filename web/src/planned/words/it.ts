import type { Words } from "./index";

export const it: Words = {
  title: "Quando tocca a te, la prima di queste mosse che sia possibile:",
  empty: "Scegli una mossa come se toccasse a te. Verrà fatta al tuo turno; nessuno vede i tuoi piani.",
  done: "Fatto",
  earlier: (move) => `Prova prima: ${move}`,
  remove: (move) => `Togli: ${move}`,
  otherwise: "Se nessuna è possibile, il turno ti aspetta.",
  did: (move) => `Come avevi programmato: ${move}.`,
  nothing: "Nessuna delle mosse programmate era possibile.",
  ok: "OK",

  claim: (route, cards) => `prendere ${route} con ${cards}`,
  station: (city, cards) => `costruire una stazione a ${city} con ${cards}`,
  faceUp: (card) => `prendere la carta scoperta (${card}) se è ancora lì, poi una dal mazzo`,
  deck: "pescare due carte dal mazzo",
  tickets: "pescare biglietti",
  yard: (cards) => `giocare nel deposito: ${cards}`,
  pass: "passare",
};
