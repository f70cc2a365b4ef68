import type { Words } from ".";

const s = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const trains = (n: number) => s(n, "vagone", "vagoni");
const more = (n: number) => (n === 1 ? "ancora 1 vagone" : `ancora ${n} vagoni`);
const cards = (n: number) => s(n, "carta", "carte");
const points = (n: number) => s(n, "punto", "punti");
const lacks = (n: number) => (n === 1 ? "manca 1 carta" : `mancano ${n} carte`);
const and = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} e ${words.at(-1)}`;

export const it: Words = {
  join: "; ",
  end: ".",

  claim: (route, paid) => `Prendi ${route} con ${paid}.`,
  payTunnel: (paid) => `Paga la galleria con ${paid}.`,
  declineTunnel: "Riprendi le carte dalla galleria.",
  build: (city) => `Costruisci una stazione a ${city}.`,
  take: (card) => `Prendi la carta scoperta: ${card}.`,
  draw: "Pesca dal mazzo.",
  stop: "Smetti di pescare.",
  tickets: "Pesca biglietti.",
  keep: (tickets) => `Tieni ${and(tickets)}.`,
  keepNone: "Non tenere nessun biglietto.",
  play: (played) => `Gioca ${played} nel tuo deposito.`,
  complete: (ticket) => `Completa ${ticket}.`,
  completeBest: "Completa il meglio del resto.",

  completesTicket: (ticket, n) => `completa ${ticket}: ${points(n)}`,
  servesTicket: (ticket, n) => `serve per ${ticket}, che poi richiede ${more(n)}`,
  narrow: (ticket, n) => `se la prendesse qualcun altro, ${ticket} richiederebbe ${trains(n)} in più`,
  onlyWay: (ticket) => `senza, ${ticket} sarebbe irraggiungibile`,
  blocks: (who, n) => `è la via più breve fra le linee di ${who}: ogni altra richiede ${trains(n)} in più`,
  cutsOff: (who) => `è l'unica via rimasta per unire le linee di ${who}`,
  endsGame: "fa iniziare l'ultimo giro",
  longestPath: (n) => `rende il percorso il più lungo di tutti: ${trains(n)}`,
  longRoute: (n, worth) => `una linea da ${n} vale ${points(worth)}`,
  keepsLocomotives: (n) =>
    n === 1 ? "non costa Locomotive: quella in mano resta" : `non costa Locomotive: in mano ne restano ${n}`,
  routePoints: (n) => `vale ${points(n)}`,
  stationServes: (ticket, n) => `passando su una linea altrui, ${ticket} richiede poi solo ${more(n)}`,
  stationCompletes: (ticket) => `passando su una linea altrui completa ${ticket}`,
  tunnelDear: (n) => `${cards(n)} in più ${n === 1 ? "sarebbe troppo" : "sarebbero troppe"}`,
  neededCard: (card, route, ticket, n) => `${card} serve per ${route}, sulla via di ${ticket}; poi ${lacks(n)}`,
  lastCard: (card, route, ticket) => `${card} è l'ultima carta che manca per ${route}, sulla via di ${ticket}`,
  wantedCard: (card, route, worth, n) =>
    n
      ? `${card} aiuta a pagare ${route}, che vale ${points(worth)}; poi ${lacks(n)}`
      : `${card} è l'ultima carta che manca per ${route}, che vale ${points(worth)}`,
  collects: (route, ticket, n) =>
    `per ${route}, sulla via di ${ticket}, ${n === 1 ? "manca" : "mancano"} ancora ${cards(n)}`,
  collectsPoints: (route, worth, n) =>
    `per ${route}, che vale ${points(worth)}, ${n === 1 ? "manca" : "mancano"} ancora ${cards(n)}`,
  nothingOpen: "nessun colore scoperto avvicina alla meta",
  blind: "nessuno vede la carta pescata, e può essere una Locomotiva",
  ticketsDone: (n) => `i biglietti in mano sono completati e ${n === 1 ? "resta" : "restano"} ${trains(n)}`,
  trainsToSpare: (n) =>
    `i biglietti in mano lasciano ${trains(n)} liberi`.replace("1 vagone liberi", "1 vagone libero"),
  robs: (who, n, card) => `ruba a ${who} una fila da ${n} (${card})`,
  feedsTicket: (ticket, n) => `serve per ${ticket}: poi ${lacks(n)}`,
  fillsTicket: (ticket) => `${ticket} ha poi tutte le sue carte`,
  strongRow: (n) => `una fila da ${n} è difficile da rubare`,
  neededColour: (card, ticket, n) => `${card} serve per ${ticket}: poi ${lacks(n)}`,
  lastColour: (card, ticket) => `${card} è l'ultima carta che serve per ${ticket}`,
  lacks: (ticket, n) => `per ${ticket} ${n === 1 ? "manca" : "mancano"} ancora ${cards(n)}`,
  cardsReady: "le carte per tutti i biglietti in mano ci sono già",
  together: (n, saved) => `condividono la via: bastano ${trains(n)} in tutto, ${saved} in meno che uno per uno`,
  cheapTrains: (ticket, n, worth) =>
    n ? `${ticket} dà ${points(worth)} per ${trains(n)}` : `${ticket} non costa altri vagoni`,
  cheapCards: (ticket, n, worth) =>
    `${ticket} dà ${points(worth)} per altre ${cards(n)}`.replace("altre 1 carta", "un'altra carta"),
  have: (ticket) => `le carte per ${ticket} ci sono già`,
  leavesOutTrains: (ticket, n) =>
    `${ticket} richiederebbe altri ${trains(n)}`.replace("altri 1 vagone", "un altro vagone"),
  leavesOutCards: (ticket, n) => `${ticket} richiederebbe altre ${cards(n)}`.replace("altre 1 carta", "un'altra carta"),
  outOfReach: (ticket) => `${ticket} è irraggiungibile`,
  servesNone: "non serviva a nessun biglietto",
  spends: (route, ticket, n) =>
    `le sue carte servivano per ${route}, sulla via di ${ticket}, a cui poi ${n === 1 ? "mancava 1 carta" : `mancavano ${n} carte`}`,
  bestTried: "fra tutte le mosse provate è risultata la migliore",

  compared: "I biglietti a confronto",
  ticket: "Biglietto",
  trainsAlone: "vagoni, da solo",
  cardsAlone: "carte mancanti",
  added: "con gli altri",
  chance: "probabilità",
  untried: "non provato: l'esperto non lo terrebbe",
  keepIt: "da tenere:",
  sets: "Che cosa tenere",
  none: "nessun biglietto",
  wins: (share) => `vittoria ${share}`,
};
