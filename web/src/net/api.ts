// Requests to the server. A refusal becomes a Problem with its stable code.
import type { Action } from "../cards";
import type {
  AuditLine,
  Answer,
  Arrival,
  AlertChoices,
  Alerts,
  BoardInfo,
  AskFriend,
  Blocked,
  Booklet,
  Call,
  CardsInfo,
  Catalogue,
  Ceremony,
  Circle,
  ComeBack,
  Confirmed,
  Departure,
  Figures,
  GivenHint,
  Holidays,
  Invitation,
  Join,
  Link,
  Leaderboard,
  Me,
  Measure,
  MyTable,
  NewRecovery,
  NewReport,
  NewTable,
  NewTarget,
  Opponent,
  Page,
  Passkey,
  PersonFound,
  PlannedMove,
  PlannedTurn,
  PlayNow,
  Practise,
  Profile,
  Proof,
  PuzzleInfo,
  PuzzlePosition,
  RatingPoint,
  Recovery,
  Replay,
  Reported,
  ResetInfo,
  Result,
  ReviewState,
  Sanction,
  Session,
  Shown,
  Stats,
  Stopped,
  TableAlerts,
  TableFound,
  TableInfo,
  Trouble,
  Ways,
} from "../protocol";

export const API = "/api/v1";

export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly sanction?: Sanction, // with the codes `muted` and `banned`
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let reply: Response;
  try {
    reply = await fetch(API + path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem("offline", "The server cannot be reached.", 0);
  }
  const text = await reply.text();
  let said: unknown = text;
  try {
    said = text ? JSON.parse(text) : undefined;
  } catch {
    // the rules come as plain text
  }
  if (!reply.ok) {
    const problem = said as { code?: string; message?: string; sanction?: Sanction } | undefined;
    const message = problem?.message ?? reply.statusText;
    throw new Problem(problem?.code ?? "error", message, reply.status, problem?.sanction);
  }
  return said as T;
}

/** A file that is not text. */
async function fetchBlob(path: string): Promise<Blob> {
  const reply = await fetch(API + path).catch(() => {
    throw new Problem("offline", "The server cannot be reached.", 0);
  });
  if (reply.ok) return reply.blob();
  const problem = (await reply.json().catch(() => ({}))) as { code?: string; message?: string };
  throw new Problem(problem.code ?? "error", problem.message ?? reply.statusText, reply.status);
}

const get = <T>(path: string) => ask<T>("GET", path);
const post = <T>(path: string, body?: unknown) => ask<T>("POST", path, body);

let known: Catalogue | undefined;
let asked: Promise<void> | undefined;

/** Ask once what can be played. */
export function fetchCatalogue(): Promise<void> {
  asked ??= get<Catalogue>("/games").then((found) => {
    known = found;
  });
  asked.catch(() => (asked = undefined));
  return asked;
}

/** What can be played. No page is shown before it is known. */
export const catalogue = (): Catalogue => known!;

const kept = (path: string): string => `${path}?v=${known?.version ?? ""}`;

/** An address below /art that is kept for ever by the server's version. */
export const art = (theme: string, path: string): string => kept(`${API}/art/${theme}/${path}`);

/** The same of a drawing that has words on it. */
export const artIn = (language: string, theme: string, path: string): string =>
  `${art(theme, path)}&language=${language}`;

