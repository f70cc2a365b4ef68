"""The geometry of tracks: parallel routes as one bundle on a common curve, and the spaces on it."""

from collections.abc import Sequence
from math import cos, hypot, pi, radians, sin

import msgspec
import numpy as np

from carrozza.atlas.model import Point, Space, Track
from carrozza.atlas.shapes import Array, Ints, crossing
from carrozza.board.board import Board

TRACK_GAP = 2.5  # between parallel tracks
BADGE = 0.72  # the radius of a badge in widths of a space
STEPS = 48  # pieces into which a curve is cut to measure it


class Bundle(msgspec.Struct, frozen=True):
    """All tracks between two cities."""

    a: int
    b: int
    length: int
    routes: tuple[int, ...]
    bonus: int  # cards drawn after claiming, told by a badge at the end of the track

    def tail(self, space_width: float) -> float:
        """What the badge takes up behind the last space."""
        return BADGE * 2 * space_width + 2 if self.bonus else 0.0

    def width(self, space_width: float) -> float:
        return len(self.routes) * (space_width + TRACK_GAP) - TRACK_GAP


def bundles(board: Board) -> list[Bundle]:
    found: dict[int, list[int]] = {}
    for i, group in enumerate(board.siblings):
        found.setdefault(group, []).append(i)
    made = []
    for ids in found.values():
        first = board.routes[ids[0]]
        bonus = max(board.routes[i].draw_bonus for i in ids)
        made.append(Bundle(first.a, first.b, first.length, tuple(ids), bonus))
    return made


def curve_points(curves: Array, steps: int = STEPS) -> Array:
    """Points along quadratic Bézier curves, each given by end, control point, end."""
    t = np.linspace(0.0, 1.0, steps + 1)
    mixed: Array = np.einsum(
        "tk,ckx->ctx", np.stack([(1 - t) ** 2, 2 * t * (1 - t), t * t], axis=1), curves
    )
    return mixed


def ends_of(groups: Sequence[Bundle]) -> Ints:
    """The two cities of each bundle."""
    return np.array([(g.a, g.b) for g in groups], dtype=np.int64).reshape(-1, 2)


def curves_of(places: Array, bends: Array, ends: Ints) -> Array:
    """Curves from city to city, each control point so far from the middle of the straight line."""
    a, b = places[ends[:, 0]], places[ends[:, 1]]
    return np.stack([a, (a + b) / 2 + bends, b], axis=1)


def corners(space: Space, length: float, width: float, grow: float = 0.0) -> list[Point]:
    """The four corners of a space, made larger by `grow` on each side."""
    c, s = cos(radians(space.angle)), sin(radians(space.angle))
    half, side = length / 2 + grow, width / 2 + grow
    return [
        (space.x + c * u - s * v, space.y + s * u + c * v)
        for u, v in ((half, side), (-half, side), (-half, -side), (half, -side))
    ]


def overlap(one: list[Point], other: list[Point]) -> bool:
    """Whether two convex shapes share more than an edge (separating axes)."""
    for shape in (one, other):
        for p, q in zip(shape, [*shape[1:], shape[0]], strict=True):
            nx, ny = q[1] - p[1], p[0] - q[0]
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in other]
            slack = 1e-6 * hypot(nx, ny)
            if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
                return False
    return True


def box(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def disc(x: float, y: float, radius: float, sides: int = 16) -> list[Point]:
    """A circle as a shape of straight lines around it."""
    outer = radius / cos(pi / sides)
    turns = (2 * pi * i / sides for i in range(sides))
    return [(x + outer * cos(turn), y + outer * sin(turn)) for turn in turns]


def crossings(lines: Array, groups: Sequence[Bundle]) -> list[tuple[int, int]]:
    """Which of the bundles' lines cross although they share no city."""
    i, j = crossing(lines, lines)
    ends = ends_of(groups)
    apart = (i < j) & ~(ends[i, :, None] == ends[j, None, :]).any(axis=(1, 2))
    return list(zip(i[apart].tolist(), j[apart].tolist(), strict=True))


def track(curve: Array, spaces: tuple[Space, ...]) -> Track:
    rounded = tuple((round(x, 1), round(y, 1)) for x, y in curve.tolist())
    return Track(spaces, rounded)  # type: ignore[arg-type]
