// Reasons are clauses: the first one begins the sentence, `join` comes between two.
const s = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const and = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

export const en = {
  join: "; ",
  end: ".",

  claim: (route: string, cards: string) => `Claim ${route} with ${cards}.`,
  payTunnel: (cards: string) => `Pay for the tunnel with ${cards}.`,
  declineTunnel: "Take your cards back from the tunnel.",
  build: (city: string) => `Build a station in ${city}.`,
  take: (card: string) => `Take the face-up card: ${card}.`,
  draw: "Draw from the deck.",
  stop: "Stop drawing.",
  tickets: "Draw tickets.",
  keep: (tickets: readonly string[]) => `Keep ${and(tickets)}.`,
  keepNone: "Keep no ticket.",
  play: (cards: string) => `Play ${cards} into your rail yard.`,
  complete: (ticket: string) => `Complete ${ticket}.`,
  completeBest: "Complete the best of the rest.",

  completesTicket: (ticket: string, points: number) => `it completes ${ticket}, ${s(points, "point")}`,
  servesTicket: (ticket: string, n: number) => `it serves ${ticket}, which then takes ${s(n, "more train")}`,
  narrow: (ticket: string, n: number) => `if somebody else took it, ${ticket} would take ${s(n, "more train")}`,
  onlyWay: (ticket: string) => `without it, ${ticket} would be out of reach`,
  blocks: (who: string, n: number) =>
    `it's the short way between ${who}'s lines: any other takes ${s(n, "more train")}`,
  cutsOff: (who: string) => `it's the only way left to join ${who}'s lines`,
  endsGame: "it starts the last round",
  longestPath: (n: number) => `it makes for the longest path, ${s(n, "train")}`,
  longRoute: (n: number, points: number) => `a route of ${n} brings ${s(points, "point")}`,
  keepsLocomotives: (n: number) =>
    n === 1 ? "it takes no Locomotive: the one in hand stays there" : `it takes no Locomotive: ${n} stay in hand`,
  routePoints: (points: number) => `it brings ${s(points, "point")}`,
  stationServes: (ticket: string, n: number) =>
    `over somebody else's route, ${ticket} then takes only ${s(n, "more train")}`,
  stationCompletes: (ticket: string) => `over somebody else's route it completes ${ticket}`,
  tunnelDear: (n: number) => `${s(n, "more card")} would be too much for it`,
  neededCard: (card: string, route: string, ticket: string, n: number) =>
    `${card} is needed for ${route}, on the way of ${ticket}; then ${s(n, "card")} to go`,
  lastCard: (card: string, route: string, ticket: string) =>
    `${card} is the last card that ${route}, on the way of ${ticket}, needs`,
  wantedCard: (card: string, route: string, points: number, n: number) =>
    n
      ? `${card} helps to pay for ${route}, ${s(points, "point")}; then ${s(n, "card")} to go`
      : `${card} is the last card that ${route} needs, worth ${s(points, "point")}`,
  collects: (route: string, ticket: string, n: number) =>
    `${route}, on the way of ${ticket}, still lacks ${s(n, "card")}`,
  collectsPoints: (route: string, points: number, n: number) =>
    `${route}, worth ${s(points, "point")}, still lacks ${s(n, "card")}`,
  nothingOpen: "no face-up colour would help",
  blind: "nobody sees what is drawn, and it may be a Locomotive",
  ticketsDone: (n: number) => `all tickets held are completed, with ${s(n, "train")} left for more`,
  trainsToSpare: (n: number) => `the tickets held leave ${s(n, "train")} to spare`,
  robs: (who: string, n: number, card: string) => `it robs ${who} of a ${card} row of ${n}`,
  feedsTicket: (ticket: string, n: number) => `it feeds ${ticket}, which then lacks ${s(n, "card")}`,
  fillsTicket: (ticket: string) => `${ticket} then has all its cards`,
  strongRow: (n: number) => `a row of ${n} is hard to rob`,
  neededColour: (card: string, ticket: string, n: number) => `${ticket} needs ${card}; then it lacks ${s(n, "card")}`,
  lastColour: (card: string, ticket: string) => `${card} is the last card that ${ticket} needs`,
  lacks: (ticket: string, n: number) => `${ticket} still lacks ${s(n, "card")}`,
  cardsReady: "all tickets held have their cards",
  together: (n: number, saved: number) =>
    `they share their way: ${s(n, "train")} will do for all, ${saved} fewer than one by one`,
  cheapTrains: (ticket: string, n: number, points: number) =>
    n ? `${ticket} brings ${s(points, "point")} for ${s(n, "train")}` : `${ticket} costs no further train`,
  cheapCards: (ticket: string, n: number, points: number) =>
    `${ticket} brings ${s(points, "point")} for ${s(n, "more card")}`,
  have: (ticket: string) => `${ticket} has all its cards already`,
  leavesOutTrains: (ticket: string, n: number) => `${ticket} would take ${s(n, "more train")}`,
  leavesOutCards: (ticket: string, n: number) => `${ticket} would take ${s(n, "more card")}`,
  outOfReach: (ticket: string) => `${ticket} is out of reach`,
  // Only in reviews, against what was played.
  servesNone: "it served none of the tickets",
  spends: (route: string, ticket: string, n: number) =>
    `its cards were needed for ${route}, on the way of ${ticket}, which then lacked ${s(n, "card")}`,
  bestTried: "of all that was tried, this came out best",

  compared: "The tickets compared",
  ticket: "Ticket",
  trainsAlone: "trains alone",
  cardsAlone: "cards missing",
  added: "beside the rest",
  chance: "chance",
  untried: "not tried: the expert would not keep it",
  keepIt: "keep:",
  sets: "What to keep",
  none: "no ticket",
  wins: (share: string) => `wins ${share}`,
};