export const api = {
  comeIn: () => post<Me>("/session"),
  me: () => get<Me>("/me"),
  rename: (name: string) => ask<void>("PATCH", "/me", { name }),
  keep: (name: string, password: string) => post<void>("/me/account", { name, password }),
  password: (old: string, fresh: string) => post<void>("/me/password", { old, new: fresh }),
  signIn: (name: string, password: string) => post<void>("/session/sign-in", { name, password }),
  signOut: () => post<void>("/session/sign-out"),
  signOutEverywhere: () => post<void>("/session/sign-out-everywhere"),
  sessions: () => get<Session[]>("/me/sessions"),
  endSession: (id: string) => ask<void>("DELETE", `/me/sessions/${id}`),
  signOutOthers: () => post<void>("/session/sign-out-others"),
  ways: () => get<Ways>("/session/ways"),
  recovery: () => get<Recovery>("/me/recovery"),
  chooseRecovery: (choice: NewRecovery) => ask<Recovery>("PUT", "/me/recovery", choice),
  forgetRecovery: () => ask<void>("DELETE", "/me/recovery"),
  confirmRecovery: (token: string) => post<Confirmed>("/recovery/confirm", { token }),
  askReset: (who: string) => post<void>("/recovery/ask", { who }),
  lookReset: (token: string) => post<ResetInfo>("/recovery/look", { token }),
  useReset: (token: string, password: string) => post<void>("/recovery/use", { token, password }),
  passkeys: () => get<Passkey[]>("/me/passkeys"),
  passkeyToAdd: (password: string) => post<Ceremony>("/me/passkeys/options", { password }),
  addPasskey: (name: string, credential: unknown) => post<Passkey[]>("/me/passkeys", { name, credential }),
  removePasskey: (id: string) => ask<void>("DELETE", `/me/passkeys/${id}`),
  passkeyToUse: () => post<Ceremony>("/session/passkey/options"),
  usePasskey: (credential: unknown) => post<void>("/session/passkey", { credential }),
  goElsewhere: (provider: string, link: boolean, password: string) =>
    post<Departure>(`/session/oidc/${provider}`, { link, password }),
  arrive: (provider: string, brought: ComeBack) => post<Arrival>(`/session/oidc/${provider}/arrival`, brought),
  settle: (provider: string, token: string, name: string) =>
    post<void>(`/session/oidc/${provider}/account`, { token, name }),
  identities: () => get<Link[]>("/me/identities"),
  unlink: (id: string) => ask<void>("DELETE", `/me/identities/${id}`),
  deleteMe: (password: string) => post<void>("/me/delete", { password }),
  myTables: () => get<MyTable[]>("/me/tables"),
  calls: () => get<Call[]>("/me/calls"),
  declineCall: (table: string) => ask<void>("DELETE", `/me/calls/${table}`),
  myHistory: () => get<Page>("/me/history"),
  myStats: () => get<Stats[]>("/me/stats"),
  mute: (person: string, on: boolean) => ask<void>("PUT", `/me/mutes/${person}`, { on }),

  profile: (person: string) => get<Profile>(`/people/${person}`),
  ratings: (person: string, game: string, players: number) =>
    get<RatingPoint[]>(`/people/${person}/ratings/${game}/${players}`),
  leaderboard: (game: string, players: number, offset: number) =>
    get<Leaderboard>(`/leaderboards/${game}/${players}?offset=${offset}`),
  shown: () => get<Shown>("/me/profile"),
  hideProfile: (hidden: boolean) => ask<void>("PUT", "/me/profile", { hidden }),
  friends: () => get<Circle>("/me/friends"),
  askFriend: (who: AskFriend) => post<Circle>("/me/friends", who),
  acceptFriend: (person: string) => post<Circle>(`/me/friends/${person}/accept`),
  declineFriend: (person: string) => post<Circle>(`/me/friends/${person}/decline`),
  endFriend: (person: string) => ask<Circle>("DELETE", `/me/friends/${person}`),
  opponents: () => get<Opponent[]>("/me/opponents"),
  blocks: () => get<Blocked[]>("/me/blocks"),
  block: (person: string) => ask<void>("PUT", `/me/blocks/${person}`),
  unblock: (person: string) => ask<void>("DELETE", `/me/blocks/${person}`),
  invitations: (table: string) => get<Invitation[]>(`/tables/${table}/invitations`),
  invitePerson: (table: string, person: string) => ask<void>("PUT", `/tables/${table}/invitations/${person}`),
  withdrawInvitation: (table: string, person: string) => ask<void>("DELETE", `/tables/${table}/invitations/${person}`),

  holidays: () => get<Holidays>("/me/holidays"),
  addHoliday: (first: number, last: number) => post<Holidays>("/me/holidays", { first, last }),
  endHoliday: (id: string) => ask<Holidays>("DELETE", `/me/holidays/${id}`),
  alerts: () => get<Alerts>("/me/alerts"),
  chooseAlerts: (choices: AlertChoices) => ask<Alerts>("PUT", "/me/alerts", choices),
  addTarget: (target: NewTarget) => post<Alerts>("/me/alerts/targets", target),
  switchTarget: (id: string, on: boolean) => ask<Alerts>("PATCH", `/me/alerts/targets/${id}`, { on }),
  removeTarget: (id: string) => ask<Alerts>("DELETE", `/me/alerts/targets/${id}`),
  testTarget: (id: string) => post<void>(`/me/alerts/targets/${id}/test`),
  tableAlerts: (id: string) => get<TableAlerts>(`/tables/${id}/alerts`),
  chooseTableAlerts: (id: string, on: boolean) => ask<TableAlerts>("PUT", `/tables/${id}/alerts`, { on }),
  stopAlerts: (token: string) => post<Stopped>(`/alerts/stop?token=${encodeURIComponent(token)}`),
  resumeAlerts: (token: string) => post<Stopped>(`/alerts/resume?token=${encodeURIComponent(token)}`),
  confirmAlerts: (token: string) => post<Stopped>(`/alerts/confirm?token=${encodeURIComponent(token)}`),

  tables: (offset: number) => get<Page>(`/tables?offset=${offset}`),
  finished: () => get<Page>("/tables/finished"),
  playNow: (body: PlayNow) => post<TableInfo>("/play-now", body),
  create: (body: NewTable) => post<TableInfo>("/tables", body),
  table: (id: string) => get<TableInfo>(`/tables/${id}`),
  join: (id: string, body: Join) => post<TableInfo>(`/tables/${id}/join`, body),
  leave: (id: string) => post<TableInfo>(`/tables/${id}/leave`),
  editSeat: (id: string, seat: number, change: Record<string, unknown>) =>
    ask<TableInfo>("PATCH", `/tables/${id}/seats/${seat}`, change),
  start: (id: string) => post<TableInfo>(`/tables/${id}/start`),
  hint: (id: string, seat: number) => post<GivenHint>(`/tables/${id}/hint`, { seat }),
  planned: (id: string, seat: number) => get<PlannedTurn>(`/tables/${id}/seats/${seat}/planned`),
  plan: (id: string, seat: number, moves: readonly PlannedMove[]) =>
    ask<PlannedTurn>("PUT", `/tables/${id}/seats/${seat}/planned`, { moves }),
  rematch: (id: string) => post<TableInfo>(`/tables/${id}/rematch`),
  practise: (id: string, body: Practise) => post<TableInfo>(`/tables/${id}/practice`, body),
  result: (id: string) => get<Result>(`/tables/${id}/result`),
  replay: (id: string, seat: number | null) =>
    get<Replay>(`/tables/${id}/replay${seat === null ? "" : `?seat=${seat}`}`),
  review: (id: string) => get<ReviewState>(`/tables/${id}/review`),
  askReview: (id: string) => post<ReviewState>(`/tables/${id}/review`),
  dropReview: (id: string) => ask<void>("DELETE", `/tables/${id}/review`),
  proof: (id: string) => get<Proof>(`/tables/${id}/proof`),
  report: (id: string, report: NewReport) => post<void>(`/tables/${id}/reports`, report),
  film: (id: string, theme: string) => fetchBlob(`/tables/${id}/film.webp?theme=${theme}`),

  reports: () => get<Reported[]>("/operator/reports"),
  people: (name: string) => get<PersonFound[]>(`/operator/people?name=${encodeURIComponent(name)}`),
  tablesNow: () => get<TableFound[]>("/operator/tables"),
  figures: () => get<Figures>("/operator/figures"),
  errors: () => get<Trouble[]>("/operator/errors"),
  audit: (before?: number) => get<AuditLine[]>(`/operator/audit${before === undefined ? "" : `?before=${before}`}`),
  decide: (person: string, act: string, body: Measure) => post<void>(`/operator/people/${person}/${act}`, body),
  dismiss: (report: string, reason: string) => post<void>(`/operator/reports/${report}/dismiss`, { reason }),
  closeTable: (id: string, reason: string) => post<void>(`/operator/tables/${id}/close`, { reason }),

  puzzles: () => get<PuzzleInfo[]>("/puzzles/today"),
  puzzle: (id: string) => get<PuzzlePosition>(`/puzzles/${id}`),
  answerPuzzle: (id: string, action: Action) => post<Answer>(`/puzzles/${id}/answer`, { action }),

  board: (game: string) => get<BoardInfo>(kept(`/games/${game}/board`)),
  tableBoard: (id: string, best = false) => get<BoardInfo>(`/tables/${id}/board${best ? "?drawing=best" : ""}`),
  cards: (game: string) => get<CardsInfo>(kept(`/games/${game}/cards`)),
  booklet: (game: string, language: string) => get<Booklet>(kept(`/games/${game}/rules/${language}`)),
  rules: (language: string) => get<string>(kept(`/rules/${language}`)),
};
