"""Relaxing a board: cities and curves move until every route has room for its spaces.

Each point of a curve is a fixed mixture of its two cities and its bend,
`(1-t)·A + t·B + 2t(1-t)·H`, so all forces on points pass on to cities and bends by simple sums.
Everything is deterministic.
"""

import msgspec
import numpy as np

from carrozza.atlas.budget import Spent
from carrozza.atlas.bundles import Bundle
from carrozza.atlas.shapes import Array, Ints, Pairs, joined, within
from carrozza.atlas.tracks import ends_of

ANCHOR = 0.03  # pull towards the true place
BEND = 0.03  # pull towards the straight line
STRETCH = 1.6  # push where a track is too short for its spaces
SLACK = 0.03  # pull where it is much too long
LOOSE = 1.18  # how much longer than its spaces a track may be without pull
LOST = 2.2  # and from how much longer it is left alone
PUSH = 1.0  # push between things that are too close
EDGE = 14.0  # units that stay free along the edge of the drawing
REFRESH = 16  # rounds between looking for neighbours
MARGIN = 20.0  # how much nearer things may come in that time
MOST_POINTS = 6_000  # on all tracks together; where there are more tracks, points are rarer
MOST_PAIRS = 300_000  # where more things are in one heap, some of the pairs stand for all


class Sizes(msgspec.Struct, frozen=True):
    """What the drawing's parts measure."""

    space_length: float
    space_width: float
    city_radius: float
    clear: float  # between spaces of different routes


class Obstacles(msgspec.Struct):
    """Round things that move with a city: the city itself and pieces of its label."""

    city: Ints
    offset: Array
    radius: Array


class Neighbours(msgspec.Struct):
    """Pairs that might touch before one looks again."""

    points: Pairs
    obstacle_points: Pairs
    obstacles: Pairs


def end_room(bundles: list[Bundle], cities: int, sizes: Sizes, most: float) -> Array:
    """How far from a city its spaces begin: the fuller the star of tracks, the farther."""
    room = np.zeros(cities)
    for bundle in bundles:
        for city in (bundle.a, bundle.b):
            room[city] += bundle.width(sizes.space_width) + 2 * sizes.clear + 1
    return np.clip(1.2 * room / (2 * np.pi), sizes.city_radius + 3.0, most)


def needed_lengths(bundles: list[Bundle], room: Array, sizes: Sizes) -> Array:
    """Spaces, a badge where there is one, and what stays free at both cities."""
    return np.array(
        [
            b.length * sizes.space_length * 1.05 + b.tail(sizes.space_width) + room[b.a] + room[b.b]
            for b in bundles
        ],
        dtype=np.float64,
    )


