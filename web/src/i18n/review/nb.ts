import type { Words } from "./words.svelte";

const s = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const list = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} og ${words.at(-1)}`;
const wins = (n: number) => s(n, "seier", "seiere");
const taken = (f: { by: string | null; route: string; theirs: string | null }) =>
  `${f.by ?? "du"} tok ${f.route}${f.theirs ? ` til ${f.theirs}` : ""}`;
const inTurn = (turn: number) => (turn ? `i tur ${turn}` : "ved starten");

export const nb: Words = {
  title: "Analyse",
  of: (game) => `Analyse: ${game}`,
  back: "Tilbake til reprisen",
  share: "Lenke til denne siden",

  none: "Ingen har bedt om en analyse av dette spillet ennå.",
  about:
    "Sterke roboter spiller videre mange ganger fra hvert valg, og vet bare det spilleren visste da. Slik ser du hva som kostet noe, hva som var flaks, og hvordan det gikk med hver billett.",
  start: "Analyser spillet",
  waiting: (ahead) => (ahead ? `I kø: ${s(ahead, "analyse", "analyser")} før din.` : "Det begynner om et øyeblikk."),
  preparing: "Serveren gjør seg klar. Første gang kan det ta noen minutter …",
  working: "Spillet spilles gjennom en gang til …",
  progress: (percent) => `${percent} % ferdig`,
  stay: "Du kan forlate siden: analysen fortsetter og ligger her når du kommer tilbake.",
  cancel: "Avbryt",
  cancelled: "Analysen ble avbrutt.",
  again: "Prøv igjen",

  graph: "Vinnersjanser",
  graphKeys: "Venstre og høyre pil går fra trekk til trekk.",
  at: (turn, who) => (turn ? `Tur ${turn}${who ? `, ${who}` : ""}` : who ? `Starten, ${who}` : "Utdelingen"),
  chancesAt: (chances) => chances.join(", "),
  percent: (n) => `${n} %`,
  turn: "Tur",
  turningPoint: (turn, who, change) => `Vendepunkt i tur ${turn}: ${who} ${change}`,
  points: (change) => `${change} prosentpoeng`,
  turningPoints: "Vendepunkter",
  cause: {
    luck: () => "mest på grunn av flaks",
    play: (who) => (who ? `på grunn av spillet til ${who}` : "på grunn av eget spill"),
    both: (who) => (who ? `på grunn av spillet til ${who} og flaks` : "på grunn av eget spill og flaks"),
  },
  asTable: "Grafen som tabell",
  knows: "Grafen tar hensyn til alle kortene, vurderingen av et trekk bare til det spilleren kunne se.",

  moves: "Trekk",
  first: "Til oversikten",
  previous: "Forrige trekk",
  next: "Neste trekk",
  last: "Til siste trekk",
  previousMistake: "Forrige feil",
  nextMistake: "Neste feil",
  leftArrow: "Venstrepil",
  rightArrow: "Høyrepil",
  mistakesOf: "Feil av",
  everyone: "alle",
  move: (n, of) => `Trekk ${n} av ${of}`,
  overview: "Oversikt",
  numbers: "Tall",
  numbersAbout: "Vis sjanser, usikkerhet og antall forsøk",

  verdicts: { best: "Best", fine: "Bra", inaccuracy: "Unøyaktig", mistake: "Feil", blunder: "Tabbe" },
  verdictCount: {
    inaccuracy: (n) => s(n, "unøyaktighet", "unøyaktigheter"),
    mistake: (n) => s(n, "feil", "feil"),
    blunder: (n) => s(n, "tabbe", "tabber"),
  },
  played: "Spilt",
  better: "Bedre",
  dealt: "Kortene deles ut.",
  noChoice: "Det var ikke noe valg.",
  nothingBetter: "Ingenting av det som ble sammenlignet, er bedre.",
  within: "Noe annet kan være litt bedre, men for lite til å være sikker.",
  costs: (n) =>
    n < 1 ? "Det koster mindre enn én seier av 100." : `Det koster omtrent ${s(n, "seier", "seiere")} av 100.`,
  onMap: { played: "spilt", better: "bedre" },
  compared: "Alt som ble sammenlignet",
  action: "Trekk",
  chance: "Seiere",
  lead: "Forsprang",
  loss: "Tap",
  samples: (n) => `${s(n, "spill", "spill")} prøvd for hvert trekk; ± er standardfeilen.`,
  act: {
    pass: "stå over",
    drawBlind: "trekke fra bunken",
    takeFaceUp: (card) => `ta det åpne kortet: ${card}`,
    stopDrawing: "slutte å trekke",
    drawTickets: "trekke billetter",
    keep: (tickets) => (tickets.length ? `beholde ${list(tickets)}` : "ikke beholde noen billett"),
    claim: (route, cards) => `ta ${route} med ${cards}`,
    payTunnel: (cards) => `betale ${cards} for tunnelen`,
    declineTunnel: "ta kortene tilbake",
    station: (city, cards) => `bygge en stasjon i ${city} med ${cards}`,
    yard: (cards) => `legge i togstallen: ${cards}`,
    complete: (ticket) => `fullføre ${ticket}`,
    completeBest: "fullføre det beste av resten",
  },

  plans: "Planer",
  then: "Hva alle var ute etter",
  thenAbout: "Skjult den gangen, avslørt nå.",
  hand: "Hånd",
  faceUp: "Åpne kort",
  noCards: "ingen kort",
  noTickets: "Ingen billetter ennå.",
  offered: "å velge i",
  done: "fullført",
  gone: "tapt",
  missing: (n) => `${s(n, "vogn", "vogner")} igjen`,
  showWays: (who) => `Vis på kartet hvor ${who} var på vei`,

  tickets: "Billetter",
  story: {
    kept: (turn) => (turn ? `trukket i tur ${turn}` : "beholdt ved starten"),
    completed: (turn) => `fullført ${inTurn(turn)}`,
    setback: (turn, who, route, theirs, trains) =>
      `tur ${turn}: ${who} tok ${route}${theirs ? ` til ${theirs}` : ""}, og ${trains === null ? "da kunne bare en stasjon hjelpe" : `det krevde ${s(trains, "vogn", "vogner")} til`}`,
    lost: (turn, who, route, theirs) =>
      route
        ? `tapt ${inTurn(turn)}: ${who} tok ${route}${theirs ? ` til ${theirs}` : ""}`
        : `tapt ${inTurn(turn)}, på grunn av ${who}`,
    ranOut: (turn) => `tapt ${inTurn(turn)}: det var for få vogner igjen`,
    unfinished: "ikke fullført før slutten",
  },
  fates: { done: "fullført", lost: "tapt", unfinished: "ikke fullført" },

  luck: "Flaks og spill",
  luckTab: "Flaks",
  luckAbout: (n) =>
    `Alle begynner med ${n} seiere av 100. Eget spill, de andres spill, flaks og det som kom fram av skjulte billetter og kort, fører derfra til resultatet; over mange spill går flaksen opp i opp.`,
  playAbout:
    "Spillet måles mot det den sterkeste roboten vår ville ha gjort. Derfor kan det bli over null, og det er ikke summen av feilene.",
  parts: { skill: "eget spill", gifts: "de andres spill", luck: "flaks", hidden: "det som kom fram" },
  fair: "start",
  result: "resultat",
  amounts: {
    "3": "hjalp mye",
    "2": "hjalp",
    "1": "hjalp litt",
    "0": "betydde nesten ingenting",
    "-1": "kostet litt",
    "-2": "kostet noe",
    "-3": "kostet mye",
  },
  kindsOfLuck: {
    deal: "utdelingen",
    cards: "kort som ble trukket",
    tickets: "billetter å velge i",
    tunnel: "tunneler",
    hidden: "det som var skjult",
  },
  luckWas: (kinds) => `Flaks: ${list(kinds)}.`,
  cost: (n) => `til sammen kostet de ${wins(n)} av 100, ut fra det spilleren kunne vite.`,

  summary: "Kort sagt",
  facts: {
    lostIt: (who, turn, why) => `${who ?? "Du"} tapte spillet ${inTurn(turn)}: ${why}.`,
    costliest: (who, turn, why) => `Det dyreste valget ${who ? `til ${who}` : "ditt"} kom ${inTurn(turn)}: ${why}.`,
    whyTaken: (route, by, theirs) =>
      `${route} var fortsatt ledig, og ${by ?? "du"} ${theirs ? `trengte den til ${theirs}` : "tok den senere"}`,
    whyOpen: (route, ticket) => `${route} var fortsatt ledig${ticket ? `, og den trengtes til ${ticket}` : ""}`,
    whyBetter: (played, best, n) => `«${played}» kostet omtrent ${wins(n)} av 100; «${best}» var bedre`,
    whyCost: (n) => `det kostet omtrent ${wins(n)} av 100`,
    never: (ticket) => `${ticket} ble aldri fullført.`,
    lostTicket: (who, f) =>
      `${who ?? "Du"} mistet ${f.ticket} ${inTurn(f.turn)}, da ${taken(f)}: ${f.points} poeng tapt på det.`,
    blocked: (who, f) =>
      `${f.turn ? `I tur ${f.turn}` : "Ved starten"} tok ${f.by ?? "du"} ${f.route}${f.theirs ? ` til ${f.theirs}` : ""}, og ${who ?? "du"} fikk aldri fullført ${f.ticket} en annen vei: ${f.points} poeng tapt på det.`,
    noTrains: (who, ticket, turn, n) =>
      `Fra tur ${turn} hadde ${who ?? "du"} for få vogner til ${ticket}: ${n} poeng tapt på det.`,
    unfinished: (ticket, n) => `${ticket} ble aldri fullført: ${n} poeng tapt på det.`,
    ranOut: (ticket, by, turn, n) =>
      `${ticket} var fortsatt åpen da ${by ?? "du"} innledet siste runde i tur ${turn}: ${n} poeng tapt på det.`,
    openTickets: (who, n) => `Billettene som ${who ?? "du"} ikke fullførte, utgjorde ${n} poeng.`,
    lucky: (who, n) => `Flaks ga ${who ?? "deg"} omtrent ${wins(n)} av 100.`,
    unlucky: (who, n) => `Uflaks kostet ${who ?? "deg"} omtrent ${wins(n)} av 100.`,
    luckyTurn: (who, turn, n) => `Flaksen i tur ${turn} alene ga ${who ?? "deg"} omtrent ${wins(n)} av 100.`,
    unluckyTurn: (who, turn, n) => `Uflaksen i tur ${turn} alene kostet ${who ?? "deg"} omtrent ${wins(n)} av 100.`,
    gift: (who, by, turn, n) =>
      `${by ? `Feilen til ${by}` : "Feilen din"} ${inTurn(turn)} ga ${who ?? "deg"} omtrent ${wins(n)} av 100.`,
    longest: (by, n) =>
      by === undefined
        ? `De ${n} poengene for lengste vei avgjorde.`
        : `Den lengste veien ${by ? `til ${by}` : "din"}, verdt ${n} poeng, avgjorde.`,
    aimless: (who, n, of) =>
      `${n === of ? `Alle de ${of}` : `${n} av de ${of}`} trekkene som kostet ${who ?? "deg"} noe, var strekninger som ikke hjalp noen av billettene${who ? "" : " dine"}.`,
    behind: (what, who, by, part, of) =>
      `${part === of ? `Alle de ${of}` : `${part} av de ${of}`} poengene mellom ${who ?? "deg"} og ${by ?? "deg"} kom fra ${what === "behind_tickets" ? "billettene" : "strekningene"}.`,
    noSingle: (who) => `Ingen enkelt avgjørelse kostet ${who ?? "deg"} mye.`,
    wellPlayed: (who) => `${who ?? "Du"} gjorde ingen feil som teller.`,
    close: (who, n) =>
      n === 0
        ? "Poengene var like: uavgjortregelen bestemte."
        : `Det var jevnt: ${who ?? "du"} endte bare ${Math.abs(n)} poeng ${n > 0 ? "foran" : "bak"}.`,
    margin: (who, n) => `${who ?? "Du"} endte ${Math.abs(n)} poeng ${n > 0 ? "foran" : "bak"}.`,
  },
};
