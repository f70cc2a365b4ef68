"""Draws the boards beside the pages, so that no visitor waits for it. `make web` runs it, and so
does the build of a wheel, where nothing but the engine's own needs are installed."""

from itertools import product
from pathlib import Path

from carrozza.atlas.files import layout_for
from carrozza.atlas.render import render, render_ground
from carrozza.atlas.theme import THEMES
from carrozza.board.game import BoardGame
from carrozza.games.registry import BOARD_GAMES, board_file, find_game, folder_of
from carrozza.games.words import map_words, words_in

SITE = Path(__file__).parents[1] / "src" / "carrozza" / "server" / "site"


def main() -> None:
    for name in BOARD_GAMES:
        game = find_game(name)
        assert isinstance(game, BoardGame)
        layout = layout_for(game.board, board_file(name))
        stations = game.spec.stations > 0
        words = {"": {}} | {
            f".{language}": map_words(folder_of(name), language)
            for language in words_in(folder_of(name))
            if map_words(folder_of(name), language)
        }
        for theme, (ending, called) in product(THEMES, words.items()):
            folder = SITE / "art" / theme / name
            folder.mkdir(parents=True, exist_ok=True)
            board = render(game.board, layout, theme, stations=stations, words=called)
            (folder / f"board{ending}.svg").write_text(board, encoding="utf-8")
            ground = render_ground(game.board, layout, theme, called)
            (folder / f"ground{ending}.svg").write_text(ground, encoding="utf-8")


if __name__ == "__main__":
    main()
