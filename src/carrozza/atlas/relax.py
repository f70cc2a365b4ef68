"""Relaxing a board: cities and curves move until every route has room for its spaces.

Each point of a curve is a fixed mixture of its two cities and its bend,
`(1-t)·A + t·B + 2t(1-t)·H`, so all forces on points pass on to cities and bends by simple sums.
Everything is deterministic.
"""

import msgspec

from carrozza.atlas.tracks import Bundle
from carrozza.core.extras import needing

with needing("boards"):
    import numpy as np
    from numpy.typing import NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Neighbours = tuple[
    Ints, Ints, Ints, Ints, Ints, Ints
]  # pairs of points, obstacle and point, obstacles

ANCHOR = 0.03  # pull towards the true place
BEND = 0.03  # pull towards the straight line
STRETCH = 1.6  # push where a track is too short for its spaces
SLACK = 0.03  # pull where it is much too long
LOOSE = 1.18  # how much longer than its spaces a track may be without pull
PUSH = 1.0  # push between things that are too close
EDGE = 14.0  # units that stay free along the edge of the drawing
REFRESH = 16  # rounds between looking for neighbours


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


class Relaxed(msgspec.Struct):
    places: Array
    bends: Array


def end_room(bundles: list[Bundle], cities: int, sizes: Sizes) -> Array:
    """How far from a city its spaces begin: the fuller the star of tracks, the farther."""
    room = np.zeros(cities)
    for bundle in bundles:
        for city in (bundle.a, bundle.b):
            room[city] += bundle.width(sizes.space_width) + 2 * sizes.clear + 1
    return np.maximum(sizes.city_radius + 3.0, 1.2 * room / (2 * np.pi))


def needed_lengths(bundles: list[Bundle], room: Array, sizes: Sizes) -> Array:
    """Spaces, a badge where there is one, and what stays free at both cities."""
    return np.array(
        [
            b.length * sizes.space_length * 1.05 + b.tail(sizes.space_width) + room[b.a] + room[b.b]
            for b in bundles
        ]
    )


