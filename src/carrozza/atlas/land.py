"""The land under a board: coasts, lakes and borders, cut to its drawing. The shapes are Natural
Earth's (public domain), derived by tools/land.py."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, pairwise
from math import ceil, dist
from pathlib import Path
from typing import NamedTuple

import msgspec

from carrozza.atlas.model import Frame, Point
from carrozza.atlas.projection import projector

CUT = 160.0  # units around the drawing where shapes are cut: out of sight, also when warped
SHORT = 1.0  # units; nearer points are left out
SPECK = 3.0  # units; a shape no broader and no higher is left out
CORNERS = (8.0, 3.0)  # units cut off at most from an edge at a corner, in this order
STEP = 2.0  # degrees; a longer edge is no longer straight on the drawing
SLIT = 179.99  # degrees from the frame's meridian to where the Earth is slit open
WHOLE = 0.999  # the share of the drawing, out to where shapes are cut, that a region must cover
REGIONS = ("nordic", "europe", "north_america")  # the finer first
DATA = Path(__file__).parent / "data"

Line = list[Point]  # points of the drawing, or of the Earth as longitude and latitude


class Side(NamedTuple):
    """A straight line; inside of it is what is no greater than the limit along its axis."""

    axis: int
    sign: int
    limit: float


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of shapes. A line is longitude and latitude by turns in units of degrees, each as the
    difference from the point before; an outline does not repeat its first point at its end.
    What lies across the meridian of 180° goes on beyond 180; Antarctica goes twice around."""

    format: int
    name: str
    source: dict[str, str]
    box: tuple[float, float, float, float]  # west, south, east, north
    unit: float
    land: list[list[int]]  # outlines, of parts and of holes alike: filled by the even-odd rule
    lakes: list[list[int]]  # likewise
    borders: list[list[int]]  # between countries, not at the coast nor in lakes


class Shapes(NamedTuple):
    """Lines on the drawing, to be painted in this order: land and lakes as outlines filled by the
    even-odd rule, borders as open lines."""

    land: list[Line]
    lakes: list[Line]
    borders: list[Line]


def land_for(frame: Frame) -> Shapes:
    region = _load(region_for(frame))
    return Shapes(
        _drawn(frame, [_points(line, region.unit) for line in region.land], closed=True),
        _drawn(frame, [_points(line, region.unit) for line in region.lakes], closed=True),
        _drawn(frame, [_points(line, region.unit) for line in region.borders], closed=False),
    )


def region_for(frame: Frame) -> str:
    """The finest region that covers the whole drawing."""
    for name in REGIONS:
        west, south, east, north = _load(name).box
        outline = [(west, south), (east, south), (east, north), (west, north)]
        covered = sum(_area(piece) for piece in _drawn(frame, [outline], closed=True))
        if covered >= WHOLE * (frame.width + 2 * CUT) * (frame.height + 2 * CUT):
            return name
    return "world"


def path_data(lines: Iterable[Line], closed: bool = True) -> str:
    """The `d` of an SVG path: from point to point by differences, which are short."""
    parts = []
    for line in lines:
        tenths = [(round(10 * x), round(10 * y)) for x, y in line]
        steps = [
            f"{(x2 - x1) / 10:g} {(y2 - y1) / 10:g}" for (x1, y1), (x2, y2) in pairwise(tenths)
        ]
        start = f"M{tenths[0][0] / 10:g} {tenths[0][1] / 10:g}l"
        parts.append((start + " ".join(steps)).replace(" -", "-") + ("z" if closed else ""))
    return "".join(parts)


@cache
def _load(name: str) -> Region:
    return msgspec.json.decode((DATA / f"{name}.json").read_bytes(), type=Region)


def _points(line: list[int], unit: float) -> Line:
    lons = [unit * x for x in accumulate(line[::2])]
    return list(zip(lons, [unit * y for y in accumulate(line[1::2])], strict=True))


