"""A board as data: cities, routes, tickets. One loader reads and checks every board file,
ours and those of board makers."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from carrozza.core.cards import CARD_INDEX, LOCOMOTIVE
from carrozza.core.datafile import parse, wrong_shape
from carrozza.core.errors import BadBoard

FORMAT = 1
GREY = -1
# A board may come from anybody: what is counted, drawn or shown is kept within reason.
LIMITS = {"cities": 200, "routes": 400, "tickets": 200, "bonus_cards": 50, "expect": 100}
LONGEST_NAME = 80
LONGEST_ROUTE = 9
MOST_PARALLEL = 3
MOST_SYMBOLS = 4
MOST_DRAWN = 9  # bonus cards for a route
MOST_POINTS = 1000


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class City(_Data, frozen=True):
    name: str
    lat: float
    lon: float
    country: str | None = None
    arctic: bool = False  # inside the Arctic Circle
    unnamed_on_board: bool = False  # the printed board gives it no name; the label is ours


class RouteData(_Data, frozen=True):
    a: str
    b: str
    length: int
    colour: str  # one of the eight, or grey
    tunnel: bool = False
    locomotives: int = 0  # Locomotive symbols; a ferry has at least one
    draw_bonus: int = 0  # cards drawn after claiming


class TicketData(_Data, frozen=True):
    a: str
    b: str
    points: int
    long: bool = False  # dealt apart at set-up
    edition: str | None = None  # only in this edition of the game
    stand_in: bool = False  # the printed ticket is not known to us; this one takes its place


class BonusCard(_Data, frozen=True):
    name: str
    points: int
    counts: str  # what it counts: a name of board/bonuses.py
    cities: tuple[str, ...] = ()  # the cities it is about, where it is about some
    country: str | None = None  # likewise the country


class BoardData(_Data, frozen=True):
    """A board file."""

    format: int
    name: str
    cities: tuple[City, ...]
    routes: tuple[RouteData, ...]
    tickets: tuple[TicketData, ...]
    route_points: dict[int, int]
    bonus_cards: tuple[BonusCard, ...] = ()
    expect: dict[str, int] = {}  # counts that must hold: cities, routes, tickets, long_tickets, …


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


class Ticket(msgspec.Struct, frozen=True):
    a: int
    b: int
    points: int
    long: bool
    edition: str | None
    stand_in: bool


class Board:
    """A checked board. Cities, routes and tickets are known by their position in the file."""

    def __init__(self, data: BoardData, file: str) -> None:
        _Checker(data, file).check()
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
        self.tickets = tuple(
            Ticket(number[t.a], number[t.b], t.points, t.long, t.edition, t.stand_in)
            for t in data.tickets
        )
        self.bonus_cards = data.bonus_cards
        self.siblings = _siblings(self.routes)

    def city_name(self, city: int) -> str:
        return self.cities[city].name

    def ticket_name(self, ticket: int) -> str:
        t = self.tickets[ticket]
        return f"{self.cities[t.a].name} – {self.cities[t.b].name} ({t.points})"

    def route_name(self, route: int) -> str:
        r = self.routes[route]
        return f"{self.cities[r.a].name} – {self.cities[r.b].name}"


def _texts(city: City) -> tuple[str, str]:
    return city.name, city.country or ""


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
        raise wrong_shape(error, file) from None
    return Board(data, file)


def board_to_plain(board: Board) -> dict[str, Any]:
    plain = msgspec.to_builtins(board.data, str_keys=True)
    assert isinstance(plain, dict)
    return plain


class _Checker:
    """Finds the first thing wrong with a board, in the order of the file."""

    def __init__(self, data: BoardData, file: str) -> None:
        self.data = data
        self.file = file
        self.names = {city.name for city in data.cities}

    def check(self) -> None:
        if self.data.format != FORMAT:
            self.fail("format", "format", f"this version reads format {FORMAT}")
        for what, most in LIMITS.items():
            if len(getattr(self.data, what)) > most:
                self.fail("too_many", what, f"more than {most}")
        self.check_names()
        self.check_cities()
        self.check_points()
        self.check_routes()
        self.check_tickets()
        self.check_counts()

    def fail(self, code: str, entry: str, problem: str) -> None:
        raise BadBoard(code, self.file, entry, f"{problem}.")

    def check_names(self) -> None:
        data = self.data
        named = [("name", data.name)]
        named += [(f"cities[{i}]", text) for i, c in enumerate(data.cities) for text in _texts(c)]
        named += [(f"tickets[{i}]", t.edition or "") for i, t in enumerate(data.tickets)]
        for i, card in enumerate(data.bonus_cards):
            named += [(f"bonus_cards[{i}]", text) for text in (card.name, card.country or "")]
        for entry, text in named:
            if len(text) > LONGEST_NAME:
                self.fail("long_name", entry, f"a name can have at most {LONGEST_NAME} letters")

    def check_cities(self) -> None:
        seen = set()
        for i, city in enumerate(self.data.cities):
            if city.name in seen:
                self.fail(
                    "duplicate_city", f"cities[{i}] ({city.name})", "this city is listed twice"
                )
            seen.add(city.name)
            if not (-90 <= city.lat <= 90 and -180 <= city.lon <= 180):
                self.fail(
                    "position",
                    f"cities[{i}] ({city.name})",
                    "latitude and longitude name no place on Earth",
                )

    def check_points(self) -> None:
        for length, points in self.data.route_points.items():
            if not 1 <= length <= LONGEST_ROUTE or not 1 <= points <= MOST_POINTS:
                self.fail(
                    "route_points",
                    f"route_points[{length}]",
                    "the length or the points are out of range",
                )
        for i, card in enumerate(self.data.bonus_cards):
            if not 0 <= card.points <= MOST_POINTS:
                self.fail("bonus_points", f"bonus_cards[{i}]", "the points are out of range")

    def check_routes(self) -> None:
        parallel: dict[frozenset[str], list[RouteData]] = {}
        for i, r in enumerate(self.data.routes):
            entry = f"routes[{i}] ({r.a} – {r.b})"
            for city in (r.a, r.b):
                if city not in self.names:
                    self.fail("unknown_city", entry, f"there is no city “{city}”")
            if r.a == r.b:
                self.fail("loop", entry, "a route must join two different cities")
            if r.colour != "grey" and CARD_INDEX.get(r.colour, LOCOMOTIVE) == LOCOMOTIVE:
                self.fail("colour", entry, f"“{r.colour}” is not a route colour")
            if r.length not in self.data.route_points:
                self.fail("length", entry, f"length {r.length} has no entry in route_points")
            symbols = 0 <= r.locomotives <= min(r.length, MOST_SYMBOLS)
            if not symbols or not 0 <= r.draw_bonus <= MOST_DRAWN:
                self.fail("symbols", entry, "impossible number of Locomotives or bonus cards")
            if r.locomotives and (r.colour != "grey" or r.tunnel):
                self.fail("ferry", entry, "a ferry must be grey and not a tunnel")
            tracks = parallel.setdefault(frozenset((r.a, r.b)), [])
            if any(t.length != r.length for t in tracks):
                self.fail("parallel_length", entry, "parallel tracks must have the same length")
            if r.colour != "grey" and any(t.colour == r.colour for t in tracks):
                self.fail("duplicate_route", entry, f"there is already a {r.colour} track here")
            tracks.append(r)
            if len(tracks) > MOST_PARALLEL:
                self.fail("duplicate_route", entry, f"more than {MOST_PARALLEL} parallel tracks")

    def check_tickets(self) -> None:
        joined = self.components()
        seen = set()
        for i, t in enumerate(self.data.tickets):
            entry = f"tickets[{i}] ({t.a} – {t.b})"
            for city in (t.a, t.b):
                if city not in self.names:
                    self.fail("unknown_city", entry, f"there is no city “{city}”")
            if t.a == t.b:
                self.fail("loop", entry, "a ticket must join two different cities")
            if joined[t.a] != joined[t.b]:
                self.fail("unconnected_ticket", entry, "no routes connect these cities")
            if not 1 <= t.points <= MOST_POINTS:
                self.fail(
                    "ticket_points", entry, f"a ticket must be worth 1 to {MOST_POINTS} points"
                )
            pair = frozenset((t.a, t.b))
            if pair in seen:
                self.fail("duplicate_ticket", entry, "this ticket is listed twice")
            seen.add(pair)

    def components(self) -> dict[str, str]:
        """For each city a representative of those it is connected with."""
        root = {name: name for name in self.names}

        def find(name: str) -> str:
            while root[name] != name:
                name = root[name]
            return name

        for r in self.data.routes:
            root[find(r.a)] = find(r.b)
        return {name: find(name) for name in self.names}

    def check_counts(self) -> None:
        data = self.data
        have = Counter(
            cities=len(data.cities),
            routes=len(data.routes),
            tickets=sum(not t.long for t in data.tickets),
            long_tickets=sum(t.long for t in data.tickets),
            bonus_cards=len(data.bonus_cards),
        )
        have.update(f"{r.colour}_routes" for r in data.routes)
        for r in data.routes:
            have[f"{r.colour}_spaces"] += r.length
        for what, count in data.expect.items():
            if have[what] != count:
                self.fail("counts", f"expect.{what}", f"expected {count}, found {have[what]}")
