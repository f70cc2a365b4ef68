"""Destination tickets: a small map with their places marked, the names and the values."""

from collections.abc import Sequence
from itertools import product
from math import dist, hypot
from xml.etree.ElementTree import Element

import msgspec

from carrozza.atlas.lettering import text_width, write
from carrozza.atlas.miniature import Miniature
from carrozza.atlas.model import Point
from carrozza.atlas.stock import (
    HEIGHT,
    WIDTH,
    badge,
    blank,
    edge,
    fitting,
    frame,
    rounded,
    window,
)
from carrozza.atlas.svg import add, group, number, path, serialise
from carrozza.atlas.symbols import symbol
from carrozza.atlas.theme import Theme, mix
from carrozza.board.board import Board
from carrozza.board.goals import Place, Ticket
from carrozza.core.cards import CARD_INDEX

MARGIN = 10.0
ROOM = 11.0  # between the outermost cities and the edge of the window
CORNER = 5.0  # radius of the window's corners
BAND = 102.0  # height of a broad map
COLUMN = 98.0  # width of a tall one
BROAD = 104.0  # width of a broad one beside a list of goals
CITY, OF_COUNTRY = 5.0, 2.6  # radius of the mark of a city, alone and as one of several
CHIP = (22.0, 18.0)  # a card that the ticket needs
GAP = 2.0


class Stop(msgspec.Struct, frozen=True):
    """A place a ticket names: a city, or a country, which stands for several."""

    name: str
    cities: tuple[str, ...]


class Itinerary(msgspec.Struct, frozen=True):
    """What is on a ticket: where it leads from, and where to for how many points."""

    start: Stop
    goals: tuple[tuple[Stop, int], ...]

    @property
    def name(self) -> str:
        return f"{self.start.name} – {', '.join(goal.name for goal, _ in self.goals)}"

    @property
    def value(self) -> str:
        if len(self.goals) == 1:
            return f"{self.goals[0][1]} points"
        return ", ".join(f"{points} points for {goal.name}" for goal, points in self.goals)


def plain_itinerary(a: str, b: str, points: int) -> Itinerary:
    """From one city to another."""
    return Itinerary(Stop(a, (a,)), ((Stop(b, (b,)), points),))


def itinerary_of(ticket: Ticket, board: Board) -> Itinerary:
    def stop(place: Place) -> Stop:
        return Stop(place.name, tuple(board.city_name(city) for city in place.cities))

    return Itinerary(stop(ticket.start), tuple((stop(g.place), g.points) for g in ticket.goals))


class _Box(msgspec.Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float


def ticket_card(
    itinerary: Itinerary,
    theme: Theme,
    miniature: Miniature | None = None,
    *,
    cards: Sequence[str] = (),
    long: bool = False,
) -> str:
    """A ticket. `cards` are the colours it needs in the Card Game; a long
    ticket, dealt apart, has a double ring around its value."""
    needs = f"; needs {', '.join(cards)}" if cards else ""
    svg = blank(itinerary.name, theme.paper, f"Ticket worth {itinerary.value}{needs}")
    if len(itinerary.goals) > 1:
        _several(svg, itinerary, theme, miniature, long)
    elif miniature is not None and _is_tall(miniature):
        _tall(svg, itinerary, theme, miniature, cards, long)
    else:
        _broad(svg, itinerary, theme, miniature, cards, long)
    edge(svg, theme)
    return serialise(svg)


def _bounds(cities: dict[str, Point]) -> _Box:
    xs, ys = zip(*cities.values(), strict=True)
    return _Box(min(xs), min(ys), max(max(xs) - min(xs), 1), max(max(ys) - min(ys), 1))


def _is_tall(miniature: Miniature) -> bool:
    box = _bounds(miniature.cities)
    return box.height > box.width


def _broad(
    svg: Element,
    itinerary: Itinerary,
    theme: Theme,
    miniature: Miniature | None,
    cards: Sequence[str],
    long: bool,
) -> None:
    """The map above, the names below, the needed cards at the right of the map."""
    chips = CHIP[0] + 6 if cards else 0.0
    box = _Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN - chips, BAND)
    _map(svg, box, itinerary, theme, miniature)
    top = MARGIN + (BAND - len(cards) * (CHIP[1] + GAP) + GAP) / 2
    for i, card in enumerate(cards):
        _chip(svg, card, WIDTH - MARGIN - CHIP[0], top + i * (CHIP[1] + GAP), theme)
    _names(svg, itinerary, (MARGIN + 5, 125.5), 18.0, WIDTH - 2 * MARGIN - 56, theme)
    badge(svg, itinerary.goals[0][1], WIDTH - MARGIN - 18, 134.5, 16, theme, long)


