"""Laying out a board: from cities on the Earth to a drawing with room for everything."""

from collections import Counter
from collections.abc import Callable
from math import hypot

from carrozza.atlas.check import crossed_routes, overlapping_spaces, spaces_under_cities
from carrozza.atlas.labels import AIR, name_face, place_labels
from carrozza.atlas.lettering import text_width
from carrozza.atlas.model import FORMAT, Frame, Layout, Nudges, Place, Point, Space
from carrozza.atlas.pieces import CITY, LENGTH, WIDTH
from carrozza.atlas.projection import frame_for, projector
from carrozza.atlas.relax import Array, Obstacles, Relaxation, Sizes
from carrozza.atlas.tracks import (
    Bundle,
    bundles,
    corners,
    crossings,
    curve_points,
    spaces_on,
    track,
)
from carrozza.board.board import Board
from carrozza.core.extras import needing

with needing("boards"):
    import numpy as np

BREADTH = 1600.0  # of the drawing
FIRST_ROUNDS, LABEL_ROUNDS, LABEL_PASSES = 450, 150, 8
PATIENCE = 2  # passes without progress before spaces are made smaller
Progress = Callable[[str], None]
Curve = tuple[Point, Point, Point]


def lay_out(
    board: Board, nudges: Nudges | None = None, progress: Progress = lambda _: None
) -> Layout:
    """The layout of a board, the same for the same board on every run."""
    nudges = nudges or Nudges()
    frame = frame_for([(c.lat, c.lon) for c in board.cities], BREADTH, nudges.frame)
    groups = bundles(board)
    true = true_places(board, frame) + _shifts(board, nudges)
    best: tuple[int, Layout] | None = None
    length = float(nudges.frame.get("space_length", _space_length(true, groups)))
    for _ in range(3):
        progress(f"spaces of {length:.0f} units")
        problems, layout = _attempt(board, frame, groups, true, length, nudges, progress)
        if best is None or problems < best[0]:
            best = (problems, layout)
        if not problems:
            break
        length *= 0.9
    assert best is not None
    return best[1]


def true_places(board: Board, frame: Frame) -> Array:
    project = projector(frame)
    return np.array([project(c.lat, c.lon) for c in board.cities])


def _shifts(board: Board, nudges: Nudges) -> Array:
    shifts = np.zeros((len(board.cities), 2))
    for name, shift in nudges.cities.items():
        shifts[board.city_number[name]] = shift
    return shifts


def _space_length(true: Array, groups: list[Bundle]) -> float:
    """So long that most routes fit between their cities without moving them."""
    room = [hypot(*(true[g.a] - true[g.b])) / (g.length + 0.9) for g in groups]
    return float(np.clip(np.quantile(room, 0.12), 18, 32))


def _attempt(
    board: Board,
    frame: Frame,
    groups: list[Bundle],
    true: Array,
    length: float,
    nudges: Nudges,
    progress: Progress,
) -> tuple[int, Layout]:
    sizes = Sizes(length, length * WIDTH / LENGTH, length * CITY / LENGTH, 2.5)
    font = min(max(length * 0.44, 14.0), 17.0)
    relaxation = Relaxation(true, groups, sizes, (frame.width, frame.height))
    relaxation.bends = _first_bends(board, true, groups, nudges, sizes)
    plain = _city_obstacles(len(true), sizes)
    relaxation.run(FIRST_ROUNDS, plain, step=1.5)
    widths = [text_width(city.name, font, name_face(city)) for city in board.cities]
    best: tuple[int, Layout] | None = None
    chosen: list[int] | None = None
    stale = 0
    for n in range(LABEL_PASSES):
        layout, chosen, conflicts = _drawn(
            board, frame, groups, relaxation, sizes, font, widths, chosen
        )
        problems = conflicts + _count_overlaps(layout) + len(crossed_routes(board, layout))
        progress(f"pass {n + 1}: {problems} problems")
        if best is None or problems < best[0]:
            best, stale = (problems, layout), 0
        stale += 1
        if not problems or stale > PATIENCE:
            break
        relaxation.anchor *= 0.85
        relaxation.run(LABEL_ROUNDS, _label_obstacles(layout, plain), step=1.0)
    assert best is not None
    return best


def _city_obstacles(cities: int, sizes: Sizes) -> Obstacles:
    return Obstacles(
        np.arange(cities), np.zeros((cities, 2)), np.full(cities, sizes.city_radius + 1.5)
    )


def _label_obstacles(layout: Layout, plain: Obstacles) -> Obstacles:
    """Each label as a row of round pieces that move with its city."""
    city, offset, radius = list(plain.city), list(plain.offset), list(plain.radius)
    for c, place in enumerate(layout.places):
        label = place.label
        half = label.height / 2 + AIR
        count = max(2, int(np.ceil(label.width / (half * 1.1))))
        for x in np.linspace(label.x + half, label.x + label.width - half, count):
            city.append(c)
            offset.append(np.array([x - place.x, label.y + label.height / 2 - place.y]))
            radius.append(half)
    return Obstacles(np.array(city), np.array(offset), np.array(radius))


