"""Little maps for the pictures of the rules: some cities, straight tracks between them."""

from math import atan2, cos, degrees, hypot, sin
from xml.etree.ElementTree import Element

import msgspec

from carrozza.atlas.lettering import text_width, write
from carrozza.atlas.pieces import CITY, UNIT, WIDTH
from carrozza.atlas.svg import add, group, number, place
from carrozza.atlas.theme import Theme

SPACE = 33.0  # length of a space
ACROSS = SPACE * WIDTH / UNIT
DISC = SPACE * CITY / UNIT  # radius of a city
GRID = SPACE * 1.06  # from one space to the next
LANES = ACROSS * 1.35  # from one parallel track to the next
NAME = 13.0  # size of a city's name
MARGIN = 16.0
BADGE = 10.0


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A track between two cities. Parallel ones follow each other."""

    a: str
    b: str
    length: int
    colour: str = "grey"
    owner: int | None = None  # a player's number
    tunnel: bool = False
    locomotives: int = 0  # symbols of a ferry
    closed: bool = False  # nobody can claim it any more
    bonus: int = 0  # “+X”
    shown: bool = False  # stands out: a path to look at


class Map(msgspec.Struct, tag_field="is", tag=str.lower, frozen=True, forbid_unknown_fields=True):
    """Cities lie on a grid of spaces. A name that begins with a point is not written."""

    cities: dict[str, tuple[float, float]]
    lines: tuple[Line, ...]
    stations: dict[str, int] = {}
    above: tuple[str, ...] = ()  # cities with the name above them
    marked: tuple[str, ...] = ()  # cities of a ticket


class Vignette:
    """A map with its place on the paper worked out."""

    def __init__(self, of: Map, theme: Theme) -> None:
        self.of, self.theme = of, theme
        at = {name: (x * GRID, y * GRID) for name, (x, y) in of.cities.items()}
        halves = {
            name: max(DISC, text_width(_written(name), NAME, "serif-bold") / 2) for name in at
        }
        left = min(x - halves[name] for name, (x, _) in at.items()) - MARGIN * 0.75
        right = max(x + halves[name] for name, (x, _) in at.items()) + MARGIN * 0.75
        up = [y - self._room(name if name in of.above else ".") for name, (_, y) in at.items()]
        down = [y + self._room("." if name in of.above else name) for name, (_, y) in at.items()]
        top, bottom = min(up) - MARGIN * 0.8, max(down) + MARGIN * 0.8
        self.width, self.height = right - left, bottom - top
        self.at = {name: (x - left, y - top) for name, (x, y) in at.items()}

    def _room(self, name: str) -> float:
        """What a city takes on the side of its name."""
        disc = DISC * (1.9 if name in self.of.marked else 1.75 if name in self.of.stations else 1.0)
        return disc + (NAME * 1.1 if _written(name) else 0.0)

    def draw(self, node: Element) -> None:
        theme = self.theme
        add(node, "rect", width=self.width, height=self.height, rx=8, fill=theme.land,
            stroke=theme.border, stroke_width=1)  # fmt: skip
        drawn: dict[frozenset[str], list[Line]] = {}
        for line in self.of.lines:
            drawn.setdefault(frozenset((line.a, line.b)), []).append(line)
        for lanes in drawn.values():
            for i, line in enumerate(lanes):
                self._track(node, line, (i - (len(lanes) - 1) / 2) * LANES)
        for name, (x, y) in self.at.items():
            self._city(node, name, x, y)

    def _track(self, node: Element, line: Line, aside: float) -> None:
        (ax, ay), (bx, by) = self.at[line.a], self.at[line.b]
        far = hypot(bx - ax, by - ay)
        angle = atan2(by - ay, bx - ax)
        step = min(GRID, (far - 2 * DISC) / line.length)
        x0 = (ax + bx) / 2 - sin(angle) * aside
        y0 = (ay + by) / 2 + cos(angle) * aside
        places = [
            (x0 + cos(angle) * t, y0 + sin(angle) * t)
            for t in ((i - (line.length - 1) / 2) * step for i in range(line.length))
        ]
        track = group(node, opacity=0.45 if line.closed else None)
        if line.shown:
            (px, py), (qx, qy) = places[0], places[-1]
            add(track, "path", d=f"M{number(px)} {number(py)}L{number(qx)} {number(qy)}",
                stroke=self.theme.accent, stroke_width=ACROSS + 10,
                stroke_linecap="round")  # fmt: skip
        first = (line.length - line.locomotives) // 2
        upright = (degrees(angle) + 90) % 180 - 90
        for i, (x, y) in enumerate(places):
            at = place(x, y, 1.0, upright)
            if line.tunnel:
                add(track, "use", href="#tunnel", transform=at)
            if line.owner is not None:
                add(
                    track, "use", href=f"#train-{self.theme.players[line.owner].name}", transform=at
                )
            else:
                kind = "locomotive" if first <= i < first + line.locomotives else line.colour
                add(track, "use", href=f"#space-{kind}", transform=at)
        if line.closed:
            cross(node, x0, y0, 8.5, self.theme)
        if line.bonus:
            bx, by = bx - cos(angle) * (DISC + BADGE * 0.4), by - sin(angle) * (DISC + BADGE * 0.4)
            disc(node, f"+{line.bonus}", bx, by - DISC - 4, BADGE, self.theme)

    def _city(self, node: Element, name: str, x: float, y: float) -> None:
        if name in self.of.marked:
            add(node, "circle", cx=x, cy=y, r=DISC * 1.75, fill="none", stroke=self.theme.accent,
                stroke_width=2.2, stroke_dasharray="4 2.5")  # fmt: skip
        city = group(node, transform=place(x, y))
        add(city, "use", href="#city")
        owner = self.of.stations.get(name)
        livery = None if owner is None else self.theme.players[owner].name
        add(city, "use", href="#stop" if livery is None else f"#station-{livery}")
        if written := _written(name):
            above = name in self.of.above
            away = self._room(name) - NAME * 1.1
            row = y - away - 4 if above else y + away + NAME * 0.92
            write(node, written, x, row, NAME, "serif-bold", anchor="middle", fill=self.theme.ink,
                  stroke=self.theme.halo, stroke_width=NAME * 0.24, stroke_linejoin="round",
                  paint_order="stroke")  # fmt: skip


def _written(name: str) -> str:
    return "" if name.startswith(".") else name


def disc(node: Element, text: str, x: float, y: float, r: float, theme: Theme) -> None:
    """A number in a round badge."""
    add(node, "circle", cx=x, cy=y, r=r, fill=theme.accent, stroke=theme.halo, stroke_width=1.5)
    size = r * (1.15 if len(text) < 3 else 0.95)
    write(node, text, x, y + size * 0.35, size, "sans-bold", anchor="middle",
          fill=theme.accent_ink)  # fmt: skip


def cross(node: Element, x: float, y: float, r: float, theme: Theme) -> None:
    _verdict(node, x, y, r, "M-.4 -.4L.4 .4M.4 -.4L-.4 .4", theme, "#b3261e")


def check(node: Element, x: float, y: float, r: float, theme: Theme) -> None:
    _verdict(node, x, y, r, "M-.45 .05L-.12 .38L.48 -.34", theme, "#2e7d32")


def _verdict(node: Element, x: float, y: float, r: float, d: str, theme: Theme, fill: str) -> None:
    add(node, "circle", cx=x, cy=y, r=r, fill=fill, stroke=theme.paper, stroke_width=1.6)
    add(node, "path", d=d, transform=place(x, y, r), fill="none", stroke="#fff",
        stroke_width=0.26, stroke_linecap="round", stroke_linejoin="round")  # fmt: skip