def _tall(
    svg: Element,
    itinerary: Itinerary,
    theme: Theme,
    miniature: Miniature,
    cards: Sequence[str],
    long: bool,
) -> None:
    """The map at the left, everything else beside it."""
    box = _Box(MARGIN, MARGIN, COLUMN, HEIGHT - 2 * MARGIN)
    _map(svg, box, itinerary, theme, miniature)
    left = MARGIN + COLUMN + 12
    badge(svg, itinerary.goals[0][1], WIDTH - MARGIN - 19, 31, 18, theme, long)
    _names(svg, itinerary, (left + 2, 84.0), 30.0, WIDTH - MARGIN - left - 14, theme)
    for i, card in enumerate(cards):
        _chip(svg, card, left - 4 + i * (CHIP[0] + 1), HEIGHT - MARGIN - CHIP[1], theme)


def _several(
    svg: Element, itinerary: Itinerary, theme: Theme, miniature: Miniature | None, long: bool
) -> None:
    """The map at the left; beside it the start, and below it every goal with its value, large
    enough to be read on a small card."""
    width = COLUMN if miniature is not None and _is_tall(miniature) else BROAD
    box = _Box(MARGIN, MARGIN, width, HEIGHT - 2 * MARGIN)
    _map(svg, box, itinerary, theme, miniature)
    x, right = MARGIN + width + 11, WIDTH - MARGIN
    goals = itinerary.goals
    leading = min(25.0, (HEIGHT - 2 * MARGIN - 18) / len(goals))
    top = (HEIGHT - leading * len(goals)) / 2
    widest = max((goal.name for goal, _ in goals), key=lambda name: text_width(name, 1, "serif"))
    size = min(leading * 0.75, fitting(widest, right - x - 32, 15.0, "serif"))
    line = group(svg, stroke=theme.accent, stroke_width=1.8)
    add(line, "path", d=f"M{number(x)} {number(top)}v{number(leading * len(goals))}")
    _stop(line, x, top, theme, 3.6)
    if long:
        add(svg, "circle", cx=x, cy=top, r=6.2, fill="none", stroke=theme.accent, stroke_width=1.2)
    start = itinerary.start.name
    bold = fitting(start, right - x - 9, 15.5, "serif-bold")
    write(svg, start, x + 9, top + bold * 0.33, bold, "serif-bold", fill=theme.ink)
    value = min(16.0, leading * 0.8)
    for i, (goal, points) in enumerate(goals):
        y = top + (i + 1) * leading
        _stop(line, x, y, theme, 3, hollow=True)
        write(svg, goal.name, x + 9, y + size * 0.33, size, "serif", fill=theme.ink)
        left = right - text_width(str(points), value, "sans-bold")
        write(svg, str(points), left, y + value * 0.35, value, "sans-bold", fill=theme.accent)


def _map(
    svg: Element, box: _Box, itinerary: Itinerary, theme: Theme, miniature: Miniature | None
) -> None:
    view = window(svg, box.x, box.y, box.width, box.height)
    area = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    has_sea = miniature is not None and miniature.land
    add(view, "rect", fill=theme.sea if has_sea else theme.land, **area)
    if miniature is not None:
        _country(view, box, itinerary, theme, miniature)
    else:
        _anywhere(view, box, theme)
    hole = rounded(box.x, box.y, box.width, box.height, CORNER)
    frame(svg, hole, theme.paper, theme.faint)


def _country(
    view: Element, box: _Box, itinerary: Itinerary, theme: Theme, miniature: Miniature
) -> None:
    cities = miniature.cities
    all_ = _bounds(cities)
    scale = min((box.width - 2 * ROOM) / all_.width, (box.height - 2 * ROOM) / all_.height)
    left = box.x + (box.width - scale * all_.width) / 2 - scale * all_.x
    top = box.y + (box.height - scale * all_.height) / 2 - scale * all_.y
    move = f"translate({number(left)} {number(top)})scale({number(scale, 4)})"
    coast = group(view, transform=move, stroke=theme.border, stroke_width=0.8 / scale)
    for shape, fill in ((miniature.land, theme.land), (miniature.lakes, theme.lake)):
        if shape:
            add(coast, "path", d=shape, fill=fill, fill_rule="evenodd")
    at = {name: (left + scale * x, top + scale * y) for name, (x, y) in cities.items()}
    joined = "".join(path((at[p], at[q])) for p, q in miniature.lines)
    if joined:
        add(view, "path", d=joined, stroke=theme.border, stroke_width=0.9)
    dots = "".join(f"M{number(x, 1)} {number(y, 1)}h0" for x, y in at.values())
    add(view, "path", d=dots, stroke=theme.faint, stroke_width=2.6, stroke_linecap="round")
    _stops(view, itinerary, at, theme)


