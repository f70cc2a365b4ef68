"""A board as SVG: land, tracks, cities, and the pieces of a game in progress."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from xml.etree.ElementTree import Element

import msgspec

from carrozza.atlas import pieces
from carrozza.atlas.bundles import BADGE, Bundle, bundles
from carrozza.atlas.ground import Ground
from carrozza.atlas.lettering import name_face, write
from carrozza.atlas.model import Layout, Space
from carrozza.atlas.svg import Value, add, group, number, place, root, serialise
from carrozza.atlas.theme import THEMES, Theme, mix
from carrozza.board.board import GREY, Board, Route
from carrozza.core.cards import CARDS


class Pieces(msgspec.Struct, frozen=True):
    """What players have put on the board: the owner of each route and of each city's station."""

    routes: tuple[int | None, ...] = ()
    stations: tuple[int | None, ...] = ()


def render(
    board: Board,
    layout: Layout,
    theme: str = "light",
    pieces: Pieces | None = None,
    stations: bool = False,
    words: Mapping[str, str] | None = None,
) -> str:
    """The board as SVG text; with `stations`, each city shows room for one; `words` are what its
    title and countries are called."""
    drawing = _Drawing(board, layout, THEMES[theme], pieces or Pieces(), stations, words)
    return drawing.draw()


def render_ground(
    board: Board, layout: Layout, theme: str = "light", words: Mapping[str, str] | None = None
) -> str:
    """Only what lies under the spaces: for those who draw and move the rest themselves."""
    return _Drawing(board, layout, THEMES[theme], Pieces(), False, words).draw_ground()


def render_pieces(board: Board, layout: Layout, theme: str, pieces: Pieces) -> str:
    """Only what players have put on the board."""
    return _Drawing(board, layout, THEMES[theme], pieces, False, None).draw_pieces()


def badge_places(board: Board, layout: Layout) -> list[tuple[float, float, int]]:
    """Where the badges of “+X” routes are, behind the last space on the way to the city."""
    radius, found = BADGE * layout.space_width, []
    for bundle in bundles(board):
        if not bundle.bonus:
            continue
        ends = [layout.tracks[r].spaces[-1] for r in bundle.routes]
        angle = radians(ends[0].angle)
        away = layout.space_length / 2 + radius + 1
        x = sum(end.x for end in ends) / len(ends) + cos(angle) * away
        y = sum(end.y for end in ends) / len(ends) + sin(angle) * away
        found.append((x, y, bundle.bonus))
    return found


