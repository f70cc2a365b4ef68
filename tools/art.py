"""Draws the boards beside the pages, so that no visitor waits for it. `make web` runs it."""

from carrozza.atlas.theme import THEMES
from carrozza.games.registry import BOARD_GAMES
from carrozza.server import art


def main() -> None:
    for theme in THEMES:
        for name in BOARD_GAMES:
            of = art.drawable(name)
            folder = art.DRAWN / theme / name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "board.svg").write_text(art.whole_board(of, theme), encoding="utf-8")
            (folder / "ground.svg").write_text(art.ground(of, theme), encoding="utf-8")


if __name__ == "__main__":
    main()
