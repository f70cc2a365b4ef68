// The review of a finished game, in English: the measure of the other languages.
const s = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const list = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const inTurn = (turn: number) => (turn ? `in turn ${turn}` : "at the start");

export const en = {
  title: "Review",
  of: (game: string) => `Review: ${game}`,
  back: "Back to the replay",
  share: "Link to this page",

  // while it is made
  none: "Nobody has asked for a review of this game yet.",
  about:
    "Strong bots play every decision on many times, from what the player knew at that moment. So you see what cost something, what was luck, and what became of each ticket.",
  start: "Review this game",
  waiting: (ahead: number) => (ahead ? `In the queue: ${s(ahead, "review")} before yours.` : "It begins in a moment."),
  preparing: "The server is getting ready. The first time, that can take some minutes …",
  working: "Playing the game through once more …",
  progress: (percent: number) => `${percent} % done`,
  stay: "You can leave this page: the review goes on, and will be here when you come back.",
  cancel: "Cancel",
  cancelled: "The review was cancelled.",
  again: "Try again",

  // the graph
  graph: "Chances to win",
  graphKeys: "Left and right go from move to move.",
  at: (turn: number, who: string | null) =>
    turn ? `Turn ${turn}${who ? `, ${who}` : ""}` : who ? `The start, ${who}` : "The deal",
  chancesAt: (chances: readonly string[]) => chances.join(", "),
  percent: (n: number) => `${n} %`,
  turn: "Turn",
  turningPoint: (turn: number, who: string, change: string) => `Turning point in turn ${turn}: ${who} ${change}`,
  points: (change: string) => `${change} percentage points`,
  turningPoints: "Turning points",
  cause: {
    luck: (): string => "mostly luck",
    play: (who: string | null) => (who ? `through ${who}'s play` : "through their own play"),
    both: (who: string | null) => (who ? `through ${who}'s play and luck` : "through their own play and luck"),
  },
  asTable: "The graph as a table",
  knows: "The graph knows all cards. A verdict knows only what the player could see.",

  // going about
  moves: "Moves",
  first: "To the overview",
  previous: "Previous move",
  next: "Next move",
  last: "To the last move",
  previousMistake: "Previous mistake",
  nextMistake: "Next mistake",
  leftArrow: "Left arrow",
  rightArrow: "Right arrow",
  mistakesOf: "Mistakes of",
  everyone: "everyone",
  move: (n: number, of: number) => `Move ${n} of ${of}`,
  overview: "Overview",
  numbers: "Numbers",
  numbersAbout: "Show chances, errors and samples",

  // a decision
  verdicts: { best: "Best", fine: "Fine", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" },
  verdictCount: {
    inaccuracy: (n: number) => s(n, "inaccuracy", "inaccuracies"),
    mistake: (n: number) => s(n, "mistake"),
    blunder: (n: number) => s(n, "blunder"),
  },
  played: "Played",
  better: "Better",
  dealt: "The cards are dealt.",
  noChoice: "There was no choice.",
  nothingBetter: "Nothing that was compared is better.",
  within: "Something else may be a little better, but too little to be sure.",
  costs: (n: number): string =>
    n < 1 ? "That costs less than one win in 100." : `That costs about ${s(n, "win")} in 100.`,
  onMap: { played: "played", better: "better" },
  compared: "All that was compared",
  action: "Action",
  chance: "Wins",
  lead: "Lead",
  loss: "Loss",
  samples: (n: number) => `${s(n, "game")} tried for each action; ± is the standard error.`,
  act: {
    pass: "pass",
    drawBlind: "draw from the deck",
    takeFaceUp: (card: string) => `take the face-up ${card}`,
    stopDrawing: "stop drawing",
    drawTickets: "draw tickets",
    keep: (tickets: readonly string[]) => (tickets.length ? `keep ${list(tickets)}` : "keep no ticket"),
    claim: (route: string, cards: string) => `claim ${route} with ${cards}`,
    payTunnel: (cards: string) => `pay ${cards} for the tunnel`,
    declineTunnel: "take the cards back",
    station: (city: string, cards: string) => `build a station in ${city} with ${cards}`,
    yard: (cards: string) => `play into the rail yard: ${cards}`,
    complete: (ticket: string) => `complete ${ticket}`,
    completeBest: "complete the best of the rest",
  },

  // what everyone had in mind
  plans: "Plans",
  then: "What everyone was after",
  thenAbout: "Hidden then, revealed now.",
  hand: "Hand",
  faceUp: "Face up",
  noCards: "no cards",
  noTickets: "No tickets yet.",
  offered: "to choose from",
  done: "completed",
  gone: "lost",
  missing: (n: number) => `${s(n, "train")} to go`,
  showWays: (who: string) => `Show on the map where ${who} was heading`,

  // tickets
  tickets: "Tickets",
  story: {
    kept: (turn: number) => (turn ? `drawn in turn ${turn}` : "kept at the start"),
    completed: (turn: number) => `completed ${inTurn(turn)}`,
    setback: (turn: number, who: string, route: string, theirs: string | null, trains: number | null) =>
      `turn ${turn}: ${who} claimed ${route}${theirs ? ` for ${theirs}` : ""}, so ${trains === null ? "only a station could help" : `it took ${s(trains, "more train")}`}`,
    lost: (turn: number, who: string, route: string | null, theirs: string | null) =>
      route
        ? `lost ${inTurn(turn)}: ${who} claimed ${route}${theirs ? ` for ${theirs}` : ""}`
        : `lost ${inTurn(turn)}, by ${who}`,
    ranOut: (turn: number) => `lost ${inTurn(turn)}: too few trains were left for it`,
    unfinished: "not completed before the end",
  },
  fates: { done: "completed", lost: "lost", unfinished: "not completed" },

  // luck and skill
  luck: "Luck and play",
  luckTab: "Luck",
  luckAbout: (n: number) =>
    `Everyone starts with ${n} wins in 100. Own play, the others' play, luck, and what came to light of hidden tickets and cards lead from there to the result; over many games, luck adds up to nothing.`,
  playAbout:
    "Play is measured against what our strongest player expects of a player. So it can be above zero, and is not the sum of the mistakes.",
  parts: { skill: "own play", gifts: "the others' play", luck: "luck", hidden: "what came to light" },
  fair: "start",
  result: "result",
  amounts: {
    "3": "helped a lot",
    "2": "helped",
    "1": "helped a little",
    "0": "changed almost nothing",
    "-1": "cost a little",
    "-2": "cost something",
    "-3": "cost a lot",
  },
  kindsOfLuck: {
    deal: "the deal",
    cards: "cards drawn",
    tickets: "tickets offered",
    tunnel: "tunnels",
    hidden: "what was hidden",
  },
  luckWas: (kinds: readonly string[]) => `Luck: ${list(kinds)}.`,
  cost: (n: number) => `together they cost ${s(n, "win")} in 100, as far as the player could know.`,

  summary: "In short",
  // What sums a game up. `who` is a player, or null for the reader; `by` likewise; `theirs` a ticket of `by`.
  facts: {
    lostIt: (who: string | null, turn: number, why: string) => `${who ?? "You"} lost it ${inTurn(turn)}: ${why}.`,
    costliest: (who: string | null, turn: number, why: string) =>
      `${who ? `${who}'s` : "Your"} costliest decision was ${inTurn(turn)}: ${why}.`,
    whyTaken: (route: string, by: string | null, theirs: string | null) =>
      `${route} was still open, and ${by ?? "you"} ${theirs ? `needed it for ${theirs}` : "took it later"}`,
    whyOpen: (route: string, ticket: string | null) =>
      `${route} was still open${ticket ? `, and ${ticket} needed it` : ""}`,
    whyBetter: (played: string, best: string, n: number) =>
      `“${played}” gave away about ${s(n, "win")} in 100; better was “${best}”`,
    whyCost: (n: number) => `it gave away about ${s(n, "win")} in 100`,
    never: (ticket: string) => `${ticket} was never completed.`,
    lostTicket: (
      who: string | null,
      f: { ticket: string; turn: number; by: string | null; route: string; theirs: string | null; points: number },
    ) =>
      `${who ?? "You"} lost ${f.ticket} ${inTurn(f.turn)}, when ${f.by ?? "you"} claimed ${f.route}${f.theirs ? ` for ${f.theirs}` : ""}: ${s(f.points, "point")} lost by that.`,
    blocked: (
      who: string | null,
      f: { ticket: string; turn: number; by: string | null; route: string; theirs: string | null; points: number },
    ) =>
      `${capital(inTurn(f.turn))} ${f.by ?? "you"} claimed ${f.route}${f.theirs ? ` for ${f.theirs}` : ""}; ${who ?? "you"} never got round it to complete ${f.ticket}: ${s(f.points, "point")} lost by that.`,
    noTrains: (who: string | null, ticket: string, turn: number, points: number) =>
      `From turn ${turn} on, ${who ?? "you"} had too few trains for ${ticket}: ${s(points, "point")} lost by that.`,
    unfinished: (ticket: string, points: number) =>
      `${ticket} was never completed: ${s(points, "point")} lost by that.`,
    ranOut: (ticket: string, by: string | null, turn: number, points: number) =>
      `${ticket} was still open when ${by ?? "you"} started the last round in turn ${turn}: ${s(points, "point")} lost by that.`,
    openTickets: (who: string | null, points: number) =>
      `The tickets that ${who ?? "you"} didn't complete made a difference of ${s(points, "point")}.`,
    lucky: (who: string | null, n: number) => `Luck brought ${who ?? "you"} about ${s(n, "win")} in 100.`,
    unlucky: (who: string | null, n: number) => `Luck cost ${who ?? "you"} about ${s(n, "win")} in 100.`,
    luckyTurn: (who: string | null, turn: number, n: number) =>
      `The luck of turn ${turn} alone brought ${who ?? "you"} about ${s(n, "win")} in 100.`,
    unluckyTurn: (who: string | null, turn: number, n: number) =>
      `The luck of turn ${turn} alone cost ${who ?? "you"} about ${s(n, "win")} in 100.`,
    gift: (who: string | null, by: string | null, turn: number, n: number) =>
      `${by ? `${by}'s` : "Your"} mistake ${inTurn(turn)} handed ${who ?? "you"} about ${s(n, "win")} in 100.`,
    longest: (by: string | null | undefined, points: number) =>
      by === undefined
        ? `The ${points} points for the longest path decided it.`
        : `${by ? `${by}'s` : "Your"} longest path, worth ${s(points, "point")}, decided it.`,
    aimless: (who: string | null, n: number, of: number) =>
      `${n === of ? `All ${of}` : `${n} of the ${of}`} moves that cost ${who ?? "you"} something were claims of routes that served none of ${who ? "the" : "your"} tickets.`,
    behind: (
      what: "behind_tickets" | "behind_routes",
      who: string | null,
      by: string | null,
      part: number,
      of: number,
    ) =>
      `${part === of ? `All ${of}` : `${part} of the ${of}`} points between ${who ?? "you"} and ${by ?? "you"} came from ${what === "behind_tickets" ? "tickets" : "routes"}.`,
    noSingle: (who: string | null) => `No single decision cost ${who ?? "you"} much.`,
    wellPlayed: (who: string | null) => `${who ?? "You"} made no mistake that counts.`,
    close: (who: string | null, n: number): string =>
      n === 0
        ? "The points were equal: the tie-break decided."
        : `It was close: ${who ?? "you"} finished only ${s(Math.abs(n), "point")} ${n > 0 ? "ahead" : "behind"}.`,
    margin: (who: string | null, n: number) =>
      `${who ?? "You"} finished ${s(Math.abs(n), "point")} ${n > 0 ? "ahead" : "behind"}.`,
  },
};