class _Drawing:
    def __init__(
        self,
        board: Board,
        layout: Layout,
        theme: Theme,
        pieces: Pieces,
        stations: bool,
        words: Mapping[str, str] | None,
    ) -> None:
        self.board = board
        self.layout = layout
        self.theme = theme
        self.pieces = pieces
        self.stations = stations
        self.words = words

    @cached_property
    def ground(self) -> Ground:
        """Which takes longest by far, and whoever draws the pieces alone does without."""
        return Ground(self.board, self.layout, self.theme, self.words)

    def draw(self) -> str:
        frame = self.layout.frame
        svg = root(frame.width, frame.height, self.board.name, _summary(self.board))
        self._definitions(add(svg, "defs"))
        ground = self.ground
        ground.land(group(svg, class_="land"))
        ground.countries(group(svg, class_="countries"))
        self._beds(group(svg, class_="beds", fill="none"))
        tracks = group(svg, class_="tracks")
        for r, route in enumerate(self.board.routes):
            self._track(tracks, r, route)
        self._trains(group(svg, class_="trains"))
        self._badges(group(svg, class_="badges"))
        self._cities(group(svg, class_="cities"))
        self._labels(group(svg, class_="labels"))
        ground.title(group(svg, class_="title"))
        return serialise(svg)

    def draw_ground(self) -> str:
        frame = self.layout.frame
        svg = root(frame.width, frame.height)
        ground = self.ground
        ground.land(group(svg))
        ground.countries(group(svg))
        self._beds(group(svg, fill="none"))
        ground.title(group(svg))
        return serialise(svg)

    def draw_pieces(self) -> str:
        frame = self.layout.frame
        svg = root(frame.width, frame.height)
        self._definitions(add(svg, "defs"))
        self._trains(group(svg))
        self._stations(group(svg))
        return serialise(svg)

    # Parts that are drawn many times

    def _definitions(self, defs: Element) -> None:
        colours = self.theme.colours()
        layout, paint = self.layout, colours.__getitem__
        space, city = _scale(layout.space_length), _scale(layout.city_radius)
        pieces.define_spaces(defs, paint, space)
        pieces.define_cities(defs, paint, city)
        pieces.define_badge(defs, paint, _scale(BADGE * layout.space_width))
        if self.pieces.routes:
            pieces.define_trains(defs, paint, space)
            pieces.define_stations(defs, paint, city)

    # Tracks

    def _beds(self, node: Element) -> None:
        """A line from city to city under each bundle, so that the eye finds its way; a sea lane
        for ferries."""
        for bundle in bundles(self.board):
            (ax, ay), (cx, cy), (bx, by) = self.layout.tracks[bundle.routes[0]].curve
            data = f"M{ax:g} {ay:g}Q{cx:g} {cy:g} {bx:g} {by:g}"
            ferry = self.board.routes[bundle.routes[0]].locomotives > 0
            colour = self.theme.ferry if ferry else self.theme.bed
            dash = "7 4" if ferry else None
            add(node, "path", d=data, stroke=colour, stroke_width=2.4, stroke_dasharray=dash)
            if len(bundle.routes) > 1:
                self._back(node, bundle)

    def _back(self, node: Element, bundle: Bundle) -> None:
        """A ground behind parallel spaces, which makes one bundle of them."""
        length, width = self.layout.space_length, bundle.width(self.layout.space_width)
        for row in zip(*(self.layout.tracks[r].spaces for r in bundle.routes), strict=True):
            x, y = sum(s.x for s in row) / len(row), sum(s.y for s in row) / len(row)
            at = place(x, y, 1.0, row[0].angle)
            box: dict[str, Value] = {"x": -length / 2, "y": -width / 2, "rx": 2.2}
            add(
                node,
                "rect",
                width=length,
                height=width,
                fill=mix(self.theme.bed, self.theme.land, 0.5),
                transform=at,
                **box,
            )

    def _track(self, parent: Element, r: int, route: Route) -> None:
        if self._owner(r) is not None:
            return
        node = self._route(parent, r)
        colour = _colour_name(route.colour)
        symbols = symbol_spaces(route.length, route.locomotives)
        for i, space in enumerate(self.layout.tracks[r].spaces):
            at = place(space.x, space.y, 1.0, _upright(space.angle))
            if route.tunnel:
                add(node, "use", href="#tunnel", transform=at)
            name = "locomotive" if i in symbols else colour
            add(node, "use", href=f"#space-{name}", transform=at)

    def _owner(self, r: int) -> int | None:
        return self.pieces.routes[r] if r < len(self.pieces.routes) else None

    def _trains(self, node: Element) -> None:
        """What lies under trains comes first, so that it covers no neighbour."""
        claimed = [r for r in range(len(self.board.routes)) if self._owner(r) is not None]
        placed = {
            r: wagons(self.layout.tracks[r].spaces, self.layout.space_length) for r in claimed
        }
        unit = self.layout.space_length / pieces.UNIT
        shadows = group(node, transform=place(*(unit * part for part in pieces.SHADOW)))
        keylines = group(node)
        for r in claimed:
            for piece, at in placed[r]:
                add(shadows, "use", href=f"#{piece}-shadow", transform=at)
                add(keylines, "use", href=f"#{piece}-keyline", transform=at)
        for r in claimed:
            self._train(node, r, placed[r])

    def _train(self, parent: Element, r: int, placed: list[tuple[str, str]]) -> None:
        owner = self._owner(r)
        assert owner is not None
        node = self._route(parent, r)
        for at in couplings(self.layout.tracks[r].spaces):
            add(node, "use", href="#coupling", transform=at)
        for piece, at in placed:
            name = f"#{piece}-{self._seat(owner)}"
            add(node, "use", href=name, transform=at, class_=f"train seat-{owner}")

    def _route(self, parent: Element, r: int) -> Element:
        route = self.board.routes[r]
        node = group(parent, class_="route", data_route=str(r))
        colour = _colour_name(route.colour)
        add(node, "title", f"{self.board.route_name(r)}, {route.length} {colour}")
        return node

    def _seat(self, owner: int) -> str:
        return self.theme.players[owner].name

    def _badges(self, node: Element) -> None:
        """How many cards a route brings."""
        radius = BADGE * self.layout.space_width
        for x, y, bonus in badge_places(self.board, self.layout):
            badge = group(node, transform=place(x, y), class_="bonus")
            add(badge, "use", href="#badge")
            where = (0, radius * 0.4, radius * 1.2)
            write(badge, f"+{bonus}", *where, "sans-bold", anchor="middle",
                  fill=self.theme.accent_ink)  # fmt: skip

    # Cities

    def _cities(self, node: Element) -> None:
        for c, spot in enumerate(self.layout.places):
            city = group(node, transform=place(spot.x, spot.y), data_city=str(c))
            add(city, "use", href="#city")
            if self._stationed(c) is None:
                add(city, "use", href="#lot" if self.stations else "#stop")
        self._stations(node)

    def _stations(self, node: Element) -> None:
        for c, spot in enumerate(self.layout.places):
            owner = self._stationed(c)
            if owner is not None:
                piece, kind = f"station-{self._seat(owner)}", f"station seat-{owner}"
                add(node, "use", href=f"#{piece}", class_=kind, transform=place(spot.x, spot.y))

    def _stationed(self, city: int) -> int | None:
        """Whose station is there."""
        return self.pieces.stations[city] if city < len(self.pieces.stations) else None

    def _labels(self, node: Element) -> None:
        size = self.layout.font_size
        words = group(
            node,
            fill=self.theme.ink,
            stroke=self.theme.halo,
            stroke_linejoin="round",
            paint_order="stroke",
        )
        for city, spot in zip(self.board.cities, self.layout.places, strict=True):
            x, y = spot.label.x, spot.label.y + spot.label.height * 0.78
            write(words, city.name, x, y, size, name_face(city), stroke_width=size * 0.24)


