"""City names: how large they are, and where they fit."""

from collections.abc import Sequence

import msgspec
import numpy as np

from carrozza.atlas.model import Point
from carrozza.atlas.shapes import (
    Array,
    Ints,
    Rects,
    joined,
    on_discs,
    overlapping,
    overlapping_within,
    rects_of_boxes,
    touching,
)

AIR = 1.5  # around a label


def text_height(size: float) -> float:
    return size * 1.02


# Around the city, the best ones first: (x, y) of the label's middle in half sizes beyond the city.
DIRECTIONS: tuple[Point, ...] = (
    (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1),
    (0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1),
)  # fmt: skip
DISTANCES = (3.0, 7.0, 12.0, 18.0)
EDGE = 2.0  # stays free along the edge of the drawing
ROUNDS = 6
LOYALTY = 0.4  # how much better another place must be than the one a label had before


def candidates(width: float, height: float, radius: float) -> list[Point]:
    """Where the middle of a label can be, seen from its city."""
    found = []
    for far in DISTANCES:
        for dx, dy in DIRECTIONS:
            away = radius + far
            diagonal = 0.7 if dx and dy else 1.0
            x = dx * (width / 2 + away * diagonal) if abs(dx) == 1 else dx * width * 0.6
            y = dy * (height / 2 + away * diagonal)
            found.append((x, y))
    return found


class Labels(msgspec.Struct, frozen=True):
    """A label for each city."""

    boxes: Array  # left, top, right, bottom
    chosen: Ints  # which of the candidates each of them is
    conflicts: int  # how many things they cover or touch


class Surroundings(msgspec.Struct, frozen=True):
    """What labels must keep clear of."""

    places: Array
    radius: float  # of a city
    spaces: Rects
    beds: Array  # points along the tracks
    size: Point  # of the drawing


def place_labels(
    widths: Sequence[float], height: float, around: Surroundings, before: Ints | None = None
) -> Labels:
    """Each label first takes its best free candidate, the most crowded city first; then all try
    again as long as that helps. A label keeps its place of `before` unless another one is clearly
    better, so that the tracks can make room for it.
    """
    boxes = _candidate_boxes(widths, height, around)
    covered = _covered(boxes, around)
    wrong = 3.0 * covered + _dislike(boxes, around.beds)
    if before is not None:
        wrong[np.arange(len(before)), before] -= LOYALTY
    crowded = np.argsort(-(covered > 0).sum(axis=1), kind="stable")
    chosen = _settled(boxes, wrong, crowded)
    rows = np.arange(len(boxes))
    taken = boxes[rows, chosen]
    conflicts = int(covered[rows, chosen].sum()) + len(overlapping_within(rects_of_boxes(taken))[0])
    return Labels(taken, chosen, conflicts)


def _candidate_boxes(widths: Sequence[float], height: float, around: Surroundings) -> Array:
    """For each city the boxes its label could take, moved inside the drawing if need be."""
    middles = np.array([candidates(w, height, around.radius) for w in widths]).reshape(
        len(widths), len(DISTANCES) * len(DIRECTIONS), 2
    )
    half = np.array([(w / 2, height / 2) for w in widths]).reshape(-1, 1, 2)
    most = np.array(around.size) - EDGE - 0.1 - 2 * half
    left_top = around.places[:, None] + middles - half
    left_top = np.round(np.maximum(np.minimum(left_top, most), EDGE + 0.1), 1)
    return np.concatenate([left_top, left_top + np.round(2 * half, 1)], axis=2)


def _covered(boxes: Array, around: Surroundings) -> Ints:
    """How many things each candidate would cover; the edge of the drawing counts for several."""
    cities, each = boxes.shape[:2]
    flat = boxes.reshape(-1, 4)
    rects = rects_of_boxes(flat)
    spaces, _ = overlapping(rects, around.spaces.grown(AIR))
    discs, _ = on_discs(rects, around.places, around.radius + AIR)
    outside = (flat[:, :2] <= EDGE).any(axis=1) | (flat[:, 2:] >= np.array(around.size) - EDGE).any(
        axis=1
    )
    count = _counted(spaces, len(flat)) + _counted(discs, len(flat)) + 4 * outside
    return count.reshape(cities, each)


def _dislike(boxes: Array, beds: Array) -> Array:
    """What speaks against a place without forbidding it: far away, or on the bed of a track."""
    cities, each = boxes.shape[:2]
    step, direction = np.divmod(np.arange(each), len(DIRECTIONS))
    flat = boxes.reshape(-1, 4)
    on, _ = joined(list(touching(flat, np.hstack([beds, beds]))))
    on_bed = (_counted(on, len(flat)) > 0).reshape(cities, each)
    dislike: Array = 0.15 * step + 0.01 * direction + 0.3 * on_bed
    return dislike


def _settled(boxes: Array, wrong: Array, order: Ints) -> Ints:
    """The candidate of each city when none would rather take another one."""
    taken = np.full((len(boxes), 4), np.inf)  # nowhere yet
    chosen = np.full(len(boxes), -1, dtype=np.int64)
    near = _neighbours(boxes)
    for _ in range(ROUNDS):
        last = chosen.copy()
        for city in order:
            mine, others = boxes[city][:, None], taken[near[city]]
            collide = (mine[..., :2] < others[:, 2:]) & (others[:, :2] < mine[..., 2:])
            clashes = (collide[..., 0] & collide[..., 1]).sum(axis=1)
            chosen[city] = np.argmin(wrong[city] + 3.0 * clashes)
            taken[city] = boxes[city, chosen[city]]
        if (chosen == last).all():
            break
    return chosen


def _neighbours(boxes: Array) -> list[Ints]:
    """For each city the others whose labels could touch its own."""
    reach = np.concatenate([boxes[..., :2].min(axis=1), boxes[..., 2:].max(axis=1)], axis=1)
    city, other = joined(list(touching(reach, reach)))
    order = np.lexsort((other, city))
    city, other = city[order], other[order]
    apart = city != other
    counts = np.bincount(city[apart], minlength=len(boxes))
    return np.split(other[apart], np.cumsum(counts)[:-1])


def _counted(numbers: Ints, most: int) -> Ints:
    return np.bincount(numbers, minlength=most)
