// Whether this tab is in a first game, and what its guide draws on the map. The guide itself is loaded when it is needed.
import type { TicketPath } from "./paths";

const KEY = "carrozza.lesson";
export const startLesson = (table: string): void => sessionStorage.setItem(KEY, table);
export const lessonAt = (table: string): boolean => sessionStorage.getItem(KEY) === table;

class Shown {
  paths = $state.raw<readonly TicketPath[]>([]);
  route = $state<number | null>(null); // the one that it names
}
export const lessonShows = new Shown();
