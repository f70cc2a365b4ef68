import type { Words } from ".";

const trains = (n: number) => (n === 1 ? "1 vogn" : `${n} vogner`);
const more = (n: number) => (n === 1 ? "1 vogn til" : `${n} vogner til`);
const cards = (n: number) => `${n} kort`;
const points = (n: number) => `${n} poeng`;
const and = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} og ${words.at(-1)}`;

export const nb: Words = {
  join: "; ",
  end: ".",

  claim: (route, paid) => `Ta ${route} med ${paid}.`,
  payTunnel: (paid) => `Betal for tunnelen med ${paid}.`,
  declineTunnel: "Ta kortene tilbake fra tunnelen.",
  build: (city) => `Bygg en stasjon i ${city}.`,
  take: (card) => `Ta det åpne kortet: ${card}.`,
  draw: "Trekk fra bunken.",
  stop: "Slutt å trekke.",
  tickets: "Trekk billetter.",
  keep: (tickets) => `Behold ${and(tickets)}.`,
  keepNone: "Behold ingen billett.",
  play: (played) => `Legg ${played} i togstallen din.`,
  complete: (ticket) => `Fullfør ${ticket}.`,
  completeBest: "Fullfør det beste av resten.",

  completesTicket: (ticket, n) => `den fullfører ${ticket}, ${points(n)}`,
  servesTicket: (ticket, n) => `den hjelper ${ticket}, som deretter krever ${more(n)}`,
  narrow: (ticket, n) => `tok noen andre den, ville ${ticket} kreve ${more(n)}`,
  onlyWay: (ticket) => `uten den er ${ticket} utenfor rekkevidde`,
  blocks: (who, n) => `den er korteste vei mellom linjene til ${who}: enhver annen krever ${more(n)}`,
  cutsOff: (who) => `den er eneste vei igjen mellom linjene til ${who}`,
  endsGame: "den innleder siste runde",
  longestPath: (n) => `den gir den lengste veien, ${trains(n)}`,
  longRoute: (n, worth) => `en strekning på ${n} gir ${points(worth)}`,
  keepsLocomotives: (n) =>
    n === 1
      ? "den koster ingen lokomotiver: det ene blir på hånden"
      : `den koster ingen lokomotiver: ${n} blir på hånden`,
  routePoints: (n) => `den gir ${points(n)}`,
  stationServes: (ticket, n) => `over en annens strekning krever ${ticket} da bare ${more(n)}`,
  stationCompletes: (ticket) => `over en annens strekning fullfører den ${ticket}`,
  tunnelDear: (n) => `${cards(n)} til ville være for mye for den`,
  neededCard: (card, route, ticket, n) => `${card} trengs til ${route}, på veien til ${ticket}; da mangler ${cards(n)}`,
  lastCard: (card, route, ticket) => `${card} er det siste kortet som mangler til ${route}, på veien til ${ticket}`,
  wantedCard: (card, route, worth, n) =>
    n
      ? `${card} hjelper til å betale for ${route}, ${points(worth)}; da mangler ${cards(n)}`
      : `${card} er det siste kortet som mangler til ${route}, ${points(worth)}`,
  collects: (route, ticket, n) => `til ${route}, på veien til ${ticket}, mangler fortsatt ${cards(n)}`,
  collectsPoints: (route, worth, n) => `til ${route}, verdt ${points(worth)}, mangler fortsatt ${cards(n)}`,
  nothingOpen: "ingen åpen farge bringer en nærmere målet",
  blind: "ingen ser kortet som trekkes, og det kan være et lokomotiv",
  ticketsDone: (n) => `billettene på hånden er fullført, og det er ${trains(n)} igjen til flere`,
  trainsToSpare: (n) => `billettene på hånden lar ${trains(n)} være til overs`,
  robs: (who, n, card) => `den raner ${who} for en rad på ${n} (${card})`,
  feedsTicket: (ticket, n) => `den hjelper ${ticket}, som deretter mangler ${cards(n)}`,
  fillsTicket: (ticket) => `${ticket} har da alle kortene sine`,
  strongRow: (n) => `en rad på ${n} er vanskelig å rane`,
  neededColour: (card, ticket, n) => `${ticket} trenger ${card}; da mangler ${cards(n)}`,
  lastColour: (card, ticket) => `${card} er det siste kortet ${ticket} trenger`,
  lacks: (ticket, n) => `${ticket} mangler fortsatt ${cards(n)}`,
  cardsReady: "kortene til alle billettene på hånden er der allerede",
  together: (n, saved) => `de deler veien: ${trains(n)} holder til alle, ${saved} færre enn én for én`,
  cheapTrains: (ticket, n, worth) =>
    n ? `${ticket} gir ${points(worth)} for ${trains(n)}` : `${ticket} koster ingen flere vogner`,
  cheapCards: (ticket, n, worth) => `${ticket} gir ${points(worth)} for ${cards(n)} til`,
  have: (ticket) => `kortene til ${ticket} er der allerede`,
  leavesOutTrains: (ticket, n) => `${ticket} ville kreve ${more(n)}`,
  leavesOutCards: (ticket, n) => `${ticket} ville kreve ${cards(n)} til`,
  outOfReach: (ticket) => `${ticket} er utenfor rekkevidde`,
  servesNone: "den hjalp ingen av billettene",
  spends: (route, ticket, n) => `kortene trengtes til ${route}, på veien til ${ticket}; da manglet ${cards(n)}`,
  bestTried: "av alt som ble prøvd, kom dette best ut",

  compared: "Billettene sammenlignet",
  ticket: "Billett",
  trainsAlone: "vogner alene",
  cardsAlone: "kort som mangler",
  added: "med de andre",
  chance: "sjanse",
  untried: "ikke prøvd: eksperten ville ikke beholdt den",
  keepIt: "behold:",
  sets: "Hva du kan beholde",
  none: "ingen billett",
  wins: (share) => `seier ${share}`,
};
