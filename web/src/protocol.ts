// Generated from the server by `make protocol`. Do not edit.

/**
 * @minItems 3
 * @maxItems 3
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BadgeInfo".
 */
export type BadgeInfo = [number, number, number];
/**
 * The place of one train.
 *
 * @minItems 3
 * @maxItems 3
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Space".
 */
export type Space = [number, number, number];
/**
 * Of one seat: since when it is to act, until when it may, and what reserve it has left.
 *
 * @minItems 3
 * @maxItems 3
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Clock".
 */
export type Clock = [number | null, number | null, number];
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "FromClient".
 */
export type FromClient = Hello | Act | Undo | Confirm | Why | Say | Leave | Return | Speed | Skip | Sync | Ping;
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "FromServer".
 */
export type FromServer = Welcome | Update | Ack | Refusal | Reason | Changed | Said | Pong | Bye;
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "View".
 */
export type View = BoardView | CardGameView;
/**
 * What a seat did before.
 *
 * @minItems 2
 * @maxItems 2
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Played".
 */
export type Played = [
  number,
  (
    | Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest
  )
];

export interface Everything {}
/**
 * Why a seat won or lost: `result - fair` is the sum of skill, gifts and luck.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Account".
 */
export interface Account {
  seat: number;
  result: number;
  fair: number;
  skill: number;
  gifts: number;
  luck: number;
  luck_by: {
    [k: string]: number;
  };
  lost: number;
  verdicts: {
    [k: string]: number;
  };
}
/**
 * The action with this id is stored, as this version.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ack".
 */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}
/**
 * Do an action. If sent twice with the same id, it is acknowledged twice and done once.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Act".
 */
export interface Act {
  type: "act";
  id: string;
  seat: number;
  version: number;
  action:
    | Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest;
}
/**
 * Do nothing, legal only when nothing else is.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Pass".
 */
export interface Pass {
  type: "Pass";
}
/**
 * Take the top card of the train deck.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DrawBlind".
 */
export interface DrawBlind {
  type: "DrawBlind";
}
/**
 * Take the card in this slot of the market.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DrawFaceUp".
 */
export interface DrawFaceUp {
  type: "DrawFaceUp";
  slot: number;
}
/**
 * Be content with one card, where the game allows it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StopDrawing".
 */
export interface StopDrawing {
  type: "StopDrawing";
}
/**
 * Look at new tickets.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DrawTickets".
 */
export interface DrawTickets {
  type: "DrawTickets";
}
/**
 * Answer an offer of tickets.
 *
 * Both fields hold positions in the offer; together they name each position once. `back` goes
 * under the ticket deck in this order, the last one to the very bottom; in the opening choice,
 * where the order has no effect, it is ascending.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "KeepTickets".
 */
export interface KeepTickets {
  type: "KeepTickets";
  keep: number[];
  back: number[];
}
/**
 * Lay these cards to claim a route.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClaimRoute".
 */
