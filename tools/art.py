"""Draws the boards beside the pages, so that no visitor waits for it. `make web` runs it, and so
does the build of a wheel, where nothing but the engine's own needs are installed."""

from pathlib import Path

from carrozza.atlas.files import layout_for
from carrozza.atlas.render import render, render_ground
from carrozza.atlas.theme import THEMES
from carrozza.board.game import BoardGame
from carrozza.games.registry import BOARD_GAMES, board_file, find_game

SITE = Path(__file__).parents[1] / "src" / "carrozza" / "server" / "site"


def main() -> None:
    for name in BOARD_GAMES:
        game = find_game(name)
        assert isinstance(game, BoardGame)
        layout = layout_for(game.board, board_file(name))
        for theme in THEMES:
            folder = SITE / "art" / theme / name
            folder.mkdir(parents=True, exist_ok=True)
            board = render(game.board, layout, theme, stations=game.spec.stations > 0)
            (folder / "board.svg").write_text(board, encoding="utf-8")
            ground = render_ground(game.board, layout, theme)
            (folder / "ground.svg").write_text(ground, encoding="utf-8")


if __name__ == "__main__":
    main()
