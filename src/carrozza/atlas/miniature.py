"""A board as it looks from afar, for the maps on tickets."""

from itertools import pairwise
from math import hypot

import msgspec

from carrozza.atlas.land import land_for
from carrozza.atlas.model import Frame, Point
from carrozza.atlas.projection import projector
from carrozza.board.board import Board

AROUND = 0.4  # of the width: land beyond the board's own drawing, as a ticket's window is broader
COARSE = 1 / 180  # of the size of the board: finer bends of a coast cannot be seen on a ticket
SPECK = 5 * COARSE  # likewise smaller islands


class Miniature(msgspec.Struct, frozen=True):
    """Everything is in the same units, y grows downwards."""

    cities: dict[str, Point]
    land: str = ""  # path data, filled by the even-odd rule; without any, all is land
    lakes: str = ""
    lines: tuple[tuple[str, str], ...] = ()  # pairs of cities joined by a route


def miniature_of(board: Board, frame: Frame) -> Miniature:
    """The cities where they are on Earth, on coasts drawn with few points."""
    project = projector(frame)
    around = AROUND * frame.width
    wide = msgspec.structs.replace(
        frame,
        left=frame.left - around,
        top=frame.top - around,
        width=frame.width + 2 * around,
        height=frame.height + 2 * around,
    )
    shapes = land_for(wide)
    size = max(frame.width, frame.height)
    joined = dict.fromkeys(tuple(sorted((r.a, r.b))) for r in board.routes)
    return Miniature(
        {city.name: project(city.lat, city.lon) for city in board.cities},
        _coarse(shapes.land, around, size),
        _coarse(shapes.lakes, around, size),
        tuple((board.city_name(a), board.city_name(b)) for a, b in joined),
    )


def _coarse(outlines: list[list[Point]], around: float, size: float) -> str:
    """Path data of the outlines that matter, with few points, moved back into the board's place."""
    parts = []
    for outline in outlines:
        xs, ys = zip(*outline, strict=True)
        if max(max(xs) - min(xs), max(ys) - min(ys)) < SPECK * size:
            continue
        kept = thinned(outline, COARSE * size)
        if len(kept) > 2:
            parts.append(_path([(round(x - around), round(y - around)) for x, y in kept]))
    return "".join(parts)


def _path(outline: list[tuple[int, int]]) -> str:
    """By differences, which are short; whole units are fine enough."""
    x, y = outline[0]
    steps = " ".join(f"{x2 - x1} {y2 - y1}" for (x1, y1), (x2, y2) in pairwise(outline))
    return f"M{x} {y}l{steps}z".replace(" -", "-")


def thinned(line: list[Point], tolerance: float) -> list[Point]:
    """The points without which the line would stray farther than this (Douglas and Peucker)."""
    keep = {0, len(line) - 1}
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        far, at = max(
            ((_away(line[i], line[first], line[last]), i) for i in range(first + 1, last)),
            default=(0.0, first),
        )
        if far > tolerance:
            keep.add(at)
            spans += [(first, at), (at, last)]
    return [line[i] for i in sorted(keep)]


def _away(p: Point, a: Point, b: Point) -> float:
    """How far a point is from a line, or from its ends where they coincide."""
    (x, y), (ax, ay), (bx, by) = p, a, b
    long = hypot(bx - ax, by - ay)
    if long < 1e-9:
        return hypot(x - ax, y - ay)
    return abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long
