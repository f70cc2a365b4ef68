"""From the places of cities and the bends of tracks to a layout, with spaces and names."""

import msgspec
import numpy as np

from carrozza.atlas.budget import Spent
from carrozza.atlas.bundles import Bundle
from carrozza.atlas.labels import Labels, Surroundings, place_labels, text_height
from carrozza.atlas.lettering import name_face, text_width
from carrozza.atlas.model import FORMAT, Frame, Label, Layout, Place
from carrozza.atlas.relax import EDGE
from carrozza.atlas.shapes import Array, Ints
from carrozza.atlas.sizes import font_size, sizes_of
from carrozza.atlas.slide import slid
from carrozza.atlas.spaces import Rails, Spaces, by_route
from carrozza.atlas.tracks import curve_points, curves_of, ends_of, kept_inside, track
from carrozza.board.board import Board

BED_STEPS = 16  # pieces of a track's curve: enough to see which names lie on it


class Drawn(msgspec.Struct, frozen=True):
    layout: Layout
    labels: Labels


class Drawing:
    """A board to be drawn in a frame, with spaces of one size."""

    def __init__(self, board: Board, frame: Frame, groups: list[Bundle], length: float) -> None:
        self.board, self.frame, self.groups = board, frame, groups
        self.ends = ends_of(groups)
        self.sizes = sizes_of(length)
        self.font = font_size(length)
        self.widths = [text_width(c.name, self.font, name_face(c)) for c in board.cities]

    def draw(
        self,
        places: Array,
        bends: Array,
        room: Array,
        spent: Spent,
        before: Ints | None = None,
    ) -> Drawn:
        """The layout with these places; as long as there is time, spaces slide to where they do
        not lie on others. Each name stays where it was before as far as that is good."""
        size, sizes = (self.frame.width, self.frame.height), self.sizes
        space = (sizes.space_length, sizes.space_width)
        places = np.clip(places, EDGE, np.array(size) - EDGE)
        bends = kept_inside(places, bends, self.groups, size)
        curves = curves_of(places, bends, self.ends)
        rails = Rails(curves, self.groups, space, room)
        shares = slid(rails, space, places, sizes.city_radius, spent)
        spaces = rails.spaces(np.arange(len(self.groups)), shares)
        around = Surroundings(
            places,
            sizes.city_radius,
            spaces.rects(*space),
            curve_points(curves, BED_STEPS).reshape(-1, 2),
            size,
        )
        labels = place_labels(self.widths, text_height(self.font), around, before)
        return Drawn(self._layout(places, curves, spaces, labels), labels)

    def _layout(self, places: Array, curves: Array, spaces: Spaces, labels: Labels) -> Layout:
        rows = by_route(spaces, self.groups)
        tracks = {
            route: track(curve, rows[route])
            for group, curve in zip(self.groups, curves, strict=True)
            for route in group.routes
        }
        return Layout(
            FORMAT,
            self.board.name,
            self.frame,
            round(self.sizes.space_length, 2),
            round(self.sizes.space_width, 2),
            round(self.sizes.city_radius, 2),
            round(self.font, 2),
            tuple(
                Place(round(x, 1), round(y, 1), _label(*box))
                for (x, y), box in zip(places.tolist(), labels.boxes.tolist(), strict=True)
            ),
            tuple(tracks[r] for r in range(len(self.board.routes))),
        )


def _label(left: float, top: float, right: float, bottom: float) -> Label:
    return Label(round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1))