class Relaxation:
    """One board being relaxed."""

    def __init__(self, true: Array, bundles: list[Bundle], sizes: Sizes, size: tuple[float, float]):
        self.true = true
        self.sizes = sizes
        self.size = size
        self.a, self.b = ends_of(bundles).T
        self.half = np.array([b.width(sizes.space_width) / 2 for b in bundles], dtype=np.float64)
        self.room = end_room(bundles, len(true), sizes, min(size) * 0.4)
        self.needed = needed_lengths(bundles, self.room, sizes)
        # Short and broad bundles must stay straight, or their spaces jostle on the inside.
        self.stiffness = np.array(
            [BEND * max(1.0, 4 / b.length) * len(b.routes) for b in bundles], dtype=np.float64
        ).reshape(-1, 1)
        self.places = true.copy()
        self.anchor = ANCHOR  # weaker where that is the price of room
        self.bends = np.zeros((len(bundles), 2))

    def run(
        self,
        rounds: int,
        obstacles: Obstacles,
        step: float = 1.0,
        tracks_apart: bool = True,
        spent: Spent = lambda: False,
    ) -> None:
        """Adam's method with a shrinking step, which needs no tuning from board to board.

        Tracks may lie across each other where only the cities' places are wanted, quickly; it stops
        early when the time for it is spent.
        """
        mean = [np.zeros_like(self.places), np.zeros_like(self.bends)]
        spread = [np.zeros_like(self.places), np.zeros_like(self.bends)]
        near: Neighbours | None = None
        for n in range(1, rounds + 1):
            if spent():
                break
            if near is None or n % REFRESH == 0:
                self._sample(1.0 if tracks_apart else 4.0)
                near = self._neighbours(obstacles, tracks_apart)
            forces = self._forces(near, obstacles)
            pace = step * (1 - 0.9 * n / rounds)
            for i, (value, force) in enumerate(zip((self.places, self.bends), forces, strict=True)):
                mean[i] = 0.9 * mean[i] + 0.1 * force
                spread[i] = 0.99 * spread[i] + 0.01 * force * force
                scaled = mean[i] / (1 - 0.9**n) / (np.sqrt(spread[i] / (1 - 0.99**n)) + 1e-3)
                value -= pace * scaled
            self._square_bends()

    def _sample(self, coarse: float) -> None:
        """Points on the spaces' part of each curve, close enough to stand for the whole."""
        length = np.maximum(np.hypot(*(self.places[self.b] - self.places[self.a]).T), self.needed)
        start, end = self.room[self.a] / length, 1 - self.room[self.b] / length
        wanted = (end - start) * length / (1.05 * self.half + 1.5) / coarse
        wanted *= min(1.0, MOST_POINTS / max(wanted.sum(), 1.0))
        count = np.maximum(3, np.ceil(wanted)).astype(np.int64)
        self.owner = np.repeat(np.arange(len(count)), count)
        nth = np.arange(len(self.owner)) - np.repeat(np.cumsum(count) - count, count)
        pitch = (end - start) / (count - 1)
        self.where = start[self.owner] + nth * pitch[self.owner]
        self.mix = 2 * self.where * (1 - self.where)

    def _points(self) -> Array:
        a, b = self.places[self.a[self.owner]], self.places[self.b[self.owner]]
        t, mix = self.where[:, None], self.mix[:, None]
        points: Array = (1 - t) * a + t * b + mix * self.bends[self.owner]
        return points

    def _neighbours(self, obstacles: Obstacles, tracks_apart: bool) -> Neighbours:
        points = self._points()
        reach = self.half[self.owner] + self.sizes.clear
        none = np.zeros(0, dtype=np.int64)
        i, j = _near(points, reach, points, reach) if tracks_apart else (none, none)
        apart = self.owner[i] < self.owner[j]
        round_at = self.places[obstacles.city] + obstacles.offset
        k, m = _near(round_at, obstacles.radius, points, reach)
        own = np.hypot(*obstacles.offset.T) < 1e-9  # a city leaves its own tracks alone
        city, owner = obstacles.city[k], self.owner[m]
        incident = own[k] & ((city == self.a[owner]) | (city == self.b[owner]))
        p, q = _near(round_at, obstacles.radius, round_at, obstacles.radius)
        other = obstacles.city[p] < obstacles.city[q]
        return Neighbours(
            _some(i[apart], j[apart]), _some(k[~incident], m[~incident]), _some(p[other], q[other])
        )

    def _forces(self, near: Neighbours, obstacles: Obstacles) -> tuple[Array, Array]:
        """The gradient of all that is wrong with the drawing."""
        points = self._points()
        force = np.zeros_like(points)
        on_places = self.anchor * (self.places - self.true)
        on_bends = self.stiffness * self.bends
        reach = self.half[self.owner] + self.sizes.clear / 2

        (i, j), push = _apart(points, reach, points, reach, near.points)
        _add(force, i, push)
        _add(force, j, -push)

        round_at = self.places[obstacles.city] + obstacles.offset
        (k, m), push = _apart(round_at, obstacles.radius + 0.5, points, reach, near.obstacle_points)
        _add(on_places, obstacles.city[k], push)
        _add(force, m, -push)
        edge = reach[:, None] + EDGE
        force += PUSH * _outside(points, edge, self.size)

        radius = obstacles.radius + 1
        (p, q), push = _apart(round_at, radius, round_at, radius, near.obstacles)
        _add(on_places, obstacles.city[p], push)
        _add(on_places, obstacles.city[q], -push)

        t = self.where[:, None]
        _add(on_places, self.a[self.owner], (1 - t) * force)
        _add(on_places, self.b[self.owner], t * force)
        _add(on_bends, self.owner, self.mix[:, None] * force)
        self._stretch(on_places, on_bends)
        self._stay_inside(round_at, obstacles, on_places)
        return on_places, on_bends

    def _stretch(self, on_places: Array, on_bends: Array) -> None:
        """A curve of chord d and bend h is about d + 2h²/3d long."""
        line = self.places[self.b] - self.places[self.a]
        chord = np.maximum(np.hypot(*line.T), 1.0)
        bend = np.hypot(*self.bends.T)
        short = np.maximum(0.0, self.needed - chord - 2 * bend**2 / (3 * chord))
        pull = (STRETCH * short * np.maximum(0.2, 1 - 2 * bend**2 / (3 * chord**2)) / chord)[
            :, None
        ]
        # A track that is far too long stays so: many such would draw the whole board together.
        long = np.maximum(0.0, np.minimum(chord - LOOSE * self.needed, LOST * self.needed - chord))
        pull -= (SLACK * long / chord)[:, None]
        _add(on_places, self.a, pull * line)
        _add(on_places, self.b, -pull * line)
        on_bends -= (STRETCH * short * 4 / (3 * chord))[:, None] * self.bends

    def _stay_inside(self, at: Array, obstacles: Obstacles, on_places: Array) -> None:
        out = _outside(at, obstacles.radius[:, None] + EDGE, self.size)
        _add(on_places, obstacles.city, PUSH * out)

    def _square_bends(self) -> None:
        """A bend is a shift at right angles to the line between the cities."""
        line = self.places[self.b] - self.places[self.a]
        line /= np.maximum(np.hypot(*line.T), 1.0)[:, None]
        self.bends -= (self.bends * line).sum(axis=1)[:, None] * line


