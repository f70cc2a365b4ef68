"""What lies under the tracks: sea, land, the Arctic Circle, names of countries, the title."""

from collections.abc import Mapping
from functools import partial
from math import dist
from xml.etree.ElementTree import Element

from carrozza.atlas.land import land_for, path_data
from carrozza.atlas.lettering import text_width, write
from carrozza.atlas.model import Layout, Place, Point
from carrozza.atlas.room import Room
from carrozza.atlas.svg import add
from carrozza.atlas.theme import Theme
from carrozza.atlas.warp import arctic_circle, warp_of
from carrozza.board.board import Board

Ring = tuple[list[Point], tuple[float, float, float]]  # an outline and its right, top and bottom


class Ground:
    def __init__(
        self,
        board: Board,
        layout: Layout,
        theme: Theme,
        words: Mapping[str, str] | None = None,
    ) -> None:
        self.board = board
        self.words = (
            words or {}
        )  # what titles and countries are called; else as in the board's file
        self.layout = layout
        self.theme = theme
        self.warp = warp_of(board, layout)
        self.room = Room(board, layout)
        shapes = land_for(layout.frame)
        self.coast, self.lakes, self.borders = (
            [[self.warp(p) for p in line] for line in part] for part in shapes
        )
        self.rings: list[Ring] = [
            (line, (max(x for x, _ in line), min(y for _, y in line), max(y for _, y in line)))
            for line in self.coast
        ]

    def land(self, node: Element) -> None:
        frame, theme = self.layout.frame, self.theme
        add(node, "rect", width=frame.width, height=frame.height, fill=theme.sea)
        add(
            node,
            "path",
            d=path_data(self.coast),
            fill=theme.land,
            fill_rule="evenodd",
            stroke=theme.border,
            stroke_width=1.2,
            stroke_linejoin="round",
        )
        add(
            node,
            "path",
            d=path_data(self.lakes),
            fill=theme.lake,
            fill_rule="evenodd",
            stroke=theme.border,
            stroke_width=0.8,
        )
        add(
            node,
            "path",
            d=path_data(self.borders, closed=False),
            fill="none",
            stroke=theme.border,
            stroke_width=1.1,
            stroke_dasharray="6 3",
            opacity=0.6,
        )
        if any(city.arctic for city in self.board.cities):
            self._arctic_circle(node)

    def _arctic_circle(self, node: Element) -> None:
        line = arctic_circle(self.board, self.layout)
        add(
            node,
            "path",
            d=path_data([line], closed=False),
            fill="none",
            stroke=self.theme.ferry,
            stroke_width=2.2,
            stroke_dasharray="9 6",
            stroke_linecap="round",
        )
        words = self._called("Arctic Circle")
        width = text_width(words, 15.0, "serif-italic") + 26
        at = self.room.find(width, 18, (80, line[0][1] - 14), 120)
        if at:
            where = (at[0], at[1] + 5, 15.0)
            write(node, words, *where, "serif-italic", anchor="middle",
                  fill=self.theme.ferry)  # fmt: skip

    def countries(self, node: Element) -> None:
        """The name of each country, faintly, in a free place among its cities."""
        members: dict[str, list[Place]] = {}
        for city, spot in zip(self.board.cities, self.layout.places, strict=True):
            if city.country:
                members.setdefault(city.country, []).append(spot)
        for country, spots in members.items():
            x = sum(spot.x for spot in spots) / len(spots)
            y = sum(spot.y for spot in spots) / len(spots)
            frame = self.layout.frame  # countries lie outwards of their cities rather than inwards
            middle = (x + 0.1 * (x - frame.width / 2), y + 0.1 * (y - frame.height / 2))
            name = self._called(country).upper()
            for size in (22.0, 18.0, 14.0, 11.0):
                width = text_width(name, size, "serif", size * 0.25)
                fits = partial(self._within, country)
                at = self.room.find(width, size, middle, 230, fits)
                if at:
                    self._words(node, name, at, size, size * 0.25, 0.55)
                    break

    def _called(self, name: str) -> str:
        return self.words.get(name, name)

    def _within(self, country: str, shape: list[Point]) -> bool:
        """Whether a box lies on land and nearer to this country's cities than to others'."""
        (left, top), (right, bottom) = shape[0], shape[2]
        level = (top + bottom) / 2
        across = [(left, level), ((left + right) / 2, level), (right, level)]
        return all(self._nearest_country(p) == country for p in across) and all(
            _inside(p, self.rings) for p in (*shape, *across)
        )

    def _nearest_country(self, point: Point) -> str | None:
        places = self.layout.places
        near = min(range(len(places)), key=lambda c: dist(point, (places[c].x, places[c].y)))
        return self.board.cities[near].country

    def _words(
        self, node: Element, text: str, at: Point, size: float, spacing: float, opacity: float
    ) -> None:
        """Spaced letters around a point."""
        write(
            node,
            text,
            at[0],
            at[1] + size * 0.36,
            size,
            "serif",
            anchor="middle",
            spacing=spacing,
            fill=self.theme.faint,
            opacity=opacity,
        )

    def title(self, svg: Element) -> None:
        """The board's name in the first corner that has room for it, and a frame around all."""
        frame, size = self.layout.frame, 40.0
        name = self._called(self.board.name).upper()
        width = text_width(name, size, "serif", size * 0.3)
        for x, y in ((0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.5, 1.0), (0.5, 0.0)):
            corner = (x * frame.width, y * frame.height)
            at = self.room.find(width + size * 0.7, size, corner, 420)
            if at:
                self._words(svg, name, at, size, size * 0.3, 0.6)
                break
        for inset, line in ((5.0, 2.0), (9.5, 0.8)):
            add(
                svg,
                "rect",
                x=inset,
                y=inset,
                width=frame.width - 2 * inset,
                height=frame.height - 2 * inset,
                fill="none",
                stroke=self.theme.faint,
                stroke_width=line,
            )


def _inside(point: Point, rings: list[Ring]) -> bool:
    """Whether a point lies within these outlines, by the even-odd rule."""
    x, y = point
    odd = False
    for ring, (right, top, bottom) in rings:
        if x > right or not top <= y <= bottom:
            continue
        px, py = ring[-1]
        for qx, qy in ring:
            if (py > y) != (qy > y) and x < px + (y - py) / (qy - py) * (qx - px):
                odd = not odd
            px, py = qx, qy
    return odd
