"""City names: how large they are, and where they fit."""

from collections.abc import Sequence
from math import dist
from typing import TYPE_CHECKING

from carrozza.atlas.lettering import FaceName
from carrozza.atlas.model import Label, Point
from carrozza.atlas.tracks import box, disc, overlap
from carrozza.board.board import City

if TYPE_CHECKING:  # drawing a board needs no NumPy, laying one out does
    from carrozza.atlas.relax import Array

AIR = 1.5  # around a label


def name_face(city: City) -> FaceName:
    """A name of ours, which is not printed on the real board, leans."""
    return "serif-italic" if city.unnamed_on_board else "serif-bold"


def text_height(size: float) -> float:
    return size * 1.02


# Around the city, the best ones first: (x, y) of the label's middle in half sizes beyond the city.
DIRECTIONS: tuple[Point, ...] = (
    (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1),
    (0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1),
)  # fmt: skip
DISTANCES = (3.0, 7.0, 12.0, 18.0)
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


def place_labels(
    widths: Sequence[float],
    places: "Array",
    radius: float,
    font: float,
    spaces: Sequence[list[Point]],
    beds: Sequence[list[Point]],
    size: Point,
    before: Sequence[int] | None = None,
) -> tuple[list[Label], list[int], int]:
    """A label for each city, which of the candidates that is, and how many conflicts are left.

    Each label first takes its best free candidate, the most crowded city first; then labels in
    conflict try again as long as that helps. A label keeps its place of `before` unless another
    one is clearly better, so that the tracks can make room for it.
    """
    options = [
        _options(width, place, radius, font) for width, place in zip(widths, places, strict=True)
    ]
    discs = [disc(x, y, radius + AIR) for x, y in places]
    costs, rank = [], []
    for city, choices in enumerate(options):
        # Only what is near can be in the way; looking at all of it would take most of the time.
        reach = 2 * choices[0].width + 60
        near = [shape for shape in spaces if dist(shape[0], places[city]) < reach]
        near += [d for c, d in enumerate(discs) if c != city and dist(d[0], places[city]) < reach]
        bed = [p for line in beds for p in line if dist(p, places[city]) < reach]
        costs.append([_cost(label, near, size) for label in choices])
        rank.append([_dislike(label, i, bed) for i, label in enumerate(choices)])
    for city, candidate in enumerate(before or ()):
        rank[city][candidate] -= LOYALTY
    order = sorted(range(len(widths)), key=lambda c: (-sum(map(bool, costs[c])), c))
    chosen: dict[int, int] = {}
    for _ in range(6):
        last = dict(chosen)
        for city in order:
            others = [_shape(options[o][chosen[o]]) for o in chosen if o != city]
            best = min(
                range(len(options[city])),
                key=lambda i: (
                    3 * costs[city][i]
                    + 3 * sum(overlap(_shape(options[city][i]), other) for other in others)
                    + rank[city][i]
                ),
            )
            chosen[city] = best
        if chosen == last:
            break
    labels = [options[c][chosen[c]] for c in range(len(widths))]
    conflicts = sum(costs[c][chosen[c]] for c in range(len(widths)))
    shapes = [_shape(label) for label in labels]
    conflicts += sum(overlap(shapes[i], shapes[j]) for i in range(len(shapes)) for j in range(i))
    return labels, [chosen[c] for c in range(len(widths))], conflicts


def _dislike(label: Label, candidate: int, bed: Sequence[Point]) -> float:
    """What speaks against a place without forbidding it: far away, or on the bed of a track."""
    step, direction = divmod(candidate, len(DIRECTIONS))
    right, bottom = label.x + label.width, label.y + label.height
    on_bed = any(label.x < x < right and label.y < y < bottom for x, y in bed)
    return 0.15 * step + 0.01 * direction + 0.3 * on_bed


def _options(width: float, place: "Array", radius: float, font: float) -> list[Label]:
    height = text_height(font)
    return [
        Label(
            round(float(place[0] + dx - width / 2), 1),
            round(float(place[1] + dy - height / 2), 1),
            round(width, 1),
            round(height, 1),
        )
        for dx, dy in candidates(width, height, radius)
    ]


def _shape(label: Label) -> list[Point]:
    return box(label.x, label.y, label.width, label.height)


def _cost(label: Label, near: Sequence[list[Point]], size: Point) -> int:
    """How many things a label would cover; the edge of the drawing counts for several."""
    shape = _shape(label)
    inside = label.x > 2 and label.y > 2
    inside &= label.x + label.width < size[0] - 2 and label.y + label.height < size[1] - 2
    return sum(overlap(shape, other) for other in near) + (0 if inside else 4)
