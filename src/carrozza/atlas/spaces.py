"""The spaces of trains along the curves of their tracks."""

from collections.abc import Sequence

import msgspec
import numpy as np

from carrozza.atlas.bundles import TRACK_GAP, Bundle
from carrozza.atlas.model import Layout, Space
from carrozza.atlas.shapes import Array, Ints, Rects
from carrozza.atlas.tracks import curve_points, ends_of

TIGHT, WIDE = 1.03, 1.22  # lengths of a space from one to the next, so that it looks like one track


class Spaces(msgspec.Struct, frozen=True):
    """Spaces in the order of their bundles, in each bundle track by track."""

    at: Array
    angle: Array  # in degrees
    bundle: Ints

    def rects(self, length: float, width: float) -> Rects:
        turn = np.radians(self.angle)
        along = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        return Rects(self.at, along, np.tile([length / 2, width / 2], (len(self.at), 1)))


class Rails:
    """The curves of some bundles, ready to have spaces put on them."""

    def __init__(
        self, curves: Array, groups: Sequence[Bundle], size: tuple[float, float], room: Array
    ) -> None:
        """`room` is what stays free at each city."""
        length, self.width = size
        self.points = curve_points(curves)
        steps = np.hypot(*np.moveaxis(np.diff(self.points, axis=1), 2, 0))
        self.along = np.pad(np.cumsum(steps, axis=1), ((0, 0), (1, 0)))
        self.count = np.array([g.length for g in groups], dtype=np.int64)
        self.tracks = np.array([len(g.routes) for g in groups], dtype=np.int64)
        before, behind = room[ends_of(groups)].T
        ends = before + behind + np.array([g.tail(self.width) for g in groups], dtype=np.float64)
        total = self.along[:, -1]
        # On a track that is too short, first the ends give way, then spaces come closer.
        left = np.clip((total - length * TIGHT * self.count) / ends, 0.0, 1.0)
        self.before = before * left
        free = total - ends * left
        self.pitch = np.minimum(free / self.count, length * WIDE)
        self.spare = free - self.pitch * self.count  # what spaces leave free between their ends

    def spaces(self, bundles: Ints, shares: Array) -> Spaces:
        """The spaces of these bundles (any of them more than once), each with that share of what
        is spare before its first space."""
        start = self.before[bundles] + self.spare[bundles] * shares
        each = self.count[bundles] * self.tracks[bundles]
        which = np.repeat(np.arange(len(bundles)), each)
        number = np.arange(len(which)) - np.repeat(np.cumsum(each) - each, each)
        line = bundles[which]
        track, nth = np.divmod(number, self.count[line])
        at, angle = self._at(line, start[which] + self.pitch[line] * (nth + 0.5))
        aside = (track - (self.tracks[line] - 1) / 2) * (self.width + TRACK_GAP)
        across = np.stack([-np.sin(angle), np.cos(angle)], axis=1)
        at = np.round(at + aside[:, None] * across, 2)
        turned: Array = np.round(angle * (180 / np.pi), 2)
        return Spaces(at, turned, which)

    def _at(self, line: Ints, where: Array) -> tuple[Array, Array]:
        """The points at these distances along these curves, and the directions there."""
        points, along = self.points, self.along
        last = points.shape[1] - 1
        i = np.clip((along[line] < where[:, None]).sum(axis=1), 1, last)
        p, q = points[line, i - 1], points[line, i]
        step = along[line, i] - along[line, i - 1]
        part = (where - along[line, i - 1]) / np.where(step > 0, step, 1.0)
        way = points[line, np.minimum(i + 1, last)] - points[line, np.maximum(i - 2, 0)]
        angle: Array = np.arctan2(way[:, 1], way[:, 0])
        return p + (q - p) * part[:, None], angle


def by_route(spaces: Spaces, groups: Sequence[Bundle]) -> dict[int, tuple[Space, ...]]:
    rows = np.column_stack([spaces.at, spaces.angle]).tolist()
    every = (Space(*row) for row in rows)
    return {
        route: tuple(next(every) for _ in range(group.length))
        for group in groups
        for route in group.routes
    }


def of_layout(layout: Layout) -> tuple[Rects, Ints]:
    """All spaces of a layout as rectangles, and the route of each."""
    rows = [(s.x, s.y, s.angle) for track in layout.tracks for s in track.spaces]
    table = np.array(rows, dtype=np.float64).reshape(-1, 3)
    count = [len(track.spaces) for track in layout.tracks]
    route = np.repeat(np.arange(len(count)), count)
    spaces = Spaces(table[:, :2], table[:, 2], route)
    return spaces.rects(layout.space_length, layout.space_width), route
