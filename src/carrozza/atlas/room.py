"""Where on a finished layout there is room for a word more."""

from collections.abc import Callable
from math import cos, dist, radians, sin

from carrozza.atlas.bundles import bundles
from carrozza.atlas.model import Layout, Point
from carrozza.atlas.polygons import box, corners, disc, overlap
from carrozza.board.board import Board

Shape = list[Point]
STEP = 14.0  # units between the places tried


class Room:
    """What is taken on a drawing, and the free place nearest to a wish."""

    def __init__(self, board: Board, layout: Layout) -> None:
        self.width, self.height = layout.frame.width, layout.frame.height
        self.taken = [
            corners(space, layout.space_length, layout.space_width, 4)
            for track in layout.tracks
            for space in track.spaces
        ]
        for place in layout.places:
            label = place.label
            self.taken.append(disc(place.x, place.y, layout.city_radius + 4, 8))
            self.taken.append(box(label.x - 3, label.y - 3, label.width + 6, label.height + 6))
        for bundle in bundles(board):
            if bundle.bonus:
                end = layout.tracks[bundle.routes[0]].spaces[-1]
                x = end.x + cos(radians(end.angle)) * layout.space_length
                y = end.y + sin(radians(end.angle)) * layout.space_length
                self.taken.append(disc(x, y, layout.space_width * 1.4, 8))

    def find(
        self,
        width: float,
        height: float,
        wish: Point,
        reach: float,
        allowed: Callable[[Shape], bool] = lambda _: True,
    ) -> Point | None:
        """The middle of a free and allowed box of this size, as near to the wish as possible."""
        near = [
            shape
            for shape in self.taken
            if dist(shape[0], wish) < reach + width + 40  # farther ones cannot be in the way
        ]
        steps = int(reach / STEP)
        offsets = [
            (i * STEP, j * STEP) for i in range(-steps, steps + 1) for j in range(-steps, steps + 1)
        ]
        for dx, dy in sorted(offsets, key=lambda o: (o[0] ** 2 + o[1] ** 2, o)):
            x, y = wish[0] + dx, wish[1] + dy
            tried = box(x - width / 2, y - height / 2, width, height)
            inside = tried[0][0] > 16 and tried[0][1] > 16
            inside &= tried[2][0] < self.width - 16 and tried[2][1] < self.height - 16
            free = inside and not any(overlap(tried, shape) for shape in near)
            if free and allowed(tried):
                self.taken.append(box(x - width / 2, y - height, width, 2 * height))
                return x, y
        return None
