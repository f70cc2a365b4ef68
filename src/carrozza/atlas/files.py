"""Layouts as files: those of our boards lie beside them, a board maker's beside the board file."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from carrozza.atlas.model import FORMAT, Layout, Nudges
from carrozza.board.board import Board
from carrozza.core.datafile import parse
from carrozza.core.errors import BadBoard


def layout_path(board_file: Path) -> Path:
    """`board.json` has its layout in `board.layout.json`, and nudges in `board.nudges.json`."""
    return board_file.with_suffix(".layout.json")


def nudges_path(board_file: Path) -> Path:
    return board_file.with_suffix(".nudges.json")


def read_layout(path: Path, board: Board) -> Layout:
    layout = parse(path.read_bytes(), Layout, path.name)
    if layout.format != FORMAT:
        raise BadBoard("format", path.name, "format", f"this version reads format {FORMAT}.")
    lengths = [len(track.spaces) for track in layout.tracks]
    if len(layout.places) != len(board.cities) or lengths != [r.length for r in board.routes]:
        raise BadBoard(
            "other_board", path.name, "", "is the layout of another board; make a new one."
        )
    return layout


def write_layout(path: Path, layout: Layout) -> None:
    """One city or route a line, so that differences are easy to see."""
    head = msgspec.json.encode(msgspec.structs.replace(layout, places=(), tracks=()))
    for name, entries in (("places", layout.places), ("tracks", layout.tracks)):
        lines = b",\n".join(msgspec.json.encode(entry) for entry in entries)
        head = head.replace(f'"{name}":[]'.encode(), f'\n"{name}":[\n'.encode() + lines + b"\n]", 1)
    path.write_bytes(head + b"\n")


def read_nudges(board_file: Path, board: Board) -> Nudges:
    path = nudges_path(board_file)
    if not path.exists():
        return Nudges()
    nudges = parse(path.read_bytes(), Nudges, path.name)
    for name in nudges.cities:
        if name not in board.city_number:
            raise BadBoard("unknown_city", path.name, f"cities.{name}", "there is no such city.")
    routes = {board.route_name(r) for r in range(len(board.routes))}
    for name in nudges.bends:
        if name not in routes:
            raise BadBoard("unknown_route", path.name, f"bends.{name}", "there is no such route.")
    return nudges


def layout_for(
    board: Board, board_file: Path, progress: Callable[[str], None] = lambda _: None
) -> Layout:
    """The layout beside the board file, or a new one."""
    path = layout_path(board_file)
    if path.exists():
        return read_layout(path, board)
    from carrozza.atlas.layout import lay_out  # needs an extra

    return lay_out(board, read_nudges(board_file, board), progress)
