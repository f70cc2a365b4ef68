// What the components of a table look at: a live game or a replay, one seat's view of it.
import { getContext, setContext } from "svelte";
import type { Action } from "./cards";
import type { Planning } from "./planned/planning.svelte";
import type { BoardInfo, BoardView, CardGameView, CardsInfo, Clock, Step, TableInfo, View } from "./protocol";

export interface Scene {
  readonly table: TableInfo;
  readonly view: View;
  readonly legal: readonly Action[];
  readonly seat: number | null; // whose eyes these are
  readonly mine: readonly number[];
  readonly live: boolean;
  /** What one leaves for the next turn, where that can be done. */
  readonly plan?: Planning;
  /** One chooses for the next turn: `view` and `legal` are as if it were one's turn, and `act` adds to the list. */
  readonly planning?: boolean;
  readonly busy: boolean; // an action is on its way
  readonly mayUndo: boolean;
  readonly undoUntil: number | null; // by the server's clock: so long bots hold back
  readonly clocks: readonly Clock[];
  readonly log: readonly Step[];
  /** All of it, where one can go about in time; the log then ends at what is shown. */
  readonly whole?: readonly Step[];
  goTo?(version: number): void;
  readonly board: BoardInfo | null;
  readonly cards: CardsInfo | null;
  /** In a replay with all cards open: what each seat holds. */
  ticketsOf?(seat: number): readonly number[] | null;
  handOf?(seat: number): readonly number[] | null;
  /** When the server's clock shows this, in milliseconds of ours. */
  localTime(serverTime: number): number;
  act(action: Action): void;
  undo(): void;
  /** Nothing will be undone: the bots may go on. */
  confirm(): void;
  /** Say why this cannot be done now. */
  explain(action: Action): void;
  /** The same, for who says it; null where it can. */
  why(action: Action): Promise<string | null>;
}

const KEY = Symbol("scene");
export const setScene = (scene: Scene): Scene => setContext(KEY, scene);
export const useScene = (): Scene => getContext<Scene>(KEY);

export const isBoard = (view: View): view is BoardView => "trains" in view;
export const isCards = (view: View): view is CardGameView => "yards" in view;
