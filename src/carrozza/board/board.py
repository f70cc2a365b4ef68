"""A board as data: cities, routes, tickets. One loader reads and checks every board file,
ours and those of board makers."""

from pathlib import Path
from typing import Any

import msgspec

from carrozza.board.check import check_board
from carrozza.board.data import BoardData, cities_by_country
from carrozza.board.goals import ticket_from
from carrozza.core.cards import CARD_INDEX
from carrozza.core.datafile import parse, wrong_shape
from carrozza.core.errors import BadBoard

GREY = -1


class Route(msgspec.Struct, frozen=True):
    """One track between two cities, given by their numbers."""

    a: int
    b: int
    length: int
    colour: int  # a card colour, or GREY
    tunnel: bool
    locomotives: int
    draw_bonus: int
    points: int


class Board:
    """A checked board. Cities, routes and tickets are known by their position in the file."""

    def __init__(self, data: BoardData, file: str) -> None:
        check_board(data, file)
        self.data = data
        self.name = data.name
        self.cities = data.cities
        number = {city.name: i for i, city in enumerate(data.cities)}
        self.city_number = number
        self.routes = tuple(
            Route(
                number[r.a],
                number[r.b],
                r.length,
                GREY if r.colour == "grey" else CARD_INDEX[r.colour],
                r.tunnel,
                r.locomotives,
                r.draw_bonus,
                data.route_points[r.length],
            )
            for r in data.routes
        )
        countries = cities_by_country(data.cities)
        self.tickets = tuple(ticket_from(t, number, countries) for t in data.tickets)
        self.bonus_cards = data.bonus_cards
        self.siblings = _siblings(self.routes)

    def city_name(self, city: int) -> str:
        return self.cities[city].name

    def ticket_name(self, ticket: int) -> str:
        """The ticket with its points, in words."""
        t = self.tickets[ticket]
        return t.name if len(t.goals) > 1 else f"{t.name} ({t.points})"

    def route_name(self, route: int) -> str:
        r = self.routes[route]
        return f"{self.cities[r.a].name} – {self.cities[r.b].name}"


def _siblings(routes: tuple[Route, ...]) -> tuple[int, ...]:
    """For each route the bit mask of all tracks between the same two cities, itself included."""
    groups: dict[frozenset[int], int] = {}
    for i, r in enumerate(routes):
        pair = frozenset((r.a, r.b))
        groups[pair] = groups.get(pair, 0) | 1 << i
    return tuple(groups[frozenset((r.a, r.b))] for r in routes)


def load_board(path: Path) -> Board:
    """Read and check a board file."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadBoard("unreadable", path.name, "", f"cannot be read ({error.strerror}).") from None
    return Board(parse(raw, BoardData, path.name), path.name)


def board_from_plain(plain: Any, file: str = "board") -> Board:
    """Check a board that came as plain data, such as the one inside a save."""
    try:
        data = msgspec.convert(plain, type=BoardData, str_keys=True)
    except msgspec.ValidationError as error:
        raise wrong_shape(error, BoardData, file) from None
    return Board(data, file)


def board_to_plain(board: Board) -> dict[str, Any]:
    plain = msgspec.to_builtins(board.data, str_keys=True)
    assert isinstance(plain, dict)
    return plain