def _first_bends(
    board: Board, true: Array, groups: list[Bundle], nudges: Nudges, sizes: Sizes
) -> Array:
    """Straight lines, but around what they would cross."""
    bends = np.zeros((len(groups), 2))
    for g, group in enumerate(groups):
        name = f"{board.cities[group.a].name} – {board.cities[group.b].name}"
        bends[g] = nudges.bends.get(name, 0.0) * _normal(true, group)
    _dodge_cities(true, bends, groups, sizes)
    return _uncrossed(true, bends, groups, sizes, 4)


def _dodge_cities(true: Array, bends: Array, groups: list[Bundle], sizes: Sizes) -> None:
    """Bend tracks away from cities they would touch, so that they pass on the right side."""
    need = sizes.city_radius + sizes.space_width + sizes.clear
    for g, group in enumerate(groups):
        a, line, normal = true[group.a], true[group.b] - true[group.a], _normal(true, group)
        for city in range(len(true)):
            t = float((true[city] - a) @ line / max(line @ line, 1.0))
            side = float((true[city] - a) @ normal)
            if city not in (group.a, group.b) and 0.1 < t < 0.9 and abs(side) < need:
                shift = (need - abs(side)) / (2 * t * (1 - t))
                bends[g] -= np.copysign(min(shift, 2 * sizes.space_length), side) * normal


def _uncrossed(
    places: Array, bends: Array, groups: list[Bundle], sizes: Sizes, tries: int
) -> Array:
    """Of the tracks that cross most others, one is led round them; so often, at most."""
    for _ in range(tries):
        crossed = crossings(_curves(places, bends, groups))
        if not crossed:
            break
        often = Counter(g for pair in crossed for g in pair)
        tried = [(*_way_round(places, bends, groups, g, sizes), g) for g, _ in often.most_common(4)]
        _, bend, g = min(tried)
        bends[g] = bend * _normal(places, groups[g])
    return bends


def _normal(true: Array, group: Bundle) -> Array:
    line = true[group.b] - true[group.a]
    return np.array([line[1], -line[0]]) / max(hypot(*line), 1.0)


def _way_round(
    true: Array, bends: Array, groups: list[Bundle], g: int, sizes: Sizes
) -> tuple[int, float]:
    """The smallest bend with the fewest crossings, and a little more for good measure."""
    normal = _normal(true, groups[g])
    best = (len(groups) ** 2, 0.0)
    for far in range(0, 400, 10):
        for bend in (float(far), -float(far)):
            tried = bends.copy()
            tried[g] = bend * normal
            mine = [pair for pair in crossings(_curves(true, tried, groups)) if g in pair]
            if len(mine) < best[0]:
                best = (len(mine), float(bend + np.copysign(sizes.space_width, bend)))
        if not best[0]:
            break
    return best


def _curves(
    places: Array, bends: Array, groups: list[Bundle]
) -> list[tuple[int, int, list[Point]]]:
    return [
        (g.a, g.b, curve_points(*_curve(places, bends[i], g), 16)) for i, g in enumerate(groups)
    ]


def _curve(places: Array, bend: Array, group: Bundle) -> tuple[Point, Point, Point]:
    a, b = places[group.a], places[group.b]
    middle = (a + b) / 2 + bend
    return (
        (float(a[0]), float(a[1])),
        (float(middle[0]), float(middle[1])),
        (float(b[0]), float(b[1])),
    )


def _drawn(
    board: Board,
    frame: Frame,
    groups: list[Bundle],
    relaxation: Relaxation,
    sizes: Sizes,
    font: float,
    widths: list[float],
    before: list[int] | None,
) -> tuple[Layout, list[int], int]:
    """The layout as it is now, where its labels are, and how many of them are in the way."""
    places = relaxation.places
    tracks: dict[int, tuple[Curve, tuple[Space, ...]]] = {}
    for g, group in enumerate(groups):
        curve = _curve(places, relaxation.bends[g], group)
        tail = group.tail(sizes.space_width)
        ends = (float(relaxation.room[group.a]), float(relaxation.room[group.b]) + tail)
        size = (sizes.space_length, sizes.space_width)
        rows = spaces_on(curve, group.length, len(group.routes), size, ends)
        for route, row in zip(group.routes, rows, strict=True):
            tracks[route] = (curve, row)
    shapes = [
        corners(space, sizes.space_length, sizes.space_width, AIR)
        for _, row in tracks.values()
        for space in row
    ]
    labels, chosen, conflicts = place_labels(
        widths,
        places,
        sizes.city_radius,
        font,
        shapes,
        [points for *_, points in _curves(places, relaxation.bends, groups)],
        (frame.width, frame.height),
        before,
    )
    layout = Layout(
        FORMAT,
        board.name,
        frame,
        round(sizes.space_length, 2),
        round(sizes.space_width, 2),
        round(sizes.city_radius, 2),
        round(font, 2),
        tuple(
            Place(round(float(x), 1), round(float(y), 1), label)
            for (x, y), label in zip(places, labels, strict=True)
        ),
        tuple(track(*tracks[r]) for r in range(len(board.routes))),
    )
    return layout, chosen, conflicts


def _count_overlaps(layout: Layout) -> int:
    return len(overlapping_spaces(layout)) + len(spaces_under_cities(layout))
