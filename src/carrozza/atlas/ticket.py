"""Destination tickets: a small map with the two cities marked, their names and the value."""

from collections.abc import Sequence
from math import hypot
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
from carrozza.core.cards import CARD_INDEX

MARGIN = 10.0
ROOM = 11.0  # between the outermost cities and the edge of the window
CORNER = 5.0  # radius of the window's corners
BAND = 102.0  # height of a broad map
COLUMN = 98.0  # width of a tall one
CHIP = (22.0, 18.0)  # a card that the ticket needs
GAP = 2.0


class _Box(msgspec.Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float


def ticket_card(
    a: str,
    b: str,
    points: int,
    theme: Theme,
    miniature: Miniature | None = None,
    *,
    cards: Sequence[str] = (),
    long: bool = False,
) -> str:
    """A ticket between two cities. `cards` are the colours it needs in the Card Game; a long
    ticket, dealt apart, has a double ring around its value."""
    needs = f"; needs {', '.join(cards)}" if cards else ""
    svg = blank(f"{a} – {b}", theme.paper, f"Ticket worth {points} points{needs}")
    if miniature is not None and _is_tall(miniature):
        _tall(svg, (a, b), points, theme, miniature, cards, long)
    else:
        _broad(svg, (a, b), points, theme, miniature, cards, long)
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
    ends: tuple[str, str],
    points: int,
    theme: Theme,
    miniature: Miniature | None,
    cards: Sequence[str],
    long: bool,
) -> None:
    """The map above, the names below, the needed cards at the right of the map."""
    chips = CHIP[0] + 6 if cards else 0.0
    box = _Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN - chips, BAND)
    _map(svg, box, ends, theme, miniature)
    top = MARGIN + (BAND - len(cards) * (CHIP[1] + GAP) + GAP) / 2
    for i, card in enumerate(cards):
        _chip(svg, card, WIDTH - MARGIN - CHIP[0], top + i * (CHIP[1] + GAP), theme)
    _names(svg, ends, (MARGIN + 5, 125.5), 18.0, WIDTH - 2 * MARGIN - 56, theme)
    badge(svg, points, WIDTH - MARGIN - 18, 134.5, 16, theme, long)


def _tall(
    svg: Element,
    ends: tuple[str, str],
    points: int,
    theme: Theme,
    miniature: Miniature,
    cards: Sequence[str],
    long: bool,
) -> None:
    """The map at the left, everything else beside it."""
    box = _Box(MARGIN, MARGIN, COLUMN, HEIGHT - 2 * MARGIN)
    _map(svg, box, ends, theme, miniature)
    left = MARGIN + COLUMN + 12
    badge(svg, points, WIDTH - MARGIN - 19, 31, 18, theme, long)
    _names(svg, ends, (left + 2, 84.0), 30.0, WIDTH - MARGIN - left - 14, theme)
    for i, card in enumerate(cards):
        _chip(svg, card, left - 4 + i * (CHIP[0] + 1), HEIGHT - MARGIN - CHIP[1], theme)


def _map(
    svg: Element, box: _Box, ends: tuple[str, str], theme: Theme, miniature: Miniature | None
) -> None:
    view = window(svg, box.x, box.y, box.width, box.height)
    area = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    has_sea = miniature is not None and miniature.land
    add(view, "rect", fill=theme.sea if has_sea else theme.land, **area)
    if miniature is not None:
        _country(view, box, ends, theme, miniature)
    else:
        _anywhere(view, box, theme)
    hole = rounded(box.x, box.y, box.width, box.height, CORNER)
    frame(svg, hole, theme.paper, theme.faint)


def _country(
    view: Element, box: _Box, ends: tuple[str, str], theme: Theme, miniature: Miniature
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
    found = [at[name] for name in ends if name in at]
    if len(found) == len(ends):
        _journey(view, found[0], found[1], theme)
    for x, y in found:
        add(
            view, "circle", cx=x, cy=y, r=5, fill=theme.accent, stroke=theme.paper, stroke_width=1.8
        )


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


def _stop(view: Element, x: float, y: float, theme: Theme) -> None:
    add(view, "circle", cx=x, cy=y, r=5, fill=theme.accent, stroke=theme.paper, stroke_width=1.8)


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
    svg: Element, ends: tuple[str, str], at: Point, leading: float, width: float, theme: Theme
) -> None:
    """The two names, one below the other, with the stops of a line beside them."""
    x, y = at
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
