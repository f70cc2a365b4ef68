"""What can be wrong with a layout, each problem with its place."""

from math import dist
from statistics import median

import msgspec
import numpy as np

from carrozza.atlas.bundles import bundles
from carrozza.atlas.model import Layout
from carrozza.atlas.projection import projector
from carrozza.atlas.shapes import (
    SLACK,
    Array,
    Ints,
    Rects,
    on_discs,
    overlapping,
    overlapping_within,
    rects_of_boxes,
)
from carrozza.atlas.spaces import of_layout
from carrozza.atlas.tracks import crossings, curve_points
from carrozza.atlas.warp import arctic_circle, wrong_side
from carrozza.board.board import Board


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
    worst = max(range(len(moved)), key=moved.__getitem__, default=None)
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
        moved_median=round(median(moved or [0.0]) / layout.frame.width, 4),
        moved_worst=round(max(moved, default=0.0) / layout.frame.width, 4),
        moved_most="" if worst is None else names[worst],
    )


def _moves(board: Board, layout: Layout) -> list[float]:
    project = projector(layout.frame)
    return [
        dist(project(city.lat, city.lon), (place.x, place.y))
        for city, place in zip(board.cities, layout.places, strict=True)
    ]


def _cities(layout: Layout) -> Array:
    return np.array([(place.x, place.y) for place in layout.places]).reshape(-1, 2)


def _labels(layout: Layout) -> Rects:
    labels = [place.label for place in layout.places]
    boxes = [(b.x, b.y, b.x + b.width, b.y + b.height) for b in labels]
    return rects_of_boxes(np.array(boxes).reshape(-1, 4))


def _each_once(one: Ints, other: Ints) -> list[tuple[int, int]]:
    return sorted(set(zip(one.tolist(), other.tolist(), strict=True)))


def overlapping_spaces(layout: Layout) -> list[tuple[int, int]]:
    """Pairs of routes of which some spaces overlap; the same route twice when its own do."""
    rects, route = of_layout(layout)
    i, j = overlapping_within(rects)
    return _each_once(route[i], route[j])


def spaces_under_cities(layout: Layout) -> list[tuple[int, int]]:
    rects, route = of_layout(layout)
    i, city = on_discs(rects, _cities(layout), layout.city_radius)
    return _each_once(route[i], city)


def spaces_under_labels(layout: Layout) -> list[tuple[int, int]]:
    rects, route = of_layout(layout)
    i, city = overlapping(rects, _labels(layout))
    return _each_once(route[i], city)


def label_collisions(layout: Layout) -> list[tuple[int, int]]:
    """Names that touch each other, or a city that is not theirs (given twice then)."""
    labels = _labels(layout)
    i, j = overlapping_within(labels)
    label, city = on_discs(labels, _cities(layout), layout.city_radius)
    other = label != city
    return _each_once(j, i) + _each_once(label[other], city[other])


def crossed_routes(board: Board, layout: Layout) -> list[tuple[int, int]]:
    groups = bundles(board)
    curves = np.array([layout.tracks[g.routes[0]].curve for g in groups]).reshape(-1, 3, 2)
    crossed = crossings(curve_points(curves), groups)
    return [(groups[i].routes[0], groups[j].routes[0]) for i, j in crossed]


def across_the_circle(board: Board, layout: Layout) -> list[int]:
    """Cities that lie inside the Arctic Circle by the rules and outside it on the drawing, or the
    other way round."""
    if not any(city.arctic for city in board.cities):
        return []
    return wrong_side(board, layout, arctic_circle(board, layout))


def _outside(layout: Layout) -> list[int]:
    boxes = _labels(layout).boxes()
    size = np.array([layout.frame.width, layout.frame.height])
    outside = (boxes[:, :2] < -SLACK).any(axis=1) | (boxes[:, 2:] > size + SLACK).any(axis=1)
    return [int(c) for c in np.nonzero(outside)[0]]
