// The games as they describe themselves: the page knows none of them by name.
import { lang } from "./i18n/index.svelte";
import { api, catalogue } from "./net/api";
import { recall } from "./prefs.svelte";
import type { BoardInfo, CardsInfo, GameInfo, Option, TableInfo } from "./protocol";

export const infoOf = (game: string): GameInfo | undefined => catalogue().games.find((g) => g.name === game);

const wordsOf = (game: string) => infoOf(game)?.words[lang.name];

export const titleOf = (game: string): string => wordsOf(game)?.title ?? infoOf(game)?.title ?? game;

export const aboutOf = (game: string): string => wordsOf(game)?.about ?? infoOf(game)?.words.en?.about ?? "";

/** What a bonus card or a country of this game is called. */
export const calledIn = (game: string, name: string): string => wordsOf(game)?.names[name] ?? name;

/** What the map of this game says for a name of its board. */
export const writtenOn = (game: string, name: string): string => wordsOf(game)?.map[name] ?? name;

export function optionOf(game: string, option: string): { name: string; choice: (value: Choice) => string } {
  const words = wordsOf(game)?.options[option] ?? infoOf(game)?.words.en?.options[option];
  return { name: words?.name ?? option, choice: (value) => words?.choices[String(value)] ?? String(value) };
}
/** The level of bots that one played against last. */
export function usualLevel(): string {
  const { levels } = catalogue();
  const before = recall("level") ?? "";
  return levels.includes(before) ? before : levels[Math.min(1, levels.length - 1)]!;
}
type Choice = Option["choices"][number];

export const onBoard = (table: TableInfo): boolean => table.custom_board !== null || !!infoOf(table.game)?.board;

/** What a game is played with: on a board, or with cards alone. */
export async function thingsOf(table: TableInfo): Promise<{ board: BoardInfo | null; cards: CardsInfo | null }> {
  if (!onBoard(table)) return { board: null, cards: await api.cards(table.game) };
  const own = table.custom_board !== null;
  return { board: await (own ? api.tableBoard(table.id) : api.board(table.game)), cards: null };
}

/** A better drawing of somebody's own board, which the server takes some seconds for the first time. */
export async function betterDrawing(table: TableInfo, board: BoardInfo | null): Promise<BoardInfo | null> {
  return board?.simple ? api.tableBoard(table.id, true).catch(() => board) : board;
}