def _stops(view: Element, itinerary: Itinerary, at: dict[str, Point], theme: Theme) -> None:
    """The places of a ticket and the journeys between them. Of a country, all cities are marked."""
    start = [at[name] for name in itinerary.start.cities if name in at]
    ends = [[at[name] for name in goal.cities if name in at] for goal, _ in itinerary.goals]
    for end in ends:
        if start and end:
            _journey(view, *min(product(start, end), key=lambda pair: dist(*pair)), theme)
    several = len(ends) > 1
    for end in ends:
        for x, y in end:
            _stop(view, x, y, theme, CITY if len(end) == 1 else OF_COUNTRY, hollow=several)
    for x, y in start:
        _stop(view, x, y, theme, CITY if len(start) == 1 else OF_COUNTRY)


def _anywhere(view: Element, box: _Box, theme: Theme) -> None:
    """No map is known: a journey over hills."""
    for i, height in enumerate((0.5, 0.35, 0.2)):
        top = number(box.y + box.height * (1 - height))
        d = f"M{number(box.x)} {top}q40 {-24 + 8 * i} 80 0t80 0t80 0v90h-240Z"
        add(view, "path", d=d, fill=mix(theme.land, theme.border, 0.2 + 0.15 * i))
    left, right = (box.x + 24, box.y + 68), (box.x + box.width - 24, box.y + 34)
    _journey(view, left, right, theme)
    for x, y in (left, right):
        _stop(view, x, y, theme)


def _stop(
    view: Element, x: float, y: float, theme: Theme, r: float = CITY, hollow: bool = False
) -> None:
    fill, stroke = (theme.paper, theme.accent) if hollow else (theme.accent, theme.paper)
    width = 1.8 if r > OF_COUNTRY else 1.3
    add(view, "circle", cx=x, cy=y, r=r, fill=fill, stroke=stroke, stroke_width=width)


def _journey(view: Element, a: Point, b: Point, theme: Theme) -> None:
    """A curve from city to city, bent upwards."""
    (x1, y1), (x2, y2) = sorted((a, b))
    far = max(hypot(x2 - x1, y2 - y1), 1)
    bend = min(0.16 * far, 14)
    x = (x1 + x2) / 2 + bend * (y2 - y1) / far
    y = (y1 + y2) / 2 - bend * (x2 - x1) / far
    d = f"M{number(x1)} {number(y1)}Q{number(x)} {number(y)} {number(x2)} {number(y2)}"
    lines = group(view, fill="none", stroke_linecap="round")
    add(lines, "path", d=d, stroke=theme.paper, stroke_width=4)
    add(lines, "path", d=d, stroke=theme.accent, stroke_width=1.8, stroke_dasharray="5 3.5")


def _names(
    svg: Element, itinerary: Itinerary, at: Point, leading: float, width: float, theme: Theme
) -> None:
    """The two names, one below the other, with the stops of a line beside them."""
    x, y = at
    ends = itinerary.start.name, itinerary.goals[0][0].name
    widest = max(ends, key=lambda name: text_width(name, 1, "serif-bold"))
    size = fitting(widest, width, 17, "serif-bold")
    stops = group(svg, stroke=theme.accent, stroke_width=1.8)
    add(stops, "path", d=f"M{number(x)} {number(y)}v{number(leading)}")
    for i, name in enumerate(ends):
        row = y + i * leading
        add(stops, "circle", cx=x, cy=row, r=3, fill=theme.paper)
        write(svg, name, x + 10, row + size * 0.33, size, "serif-bold", fill=theme.ink)


def _chip(svg: Element, card: str, x: float, y: float, theme: Theme) -> None:
    kind = CARD_INDEX[card]
    hue = theme.hue(kind)
    width, height = CHIP
    add(svg, "rect", x=x, y=y, width=width, height=height, rx=4,
        fill=hue.fill, stroke=theme.space_edge, stroke_width=1)  # fmt: skip
    symbol(svg, kind, x + width / 2, y + height / 2, 12.5, fill=hue.ink)
