// What became of a ticket, as a list of moments that can be gone to.
import { nameOf, routeName, ticketWords } from "../play/names";
import type { Speaker } from "../play/sentences";
import type { TicketStory } from "./model";
import type { Words } from "../i18n/review/words.svelte";

export type Fate = "done" | "lost" | "unfinished";

export interface Moment {
  step: number;
  text: string;
  route: number | null; // that somebody claimed
}

export const fateOf = (story: TicketStory): Fate =>
  story.completed !== null ? "done" : story.lost !== null ? "lost" : "unfinished";

export function momentsOf(story: TicketStory, s: Omit<Speaker, "seat">, w: Words): Moment[] {
  const who = (seat: number) => nameOf(s.table, seat, s.m);
  const route = (r: number) => (s.board ? routeName(s.board, r) : "");
  const ticket = (t: number | null) => (t === null ? null : ticketWords(s.board, s.cards, t).name);
  const moments: Moment[] = [{ step: story.kept, text: w.story.kept(story.kept_turn), route: null }];
  for (const setback of story.setbacks)
    moments.push({
      step: setback.step,
      text: w.story.setback(
        setback.turn,
        who(setback.seat),
        route(setback.route),
        ticket(setback.theirs),
        setback.trains,
      ),
      route: setback.route,
    });
  if (story.completed !== null)
    moments.push({ step: story.completed, text: w.story.completed(story.completed_turn ?? 0), route: null });
  else if (story.lost !== null) {
    const turn = story.lost_turn ?? 0;
    const by = story.lost_by !== null && story.lost_by !== story.seat ? story.lost_by : null;
    const text =
      by === null
        ? w.story.ranOut(turn)
        : w.story.lost(
            turn,
            who(by),
            story.lost_route === null ? null : route(story.lost_route),
            ticket(story.lost_theirs),
          );
    moments.push({ step: story.lost, text, route: story.lost_route });
  }
  return moments;
}