def _near(one: Array, reach: Array, other: Array, other_reach: Array) -> Pairs:
    """Which pairs might come to touch before one looks again."""
    if not len(one) or not len(other):
        return joined([])
    found = []
    for i, j in within(float(reach.max() + other_reach.max()) + MARGIN, one, other):
        dx, dy = one[i, 0] - other[j, 0], one[i, 1] - other[j, 1]
        far = reach[i] + other_reach[j] + MARGIN
        close = np.nonzero(dx * dx + dy * dy < far * far)[0]
        found.append((i[close], j[close]))
    return joined(found)


def _some(i: Ints, j: Ints) -> Pairs:
    """All of the pairs, or every so manieth."""
    step = -(-len(i) // MOST_PAIRS) or 1
    return i[::step], j[::step]


def _add(target: Array, where: Ints, what: Array) -> None:
    """Like np.add.at, but quick."""
    for axis in (0, 1):
        target[:, axis] += np.bincount(where, what[:, axis], minlength=len(target))


def _outside(points: Array, edge: Array, size: tuple[float, float]) -> Array:
    """How far points are beyond the edge of the drawing."""
    out: Array = np.minimum(0.0, points - edge) + np.maximum(0.0, points + edge - np.array(size))
    return out


def _apart(
    one: Array, reach: Array, other: Array, other_reach: Array, pairs: Pairs
) -> tuple[Pairs, Array]:
    """Those pairs that are closer than their reaches, and the gradient that moves them apart."""
    i, j = pairs
    dx, dy = (one[i, axis] - other[j, axis] for axis in (0, 1))
    wanted = reach[i] + other_reach[j]
    square = dx * dx + dy * dy
    close = np.nonzero(square < wanted * wanted)[0]
    between = np.stack([dx[close], dy[close]], axis=1)
    gap = np.maximum(np.sqrt(square[close]), 0.1)
    push: Array = (PUSH * (gap - wanted[close]) / gap)[:, None] * between
    return (i[close], j[close]), push