def _drawn(frame: Frame, lines: Iterable[Line], closed: bool) -> list[Line]:
    """The parts of these lines, or outlines, of the Earth that the drawing shows."""
    drawn = []
    project = projector(frame)
    # The Earth is slit open opposite the frame's meridian; nothing may lie across that.
    lon = frame.lon % 360
    slit = [Side(0, -1, SLIT - lon), Side(0, 1, SLIT + lon)]
    sides = [
        Side(0, -1, CUT),
        Side(0, 1, frame.width + CUT),
        Side(1, -1, CUT),
        Side(1, 1, frame.height + CUT),
    ]
    for line in lines:
        for turned in _turns(line):
            for piece in _within(turned, slit, closed):
                flat = [project(lat, lon) for lon, lat in _subdivided(piece, closed)]
                for part in _within(flat, sides, closed):
                    thin = _thinned(part, closed)
                    if _extent(thin) > SPECK:
                        drawn.append(_rounded(thin) if closed else thin)
    return drawn


def _turns(line: Line) -> list[Line]:
    """The line as it is met going around the Earth from -180 to 540 degrees, the range in which
    a frame lies."""
    lons = [lon for lon, _ in line]
    if max(lons) - min(lons) > 360:
        return [line]
    return [[(lon + turn, lat) for lon, lat in line] for turn in (-360, 0, 360)]


def _within(line: Line, sides: list[Side], closed: bool) -> list[Line]:
    """The parts of a line on the inner side of each of these straight lines."""
    pieces = [line]
    for side in sides:
        pieces = [part for piece in pieces for part in _cut(piece, side, closed)]
    return pieces


def _cut(line: Line, side: Side, closed: bool) -> list[Line]:
    """Cuts an outline as Sutherland and Hodgman do, into one that runs along the cut; a line that
    is not closed falls into pieces."""
    axis, sign, limit = side
    beyond = [sign * point[axis] - limit for point in line]
    if max(beyond) <= 0:
        return [line]
    if min(beyond) > 0:
        return []
    pieces: list[Line] = [[]]
    last, before = (line[-1], beyond[-1]) if closed else (line[0], beyond[0])
    for point, over in zip(line, beyond, strict=True):
        if (before > 0) != (over > 0):
            share = before / (before - over)
            x, y = (a + share * (b - a) for a, b in zip(last, point, strict=True))
            pieces[-1].append((x, y))
            if over > 0 and not closed:
                pieces.append([])
        if over <= 0:
            pieces[-1].append(point)
        last, before = point, over
    return [piece for piece in pieces if len(piece) > 1]


def _subdivided(line: Line, closed: bool) -> Iterator[Point]:
    """The line with points between those that are far apart."""
    yield line[0]
    for (lon, lat), (lon_2, lat_2) in pairwise([*line, line[0]] if closed else line):
        parts = ceil(max(abs(lon_2 - lon), abs(lat_2 - lat)) / STEP) or 1
        for i in range(1, parts + 1):
            yield lon + (lon_2 - lon) * i / parts, lat + (lat_2 - lat) * i / parts


def _thinned(line: Line, closed: bool) -> Line:
    """The line without points that are too near to the one before; the ends of one that is not
    closed stay, for borders meet there."""
    kept = line[:1]
    x, y = line[0]
    for point in line[1:]:
        if (point[0] - x) ** 2 + (point[1] - y) ** 2 >= SHORT**2:
            kept.append(point)
            x, y = point
    if not closed and kept[-1] != line[-1]:
        kept[-1:] = [line[-1]] if len(kept) > 1 else [*kept, line[-1]]
    return kept


def _rounded(outline: Line) -> Line:
    """The outline with its corners cut between long edges, so that one drawn larger than it is
    detailed looks calm."""
    for most in CORNERS:
        points = [outline[-1], *outline, outline[0]]
        edges = [dist(a, b) for a, b in pairwise(points)]
        cut: Line = []
        for i, point in enumerate(outline):
            x, y = point
            if min(edges[i], edges[i + 1]) < 2 * most:
                cut.append(point)
                continue
            for (x2, y2), edge in ((points[i], edges[i]), (points[i + 2], edges[i + 1])):
                share = min(0.25, most / edge)
                cut.append((x + share * (x2 - x), y + share * (y2 - y)))
        outline = cut
    return outline


def _extent(line: Line) -> float:
    """The breadth or height of a line, whichever is greater."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return max(max(xs) - min(xs), max(ys) - min(ys))


def _area(line: Line) -> float:
    pairs = pairwise([*line, line[0]])
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2
