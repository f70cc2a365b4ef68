// A hint in words: the action as advice, and each reason as a clause.
import type { Messages } from "../i18n/index.svelte";
import { nameOf, routeName, ticketWords } from "../play/names";
import { cardWords } from "../play/sentences";
import type { Hint, HintReason } from "../protocol";
import type { Scene } from "../scene";
import type { Words } from "./words";

interface Speaker {
  m: Messages;
  w: Words;
  scene: Scene;
}

export function adviceIn({ action, offered }: Hint, { m, w, scene }: Speaker): string {
  const { board, cards, view } = scene;
  const ticket = (t: number) => ticketWords(board, cards, t).name;
  switch (action.type) {
    case "ClaimRoute":
      return w.claim(routeName(board!, action.route), cardWords(action.cards, m));
    case "PayTunnel":
      return w.payTunnel(cardWords(action.cards, m));
    case "DeclineTunnel":
      return w.declineTunnel;
    case "BuildStation":
      return w.build(board!.cities[action.city]!.name);
    case "DrawFaceUp": {
      const card = view.market[action.slot];
      return w.take(card ? m.colours[card] : "");
    }
    case "DrawBlind":
      return w.draw;
    case "StopDrawing":
      return w.stop;
    case "DrawTickets":
      return w.tickets;
    case "KeepTickets": {
      const kept = offered.filter(({ keep }) => keep);
      return kept.length ? w.keep(kept.map((one) => ticket(one.ticket))) : w.keepNone;
    }
    case "PlayToYard":
      return w.play(cardWords(action.cards, m));
    case "CompleteTicket":
      return w.complete(ticket(action.ticket));
    case "CompleteBest":
      return w.completeBest;
    case "Pass":
      return m.pass;
  }
}

export function reasonIn(reason: HintReason, { m, w, scene }: Speaker): string {
  const { board, cards } = scene;
  const n = reason.count ?? 0;
  const ticket = reason.ticket === null ? "" : ticketWords(board, cards, reason.ticket).name;
  const route = reason.route === null || !board ? "" : routeName(board, reason.route);
  const seat = reason.seat === null ? "" : nameOf(scene.table, reason.seat, m);
  const card = reason.card === null ? "" : m.colours[reason.card];
  const points = reason.points ?? 0;
  const said: Record<string, () => string> = {
    completes_ticket: () => w.completesTicket(ticket, points),
    serves_ticket: () => w.servesTicket(ticket, n),
    narrow: () => w.narrow(ticket, n),
    only_way: () => w.onlyWay(ticket),
    blocks: () => (reason.count === null ? w.cutsOff(seat) : w.blocks(seat, n)),
    ends_game: () => w.endsGame,
    longest_path: () => w.longestPath(n),
    long_route: () => w.longRoute(n, points),
    keeps_locomotives: () => w.keepsLocomotives(n),
    route_points: () => w.routePoints(points),
    station: () => (n ? w.stationServes(ticket, n) : w.stationCompletes(ticket)),
    tunnel_dear: () => w.tunnelDear(n),
    needed_card: () => (n ? w.neededCard(card, route, ticket, n) : w.lastCard(card, route, ticket)),
    wanted_card: () => w.wantedCard(card, route, points, n),
    collects: () => w.collects(route, ticket, n),
    collects_points: () => w.collectsPoints(route, points, n),
    nothing_open: () => w.nothingOpen,
    blind: () => w.blind,
    tickets_done: () => w.ticketsDone(n),
    trains_to_spare: () => w.trainsToSpare(n),
    robs: () => w.robs(seat, n, card),
    feeds_ticket: () => (n ? w.feedsTicket(ticket, n) : w.fillsTicket(ticket)),
    strong_row: () => w.strongRow(n),
    needed_colour: () => (n ? w.neededColour(card, ticket, n) : w.lastColour(card, ticket)),
    lacks: () => w.lacks(ticket, n),
    cards_ready: () => w.cardsReady,
    together: () => w.together(n, reason.saved ?? 0),
    cheap: () => (board ? w.cheapTrains(ticket, n, points) : n ? w.cheapCards(ticket, n, points) : w.have(ticket)),
    leaves_out: () => (board ? w.leavesOutTrains(ticket, n) : w.leavesOutCards(ticket, n)),
    out_of_reach: () => w.outOfReach(ticket),
    serves_none: () => w.servesNone,
    spends: () => w.spends(route, ticket, n),
    best_tried: () => w.bestTried,
  };
  return (said[reason.kind] ?? said.best_tried!)();
}
