"""Finds what is wrong with a board file, and names the entry."""

from collections import Counter
from typing import NoReturn

import msgspec

from carrozza.board.data import (
    FORMAT,
    LIMITS,
    LONGEST_NAME,
    LONGEST_ROUTE,
    MOST_DRAWN,
    MOST_PARALLEL,
    MOST_POINTS,
    MOST_SYMBOLS,
    BoardData,
    City,
    RouteData,
)
from carrozza.board.ticket_check import check_tickets
from carrozza.core.cards import CARD_INDEX, LOCOMOTIVE
from carrozza.core.errors import BadBoard
from carrozza.core.texts import spelled, texts_in, unfit


def check_board(data: BoardData, file: str) -> None:
    """Raises BadBoard for the first thing wrong, in the order of the file."""
    _Checker(data, file).check()


def _texts(city: City) -> tuple[str, str]:
    return city.name, city.country or ""


class _Checker:
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
        self.check_texts()
        self.check_cities()
        self.check_points()
        self.check_routes()
        check_tickets(self.data, self.fail)
        self.check_counts()

    def fail(self, code: str, entry: str, problem: str) -> NoReturn:
        raise BadBoard(code, self.file, entry, f"{problem}.")

    def check_names(self) -> None:
        data = self.data
        named = [("name", data.name)]
        named += [(f"cities[{i}]", text) for i, c in enumerate(data.cities) for text in _texts(c)]
        named += [(f"tickets[{i}]", t.edition or "") for i, t in enumerate(data.tickets)]
        for i, card in enumerate(data.bonus_cards):
            named += [(f"bonus_cards[{i}]", text) for text in (card.name, card.country or "")]
        needed = [("name", data.name)]
        needed += [(f"cities[{i}]", city.name) for i, city in enumerate(data.cities)]
        for entry, text in needed:
            if not text.strip():
                self.fail("no_name", entry, "a name needs at least one letter")
        for entry, text in named:
            if len(text) > LONGEST_NAME:
                self.fail("long_name", entry, f"a name can have at most {LONGEST_NAME} letters")

    def check_texts(self) -> None:
        for place, text in texts_in(msgspec.to_builtins(self.data, str_keys=True)):
            if (char := unfit(text)) is not None:
                problem = f"the character {char} has no place in a text"
                self.fail("bad_text", spelled(place), problem)

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
