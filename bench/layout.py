"""Laying out random planar boards of 60 cities and 150 routes, and drawing our own boards.

Run `python bench/layout.py [FIRST LAST]` from the root of the project; the bars are 30 s and no
overlaps for a layout, 1 s and 400 kB for a drawing.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.atlas.planar import planar_board

from carrozza.atlas.check import check
from carrozza.atlas.files import layout_for
from carrozza.atlas.layout import lay_out
from carrozza.atlas.render import render
from carrozza.board.board import board_from_plain, load_board
from carrozza.games.registry import BOARD_GAMES, board_file


def draw(name: str) -> None:
    board = load_board(board_file(name))
    start = time.perf_counter()
    text = render(board, layout_for(board, board_file(name)))
    print(f"{name:16} {time.perf_counter() - start:5.2f} s  {len(text.encode()) / 1000:5.0f} kB")


def lay(seed: int) -> None:
    board = board_from_plain(planar_board(seed, 60, 150))
    start = time.perf_counter()
    layout = lay_out(board)
    seconds = time.perf_counter() - start
    report = check(board, layout)
    print(
        f"planar {seed:3}  {seconds:5.1f} s  overlaps {len(report.overlaps)}  "
        f"problems {report.problems}  moved {report.moved_median:.1%} {report.moved_worst:.1%}",
        flush=True,
    )


if __name__ == "__main__":
    for name in BOARD_GAMES:
        draw(name)
    first, last = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (0, 10)
    for seed in range(first, last):
        lay(seed)
