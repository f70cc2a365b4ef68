import type { Words } from "./words.svelte";

const s = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const list = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} e ${words.at(-1)}`;
const points = (n: number) => s(n, "punto", "punti");
const wins = (n: number) => s(n, "vittoria", "vittorie");
const taken = (f: { by: string | null; route: string; theirs: string | null }) =>
  `${f.by ? `${f.by} ha` : "hai"} preso ${f.route}${f.theirs ? ` per ${f.theirs}` : ""}`;
const inTurn = (turn: number) => (turn ? `al turno ${turn}` : "all'inizio");

export const it: Words = {
  title: "Analisi",
  of: (game) => `Analisi: ${game}`,
  back: "Rivedi la partita",
  share: "Link a questa pagina",

  none: "Nessuno ha ancora chiesto l'analisi di questa partita.",
  about:
    "Bot molto forti continuano la partita più volte da ogni decisione, sapendo solo ciò che il giocatore sapeva in quel momento. Così si vede che cosa è costato qualcosa, che cosa è stata fortuna e com'è andato ogni biglietto.",
  start: "Analizza la partita",
  waiting: (ahead) =>
    ahead
      ? `In coda: prima della tua ${ahead === 1 ? "c'è un'altra analisi" : `ci sono altre ${ahead} analisi`}.`
      : "Si comincia tra un attimo.",
  preparing: "Il server si prepara. La prima volta può richiedere qualche minuto…",
  working: "La partita viene rigiocata da capo…",
  progress: (percent) => `Completata al ${percent} %`,
  stay: "Puoi lasciare questa pagina: l'analisi continua e la troverai qui al tuo ritorno.",
  cancel: "Annulla",
  cancelled: "Analisi annullata.",
  again: "Riprova",

  graph: "Probabilità di vittoria",
  graphKeys: "Con le frecce sinistra e destra si passa da una mossa all'altra.",
  at: (turn, who) =>
    turn ? `Turno ${turn}${who ? `, ${who}` : ""}` : who ? `Inizio, ${who}` : "La distribuzione delle carte",
  chancesAt: (chances) => chances.join(", "),
  percent: (n) => `${n} %`,
  turn: "Turno",
  turningPoint: (turn, who, change) => `Svolta al turno ${turn}: ${who} ${change}`,
  points: (change) => `${change} punti percentuali`,
  turningPoints: "Svolte",
  cause: {
    luck: () => "soprattutto per fortuna",
    play: (who) => (who ? `per le scelte di ${who}` : "per le proprie scelte"),
    both: (who) => (who ? `per le scelte di ${who} e la fortuna` : "per le proprie scelte e la fortuna"),
  },
  asTable: "Il grafico come tabella",
  knows:
    "Il grafico tiene conto di tutte le carte, il giudizio su una mossa solo di ciò che il giocatore poteva vedere.",

  moves: "Mosse",
  first: "Al riepilogo",
  previous: "Mossa precedente",
  next: "Mossa successiva",
  last: "All'ultima mossa",
  previousMistake: "Errore precedente",
  nextMistake: "Errore successivo",
  leftArrow: "Freccia a sinistra",
  rightArrow: "Freccia a destra",
  mistakesOf: "Errori di",
  everyone: "tutti",
  move: (n, of) => `Mossa ${n} di ${of}`,
  overview: "Riepilogo",
  numbers: "Numeri",
  numbersAbout: "Mostra probabilità, errori e campioni",

  verdicts: {
    best: "Ottima",
    fine: "Buona",
    inaccuracy: "Imprecisione",
    mistake: "Errore",
    blunder: "Errore grave",
  },
  verdictCount: {
    inaccuracy: (n) => s(n, "imprecisione", "imprecisioni"),
    mistake: (n) => s(n, "errore", "errori"),
    blunder: (n) => s(n, "errore grave", "errori gravi"),
  },
  played: "Giocata",
  better: "Meglio",
  dealt: "Si distribuiscono le carte.",
  noChoice: "Non c'era scelta.",
  nothingBetter: "Tra le mosse confrontate nessuna è migliore.",
  within: "Forse c'è qualcosa di un po' meglio, ma troppo poco per esserne sicuri.",
  costs: (n) => (n < 1 ? "Costa meno di una vittoria su 100." : `Costa circa ${s(n, "vittoria", "vittorie")} su 100.`),
  onMap: { played: "giocata", better: "meglio" },
  compared: "Tutte le mosse confrontate",
  action: "Mossa",
  chance: "Vittorie",
  lead: "Vantaggio",
  loss: "Perdita",
  samples: (n) => `${s(n, "partita provata", "partite provate")} per ogni mossa; ± è l'errore standard.`,
  act: {
    pass: "passare",
    drawBlind: "pescare dal mazzo",
    takeFaceUp: (card) => `prendere la carta scoperta: ${card}`,
    stopDrawing: "smettere di pescare",
    drawTickets: "pescare biglietti",
    keep: (tickets) => (tickets.length ? `tenere ${list(tickets)}` : "non tenere biglietti"),
    claim: (route, cards) => `prendere ${route} con ${cards}`,
    payTunnel: (cards) => `pagare ${cards} per la galleria`,
    declineTunnel: "riprendere le carte",
    station: (city, cards) => `costruire una stazione a ${city} con ${cards}`,
    yard: (cards) => `giocare nel deposito: ${cards}`,
    complete: (ticket) => `completare ${ticket}`,
    completeBest: "completare i migliori tra i restanti",
  },

  plans: "Piani",
  then: "A che cosa puntavano tutti",
  thenAbout: "Allora nascosto, ora svelato.",
  hand: "Mano",
  faceUp: "Scoperte",
  noCards: "nessuna carta",
  noTickets: "Ancora nessun biglietto.",
  offered: "tra cui scegliere",
  done: "completato",
  gone: "perso",
  missing: (n) => (n === 1 ? "manca 1 vagone" : `mancano ${n} vagoni`),
  showWays: (who) => `Mostra sulla mappa dove voleva andare ${who}`,

  tickets: "Biglietti",
  story: {
    kept: (turn) => (turn ? `pescato al turno ${turn}` : "tenuto all'inizio"),
    completed: (turn) => `completato ${inTurn(turn)}`,
    setback: (turn, who, route, theirs, trains) =>
      `turno ${turn}: ${who} ha preso ${route}${theirs ? ` per ${theirs}` : ""}, ${trains === null ? "e solo una stazione poteva ancora servire" : trains === 1 ? "e ci voleva 1 vagone in più" : `e ci volevano ${trains} vagoni in più`}`,
    lost: (turn, who, route, theirs) =>
      route
        ? `perso ${inTurn(turn)}: ${who} ha preso ${route}${theirs ? ` per ${theirs}` : ""}`
        : `perso ${inTurn(turn)}, per mano di ${who}`,
    ranOut: (turn) => `perso ${inTurn(turn)}: non bastavano più i vagoni`,
    unfinished: "non completato entro la fine",
  },
  fates: { done: "completato", lost: "perso", unfinished: "non completato" },

  luck: "Fortuna e gioco",
  luckTab: "Fortuna",
  luckAbout: (n) =>
    `Tutti partono con ${n} vittorie su 100. Da lì al risultato portano il proprio gioco, quello degli altri, la fortuna e ciò che è venuto alla luce di biglietti e carte nascosti; su molte partite la fortuna si annulla.`,
  playAbout:
    "Le scelte sono misurate su quelle che farebbe il nostro bot più forte. Perciò il valore può superare lo zero e non è la somma degli errori.",
  parts: {
    skill: "il proprio gioco",
    gifts: "il gioco degli altri",
    luck: "la fortuna",
    hidden: "ciò che è venuto alla luce",
  },
  fair: "partenza",
  result: "risultato",
  amounts: {
    "3": "ha dato molto",
    "2": "ha dato qualcosa",
    "1": "ha dato poco",
    "0": "non ha cambiato quasi nulla",
    "-1": "ha tolto poco",
    "-2": "ha tolto qualcosa",
    "-3": "ha tolto molto",
  },
  kindsOfLuck: {
    deal: "distribuzione",
    cards: "carte pescate",
    tickets: "biglietti offerti",
    tunnel: "gallerie",
    hidden: "ciò che era nascosto",
  },
  luckWas: (kinds) => `Fortuna: ${list(kinds)}.`,
  cost: (n) => `insieme sono costati ${wins(n)} su 100, stando a ciò che il giocatore poteva sapere.`,

  summary: "In breve",
  facts: {
    lostIt: (who, turn, why) => `${who ? `${who} l'ha persa` : "L'hai persa"} ${inTurn(turn)}: ${why}.`,
    costliest: (who, turn, why) =>
      `${who ? `La scelta più costosa di ${who}` : "La tua scelta più costosa"} è stata ${inTurn(turn)}: ${why}.`,
    whyTaken: (route, by, theirs) => {
      const taken = theirs
        ? `${by ? `a ${by} serviva` : "ti serviva"} per ${theirs}`
        : by
          ? `${by} l'ha presa più tardi`
          : "l'hai presa tu più tardi";
      return `${route} era ancora libera, e ${taken}`;
    },
    whyOpen: (route, ticket) => `${route} era ancora libera${ticket ? `, e serviva per ${ticket}` : ""}`,
    whyBetter: (played, best, n) => `«${played}» è costato circa ${wins(n)} su 100; era meglio «${best}»`,
    whyCost: (n) => `è costata circa ${wins(n)} su 100`,
    never: (ticket) => `${ticket} non è mai stato completato.`,
    lostTicket: (who, f) =>
      `${who ? `${who} ha perso` : "Hai perso"} ${f.ticket} ${inTurn(f.turn)}, quando ${taken(f)}: ${points(f.points)} in meno.`,
    blocked: (who, f) =>
      `${f.turn ? `Al turno ${f.turn}` : "All'inizio"} ${taken(f)}; ${who ? `${who} non ha` : "non hai"} mai completato ${f.ticket} per un'altra via: ${points(f.points)} in meno.`,
    noTrains: (who, ticket, turn, n) =>
      `Dal turno ${turn} ${who ? `${who} non aveva` : "non avevi"} più vagoni a sufficienza per ${ticket}: ${points(n)} in meno.`,
    unfinished: (ticket, n) => `${ticket} non è mai stato completato: ${points(n)} in meno.`,
    ranOut: (ticket, by, turn, n) =>
      `${ticket} era ancora aperto quando ${by ? `${by} ha` : "hai"} fatto scattare l'ultimo giro al turno ${turn}: ${points(n)} in meno.`,
    openTickets: (who, n) =>
      `I biglietti che ${who ? `${who} non ha` : "non hai"} completato fanno una differenza di ${points(n)}.`,
    lucky: (who, n) => `La fortuna ${who ? `ha dato a ${who}` : "ti ha dato"} circa ${wins(n)} su 100.`,
    unlucky: (who, n) => `La sfortuna ${who ? `è costata a ${who}` : "ti è costata"} circa ${wins(n)} su 100.`,
    luckyTurn: (who, turn, n) =>
      `La fortuna del solo turno ${turn} ${who ? `ha dato a ${who}` : "ti ha dato"} circa ${wins(n)} su 100.`,
    unluckyTurn: (who, turn, n) =>
      `La sfortuna del solo turno ${turn} ${who ? `è costata a ${who}` : "ti è costata"} circa ${wins(n)} su 100.`,
    gift: (who, by, turn, n) =>
      `${by ? `L'errore di ${by}` : "Il tuo errore"} ${inTurn(turn)} ${who ? `ha regalato a ${who}` : "ti ha regalato"} circa ${wins(n)} su 100.`,
    longest: (by, n) =>
      by === undefined
        ? `I ${n} punti per il percorso più lungo hanno deciso la partita.`
        : `${by ? `Il percorso più lungo di ${by}` : "Il tuo percorso più lungo"}, da ${points(n)}, ha deciso la partita.`,
    aimless: (who, n, of) =>
      `${n === of ? `Tutte le ${of}` : `${n} delle ${of}`} mosse che ${who ? `sono costate qualcosa a ${who}` : "ti sono costate qualcosa"} erano linee che non servivano a nessun ${who ? "" : "tuo "}biglietto.`,
    behind: (what, who, by, part, of) =>
      `${part === of ? `Tutti i ${of} punti` : `${part} dei ${of} punti`} tra ${who ?? "te"} e ${by ?? "te"} vengono ${what === "behind_tickets" ? "dai biglietti" : "dalle linee"}.`,
    noSingle: (who) => `Nessuna singola scelta ${who ? `è costata molto a ${who}` : "ti è costata molto"}.`,
    wellPlayed: (who) => `${who ? `${who} non ha` : "Non hai"} commesso errori che contano.`,
    close: (who, n) =>
      n === 0
        ? "Parità di punti: ha deciso lo spareggio."
        : `È stata combattuta: ${who ? `${who} ha` : "hai"} finito con ${Math.abs(n) === 1 ? "un solo punto" : `soli ${Math.abs(n)} punti`} di ${n > 0 ? "vantaggio" : "distacco"}.`,
    margin: (who, n) =>
      `${who ? `${who} ha` : "Hai"} finito con ${points(Math.abs(n))} di ${n > 0 ? "vantaggio" : "distacco"}.`,
  },
};