class Relaxation:
    """One board being relaxed."""

    def __init__(self, true: Array, bundles: list[Bundle], sizes: Sizes, size: tuple[float, float]):
        self.true = true
        self.sizes = sizes
        self.size = size
        self.a = np.array([b.a for b in bundles])
        self.b = np.array([b.b for b in bundles])
        self.bundles = bundles
        self.half = np.array([b.width(sizes.space_width) / 2 for b in bundles])
        self.room = end_room(bundles, len(true), sizes)
        self.needed = needed_lengths(bundles, self.room, sizes)
        # Short and broad bundles must stay straight, or their spaces jostle on the inside.
        self.stiffness = np.array(
            [[BEND * max(1.0, 4 / b.length) * len(b.routes)] for b in bundles]
        )
        self.places = true.copy()
        self.anchor = ANCHOR  # weaker where that is the price of room
        self.bends = np.zeros((len(bundles), 2))

    def run(self, rounds: int, obstacles: Obstacles, step: float = 1.0) -> Relaxed:
        """Adam's method with a shrinking step, which needs no tuning from board to board."""
        mean = [np.zeros_like(self.places), np.zeros_like(self.bends)]
        spread = [np.zeros_like(self.places), np.zeros_like(self.bends)]
        near: Neighbours | None = None
        for n in range(1, rounds + 1):
            if near is None or n % REFRESH == 0:
                self._sample()
                near = self._neighbours(obstacles)
            forces = self._forces(near, obstacles)
            pace = step * (1 - 0.9 * n / rounds)
            for i, (value, force) in enumerate(zip((self.places, self.bends), forces, strict=True)):
                mean[i] = 0.9 * mean[i] + 0.1 * force
                spread[i] = 0.99 * spread[i] + 0.01 * force * force
                scaled = mean[i] / (1 - 0.9**n) / (np.sqrt(spread[i] / (1 - 0.99**n)) + 1e-3)
                value -= pace * scaled
            self._square_bends()
        return Relaxed(self.places, self.bends)

    def _sample(self) -> None:
        """Points on the spaces' part of each curve, close enough to stand for the whole."""
        chord = np.hypot(*(self.places[self.b] - self.places[self.a]).T)
        owner, where = [], []
        for g, bundle in enumerate(self.bundles):
            length = max(chord[g], self.needed[g])
            start, end = self.room[bundle.a] / length, 1 - self.room[bundle.b] / length
            count = max(3, int(np.ceil((end - start) * length / (1.05 * self.half[g] + 1.5))))
            owner += [g] * count
            where += list(np.linspace(start, end, count))
        self.owner = np.array(owner)
        self.where = np.array(where)
        self.mix = 2 * self.where * (1 - self.where)

    def _points(self) -> Array:
        a, b = self.places[self.a[self.owner]], self.places[self.b[self.owner]]
        t, mix = self.where[:, None], self.mix[:, None]
        points: Array = (1 - t) * a + t * b + mix * self.bends[self.owner]
        return points

    def _neighbours(self, obstacles: Obstacles) -> Neighbours:
        """Pairs that might touch within the next rounds."""
        points = self._points()
        reach = self.half[self.owner] + self.sizes.clear
        i, j = np.nonzero(_near(points, reach, points, reach))
        apart = self.owner[i] < self.owner[j]
        i, j = i[apart], j[apart]
        round_at = self.places[obstacles.city] + obstacles.offset
        close = _near(round_at, obstacles.radius, points, reach)
        own = np.hypot(*obstacles.offset.T) < 1e-9  # a city leaves its own tracks alone
        incident = (obstacles.city[:, None] == self.a[self.owner][None]) | (
            obstacles.city[:, None] == self.b[self.owner][None]
        )
        close &= ~(own[:, None] & incident)
        k, m = np.nonzero(close)
        p, q = np.nonzero(_near(round_at, obstacles.radius, round_at, obstacles.radius))
        apart = obstacles.city[p] < obstacles.city[q]
        return i, j, k, m, p[apart], q[apart]

    def _forces(self, near: Neighbours, obstacles: Obstacles) -> tuple[Array, Array]:
        """The gradient of all that is wrong with the drawing."""
        i, j, k, m, p, q = near
        points = self._points()
        force = np.zeros_like(points)
        on_places = self.anchor * (self.places - self.true)
        on_bends = self.stiffness * self.bends
        reach = self.half[self.owner] + self.sizes.clear / 2

        push = _apart(points[i] - points[j], reach[i] + reach[j])
        _add(force, i, push)
        _add(force, j, -push)

        round_at = self.places[obstacles.city] + obstacles.offset
        push = _apart(round_at[k] - points[m], obstacles.radius[k] + reach[m] + 0.5)
        _add(on_places, obstacles.city[k], push)
        _add(force, m, -push)
        edge = reach[:, None] + EDGE
        force += PUSH * _outside(points, edge, self.size)
        self._obstacles_apart(round_at, obstacles, (p, q), on_places)

        t = self.where[:, None]
        _add(on_places, self.a[self.owner], (1 - t) * force)
        _add(on_places, self.b[self.owner], t * force)
        _add(on_bends, self.owner, self.mix[:, None] * force)
        self._stretch(on_places, on_bends)
        self._stay_inside(round_at, obstacles, on_places)
        return on_places, on_bends

    def _obstacles_apart(
        self, at: Array, obstacles: Obstacles, near: tuple[Ints, Ints], on_places: Array
    ) -> None:
        city, radius = obstacles.city, obstacles.radius
        i, j = near
        push = _apart(at[i] - at[j], radius[i] + radius[j] + 2)
        _add(on_places, city[i], push)
        _add(on_places, city[j], -push)

    def _stretch(self, on_places: Array, on_bends: Array) -> None:
        """A curve of chord d and bend h is about d + 2h²/3d long."""
        line = self.places[self.b] - self.places[self.a]
        chord = np.maximum(np.hypot(*line.T), 1.0)
        bend = np.hypot(*self.bends.T)
        short = np.maximum(0.0, self.needed - chord - 2 * bend**2 / (3 * chord))
        pull = (STRETCH * short * np.maximum(0.2, 1 - 2 * bend**2 / (3 * chord**2)) / chord)[
            :, None
        ]
        long = np.maximum(0.0, chord - LOOSE * self.needed)
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


def _near(one: Array, reach: Array, other: Array, other_reach: Array) -> NDArray[np.bool_]:
    """Which pairs might come to touch before one looks again."""
    x, y = one.astype(np.float32).T  # rough numbers will do, and are quicker
    u, v = other.astype(np.float32).T
    dx, dy = x[:, None] - u, y[:, None] - v
    far = (reach[:, None] + other_reach[None] + 20).astype(np.float32)
    near: NDArray[np.bool_] = dx * dx + dy * dy < far * far
    return near


def _add(target: Array, where: Ints, what: Array) -> None:
    """Like np.add.at, but quick."""
    for axis in (0, 1):
        target[:, axis] += np.bincount(where, what[:, axis], minlength=len(target))


def _outside(points: Array, edge: Array, size: tuple[float, float]) -> Array:
    """How far points are beyond the edge of the drawing."""
    out: Array = np.minimum(0.0, points - edge) + np.maximum(0.0, points + edge - np.array(size))
    return out


def _apart(between: Array, wanted: Array) -> Array:
    """The gradient that moves pairs to at least the wanted distance."""
    gap = np.maximum(np.hypot(*between.T), 0.1)
    push: Array = (-PUSH * np.maximum(0.0, wanted - gap) / gap)[:, None] * between
    return push