def wagons(spaces: Sequence[Space], space_length: float) -> list[tuple[str, str]]:
    """The train on a route: wagons and an engine, each with its place. All point the same way;
    light falls on all of them from above."""
    stretch = pieces.wagon_stretch(spaces, space_length)
    placed = []
    for i, space in enumerate(spaces):
        angle = _upright(space.angle)
        turned = abs(angle - space.angle) > 1
        at = place(space.x, space.y, 1.0, angle)
        piece = "engine" if i == len(spaces) - 1 else "train"
        placed.append((piece, f"{at}scale({number(-stretch if turned else stretch, 3)} 1)"))
    return placed


def couplings(spaces: Sequence[Space]) -> list[str]:
    return [
        place((a.x + b.x) / 2, (a.y + b.y) / 2, 1.0, degrees(atan2(b.y - a.y, b.x - a.x)))
        for a, b in pairwise(spaces)
    ]


def _scale(size: float) -> str:
    return f"scale({number(size / pieces.UNIT, 4)})"


def _upright(angle: float) -> float:
    """The same direction of a line, so that symbols do not stand on their heads."""
    return (angle + 90) % 180 - 90


def symbol_spaces(length: int, count: int) -> range:
    """Which spaces of a ferry carry the Locomotive symbols: those in the middle."""
    start = (length - count) // 2
    return range(start, start + count)


def _colour_name(kind: int) -> str:
    return "grey" if kind == GREY else CARDS[kind]


def _summary(board: Board) -> str:
    return f"{len(board.cities)} cities and {len(board.routes)} routes"
