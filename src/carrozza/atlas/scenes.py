"""Small pictures that explain a rule, put together from the pieces of the boards and the cards.

A scene is data: rows of things, laid out one after the other and row below row. The rules of a game
(carrozza.games.booklet) name the scenes that belong to them.
"""

from collections.abc import Callable, Mapping
from typing import Literal
from xml.etree.ElementTree import Element

import msgspec

from carrozza.atlas import cards as drawn
from carrozza.atlas import pieces
from carrozza.atlas.stock import HEIGHT, WIDTH
from carrozza.atlas.svg import add, group, number, parts_of, place, root, serialise
from carrozza.atlas.symbols import PATTERNS
from carrozza.atlas.theme import THEMES, Theme
from carrozza.atlas.vignettes import DISC, SPACE, Map, Vignette, check, cross, disc
from carrozza.core.cards import CARD_INDEX

MARGIN = 14.0
BETWEEN, BELOW = 12.0, 16.0  # from thing to thing, from row to row
CARD = 57.0  # width of a train card
TICKET = 150.0
FAN = 0.42  # how much of a card is seen under the next one


class Thing(msgspec.Struct, tag_field="is", tag=str.lower, frozen=True, forbid_unknown_fields=True):
    """What a scene is made of."""


class Cards(Thing, frozen=True):
    """Train cards; `back` is one face down."""

    cards: tuple[str, ...]
    fan: bool = False  # one over the other
    good: tuple[int, ...] = ()  # places of those with a tick
    bad: tuple[int, ...] = ()  # and with a cross
    extra: tuple[int, ...] = ()  # those that cost one card more


class Sign(Thing, frozen=True):
    """What stands between things, or how they are judged."""

    sign: Literal["plus", "equals", "arrow", "down", "yes", "no", "or"]


class Score(Thing, frozen=True):
    value: str


class Ticket(Thing, frozen=True):
    """A ticket of the game, by its number."""

    number: int
    verdict: Literal["", "yes", "no"] = ""


class Bonus(Thing, frozen=True):
    """A bonus card of the game, by its number."""

    number: int


class Trains(Thing, frozen=True):
    """Loose trains of a player."""

    seat: int
    count: int


class Stations(Thing, frozen=True):
    seat: int
    count: int


class Seats(Thing, frozen=True):
    """So many players."""

    seats: tuple[int, ...]


class Lengths(Thing, frozen=True):
    """What routes bring, by their length."""


class Yard(Thing, frozen=True):
    """A player's rail yard: rows of cards, and how many cards are on the track already."""

    seat: int
    rows: tuple[tuple[str, ...], ...]
    gone: tuple[int, ...] = ()  # rows that are crossed out
    track: int = 0


Item = Cards | Sign | Score | Ticket | Bonus | Trains | Stations | Seats | Lengths | Yard | Map
Scene = tuple[tuple[Item, ...], ...]


class Kit(msgspec.Struct, frozen=True):
    """What scenes show of one game: tickets and bonus cards as drawings, its table of points."""

    ticket: Callable[[int, str], str]
    bonus: Callable[[int, str], str]
    lengths: Mapping[int, int]


def draw_scene(scene: Scene, theme: str, kit: Kit) -> str:
    return _Drawing(THEMES[theme], kit).draw(scene)


Part = tuple[float, float, Callable[[Element], None]]  # width, height, and how it is drawn


