// Moves are clauses of a list.
export const en = {
  title: "When it is your turn, the first of these that is possible:",
  empty: "Choose a move as if it were your turn. Once it is, it is made for you; nobody sees what you plan.",
  done: "Done",
  earlier: (move: string) => `Try earlier: ${move}`,
  remove: (move: string) => `Remove: ${move}`,
  otherwise: "If none is possible, the turn waits for you.",
  did: (move: string) => `As you had planned: ${move}.`,
  nothing: "Nothing that you had planned was possible.",
  ok: "OK",

  claim: (route: string, cards: string) => `claim ${route} with ${cards}`,
  station: (city: string, cards: string) => `build a station in ${city} with ${cards}`,
  faceUp: (card: string) => `take the face-up ${card} if it still lies there, then one from the deck`,
  deck: "draw two cards from the deck",
  tickets: "draw tickets",
  yard: (cards: string) => `play into the rail yard: ${cards}`,
  pass: "pass",
};
