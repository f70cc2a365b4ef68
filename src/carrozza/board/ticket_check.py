"""What can be wrong with the tickets of a board file."""

from collections.abc import Callable
from typing import NoReturn

from carrozza.board.data import (
    MOST_GOALS,
    MOST_POINTS,
    MOST_WAYS,
    BoardData,
    PlaceData,
    TicketData,
    cities_by_country,
)

Fail = Callable[[str, str, str], NoReturn]  # code, entry, problem


def check_tickets(data: BoardData, fail: Fail) -> None:
    checker = _TicketChecker(data, fail)
    for i, ticket in enumerate(data.tickets):
        checker.check(i, ticket)


class _TicketChecker:
    def __init__(self, data: BoardData, fail: Fail) -> None:
        self.cities = {city.name: (i,) for i, city in enumerate(data.cities)}
        self.countries = cities_by_country(data.cities)
        self.part = _parts(data, self.cities)
        self.seen: set[frozenset[object]] = set()
        self._fail = fail

    def check(self, i: int, ticket: TicketData) -> None:
        entry = f"tickets[{i}]"
        self._check_shape(entry, ticket)
        names = ", ".join(goal.name for goal in ticket.goals)
        entry = f"{entry} ({ticket.origin.name} – {names})"
        start = self._cities(entry, ticket.origin)
        ways = 0
        for goal in ticket.goals:
            end = self._cities(entry, goal)
            if not start.isdisjoint(end):
                self._fail("loop", entry, _LOOP if ticket.start else _PLAIN_LOOP)
            if {self.part[c] for c in start}.isdisjoint(self.part[c] for c in end):
                self._fail("unconnected_ticket", entry, "no routes connect these cities")
            if not 1 <= goal.points <= MOST_POINTS:
                self._fail(
                    "ticket_points", entry, f"a ticket must be worth 1 to {MOST_POINTS} points"
                )
            ways += len(start) * len(end)
        if ways > MOST_WAYS:
            self._fail("too_many_ways", entry, f"more than {MOST_WAYS} pairs of cities complete it")
        self._check_twice(entry, ticket)

    def _check_shape(self, entry: str, ticket: TicketData) -> None:
        plain = (ticket.a, ticket.b, ticket.points)
        general = ticket.start is not None or ticket.to
        if general:
            whole = ticket.start is not None and ticket.to and plain == (None, None, None)
        else:
            whole = None not in plain
        if not whole:
            problem = "a ticket has either “a”, “b” and “points”, or “from” and “to”"
            self._fail("ticket_shape", entry, problem)
        if len(ticket.to) > MOST_GOALS:
            self._fail("too_many", entry, f"more than {MOST_GOALS} goals")
        for place in (ticket.origin, *ticket.goals):
            if (place.city is None) == (place.country is None):
                self._fail("ticket_place", entry, "a place is either a “city” or a “country”")

    def _cities(self, entry: str, place: PlaceData) -> set[int]:
        if place.city is not None:
            if place.city not in self.cities:
                self._fail("unknown_city", entry, f"there is no city “{place.city}”")
            return set(self.cities[place.city])
        if place.country not in self.countries:
            self._fail("unknown_country", entry, f"no city is in “{place.country}”")
        return set(self.countries[place.country])

    def _check_twice(self, entry: str, ticket: TicketData) -> None:
        places = [(place.city, place.country) for place in (ticket.origin, *ticket.goals)]
        if len(set(places)) < len(places):
            self._fail("duplicate_goal", entry, "a goal is listed twice")
        # Between two places a ticket may be read both ways.
        key = frozenset(places if len(places) == 2 else [places[0], frozenset(places[1:])])
        if key in self.seen:
            self._fail("duplicate_ticket", entry, "this ticket is listed twice")
        self.seen.add(key)


_PLAIN_LOOP = "a ticket must join two different cities"
_LOOP = "a ticket cannot lead to where it begins"


def _parts(data: BoardData, cities: dict[str, tuple[int]]) -> list[int]:
    """For each city a representative of those it is connected with."""
    root = list(range(len(data.cities)))

    def find(city: int) -> int:
        while root[city] != city:
            city = root[city]
        return city

    for route in data.routes:
        root[find(cities[route.a][0])] = find(cities[route.b][0])
    return [find(city) for city in root]
