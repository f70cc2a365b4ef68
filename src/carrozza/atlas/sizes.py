"""How large the parts of a drawing are."""

import numpy as np

from carrozza.atlas.bundles import Bundle
from carrozza.atlas.model import Frame
from carrozza.atlas.pieces import CITY, LENGTH, WIDTH
from carrozza.atlas.relax import Sizes, end_room
from carrozza.atlas.shapes import Array
from carrozza.atlas.tracks import ends_of

LARGEST, SMALL, SMALLEST = 32.0, 18.0, 9.0  # lengths of a space; below the second if they must be
FULL = 0.3  # of the drawing: more should not be covered by tracks
STAR = 0.25  # of the drawing: as far as this may spaces begin from a city with very many tracks


def sizes_of(length: float) -> Sizes:
    return Sizes(length, length * WIDTH / LENGTH, length * CITY / LENGTH, 2.5)


def font_size(length: float) -> float:
    """As large as reads well, but smaller where spaces are very small."""
    return min(max(length * 0.44, 14.0), 17.0, length * 0.8)


def space_length(places: Array, groups: list[Bundle], frame: Frame) -> float:
    """So long that most routes fit between their cities without moving them, and that all of them
    leave enough of the drawing free."""
    if not groups:
        return LARGEST
    ends = ends_of(groups)
    chord = np.hypot(*(places[ends[:, 0]] - places[ends[:, 1]]).T)
    room = chord / (np.array([g.length for g in groups]) + 0.9)
    length = float(np.clip(np.quantile(room, 0.12), SMALL, LARGEST))
    while length > SMALLEST and not _has_room(len(places), groups, frame, length):
        length *= 0.95
    return length


def _has_room(cities: int, groups: list[Bundle], frame: Frame, length: float) -> bool:
    sizes = sizes_of(length)
    room = end_room(groups, cities, sizes, np.inf)
    covered = sum(
        g.length * length * (g.width(sizes.space_width) + 2 * sizes.clear) for g in groups
    )
    star = STAR * min(frame.width, frame.height)
    return covered < FULL * frame.width * frame.height and float(room.max()) < star
