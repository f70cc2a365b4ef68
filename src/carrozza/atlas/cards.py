"""The cards of all games, each as one SVG drawing of 240 × 160 units."""

from math import cos, pi, sin
from xml.etree.ElementTree import Element

from carrozza.atlas.engine import engine, fan, smoke
from carrozza.atlas.lettering import write
from carrozza.atlas.miniature import Miniature, miniature_of
from carrozza.atlas.skyline import skyline
from carrozza.atlas.stock import (
    EDGE,
    HEIGHT,
    WIDTH,
    badge,
    blank,
    edge,
    fitting,
    frame,
    rounded,
    window,
    wrap,
)
from carrozza.atlas.svg import add, group, number, path, place, serialise
from carrozza.atlas.symbols import symbol
from carrozza.atlas.theme import NIGHT, SNOW, Theme, mix
from carrozza.atlas.ticket import ticket_card
from carrozza.atlas.wagons import BACKDROPS, WAGONS, Paint, Pen, paint
from carrozza.core.cards import CARDS, LOCOMOTIVE

__all__ = [
    "Miniature",
    "big_city_card",
    "bonus_card",
    "card_back",
    "miniature_of",
    "ticket_card",
    "train_card",
]

MARGIN = 10.0
CORNER = 29.0  # from the corner to the middle of a symbol, both ways
RAIL = (108.0, 125.0)  # under the middle of the vehicle
# The picture, with a bite out of two corners for the symbols.
PICTURE = (
    "M45.25 10H224A6 6 0 0 1 230 16V114.75A25 25 0 1 0 194.75 150"
    "H16A6 6 0 0 1 10 144V45.25A25 25 0 1 0 45.25 10Z"
)


