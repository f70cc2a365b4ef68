"""What can be wrong with a layout, each problem with its place."""

from collections.abc import Iterator
from math import dist, hypot
from statistics import median

import msgspec

from carrozza.atlas.model import Layout, Point
from carrozza.atlas.projection import projector
from carrozza.atlas.tracks import (
    box,
    bundles,
    corners,
    crossings,
    curve_points,
    disc,
    overlap,
)
from carrozza.atlas.warp import arctic_circle, wrong_side
from carrozza.board.board import Board

Shape = list[Point]


class Report(msgspec.Struct, frozen=True):
    overlaps: list[str]  # spaces, of different routes or of the same
    under_cities: list[str]
    under_labels: list[str]
    label_collisions: list[str]
    crossings: list[str]
    outside: list[str]
    arctic: list[str]  # cities on the wrong side of the Arctic Circle
    moved_median: float  # how far cities are from their true places, as a share of the width
    moved_worst: float
    moved_most: str

    @property
    def problems(self) -> int:
        lists = (
            self.overlaps,
            self.under_cities,
            self.under_labels,
            self.label_collisions,
            self.crossings,
            self.outside,
            self.arctic,
        )
        return sum(map(len, lists))


def check(board: Board, layout: Layout) -> Report:
    names = [city.name for city in board.cities]
    moved = _moves(board, layout)
    worst = max(range(len(moved)), key=moved.__getitem__)
    return Report(
        overlaps=[
            f"{board.route_name(r)} and {board.route_name(s)}"
            for r, s in overlapping_spaces(layout)
        ],
        under_cities=[
            f"{board.route_name(r)} at {names[c]}" for r, c in spaces_under_cities(layout)
        ],
        under_labels=[
            f"{board.route_name(r)} under the name of {names[c]}"
            for r, c in spaces_under_labels(layout)
        ],
        label_collisions=[f"{names[c]} and {names[d]}" for c, d in label_collisions(layout)],
        crossings=[
            f"{board.route_name(r)} and {board.route_name(s)}"
            for r, s in crossed_routes(board, layout)
        ],
        outside=[names[c] for c in _outside(layout)],
        arctic=[names[c] for c in across_the_circle(board, layout)],
        moved_median=round(median(moved) / layout.frame.width, 4),
        moved_worst=round(moved[worst] / layout.frame.width, 4),
        moved_most=names[worst],
    )


def _moves(board: Board, layout: Layout) -> list[float]:
    project = projector(layout.frame)
    return [
        dist(project(city.lat, city.lon), (place.x, place.y))
        for city, place in zip(board.cities, layout.places, strict=True)
    ]


def _space_shapes(layout: Layout) -> Iterator[tuple[int, Point, Shape]]:
    for r, track in enumerate(layout.tracks):
        for space in track.spaces:
            shape = corners(space, layout.space_length, layout.space_width)
            yield r, (space.x, space.y), shape


def overlapping_spaces(layout: Layout) -> list[tuple[int, int]]:
    """Pairs of routes of which some spaces overlap; the same route twice when its own do."""
    shapes = list(_space_shapes(layout))
    reach = hypot(layout.space_length, layout.space_width)
    found = set()
    for i, (r, at, shape) in enumerate(shapes):
        for s, other_at, other in shapes[:i]:
            close = abs(at[0] - other_at[0]) < reach and abs(at[1] - other_at[1]) < reach
            if close and overlap(shape, other):
                found.add((s, r))
    return sorted(found)


def spaces_under_cities(layout: Layout) -> list[tuple[int, int]]:
    reach = layout.space_length / 2 + layout.city_radius
    return sorted(
        {
            (r, c)
            for r, at, shape in _space_shapes(layout)
            for c, place in enumerate(layout.places)
            if dist(at, (place.x, place.y)) < reach
            and overlap(shape, disc(place.x, place.y, layout.city_radius))
        }
    )


def _label_shapes(layout: Layout) -> list[Shape]:
    labels = [place.label for place in layout.places]
    return [box(label.x, label.y, label.width, label.height) for label in labels]


def spaces_under_labels(layout: Layout) -> list[tuple[int, int]]:
    labels = _label_shapes(layout)
    return sorted(
        {
            (r, c)
            for r, _, shape in _space_shapes(layout)
            for c, label in enumerate(labels)
            if overlap(shape, label)
        }
    )


def label_collisions(layout: Layout) -> list[tuple[int, int]]:
    """Names that touch each other, or a city that is not theirs (given twice then)."""
    labels = _label_shapes(layout)
    cities = [disc(place.x, place.y, layout.city_radius) for place in layout.places]
    found = [(c, d) for c in range(len(labels)) for d in range(c) if overlap(labels[c], labels[d])]
    return found + [
        (c, d)
        for c, label in enumerate(labels)
        for d, city in enumerate(cities)
        if c != d and overlap(label, city)
    ]


def crossed_routes(board: Board, layout: Layout) -> list[tuple[int, int]]:
    groups = bundles(board)
    curves = [(g.a, g.b, curve_points(*layout.tracks[g.routes[0]].curve)) for g in groups]
    return [(groups[i].routes[0], groups[j].routes[0]) for i, j in crossings(curves)]


def across_the_circle(board: Board, layout: Layout) -> list[int]:
    """Cities that lie inside the Arctic Circle by the rules and outside it on the drawing, or the
    other way round."""
    if not any(city.arctic for city in board.cities):
        return []
    return wrong_side(board, layout, arctic_circle(board, layout))


def _outside(layout: Layout) -> list[int]:
    frame = layout.frame
    return [
        c
        for c, label in enumerate(_label_shapes(layout))
        if not all(0 <= x <= frame.width and 0 <= y <= frame.height for x, y in label)
    ]
