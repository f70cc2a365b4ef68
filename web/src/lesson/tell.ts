// The guide's sentences for a step of the lesson.
import type { EventOf } from "../cards";
import type { Messages } from "../i18n/index.svelte";
import type { Aim, Did, Hint, Lesson, Position } from "./lesson";
import type { Advice } from "./paths";

type Words = Messages["lesson"];
export interface Names {
  seat: (seat: number) => string;
  route: (route: number) => string;
  colour: (colour: string) => string;
}

/** The route that a hint names: it is marked on the map. */
export function namedIn(hint: Hint): number | null {
  if (hint.say === "claim") return hint.aim.route;
  return (hint.say === "draw" || hint.say === "elsewhere") && hint.aim?.missing ? hint.aim.route : null;
}

/** What to say now, and what the others did just before. */
export function tell(
  lesson: Lesson,
  { board, view, seat }: Position,
  m: Words,
  names: Names,
  advice: Advice | null,
): { text: string; others: string } {
  const { hint } = lesson;
  const towards = (aim: Aim | null): string => {
    if (!aim?.missing) return "";
    const { length, colour } = board.routes[aim.route]!;
    return m.aim(names.route(aim.route), length, colour === "grey" ? null : names.colour(colour), aim.missing);
  };
  const long = (): string => {
    const lengths = [...new Set(board.routes.map((route) => route.length))];
    const points = (n: number) => board.routes.find((route) => route.length === n)!.points;
    const most = Math.max(...lengths);
    const half = most / 2;
    return lengths.includes(half) ? m.long(most, points(most), half, 2 * points(half)) : "";
  };
  const did = (what: Did | null): string => {
    if (what?.did === "drew") return m.drew(what.cards);
    if (what?.did === "claimed") return m.claimed(names.route(what.route), what.points);
    if (what?.did === "kept") return m.kept(what.tickets);
    return "";
  };
  const letters = (tickets: readonly number[]) =>
    tickets.map((ticket) => advice!.paths.find((path) => path.ticket === ticket)?.letter ?? "");
  const text = ((): string => {
    switch (hint.say) {
      case "choose": {
        if (!advice?.keep.length) return m.choose;
        const [a, b] = letters(advice.keep) as [string, string];
        return `${m.choose} ${advice.saved > 0 ? m.together(a, b, advice.saved) : m.nearest(a, b, advice.trains)}`;
      }
      case "chooseMore":
        return m.chooseMore;
      case "second":
        return m.second;
      case "draw":
        return `${hint.first ? m.why : m.collect} ${towards(hint.aim)}`;
      case "claim": {
        const route = board.routes[hint.aim.route]!;
        const first = !lesson.done.has("route");
        return `${m.claim(names.route(hint.aim.route), route.points)} ${first ? long() : m.orSave}`;
      }
      case "elsewhere":
        return `${m.elsewhere} ${towards(hint.aim)}`;
      case "rest":
        return did(hint.did);
      case "last":
        return m.last;
      case "over":
        return m.end;
      case "enough":
        return m.enough;
      case "other":
        return m.other;
    }
  })();
  return { text: text.trim(), others: told(lesson, seat, view.players, m, names) };
}

/** One sentence for each of the others who did something. */
function told(lesson: Lesson, seat: number, players: number, m: Words, names: Names): string {
  const said: string[] = [];
  for (let other = 0; other < players; other++) {
    if (other === seat) continue;
    const events = lesson.others.filter((e) => "seat" in e && e.seat === other);
    const claim = events.find((e): e is EventOf<"RouteClaimed"> => e.type === "RouteClaimed");
    const draws = events.filter((e) => e.type === "CardDrawn").length;
    const kept = events.find((e): e is EventOf<"TicketsKept"> => e.type === "TicketsKept");
    if (claim) said.push(m.theyClaimed(names.seat(other), names.route(claim.route), claim.points));
    else if (draws) said.push(m.theyDrew(names.seat(other), draws));
    else if (kept) said.push(m.theyKept(names.seat(other), kept.count));
  }
  return said.join(" ");
}
