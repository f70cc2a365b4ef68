"""Draws the boards beside the pages, so that no visitor waits for it. `make web` runs it."""

from carrozza.atlas.theme import THEMES
from carrozza.games.registry import BOARD_GAMES
from carrozza.server import boards


def main() -> None:
    for theme in THEMES:
        for name in BOARD_GAMES:
            of = boards.drawable(name)
            folder = boards.DRAWN / theme / name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "board.svg").write_text(boards.whole_board(of, theme), encoding="utf-8")
            (folder / "ground.svg").write_text(boards.ground(of, theme), encoding="utf-8")


if __name__ == "__main__":
    main()
