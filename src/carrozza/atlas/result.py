"""How a game ended, as one picture to share: the board with all its trains, or cards, beside the
score. Its shape is the one that previews of links have."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

import msgspec

from carrozza.atlas import pieces
from carrozza.atlas.cards import train_card
from carrozza.atlas.course import Course, Room, course_graph
from carrozza.atlas.lettering import FaceName, text_width, write
from carrozza.atlas.model import Layout
from carrozza.atlas.render import Pieces, render
from carrozza.atlas.svg import add, group, number, parts_of, place, root, serialise
from carrozza.atlas.symbols import symbol
from carrozza.atlas.theme import LIVERIES, THEMES, Theme
from carrozza.board.board import Board
from carrozza.core.cards import CARD_INDEX, CARDS

WIDTH, HEIGHT, MARGIN = 1200.0, 630.0, 26.0
FIELD = 820.0  # of the width, for the board or the cards
ROW, ROWS = 86.0, 470.0  # height of a player's line, and of all of them
GRAPH, ROWS_ABOVE = 150.0, 290.0  # height of the graph, and of all lines above one
LIST_TOP = 124.0
ENGINE = 62.0  # length of the engine before a name
CARD_TURNS = (-5.0, 3.0, -2.0, 4.0, -3.0, 2.0, -4.0, 5.0, -2.5)  # cards lie as they were put
STAR = CARD_INDEX["yellow"]
SEATS = tuple(name for name, _ in LIVERIES)


class Standing(msgspec.Struct, frozen=True):
    """A player at the end."""

    name: str
    colour: str  # of the trains
    points: int
    won: bool


def board_result(
    title: str,
    standings: Sequence[Standing],
    board: Board,
    layout: Layout,
    placed: Pieces,
    theme: str = "light",
    course: Course | None = None,
) -> str:
    """The picture of a board game. The pieces are those of the seats, in the order of the
    standings; so are the chances of the course, which is drawn under the list."""
    drawing = _Picture(title, standings, THEMES[theme], course)
    drawn = render(board, layout, theme, painted(placed, standings))
    drawing.put_board(drawn, layout.frame.width, layout.frame.height)
    return drawing.finish()


def list_alone(title: str, standings: Sequence[Standing], theme: str = "light") -> str:
    """The list without anything beside it, in the order given: where a board will be put."""
    drawing = _Picture(title, standings, THEMES[theme])
    return drawing.finish(ranked=False)


def field_of(width: float, height: float) -> tuple[float, float, float, float]:
    """Where a board of this size lies: left, top, width and height, in the middle of its room."""
    scale = min((FIELD - MARGIN) / width, (HEIGHT - 2 * MARGIN) / height)
    wide, high = scale * width, scale * height
    return MARGIN + (FIELD - MARGIN - wide) / 2, (HEIGHT - high) / 2, wide, high


def painted(placed: Pieces, standings: Sequence[Standing]) -> Pieces:
    """The pieces of seats in the colours of the standings."""
    liveries = [SEATS.index(standing.colour) for standing in standings]
    return Pieces(_owned_by(placed.routes, liveries), _owned_by(placed.stations, liveries))


def _owned_by(owners: Sequence[int | None], liveries: Sequence[int]) -> tuple[int | None, ...]:
    return tuple(None if owner is None else liveries[owner] for owner in owners)


def card_result(
    title: str, standings: Sequence[Standing], theme: str = "light", course: Course | None = None
) -> str:
    """The picture of a game without a board."""
    drawing = _Picture(title, standings, THEMES[theme], course)
    drawing.put_cards()
    return drawing.finish()


class _Picture:
    def __init__(
        self,
        title: str,
        standings: Sequence[Standing],
        theme: Theme,
        course: Course | None = None,
    ) -> None:
        self.title, self.standings, self.theme, self.course = title, standings, theme, course
        told = ", ".join(f"{standing.name} {standing.points}" for standing in standings)
        self.svg = root(WIDTH, HEIGHT, title, told)
        add(self.svg, "rect", width=WIDTH, height=HEIGHT, fill=theme.paper)
        self._define(add(self.svg, "defs"))

    def _define(self, defs: Element) -> None:
        """The trains of the list, by names that the board with its own sizes does not use."""
        scale = f"scale({number(ENGINE / pieces.UNIT, 4)})"
        pieces.define_trains(defs, self.theme.colours().__getitem__, scale)
        _apart(list(defs), "list-")

    def put_board(self, drawn: str, width: float, height: float) -> None:
        x, y, wide, high = field_of(width, height)
        inner = add(
            self.svg, "svg", x=x, y=y, width=wide, height=high,
            viewBox=f"0 0 {number(width)} {number(height)}",
        )  # fmt: skip
        inner.extend(parts_of(drawn))
        add(self.svg, "rect", x=x, y=y, width=wide, height=high, fill="none",
            stroke=self.theme.border, stroke_width=1.5)  # fmt: skip

    def put_cards(self) -> None:
        """One of each kind."""
        wide, high = (FIELD - MARGIN) / 3, (HEIGHT - 2 * MARGIN) / 3
        for kind, turn in enumerate(CARD_TURNS[: len(CARDS)]):
            column, row = kind % 3, kind // 3
            x, y = MARGIN + wide * (column + 0.5), MARGIN + high * (row + 0.5)
            card = group(self.svg, transform=f"{place(x, y, 1.0, turn)}translate(-120 -80)")
            card.extend(_apart(parts_of(train_card(kind, self.theme)), f"card-{kind}-"))

    def finish(self, *, ranked: bool = True) -> str:
        theme = self.theme
        left, right = FIELD + MARGIN, WIDTH - MARGIN
        size = _fitting(self.title, 46, "serif-bold", right - left)
        write(self.svg, self.title, left, 84, size, "serif-bold", fill=theme.ink)
        add(self.svg, "rect", x=left, y=104, width=right - left, height=3, fill=theme.accent)
        order = list(self.standings)
        if ranked:
            order.sort(key=lambda standing: (-standing.won, -standing.points))
        high = min(ROW, (ROWS if self.course is None else ROWS_ABOVE) / len(order))
        for n, standing in enumerate(order):
            self._standing(standing, left, right, LIST_TOP + n * high, high - 8)
        if self.course is not None:
            bottom = HEIGHT - MARGIN - 44
            room = Room(left, bottom - GRAPH, right, bottom)
            colours = [standing.colour for standing in self.standings]
            course_graph(self.svg, room, self.course, colours, theme)
        write(self.svg, "Carrozza", left, HEIGHT - MARGIN - 4, 24, "serif-italic", fill=theme.faint)
        return serialise(self.svg)

    def _standing(
        self, standing: Standing, left: float, right: float, y: float, high: float
    ) -> None:
        theme, middle = self.theme, y + high / 2
        if standing.won:
            add(self.svg, "rect", x=left - 10, y=y, width=right - left + 20, height=high, rx=12,
                fill=theme.shade, stroke=theme.accent, stroke_width=2)  # fmt: skip
        at = place(left + ENGINE / 2, middle)
        for under in ("shadow", "keyline"):
            add(self.svg, "use", href=f"#list-engine-{under}", transform=at)
        add(self.svg, "use", href=f"#list-engine-{standing.colour}", transform=at)
        points = str(standing.points).replace("-", "−")
        wide = text_width(points, 38, "serif-bold")
        write(self.svg, points, right - wide, middle + 13, 38, "serif-bold", fill=theme.ink)
        begin, end = left + ENGINE + 14, right - wide - 14
        if standing.won:
            end -= 30
            symbol(self.svg, STAR, end + 18, middle, 26, fill=theme.accent)
        name = shortened(standing.name, 26, "sans-bold", end - begin)
        write(self.svg, name, begin, middle + 9, 26, "sans-bold", fill=theme.ink)


def _apart(parts: list[Element], prefix: str) -> list[Element]:
    """Parts of a drawing whose names begin with something of their own."""
    for part in parts:
        for node in part.iter():
            for key, value in node.items():
                if key == "id":
                    node.set(key, prefix + value)
                elif key == "href" or value.startswith("url(#"):
                    node.set(key, value.replace("#", f"#{prefix}", 1))
    return parts


def _fitting(text: str, size: float, face: FaceName, width: float) -> float:
    """The size, or a smaller one with which a text is no wider than this."""
    return min(size, size * width / text_width(text, size, face)) if text else size


def shortened(text: str, size: float, face: FaceName, width: float) -> str:
    """A text, or its beginning with dots, that is no wider than this."""
    if text_width(text, size, face) <= width:
        return text
    while text and text_width(f"{text}…", size, face) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"