export interface ClaimRoute {
  type: "ClaimRoute";
  route: number;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * Add these cards to finish a tunnel.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PayTunnel".
 */
export interface PayTunnel {
  type: "PayTunnel";
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * Take the laid cards back and end the turn.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeclineTunnel".
 */
export interface DeclineTunnel {
  type: "DeclineTunnel";
}
/**
 * Build a station in a city, paying these cards.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BuildStation".
 */
export interface BuildStation {
  type: "BuildStation";
  city: number;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * Put these cards into the rail yard.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlayToYard".
 */
export interface PlayToYard {
  type: "PlayToYard";
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * At a scoring of the card game: complete this ticket before the automatic choice.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CompleteTicket".
 */
export interface CompleteTicket {
  type: "CompleteTicket";
  ticket: number;
}
/**
 * At a scoring of the card game: complete the best of what is left, and be done.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CompleteBest".
 */
export interface CompleteBest {
  type: "CompleteBest";
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AlertChoices".
 */
export interface AlertChoices {
  /**
   * At which tables, unless chosen there: days are correspondence.
   */
  turns?: "all" | "days" | "none";
  /**
   * Hours before a clock runs out; 0 is never.
   */
  remind?: number;
  /**
   * Minutes since midnight.
   */
  quiet_from?: number | null;
  quiet_to?: number | null;
  zone?: string;
  language?: "en" | "it" | "nb";
}
/**
 * Everything about my alerts, and what this server can do.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Alerts".
 */
export interface Alerts {
  choices: Choices;
  targets: Target[];
  mail: boolean;
  push_key: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Choices".
 */
export interface Choices {
  turns: "all" | "days" | "none";
  remind: number;
  quiet_from: number | null;
  quiet_to: number | null;
  zone: string;
  language: string;
}
/**
 * Where alerts go. Its address may hold secrets and is never told again.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Target".
 */
export interface Target {
  id: string;
  kind: string;
  label: string;
  active: boolean;
  confirmed: boolean;
  trouble: string | null;
  created: number;
}
/**
 * An action that was compared, as its seat could judge it at the time.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Alternative".
 */
export interface Alternative {
  action:
    | Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest;
  chance: number;
  chance_error: number;
  lead: number;
  lead_error: number;
  loss: number;
  loss_error: number;
}
/**
 * All that this seat does not know is dealt anew.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Anew".
 */
export interface Anew {
  known_to: number;
  seed: string;
}
/**
 * What an action is worth in a puzzle.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  right: boolean;
  verdict: string | null;
  loss: number | null;
  best: Alternative;
  alternatives: Alternative[];
}
/**
 * What came of it: signed in, linked to the account, or a name must be chosen for a new one.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Arrival".
 */
export interface Arrival {
  done: "in" | "linked" | "name";
  token: string | null;
  name: string | null;
}
/**
 * Somebody who has asked me, or whom I have asked.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ask".
 */
export interface Ask {
  person: string;
  name: string;
  at: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskFriend".
 */
export interface AskFriend {
  /**
   * By id, or else
   */
  person?: string | null;
  /**
   * by the name they sign in with.
   */
  name?: string | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskHint".
 */
export interface AskHint {
  seat: number;
}
/**
 * A line of the audit log.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AuditLine".
 */
export interface AuditLine {
  id: number;
  at: number;
  by: string;
  act: string;
  person: string | null;
  name: string;
  table: string | null;
  reason: string;
  until: number | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Because".
 */
export interface Because {
  /**
   * The person reads it.
   */
  reason: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BigCityInfo".
 */
export interface BigCityInfo {
  city: string;
  points: number;
}
/**
 * Somebody I have blocked.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Blocked".
 */
export interface Blocked {
  person: string;
  name: string;
  guest_number: number | null;
}
/**
 * A board to draw and to play on.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BoardInfo".
 */
export interface BoardInfo {
  name: string;
  width: number;
  height: number;
  space_length: number;
  space_width: number;
  city_radius: number;
  font_size: number;
  badge_radius: number;
  trains: number;
  stations: number;
  station_points: number;
  cities: CityInfo[];
  routes: RouteInfo[];
  tickets: BoardTicket[];
  bonus_cards: BonusInfo[];
  badges: BadgeInfo[];
  route_points: {
    [k: string]: number;
  };
  longest_path: number;
  simple: boolean;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CityInfo".
 */
export interface CityInfo {
  name: string;
  x: number;
  y: number;
  label: Label;
  country: string | null;
  italic: boolean;
}
/**
 * The box of a city's name.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Label".
 */
export interface Label {
  x: number;
  y: number;
  width: number;
  height: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RouteInfo".
 */
export interface RouteInfo {
  a: number;
  b: number;
  length: number;
  colour: string;
  tunnel: boolean;
  locomotives: number;
  symbols: number[];
  draw_bonus: number;
  points: number;
  group: number;
  open_tracks: {
    [k: string]: number;
  };
  spaces: Space[];
  wagon: number;
  /**
   * @minItems 3
   * @maxItems 3
   */
  curve: [[number, number], [number, number], [number, number]];
}
/**
 * From a place to one of the goals; the best one reached counts.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BoardTicket".
 */
export interface BoardTicket {
  name: string;
  start: PlaceInfo;
  goals: GoalInfo[];
  points: number;
  penalty: number;
  long: boolean;
}
/**
 * A city, or a country, which counts as any of its cities.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlaceInfo".
 */
export interface PlaceInfo {
  name: string;
  cities: number[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GoalInfo".
 */
export interface GoalInfo {
  name: string;
  cities: number[];
  points: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BonusInfo".
 */
export interface BonusInfo {
  name: string;
  points: number;
  counts: string;
  cities: string[];
  country: string | null;
  about: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BoardView".
 */
export interface BoardView {
  game: string;
  players: number;
  seat: number | null;
  phase: string;
  to_act: number[];
  first: number;
  turn: number | null;
  turns_left: number | null;
  market: (("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow") | null)[];
  deck: number;
  discards: number[];
  hand_sizes: number[];
  seen_hands: number[][];
  hand: number[] | null;
  ticket_marks: number[];
  ticket_counts: number[];
  kept_at_start: number[];
  offer_sizes: number[];
  tickets: number[] | null;
  offer: number[] | null;
  returned_at_start: number[] | null;
  returned_later: (number | null)[] | null;
  sheet: ScoreSheet | null;
  passes: number;
  trains: number[];
  points: number[];
  routes: (number | null)[];
  stations: (number | null)[];
  bonus_cards: number[];
  tunnel: TunnelView | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ScoreSheet".
 */
export interface ScoreSheet {
  seats: SeatScore[];
  tie_breaks: TieBreak[];
  winners: number[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatScore".
 */
export interface SeatScore {
  seat: number;
  total: number;
  items: (RouteItem | TicketItem | StationItem | UnusedStationsItem | LongestPathItem | BonusItem)[];
}
/**
 * A claimed route.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RouteItem".
 */
export interface RouteItem {
  type: "RouteItem";
  points: number;
  route: number;
}
/**
 * A ticket, completed (points above zero) or not; in the card game with the cards it used.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TicketItem".
 */
export interface TicketItem {
  type: "TicketItem";
  points: number;
  ticket: number;
  completed: boolean;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * A station on the board and the route it borrows, if that helps any ticket.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StationItem".
 */
export interface StationItem {
  type: "StationItem";
  points: number;
  city: number;
  borrowed: number | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "UnusedStationsItem".
 */
export interface UnusedStationsItem {
  type: "UnusedStationsItem";
  points: number;
  count: number;
}
/**
 * The longest trail of this seat, as the routes in order and the cities they pass.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LongestPathItem".
 */
export interface LongestPathItem {
  type: "LongestPathItem";
  points: number;
  length: number;
  routes: number[];
  cities: number[];
}
/**
 * A bonus card: what this seat counts for it, and its points if that is the most.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BonusItem".
 */
export interface BonusItem {
  type: "BonusItem";
  points: number;
  bonus: string;
  count: number;
}
/**
 * A comparison of the seats still tied; the highest value wins.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TieBreak".
 */
export interface TieBreak {
  rule: string;
  seats: number[];
  values: number[];
  left: number[];
}
/**
 * A tunnel waiting for its extra cards: everybody sees all of it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TunnelView".
 */
export interface TunnelView {
  route: number;
  laid: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
  revealed: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
  costly: boolean[];
  extra: number;
}
/**
 * The rules of one game in one language; without sections if nobody wrote any.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Booklet".
 */
export interface Booklet {
  sections: BookletSection[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BookletSection".
 */
export interface BookletSection {
  id: string;
  title: string;
  blocks: (Text | Points | Rows | Picture)[];
  clauses: string[];
}
/**
 * A paragraph; **two stars** around what stands out.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Text".
 */
export interface Text {
  type: "text";
  text: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Points".
 */
export interface Points {
  type: "list";
  items: string[];
}
/**
 * The first row says what is in the columns.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Rows".
 */
export interface Rows {
  type: "table";
  rows: string[][];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Picture".
 */
export interface Picture {
  type: "picture";
  scene: string;
  alt: string;
  caption: string;
}
/**
 * The server is closing the connection. Unless `again` is true, do not reconnect.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Bye".
 */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
  again: boolean;
  sanction?: Sanction;
}
/**
 * What an operator has decided about a person, as the person is told of it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Sanction".
 */
export interface Sanction {
  reason: string;
  until: number | null;
}
/**
 * Somebody I played with wants to play again, or a friend has invited me.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Call".
 */
export interface Call {
  table: string | null;
  again: TableInfo;
}
/**
 * What anyone with the link may know about a table.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableInfo".
 */
export interface TableInfo {
  id: string;
  game: string;
  options: {
    [k: string]: string | number | boolean;
  };
  custom_board: string | null;
  players: number;
  host: string | null;
  phase: "closed" | "finished" | "open" | "playing";
  public: boolean;
  spectators: boolean;
  rated: boolean;
  hints: "off" | "on" | "unagreed";
  hinted: Hinted[];
  pace: Pace;
  seats: SeatInfo[];
  to_act: number[];
  version: number;
  commitment: string | null;
  seed: string | null;
  created: number;
  started: number | null;
  ended: number | null;
  rematch: boolean;
  practice: Practice | null;
}
/**
 * A hint was given, to this seat in this version.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Hinted".
 */
export interface Hinted {
  seat: number;
  version: number;
  move: number;
}
/**
 * relaxed: no limit; clock: seconds per move, then a reserve; days: correspondence.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Pace".
 */
export interface Pace {
  kind: "clock" | "days" | "relaxed";
  move: number;
  reserve: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatInfo".
 */
export interface SeatInfo {
  seat: number;
  name: string;
  guest_number: number | null;
  person: string | null;
  guest: boolean;
  bot: string | null;
  colour: string;
  away: boolean;
  online: boolean;
  score: number | null;
  place: number | null;
  hints: boolean;
  holiday: [number, number] | null;
}
/**
 * From where a finished game is played on to practise.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Practice".
 */
export interface Practice {
  table: string;
  step: number;
  turn: number;
  seat: number;
  deal: "new" | "same";
}
/**
 * A card drawn from a market slot (public), or blind (slot None).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardDrawn".
 */
export interface CardDrawn {
  type: "CardDrawn";
  seat: number;
  slot: number | null;
  card: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow") | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardGameView".
 */
export interface CardGameView {
  game: string;
  players: number;
  seat: number | null;
  phase: string;
  to_act: number[];
  first: number;
  turn: number | null;
  turns_left: number | null;
  market: (("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow") | null)[];
  deck: number;
  discards: number[];
  hand_sizes: number[];
  seen_hands: number[][];
  hand: number[] | null;
  ticket_marks: number[];
  ticket_counts: number[];
  kept_at_start: number[];
  offer_sizes: number[];
  tickets: number[] | null;
  offer: number[] | null;
  returned_at_start: number[] | null;
  returned_later: (number | null)[] | null;
  sheet: ScoreSheet | null;
  open_track: boolean;
  resumes: number | null;
  decks_left: number;
  yards: RowView[][];
  track_sizes: number[];
  tracks: (number[] | null)[];
  ever_returned: number[] | null;
  chosen: CompletedView[] | null;
  completed: CompletedView[][];
}
/**
 * A row in a rail yard: cards of its colour, and the Locomotives on top of them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RowView".
 */
export interface RowView {
  colour: "black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow";
  cards: number;
  locomotives: number;
}
/**
 * A completed ticket and the cards it used.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CompletedView".
 */
export interface CompletedView {
  ticket: number;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * The cards a seat got at a deal.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardsDealt".
 */
export interface CardsDealt {
  type: "CardsDealt";
  seat: number;
  count: number;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[] | null;
}
/**
 * The cards of the game without a board.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardsInfo".
 */
export interface CardsInfo {
  tickets: TicketData[];
  big_cities: BigCityInfo[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TicketData".
 */
export interface TicketData {
  a: string;
  b: string;
  points: number;
  cards: string[];
}
/**
 * Card game: the cards that left a rail yard and now lie face down. Nobody may look at them
 * again, but owners where that was agreed, so nobody else is told them for later.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardsPutOnTrack".
 */
export interface CardsPutOnTrack {
  type: "CardsPutOnTrack";
  seat: number;
  count: number;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[] | null;
  open: boolean;
}
/**
 * Everything that can be chosen when a table is created.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Catalogue".
 */
export interface Catalogue {
  games: GameInfo[];
  levels: string[];
  colours: string[];
  name_length: number;
  version: string;
  protocol: number;
  network: string | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GameInfo".
 */
export interface GameInfo {
  name: string;
  title: string;
  players: number[];
  options: Option[];
  board: boolean;
  sections: string[];
  words: {
    [k: string]: GameWords;
  };
}
/**
 * A choice a table makes before the game; the first of the choices is the default.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Option".
 */
export interface Option {
  name: string;
  choices: (string | number | boolean)[];
  about: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GameWords".
 */
export interface GameWords {
  title: string | null;
  about: string | null;
  options: {
    [k: string]: OptionWords;
  };
  names: {
    [k: string]: string;
  };
  map: {
    [k: string]: string;
  };
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OptionWords".
 */
export interface OptionWords {
  name: string;
  choices: {
    [k: string]: string;
  };
}
/**
 * What the browser is to be asked, in the JSON form of WebAuthn.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ceremony".
 */
export interface Ceremony {
  options: {};
}
/**
 * The table itself has changed: people, seats, presence, phase.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Changed".
 */
export interface Changed {
  type: "changed";
  table: TableInfo;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ChatLine".
 */
export interface ChatLine {
  id: number;
  person: string | null;
  name: string;
  guest_number: number | null;
  text: string;
  at: number;
}
/**
 * My friends, and questions that wait for an answer.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Circle".
 */
export interface Circle {
  friends: Friend[];
  asks: Ask[];
  asked: Ask[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Friend".
 */
export interface Friend {
  person: string;
  name: string;
  since: number;
  online: boolean;
  table: TableInfo | null;
}
/**
 * The parameters with which the provider sent the browser back.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ComeBack".
 */
export interface ComeBack {
  state: string;
  code?: string;
  error?: string;
  iss?: string;
}
/**
 * The last action stands: bots need not hold back so that it can be undone.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Confirm".
 */
export interface Confirm {
  type: "confirm";
  seat: number;
  version: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Confirmed".
 */
export interface Confirmed {
  address: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Credentials".
 */
export interface Credentials {
  name: string;
  password: string;
}
/**
 * One decision of one seat, judged by what that seat knew. Forced ones are left out.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Decision".
 */
export interface Decision {
  step: number;
  turn: number;
  seat: number;
  verdict: string;
  played: Alternative;
  best: Alternative;
  alternatives: Alternative[];
  samples: number;
  against: HintReason[];
  why: HintReason[];
}
/**
 * A fact that speaks for the action, true by the rules. What the numbers mean goes by the kind:
 *
 * On boards: completes_ticket (ticket, points) · serves_ticket (ticket, count: trains it takes
 * then) · narrow (ticket, count: trains it would take more without this route) · only_way (ticket)
 * · blocks (seat, count: trains it takes that seat more to join its networks; none: it cannot) ·
 * ends_game · longest_path (count: its length then) · long_route (route, count: its length,
 * points) · keeps_locomotives (count) · route_points (route, points) · station (ticket, city,
 * count: trains it takes then) · tunnel_dear (route, count: cards) · needed_card (card, route,
 * ticket, count: cards the route lacks then) · wanted_card (card, route, points, count) · collects
 * (route, ticket, count: cards it lacks) · collects_points (route, points, count) · tickets_done
 * (count: trains left) · trains_to_spare (count)
 * With cards alone: robs (seat, card, count: cards) · feeds_ticket (ticket, count: cards it
 * lacks on track and in yard then) · strong_row (card, count) · needed_colour (card, ticket,
 * count: cards it lacks then) · lacks (ticket, count) · cards_ready
 * Of offers: together (count: trains for all, saved: fewer than one by one) · cheap (ticket,
 * count: trains or cards, points) · leaves_out (ticket, count: trains or cards more) ·
 * out_of_reach (ticket)
 * Against a claim, in reviews alone: serves_none (route) · spends (route, ticket, count: cards it
 * lacks then)
 * Of all: nothing_open (face up) · blind (from the deck) · best_tried (in the expert's games)
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HintReason".
 */
export interface HintReason {
  kind: string;
  ticket: number | null;
  route: number | null;
  city: number | null;
  seat: number | null;
  card: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow") | null;
  points: number | null;
  count: number | null;
  saved: number | null;
}
/**
 * Card game of four: everything but the hands became the second deck.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeckRenewed".
 */
export interface DeckRenewed {
  type: "DeckRenewed";
  cards: number;
}
/**
 * The discards became the new train deck.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DeckReshuffled".
 */
export interface DeckReshuffled {
  type: "DeckReshuffled";
  cards: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Departure".
 */
export interface Departure {
  url: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EditSeat".
 */
export interface EditSeat {
  colour?: string | null;
  name?: string | null;
  /**
   * Seat a bot here.
   */
  bot?: string | null;
  /**
   * Empty the seat.
   */
  free?: boolean;
  /**
   * Agree that there are hints, or no longer.
   */
  hints?: boolean | null;
}
/**
 * A provider, as people are told of it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Elsewhere".
 */
export interface Elsewhere {
  id: string;
  name: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Farewell".
 */
export interface Farewell {
  /**
   * The account's; empty if it has none.
   */
  password?: string;
}
/**
 * How much the server has to do; /metrics has it all.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Figures".
 */
export interface Figures {
  reports: number;
  sockets: number;
  tables: number;
  jobs: JobLine[];
  reviews: number;
  alerts: number;
  alerts_oldest: number;
}
/**
 * Long jobs of one kind.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "JobLine".
 */
export interface JobLine {
  line: string;
  waiting: number;
  running: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ForgottenWho".
 */
export interface ForgottenWho {
  /**
   * A name, or an e-mail address.
   */
  who: string;
}
/**
 * Must come first. `since` is the last version this client has seen of its seats.
 *
 * With -1 everything is sent, from the deal on; without it, only the current position.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  type: "hello";
  protocol: number;
  since?: number | null;
  watch?: boolean;
}
/**
 * Take back the last action, while the table allows it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  type: "undo";
  id: string;
  seat: number;
  version: number;
}
/**
 * Why may this action not be done now?
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Why".
 */
export interface Why {
  type: "why";
  id: string;
  seat: number;
  action:
    | Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  type: "say";
  text: string;
}
/**
 * Let a bot play on for this seat.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Leave".
 */
export interface Leave {
  type: "leave";
  seat: number;
}
/**
 * Take the seat back from the bot.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Return".
 */
export interface Return {
  type: "return";
  seat: number;
}
/**
 * How fast this person likes bots to play; the calmest at the table decides.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Speed".
 */
export interface Speed {
  type: "speed";
  speed: "calm" | "instant" | "normal" | "quick";
}
/**
 * Let the bot that is to act do so now, if all who play here ask for it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Skip".
 */
export interface Skip {
  type: "skip";
}
/**
 * Ask for everything again.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Sync".
 */
export interface Sync {
  type: "sync";
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: "ping";
  id: string;
}
/**
 * The answer to Hello; updates of a game under way follow it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  person: string | null;
  seats: number[];
  table: TableInfo;
  chat: ChatLine[];
  now: number;
}
/**
 * The game as one seat sees it now, and what has happened since version `since`.
 *
 * Without `since` it replaces all the client knew. A person with several seats gets one for each.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Update".
 */
export interface Update {
  type: "update";
  seat: number | null;
  version: number;
  since: number | null;
  steps: Step[];
  view: View;
  legal: (
    | Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest
  )[];
  undo: boolean;
  undo_until: number | null;
  clocks: Clock[];
}
/**
 * What one version brought, as far as the receiver may know.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
  version: number;
  seat: number | null;
  kind: "act" | "close" | "deal" | "undo";
  by: "bot" | "person" | "server";
  events: (
    | GameStarted
    | CardsDealt
    | CardDrawn
    | MarketFilled
    | MarketReset
    | MarketStays
    | DeckReshuffled
    | TicketsOffered
    | TicketsKept
    | RouteClaimed
    | TunnelRevealed
    | TunnelDeclined
    | StationBuilt
    | CardsPutOnTrack
    | YardPlayed
    | TrainsRobbed
    | TicketChosen
    | TicketsScored
    | DeckRenewed
    | Passed
    | LastRoundStarted
    | GameEnded
  )[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GameStarted".
 */
export interface GameStarted {
  type: "GameStarted";
  players: number;
  first: number;
  bonus_cards: string[];
}
/**
 * A card was turned up in a slot.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MarketFilled".
 */
export interface MarketFilled {
  type: "MarketFilled";
  slot: number;
  card: "black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow";
}
/**
 * Too many Locomotives: the whole row was discarded.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MarketReset".
 */
export interface MarketReset {
  type: "MarketReset";
  discarded: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * Too many Locomotives still, after so many resets in one action: the row stays as it is.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MarketStays".
 */
export interface MarketStays {
  type: "MarketStays";
  resets: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TicketsOffered".
 */
export interface TicketsOffered {
  type: "TicketsOffered";
  seat: number;
  count: number;
  tickets: number[] | null;
}
/**
 * A seat answered an offer; the tickets not kept went back in the order of `returned`.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TicketsKept".
 */
export interface TicketsKept {
  type: "TicketsKept";
  seat: number;
  count: number;
  returned_count: number;
  kept: number[] | null;
  returned: number[] | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RouteClaimed".
 */
export interface RouteClaimed {
  type: "RouteClaimed";
  seat: number;
  route: number;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
  points: number;
}
/**
 * The cards turned up for a tunnel, and how many more cards it costs.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TunnelRevealed".
 */
export interface TunnelRevealed {
  type: "TunnelRevealed";
  seat: number;
  route: number;
  laid: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
  revealed: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
  costly: boolean[];
  extra: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TunnelDeclined".
 */
export interface TunnelDeclined {
  type: "TunnelDeclined";
  seat: number;
  route: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StationBuilt".
 */
export interface StationBuilt {
  type: "StationBuilt";
  seat: number;
  city: number;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "YardPlayed".
 */
export interface YardPlayed {
  type: "YardPlayed";
  seat: number;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * Card game: a row of `victim` was discarded.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TrainsRobbed".
 */
export interface TrainsRobbed {
  type: "TrainsRobbed";
  seat: number;
  victim: number;
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[];
}
/**
 * Card game: a seat decided to complete this ticket at the scoring under way.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TicketChosen".
 */
export interface TicketChosen {
  type: "TicketChosen";
  seat: number;
  ticket: number | null;
}
/**
 * Card game: what a seat completed at a scoring.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TicketsScored".
 */
export interface TicketsScored {
  type: "TicketsScored";
  seat: number;
  tickets: number[];
  cards: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow")[][];
  points: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Passed".
 */
export interface Passed {
  type: "Passed";
  seat: number;
}
/**
 * Everyone, this seat included, has one more turn.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LastRoundStarted".
 */
export interface LastRoundStarted {
  type: "LastRoundStarted";
  seat: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GameEnded".
 */
export interface GameEnded {
  type: "GameEnded";
  totals: number[];
  winners: number[];
}
/**
 * Something was refused, and nothing has changed; with `storage_unknown` it may have.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal {
  type: "refusal";
  id: string | null;
  code: string;
  message: string;
  version: number | null;
  sanction?: Sanction;
}
/**
 * The answer to Why; without code and message when the action is allowed.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Reason".
 */
export interface Reason {
  type: "reason";
  id: string;
  code: string | null;
  message: string | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Said".
 */
export interface Said {
  type: "said";
  line: ChatLine;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
}
/**
 * What an expert would do.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GivenHint".
 */
export interface GivenHint {
  version: number;
  hint: Hint;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Hint".
 */
export interface Hint {
  seat: number;
  action:
    | Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest;
  reasons: HintReason[];
  offered: Offered[];
  sets: TicketSet[];
}
/**
 * A ticket on offer, beside the others. It costs trains; where there are none, cards that one
 * does not have yet.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Offered".
 */
export interface Offered {
  ticket: number;
  keep: boolean;
  points: number;
  alone: number | null;
  added: number | null;
  chance: number | null;
}
/**
 * Tickets to keep together.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TicketSet".
 */
export interface TicketSet {
  tickets: number[];
  share: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GoElsewhere".
 */
export interface GoElsewhere {
  /**
   * Link my account to it, rather than sign in.
   */
  link?: boolean;
  /**
   * The account's; empty if it has none.
   */
  password?: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HideProfile".
 */
export interface HideProfile {
  hidden: boolean;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Holiday".
 */
export interface Holiday {
  id: string;
  first: number;
  last: number;
}
/**
 * Mine: those under way and to come, and how much there may be.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Holidays".
 */
export interface Holidays {
  holidays: Holiday[];
  at_a_time: number;
  in_a_year: number;
  left: number;
}
/**
 * Whom a seat is kept for, or who has said no, be it to playing again.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Invitation".
 */
export interface Invitation {
  person: string;
  name: string;
  declined: boolean;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Join".
 */
export interface Join {
  /**
   * Any free seat if not given.
   */
  seat?: number | null;
  /**
   * For this table; your own name if not given.
   */
  name?: string | null;
  /**
   * Given to you unless another person has it.
   */
  colour?: string | null;
}
/**
 * What an operator decides, and why.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Judgement".
 */
export interface Judgement {
  /**
   * The person reads it.
   */
  reason: string;
  /**
   * That is judged by this.
   */
  report?: string | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Leaderboard".
 */
export interface Leaderboard {
  places: Place[];
  more: boolean;
  mine: Place | null;
  games: number;
  days: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Place".
 */
export interface Place {
  place: number;
  person: string;
  name: string;
  rating: number;
  mu: number;
  sigma: number;
  games: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LeavePlanned".
 */
export interface LeavePlanned {
  /**
   * Each a PlannedMove, in the order in which they are tried.
   */
  moves: {
    [k: string]: unknown;
  }[];
}
/**
 * By which somebody signs in elsewhere.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Link".
 */
export interface Link {
  id: string;
  provider: string | null;
  name: string;
  created: number;
  used: number | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LinkToken".
 */
export interface LinkToken {
  token: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Me".
 */
export interface Me {
  id: string;
  name: string;
  guest_number: number | null;
  guest: boolean;
  operator: boolean;
  muted: Sanction | null;
  password: boolean;
  renamed: boolean;
  asks: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Measure".
 */
export interface Measure {
  /**
   * The person reads it.
   */
  reason: string;
  /**
   * That is judged by this.
   */
  report?: string | null;
  /**
   * Without end if not given.
   */
  hours?: number | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Mute".
 */
export interface Mute {
  on: boolean;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MyTable".
 */
export interface MyTable {
  table: TableInfo;
  seats: number[];
  your_turn: boolean;
  deadline: number | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NewHoliday".
 */
export interface NewHoliday {
  /**
   * When it begins; now, if that has passed.
   */
  first: number;
  /**
   * When it ends, at most 14 days later.
   */
  last: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NewPasskey".
 */
export interface NewPasskey {
  /**
   * What I call it.
   */
  name: string;
  /**
   * What the browser gave, as JSON.
   */
  credential: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NewPassword".
 */
export interface NewPassword {
  /**
   * The account's; empty if it has none.
   */
  old: string;
  new: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NewRecovery".
 */
export interface NewRecovery {
  /**
   * An e-mail address.
   */
  address: string;
  /**
   * The account's; empty if it has none.
   */
  password: string;
  language?: "en" | "it" | "nb";
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NewReport".
 */
export interface NewReport {
  /**
   * Of chat, by its id.
   */
  line?: number | null;
  /**
   * Or the name of who sits here.
   */
  seat?: number | null;
  reason: "insult" | "hate" | "spam" | "name" | "cheating" | "other";
  /**
   * Whatever helps to judge it.
   */
  text?: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NewTable".
 */
export interface NewTable {
  game: string;
  players?: number;
  options?: {
    [k: string]: string | number | boolean;
  };
  /**
   * Your own board.
   */
  board?: {
    [k: string]: unknown;
  } | null;
  /**
   * Listed in the lobby.
   */
  public?: boolean;
  spectators?: boolean;
  rated?: boolean;
  /**
   * Allowed; every person must agree.
   */
  hints?: boolean;
  pace?: PaceBody;
  /**
   * By seat; null is for a person.
   */
  bots?: (string | null)[];
  /**
   * That you would like to play in.
   */
  colour?: string | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PaceBody".
 */
export interface PaceBody {
  kind?: "relaxed" | "clock" | "days";
  /**
   * Seconds or days per move.
   */
  move?: number;
  /**
   * Seconds for the whole game.
   */
  reserve?: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NewTarget".
 */
export interface NewTarget {
  kind: "email" | "push" | "discord" | "slack" | "telegram" | "matrix" | "ntfy" | "webhook";
  email?: string;
  /**
   * Of a service, or a browser's endpoint.
   */
  url?: string;
  /**
   * For Telegram and Matrix.
   */
  token?: string;
  /**
   * A room, or a chat.
   */
  room?: string;
  /**
   * A browser's key.
   */
  p256dh?: string;
  /**
   * A browser's secret.
   */
  auth?: string;
  /**
   * What I call it.
   */
  label?: string;
  zone?: string;
  language?: "en" | "it" | "nb";
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Newcomer".
 */
export interface Newcomer {
  token: string;
  name: string;
}
/**
 * Somebody I have played with.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Opponent".
 */
export interface Opponent {
  person: string;
  name: string;
  guest_number: number | null;
  guest: boolean;
  relation: "asked" | "asks" | "blocked" | "friends" | "me" | "none";
  games: number;
  table: TableInfo;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Page".
 */
export interface Page {
  tables: TableInfo[];
  more: boolean;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Passkey".
 */
export interface Passkey {
  id: string;
  name: string;
  created: number;
  used: number | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PasskeyOptions".
 */
export interface PasskeyOptions {
  /**
   * The account's; empty if it has none.
   */
  password: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PersonFound".
 */
export interface PersonFound {
  id: string;
  name: string;
  guest_number: number | null;
  guest: boolean;
  operator: boolean;
  since: number;
  played: number;
  muted: Sanction | null;
  banned: Sanction | null;
}
/**
 * An action to try when the turn comes.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlannedMove".
 */
export interface PlannedMove {
  action:
    | Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest;
  card: ("black" | "blue" | "green" | "locomotive" | "orange" | "purple" | "red" | "white" | "yellow") | null;
  then: DrawBlind | null;
}
/**
 * What one of my seats has planned, and what it might do if it were its turn now.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlannedTurn".
 */
export interface PlannedTurn {
  moves: PlannedMove[];
  most: number;
  chosen: number | null;
  used: boolean;
  version: number;
  view: View | null;
  legal: (
    | Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest
  )[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlayNow".
 */
export interface PlayNow {
  game: string;
  players?: number;
  level?: string;
  options?: {
    [k: string]: string | number | boolean;
  };
  hints?: boolean;
  /**
   * That you would like to play in.
   */
  colour?: string | null;
}
/**
 * The chances of all seats, of someone who sees all cards but not the order of the decks; and
 * how the step before changed them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Position".
 */
export interface Position {
  step: number;
  turn: number;
  seat: number | null;
  chances: number[];
  decided: number[];
  luck: number[];
  shown: number[];
  chance: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Practise".
 */
export interface Practise {
  /**
   * After so many actions of the game.
   */
  step: number;
  /**
   * That you play.
   */
  seat: number;
  /**
   * The hidden cards: as they were, or dealt anew.
   */
  deal?: "same" | "new";
  /**
   * The level of the bots in the other seats.
   */
  bots?: string;
}
/**
 * Why a request was refused: a code that stays the same and a sentence for people.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  code: string;
  message: string;
  sanction?: Sanction;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Profile".
 */
export interface Profile {
  person: string;
  name: string;
  state: "banned" | "hidden" | "shown";
  relation: "asked" | "asks" | "blocked" | "friends" | "me" | "none";
  since: number | null;
  records: Record[];
  recent: TableInfo[];
}
/**
 * What somebody has played of one kind, as everybody may know it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Record".
 */
export interface Record {
  game: string;
  players: number;
  played: number;
  won: number;
  rated: number;
  rating: number | null;
  mu: number | null;
  sigma: number | null;
  place: number | null;
}
/**
 * How anyone can check that the cards were fixed before the game.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Proof".
 */
export interface Proof {
  commitment: string;
  seed: string;
  setup: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PuzzleAnswer".
 */
export interface PuzzleAnswer {
  /**
   * One of those that are legal in the puzzle.
   */
  action: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PuzzleInfo".
 */
export interface PuzzleInfo {
  id: string;
  game: string;
  players: number;
  seat: number;
  turn: number;
}
/**
 * A puzzle as it is set: all that its seat knew, and what that seat may do.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PuzzlePosition".
 */
export interface PuzzlePosition {
  puzzle: PuzzleInfo;
  options: {
    [k: string]: string | number | boolean;
  };
  view: View;
  legal: (
    | Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest
  )[];
}
/**
 * What a rating was after a game.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RatingPoint".
 */
export interface RatingPoint {
  at: number;
  games: number;
  rating: number;
  mu: number;
  sigma: number;
  table: string | null;
}
/**
 * How I get back into my account without its password.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Recovery".
 */
export interface Recovery {
  mail: boolean;
  address: string | null;
  waiting: string | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Rename".
 */
export interface Rename {
  name: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  setup: Setup;
  commitment: string;
  steps: ReplayStep[];
}
/**
 * Everything that determines a game but the actions.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Setup".
 */
export interface Setup {
  game: string;
  players: number;
  seed: string;
  first: number | null;
  options: {
    [k: string]: string | number | boolean;
  };
  board: {} | null;
  begun?: Stretch[];
}
/**
 * A part of what comes before. There are several when a game that was taken up in the middle is
 * taken up again.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Stretch".
 */
export interface Stretch {
  played: Played[];
  anew: Anew | null;
}
/**
 * A position: who did what to get there, and what each seat saw (or the one asked for).
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReplayStep".
 */
export interface ReplayStep {
  seat: number | null;
  events: (
    | GameStarted
    | CardsDealt
    | CardDrawn
    | MarketFilled
    | MarketReset
    | MarketStays
    | DeckReshuffled
    | TicketsOffered
    | TicketsKept
    | RouteClaimed
    | TunnelRevealed
    | TunnelDeclined
    | StationBuilt
    | CardsPutOnTrack
    | YardPlayed
    | TrainsRobbed
    | TicketChosen
    | TicketsScored
    | DeckRenewed
    | Passed
    | LastRoundStarted
    | GameEnded
  )[];
  views: View[];
}
/**
 * Something that people have reported and nobody has judged yet.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Reported".
 */
export interface Reported {
  id: string;
  kind: "line" | "name";
  person: string | null;
  name: string;
  now: string | null;
  guest: boolean;
  table: string | null;
  text: string;
  around: ChatLine[];
  first: number;
  last: number;
  count: number;
  reasons: {
    [k: string]: number;
  };
  words: string[];
}
/**
 * Whose password a link sets.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ResetInfo".
 */
export interface ResetInfo {
  name: string;
}
/**
 * A finished game.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Result".
 */
export interface Result {
  table: TableInfo;
  sheet: ScoreSheet;
  moves: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Review".
 */
export interface Review {
  version: number;
  game: string;
  players: number;
  samples: number;
  totals: number[];
  winners: number[];
  decisions: Decision[];
  positions: Position[];
  turning_points: TurningPoint[];
  accounts: Account[];
  tickets: TicketStory[];
  summary: Sentence[];
}
/**
 * A turn that moved the chances more than most, by decision or luck.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TurningPoint".
 */
export interface TurningPoint {
  turn: number;
  first_step: number;
  last_step: number;
  seat: number;
  changes: number[];
  luck: number[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TicketStory".
 */
export interface TicketStory {
  seat: number;
  ticket: number;
  kept: number;
  kept_turn: number;
  completed: number | null;
  completed_turn: number | null;
  lost: number | null;
  lost_turn: number | null;
  lost_by: number | null;
  lost_route: number | null;
  lost_theirs: number | null;
  setbacks: Setback[];
}
/**
 * Another seat's claim made a ticket longer.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Setback".
 */
export interface Setback {
  step: number;
  turn: number;
  seat: number;
  route: number;
  trains: number | null;
  theirs: number | null;
}
/**
 * One thing to say about a seat's game, as facts; `review.summary` says what the kinds are and
 * which of the fields they have.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Sentence".
 */
export interface Sentence {
  seat: number;
  kind: string;
  step: number | null;
  turn: number | null;
  by: number | null;
  ticket: number | null;
  theirs: number | null;
  route: number | null;
  points: number | null;
  chance: number | null;
  count: number | null;
  of: number | null;
}
/**
 * How far the review of a finished game is. While it is being made and `of` is 0, it is being
 * prepared, which takes minutes the first time on a machine.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReviewState".
 */
export interface ReviewState {
  state: "done" | "failed" | "impossible" | "none" | "waiting" | "working";
  done: number;
  of: number;
  ahead: number;
  problem: Problem | null;
  review: Review | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatFound".
 */
export interface SeatFound {
  name: string;
  guest_number: number | null;
  person: string | null;
  bot: string | null;
}
/**
 * Where somebody is signed in.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Session".
 */
export interface Session {
  id: string;
  current: boolean;
  browser: string | null;
  system: string | null;
  begun: number;
  seen: number;
}
/**
 * Who sees my profile.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Shown".
 */
export interface Shown {
  hidden: boolean;
}
/**
 * A person's games of one kind.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Stats".
 */
export interface Stats {
  game: string;
  players: number;
  played: number;
  won: number;
  best: number;
  average: number;
  rating: number | null;
  mu: number | null;
  sigma: number | null;
  rated: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Stopped".
 */
export interface Stopped {
  label: string;
  kind: string;
  table: string | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Switch".
 */
export interface Switch {
  on: boolean;
}
/**
 * Whether I am told when it is my turn here.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableAlerts".
 */
export interface TableAlerts {
  on: boolean;
  targets: number;
}
/**
 * A table that waits for its game, or whose game is under way.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableFound".
 */
export interface TableFound {
  id: string;
  game: string;
  players: number;
  phase: "open" | "playing";
  created: number;
  started: number | null;
  moved: number;
  seats: SeatFound[];
}
/**
 * Something that went wrong.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Trouble".
 */
export interface Trouble {
  at: number;
  level: string;
  source: string;
  what: string;
  code: string | null;
  table: string | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "UsePasskey".
 */
export interface UsePasskey {
  /**
   * What the browser gave, as JSON.
   */
  credential: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "UseReset".
 */
export interface UseReset {
  token: string;
  password: string;
}
/**
 * How people get into their accounts here, besides by a password.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ways".
 */
export interface Ways {
  mail: boolean;
  passkeys: boolean;
  elsewhere: Elsewhere[];
}
