"""The geometry of tracks: parallel routes as one bundle on a common curve, and the spaces on it."""

from collections.abc import Iterable
from itertools import pairwise
from math import atan2, cos, degrees, dist, hypot, pi, radians, sin

import msgspec

from carrozza.atlas.model import Point, Space, Track
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


def curve_points(a: Point, control: Point, b: Point, steps: int = STEPS) -> list[Point]:
    """Points along a quadratic Bézier curve."""
    points = []
    for i in range(steps + 1):
        t = i / steps
        u, v, w = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        points.append((u * a[0] + v * control[0] + w * b[0], u * a[1] + v * control[1] + w * b[1]))
    return points


def lengths_along(points: list[Point]) -> list[float]:
    total = [0.0]
    for p, q in pairwise(points):
        total.append(total[-1] + dist(p, q))
    return total


def spaces_on(
    curve: tuple[Point, Point, Point],
    count: int,
    tracks: int,
    size: tuple[float, float],
    ends: tuple[float, float],
) -> list[tuple[Space, ...]]:
    """The spaces of each of the parallel tracks along a curve.

    `ends` is what stays free at either city; what is left over is shared between the spaces as far
    as that looks like one track, and the rest goes to both ends.
    """
    length, width = size
    points = curve_points(*curve)
    along = lengths_along(points)
    free = along[-1] - ends[0] - ends[1]
    pitch = min(max(free / count, length * 1.03), length * 1.22)
    start = ends[0] + (free - pitch * count) / 2
    rows: list[list[Space]] = [[] for _ in range(tracks)]
    for i in range(count):
        (x, y), angle = _at(points, along, start + pitch * (i + 0.5))
        for track, row in enumerate(rows):
            aside = (track - (tracks - 1) / 2) * (width + TRACK_GAP)
            nx, ny = -sin(angle) * aside, cos(angle) * aside
            row.append(Space(round(x + nx, 2), round(y + ny, 2), round(degrees(angle), 2)))
    return [tuple(row) for row in rows]


def _at(points: list[Point], along: list[float], where: float) -> tuple[Point, float]:
    """The point at a distance along a polyline, and its direction there."""
    i = 1
    while i < len(along) - 1 and along[i] < where:
        i += 1
    p, q = points[i - 1], points[i]
    part = (where - along[i - 1]) / ((along[i] - along[i - 1]) or 1)
    before, after = points[max(0, i - 2)], points[min(len(points) - 1, i + 1)]
    angle = atan2(after[1] - before[1], after[0] - before[0])
    return (p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part), angle


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


def crossings(tracks: Iterable[tuple[int, int, list[Point]]]) -> list[tuple[int, int]]:
    """Which of these curves, each with its two cities, cross although they share no city."""
    listed = list(tracks)
    boxes = [
        (min(xs), max(xs), min(ys), max(ys))
        for xs, ys in (zip(*p, strict=True) for *_, p in listed)
    ]
    found = []
    for i, (a, b, one) in enumerate(listed):
        for j in range(i + 1, len(listed)):
            c, d, other = listed[j]
            if {a, b} & {c, d}:
                continue
            p, q = boxes[i], boxes[j]
            if p[0] > q[1] or q[0] > p[1] or p[2] > q[3] or q[2] > p[3]:
                continue
            if _cross(one, other):
                found.append((i, j))
    return found


def _cross(one: list[Point], other: list[Point]) -> bool:
    for p, q in pairwise(one):
        for r, s in pairwise(other):
            if _side(p, q, r) * _side(p, q, s) < 0 and _side(r, s, p) * _side(r, s, q) < 0:
                return True
    return False


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def track(curve: tuple[Point, Point, Point], spaces: tuple[Space, ...]) -> Track:
    rounded = tuple((round(x, 1), round(y, 1)) for x, y in curve)
    return Track(spaces, rounded)  # type: ignore[arg-type]