class _Drawing:
    def __init__(self, theme: Theme, kit: Kit) -> None:
        self.theme, self.kit = theme, kit
        self.used: dict[str, str] = {}  # cards by the id that they are drawn under

    def draw(self, scene: Scene) -> str:
        rows = [[self._part(item) for item in row] for row in scene]
        widths = [sum(w for w, _, _ in row) + BETWEEN * (len(row) - 1) for row in rows]
        heights = [max(h for _, h, _ in row) for row in rows]
        width = max(widths) + 2 * MARGIN
        svg = root(width, sum(heights) + BELOW * (len(rows) - 1) + 2 * MARGIN)
        defs = add(svg, "defs")
        y = MARGIN
        for row, wide, high in zip(rows, widths, heights, strict=True):
            x = (width - wide) / 2
            for w, h, paint in row:
                paint(group(svg, transform=place(x, y + (high - h) / 2)))
                x += w + BETWEEN
            y += high + BELOW
        self._define(defs)
        return serialise(svg)

    def _define(self, defs: Element) -> None:
        colour = self.theme.colours().__getitem__
        space, city = f"scale({SPACE / pieces.UNIT:g})", f"scale({DISC / pieces.UNIT:g})"
        pieces.define_spaces(defs, colour, space)
        pieces.define_cities(defs, colour, city)
        pieces.define_trains(defs, colour, space)
        pieces.define_stations(defs, colour, city)
        for name, text in self.used.items():
            card = group(defs, id=name)
            card.extend(parts_of(text))

    def _part(self, item: Item) -> Part:
        match item:
            case Cards():
                return self._cards(item)
            case Sign():
                return 24.0, 24.0, lambda node: self._sign(node, item.sign)
            case Score():
                return 36.0, 36.0, lambda node: disc(node, item.value, 18, 18, 18, self.theme)
            case Ticket():
                name, text = f"ticket-{item.number}", self.kit.ticket(item.number, self.theme.name)
                return self._sheet(name, text, item.verdict)
            case Bonus():
                name, text = f"bonus-{item.number}", self.kit.bonus(item.number, self.theme.name)
                return self._sheet(name, text)
            case Trains():
                return self._several(f"train-{self._livery(item.seat)}", item.count, SPACE, 16.0)
            case Stations():
                livery = self._livery(item.seat)
                return self._several(f"station-{livery}", item.count, DISC * 3.4, DISC * 3.4)
            case Seats():
                return self._seats(item)
            case Lengths():
                return self._lengths()
            case Yard():
                return self._yard(item)
            case Map():
                map_ = Vignette(item, self.theme)
                return map_.width, map_.height, map_.draw

    def _livery(self, seat: int) -> str:
        return self.theme.players[seat].name

    # Cards

    def _card(self, node: Element, kind: str, x: float, y: float, width: float = CARD) -> None:
        name = f"card-{kind}"
        if name not in self.used:
            theme = self.theme
            back = kind == "back"
            self.used[name] = (
                drawn.card_back(theme) if back else drawn.train_card(CARD_INDEX[kind], theme)
            )
        add(
            node,
            "use",
            href=f"#{name}",
            transform=f"{place(x, y)}scale({number(width / WIDTH, 4)})",
        )

    def _cards(self, item: Cards) -> Part:
        high = CARD * HEIGHT / WIDTH
        step = CARD * FAN if item.fan else CARD + 5
        wide = step * (len(item.cards) - 1) + CARD
        verdicts = bool(item.good or item.bad or item.extra)

        def paint(node: Element) -> None:
            for i, kind in enumerate(item.cards):
                self._card(node, kind, i * step, 0)
            for i in range(len(item.cards)):
                middle = i * step + (step if item.fan and i < len(item.cards) - 1 else CARD) / 2
                if i in item.good:
                    check(node, middle, high + 2, 9, self.theme)
                elif i in item.bad:
                    cross(node, middle, high + 2, 9, self.theme)
                elif i in item.extra:
                    disc(node, "+1", middle, high + 2, 10, self.theme)

        return wide, high + (11 if verdicts else 0), paint

    def _sheet(self, name: str, text: str, verdict: str = "") -> Part:
        """A ticket or a bonus card."""
        self.used[name] = text
        high = TICKET * HEIGHT / WIDTH

        def paint(node: Element) -> None:
            scale = f"scale({number(TICKET / WIDTH, 4)})"
            add(node, "use", href=f"#{name}", transform=scale)
            if verdict:
                mark = check if verdict == "yes" else cross
                mark(node, TICKET - 6, 8, 12, self.theme)

        return TICKET, high, paint

    def _yard(self, item: Yard) -> Part:
        small, step = 42.0, 15.0
        high = small * HEIGHT / WIDTH
        wide = max((step * (len(row) - 1) + small for row in item.rows), default=small)
        track = small + 16 if item.track else 0.0
        width = 26 + wide + 10 + track
        height = max(len(item.rows) * (high + 6) + 14, 50.0)

        def paint(node: Element) -> None:
            theme = self.theme
            livery = theme.players[item.seat]
            add(node, "rect", width=width, height=height, rx=8, fill=theme.shade,
                stroke=livery.fill, stroke_width=2.4)  # fmt: skip
            self._seat(node, item.seat, 13, height / 2)
            for r, row in enumerate(item.rows):
                y = 10 + r * (high + 6)
                cards = group(node, opacity=0.5 if r in item.gone else None)
                for i, kind in enumerate(row):
                    self._card(cards, kind, 26 + i * step, y, small)
                if r in item.gone:
                    end = 26 + step * (len(row) - 1) + small
                    cross(node, (26 + end) / 2, y + high / 2, 10, theme)
            if item.track:
                x, y = width - track, (height - high) / 2
                for i in range(min(item.track, 3)):
                    self._card(node, "back", x + i * 2.5, y - i * 2.5, small)
                disc(node, str(item.track), x + small, y + high, 9, theme)

        return width, height, paint

    # Pieces and signs

    def _several(self, name: str, count: int, wide: float, high: float) -> Part:
        step = wide + 4

        def paint(node: Element) -> None:
            for i in range(count):
                add(node, "use", href=f"#{name}", transform=place(wide / 2 + i * step, high / 2))

        return step * count - 4, high, paint

    def _seat(self, node: Element, seat: int, x: float, y: float, r: float = 9.0) -> None:
        livery = self.theme.players[seat]
        add(node, "circle", cx=x, cy=y, r=r, fill=livery.fill, stroke=self.theme.city_stroke,
            stroke_width=1.4)  # fmt: skip
        at = f"{place(x, y)}scale({number(r)})"
        add(node, "path", d=PATTERNS[livery.pattern], transform=at, fill=livery.ink)

    def _seats(self, item: Seats) -> Part:
        def paint(node: Element) -> None:
            for i, seat in enumerate(item.seats):
                self._seat(node, seat, 10 + i * 24, 10)

        return 24.0 * len(item.seats) - 4, 20.0, paint

    def _lengths(self) -> Part:
        """For each length the trains and the points."""
        rows = list(self.kit.lengths.items())
        longest = max((length for length, _ in rows), default=0)
        step, high = 25.0, 24.0
        scale = (step - 1) / SPACE

        def paint(node: Element) -> None:
            for r, (length, points) in enumerate(rows):
                y = r * high + high / 2
                for i in range(length):
                    at = f"{place(step * (i + 0.5), y)}scale({number(scale)})"
                    add(node, "use", href=f"#train-{self._livery(0)}", transform=at)
                disc(node, str(points), step * longest + 22, y, 11, self.theme)

        return step * longest + 34, high * len(rows), paint

    def _sign(self, node: Element, sign: str) -> None:
        theme = self.theme
        if sign == "yes":
            check(node, 12, 12, 11, theme)
        elif sign == "no":
            cross(node, 12, 12, 11, theme)
        elif sign == "or":
            add(node, "path", d="M15 2L9 22", stroke=theme.faint, stroke_width=2.6,
                stroke_linecap="round")  # fmt: skip
        else:
            d = {
                "plus": "M12 5V19M5 12H19",
                "equals": "M5 9H19M5 15H19",
                "arrow": "M3 12H20M14 6L20 12L14 18",
                "down": "M12 3V20M6 14L12 20L18 14",
            }[sign]
            add(node, "path", d=d, fill="none", stroke=theme.ink, stroke_width=2.6,
                stroke_linecap="round", stroke_linejoin="round")  # fmt: skip
