"""Laying out random boards, with and without crossings, up to the largest that the loader takes.

Run `python bench/layout.py [SECONDS]` from the root of the project: processor seconds of the simple
layout and of the improved one, which may take so many (20), and the problems left in each. The bars
are 1 s for the simple layout, and no overlaps on planar boards of up to 150 routes.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.atlas.any_boards import awkward_boards, crossing_board
from tests.atlas.planar import planar_board

from carrozza.atlas.budget import SECONDS
from carrozza.atlas.check import Report, check
from carrozza.atlas.files import layout_for
from carrozza.atlas.layout import lay_out, simple_layout
from carrozza.atlas.render import render
from carrozza.board.board import Board, board_from_plain, load_board
from carrozza.games.registry import BOARD_GAMES, board_file

SIZES = ((10, 15), (20, 30), (30, 60), (100, 200), (200, 400))
ROW = "{:26} {:>8} {:>8} {:>8} {:>9} {:>8} {:>8} {:>8}"


def draw(name: str) -> None:
    board = load_board(board_file(name))
    start = time.perf_counter()
    text = render(board, layout_for(board, board_file(name)))
    print(f"{name:16} {time.perf_counter() - start:5.2f} s  {len(text.encode()) / 1000:5.0f} kB")


def lay(name: str, board: Board, seconds: float) -> None:
    start = time.process_time()
    simple = simple_layout(board)
    middle = time.process_time()
    improved = lay_out(board, seconds=seconds, clock=time.process_time)
    end = time.process_time()
    before, after = check(board, simple), check(board, improved)
    print(
        ROW.format(
            name,
            f"{middle - start:.2f}",
            _but_crossings(before),
            len(before.crossings),
            f"{end - middle:.1f}",
            len(after.overlaps),
            _but_crossings(after),
            len(after.crossings),
        ),
        flush=True,
    )


def _but_crossings(report: Report) -> int:
    return report.problems - len(report.crossings)


def boards() -> dict[str, Board]:
    plain = {f"crossing {c} / {r}": crossing_board(0, c, r) for c, r in SIZES}
    plain |= {f"planar {c} / {r}": planar_board(0, c, r) for c, r in SIZES}
    plain |= {f"planar 60 / 150, seed {seed}": planar_board(seed, 60, 150) for seed in range(10)}
    plain |= awkward_boards()
    return {name: board_from_plain(board) for name, board in plain.items()}


if __name__ == "__main__":
    for name in BOARD_GAMES:
        draw(name)
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    simple = ("simple s", "problems", "crossed")
    print(ROW.format("cities / routes", *simple, "better s", "overlaps", "problems", "crossed"))
    for name, board in boards().items():
        lay(name, board, seconds)
