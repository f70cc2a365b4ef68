"""How tracks start: straight, but around the cities and tracks they would cross."""

import numpy as np

from carrozza.atlas.budget import Budget
from carrozza.atlas.bundles import Bundle
from carrozza.atlas.model import Nudges
from carrozza.atlas.relax import Sizes
from carrozza.atlas.shapes import Array, Ints, crossing
from carrozza.atlas.tracks import crossings, curve_points, curves_of, ends_of
from carrozza.board.board import Board

STEPS = 16  # pieces of a curve: enough to see what it crosses
FARTHEST = 400.0  # units that a track is led round others
TRIES = 200  # times that a track is led round others


def normals(places: Array, ends: Ints) -> Array:
    """Unit vectors to the left of the straight lines."""
    line = places[ends[:, 1]] - places[ends[:, 0]]
    length = np.maximum(np.hypot(*line.T), 1.0)
    left: Array = np.stack([line[:, 1], -line[:, 0]], axis=1) / length[:, None]
    return left


def first_bends(
    board: Board, places: Array, groups: list[Bundle], nudges: Nudges, sizes: Sizes, budget: Budget
) -> Array:
    ends = ends_of(groups)
    left = normals(places, ends)
    asked = [
        nudges.bends.get(f"{board.cities[g.a].name} – {board.cities[g.b].name}", 0.0)
        for g in groups
    ]
    bends = np.array(asked).reshape(-1, 1) * left
    bends += _round_cities(places, ends, left, sizes)
    return _uncrossed(places, bends, groups, sizes, budget)


def _round_cities(places: Array, ends: Ints, left: Array, sizes: Sizes) -> Array:
    """Bend tracks away from cities they would touch, so that they pass on the right side."""
    need = sizes.city_radius + sizes.space_width + sizes.clear
    start = places[ends[:, 0]]
    line = places[ends[:, 1]] - start
    away = places[None] - start[:, None]
    share = (away * line[:, None]).sum(axis=2) / np.maximum((line * line).sum(axis=1), 1.0)[:, None]
    side = (away * left[:, None]).sum(axis=2)
    cities = np.arange(len(places))[None]
    strange = (cities != ends[:, :1]) & (cities != ends[:, 1:])
    near = strange & (share > 0.1) & (share < 0.9) & (np.abs(side) < need)
    share = np.where(near, share, 0.5)
    shift = np.minimum((need - np.abs(side)) / (2 * share * (1 - share)), 2 * sizes.space_length)
    bends: Array = -(np.copysign(shift, side) * near).sum(axis=1)[:, None] * left
    return bends


def _uncrossed(
    places: Array, bends: Array, groups: list[Bundle], sizes: Sizes, budget: Budget
) -> Array:
    """The track that crosses most others is led round them, again and again, at most so often."""
    ends = ends_of(groups)
    left = normals(places, ends)
    lines = curve_points(curves_of(places, bends, ends), STEPS)
    crossed = np.zeros((len(groups), len(groups)), dtype=bool)
    for i, j in crossings(lines, groups):
        crossed[i, j] = crossed[j, i] = True
    hopeless = np.zeros(len(groups), dtype=bool)
    for _ in range(TRIES):
        count = np.where(hopeless, 0, crossed.sum(axis=1))
        if not count.any() or budget.spent():
            break
        g = int(np.argmax(count))
        strange = ~np.isin(ends, ends[g]).any(axis=1)
        after, bend = _way_round(places, lines[strange], ends[g], left[g], sizes)
        hopeless[g] = True
        if after < count[g]:
            bends[g] = bend * left[g]
            lines[g] = curve_points(curves_of(places, bends[g : g + 1], ends[g : g + 1]), STEPS)[0]
            now = np.zeros(len(groups), dtype=bool)
            now[crossing(lines[g : g + 1], lines)[1]] = True
            hopeless[now != crossed[g]] = False  # for these tracks the drawing is another one now
            crossed[g] = crossed[:, g] = now & strange
    return bends


def _way_round(
    places: Array, others: Array, ends: Ints, left: Array, sizes: Sizes
) -> tuple[int, float]:
    """The smallest bend with the fewest crossings, and a little more for good measure."""
    chord = float(np.hypot(*(places[ends[1]] - places[ends[0]])))
    far = np.arange(10.0, max(80.0, min(FARTHEST, chord)), 10.0)
    bends = np.concatenate([[0.0], np.stack([far, -far], axis=1).ravel()])
    tried = np.tile(ends, (len(bends), 1))
    ways = curve_points(curves_of(places, bends[:, None] * left, tried), STEPS)
    way, _ = crossing(ways, others)
    counts = np.bincount(way, minlength=len(bends))
    best = int(np.argmin(counts))
    bend = float(bends[best])
    return int(counts[best]), bend + float(np.copysign(sizes.space_width, bend) if bend else 0.0)