def train_card(kind: int, theme: Theme) -> str:
    """One of the eight colours, or the Locomotive."""
    hue = theme.hue(kind)
    svg = blank(f"{CARDS[kind].capitalize()} train card", hue.fill)
    view = window(svg, MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)
    colours = paint(kind, theme)
    if kind == LOCOMOTIVE:
        fan(view, *RAIL, theme)
        _tracks(view, colours)
        at = group(view, transform=place(RAIL[0] - 5, RAIL[1]))
        smoke(at, theme)
        engine(at, theme, theme.hues[5].fill)
    else:
        add(view, "rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill=colours.sky)
        add(view, "path", d=BACKDROPS[kind], transform=place(*RAIL), fill=colours.hills)
        _tracks(view, colours)
        WAGONS[kind](Pen(view, colours, place(*RAIL)))
    frame(svg, PICTURE, hue.fill, NIGHT)
    for x, y in ((CORNER, CORNER), (WIDTH - CORNER, HEIGHT - CORNER)):
        symbol(svg, kind, x, y, 34, fill=hue.ink)
    edge(svg, theme)
    return serialise(svg)


def _tracks(view: Element, colours: Paint) -> None:
    y = RAIL[1]
    add(view, "rect", x=0, y=y, width=WIDTH, height=HEIGHT - y, fill=colours.ground)
    sleepers = "".join(f"M{x} {number(y + 4)}h7" for x in range(8, 236, 13))
    add(view, "path", d=sleepers, stroke=mix(colours.ground, NIGHT, 0.55), stroke_width=4)
    add(view, "path", d=f"M0 {number(y + 1)}H240", stroke=NIGHT, stroke_width=2.2)


def card_back(theme: Theme) -> str:
    """The back of a train card: a driving wheel between two pairs of rails."""
    svg = blank("Back of a card", theme.back)
    light, dark = mix(theme.back, SNOW, 0.8), mix(theme.back, NIGHT, 0.3)
    view = window(svg, MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)
    add(view, "rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill=dark)
    x, y = WIDTH / 2, HEIGHT / 2
    rays = "".join(
        path([(x, y), (x + 160 * cos(a), y + 160 * sin(a))])
        for a in (2 * pi * i / 48 for i in range(48))
    )
    add(view, "path", d=rays, stroke=theme.back, stroke_width=1.2)
    frame(svg, rounded(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, 6), theme.back,
          light)  # fmt: skip
    wheel = group(svg, transform=place(x, y), fill="none", stroke=light)
    add(wheel, "circle", r=50, fill=theme.back, stroke_width=7)
    add(wheel, "circle", r=43, stroke_width=EDGE)
    spokes = "".join(
        path([(10 * cos(a), 10 * sin(a)), (43 * cos(a), 43 * sin(a))])
        for a in (2 * pi * i / 12 for i in range(12))
    )
    add(wheel, "path", d=spokes, stroke_width=3)
    add(wheel, "path", d="M-18 38A42 42 0 0 0 18 38L14 31A34 34 0 0 1 -14 31Z", fill=light)
    add(wheel, "circle", r=11, fill=theme.back, stroke_width=4)
    add(wheel, "circle", r=4, fill=light, stroke="none")
    edge(svg, theme)
    return serialise(svg)


def bonus_card(name: str, points: int, theme: Theme, about: str) -> str:
    """A bonus card: a rosette with the value, the name, and what it is given for."""
    svg = blank(name, theme.paper, f"Bonus card worth {points} points. {about}")
    panel = rounded(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, 6)
    add(svg, "path", d=panel, fill=theme.shade, stroke=theme.faint, stroke_width=EDGE)
    x, y = 55.0, 70.0
    tails = group(svg, fill=mix(theme.accent, theme.shade, 0.35), stroke=theme.accent)
    add(
        tails,
        "path",
        d=f"M{x - 6} {y + 18}L{x - 22} 138L{x - 13} 132L{x - 7} 142L{x + 2} {y + 22}Z",
    )
    add(
        tails,
        "path",
        d=f"M{x + 6} {y + 18}L{x + 22} 138L{x + 13} 132L{x + 7} 142L{x - 2} {y + 22}Z",
    )
    petals = [(x + 33 * cos(a), y + 33 * sin(a)) for a in (2 * pi * i / 20 for i in range(21))]
    rim = path(petals[:1]) + "".join(
        f"A5.4 5.4 0 0 1 {number(px)} {number(py)}" for px, py in petals
    )
    add(svg, "path", d=rim, fill=theme.paper, stroke=theme.accent, stroke_width=EDGE)
    badge(svg, points, x, y, 27, theme)
    left, width = 102.0, 120.0
    lines = wrap(name, width, 18, "serif-bold")
    size = min(fitting(line, width, 18, "serif-bold") for line in lines)
    body = wrap(about, width, 12, "sans")
    height = len(lines) * (size + 3) + 10 + len(body) * 14
    row = (HEIGHT - height) / 2 + size * 0.8
    for line in lines:
        write(svg, line, left, row, size, "serif-bold", fill=theme.ink)
        row += size + 3
    add(
        svg,
        "path",
        d=f"M{left} {number(row - size * 0.55)}h28",
        stroke=theme.accent,
        stroke_width=2,
    )
    row += 12
    for line in body:
        write(svg, line, left, row, 12, "sans", fill=theme.ink)
        row += 14
    edge(svg, theme)
    return serialise(svg)


def big_city_card(city: str, points: int, theme: Theme) -> str:
    """A bonus card of the Card Game: the city's name under a skyline of its own."""
    svg = blank(city, theme.paper, f"Big-city bonus card worth {points} points")
    view = window(svg, MARGIN, MARGIN, WIDTH - 2 * MARGIN, 102)
    add(view, "rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill=theme.sea)
    skyline(view, city, theme)
    hole = rounded(MARGIN, MARGIN, WIDTH - 2 * MARGIN, 102, 5)
    frame(svg, hole, theme.paper, theme.faint)
    size = fitting(city, 168, 23, "serif-bold")
    write(svg, city, MARGIN + 4, 134.5 + size * 0.33, size, "serif-bold", fill=theme.ink)
    badge(svg, points, WIDTH - MARGIN - 18, 134.5, 16, theme)
    edge(svg, theme)
    return serialise(svg)
