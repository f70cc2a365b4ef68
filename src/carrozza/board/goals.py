"""What a ticket asks for, and what it scores for a network.

A ticket leads from one place to one or several others, its goals. A place is a city, or a country,
which counts as any of its cities. The best goal reached counts; where none is, the ticket costs the
points of its lowest goal.
"""

from collections.abc import Sequence
from typing import NamedTuple

from carrozza.board.data import PlaceData, TicketData

City = int


class Place(NamedTuple):
    name: str
    cities: tuple[City, ...]
    is_country: bool


class Goal(NamedTuple):
    place: Place
    points: int


class Way(NamedTuple):
    """Two cities that complete a ticket once they are joined, and the points for that."""

    a: City
    b: City
    points: int

    @property
    def ends(self) -> tuple[City, City]:
        return self.a, self.b


class Ticket:
    """A plain ticket has one goal and one way; it is the shortest case of the general one."""

    __slots__ = (
        "edition",
        "goals",
        "long",
        "named",
        "penalty",
        "points",
        "stand_in",
        "start",
        "ways",
    )

    def __init__(
        self,
        start: Place,
        goals: Sequence[Goal],
        *,
        long: bool = False,
        edition: str | None = None,
        stand_in: bool = False,
    ) -> None:
        self.start = start
        self.goals = tuple(goals)
        self.long = long
        self.edition = edition
        self.stand_in = stand_in
        self.points = max(goal.points for goal in goals)  # the most it can bring
        self.penalty = min(goal.points for goal in goals)  # what it costs when no goal is reached
        ways = [
            Way(a, b, goal.points)
            for goal in goals
            for a in start.cities
            for b in goal.place.cities
        ]
        self.ways = tuple(sorted(ways, key=lambda way: -way.points))  # the best first
        places = [start, *(goal.place for goal in goals)]
        # The cities whose names are on the card; a country names none of its cities.
        self.named = tuple(p.cities[0] for p in places if not p.is_country)

    @property
    def name(self) -> str:
        """Such as “Paris – Rome”, or “Paris – Italy 5, Spain 7”."""
        if len(self.goals) == 1:
            return f"{self.start.name} – {self.goals[0].place.name}"
        return f"{self.start.name} – " + ", ".join(
            f"{goal.place.name} {goal.points}" for goal in self.goals
        )

    def points_with(self, joined: Sequence[City]) -> int:
        """What it scores for a network: the best goal reached, or less than nothing.

        `joined` gives for each city another one it is joined with, or itself; two cities are joined
        when following it from both leads to the same one. The labels of `components` are that.
        """
        for a, b, points in self.ways:
            while joined[a] != a:
                a = joined[a]
            while joined[b] != b:
                b = joined[b]
            if a == b:
                return points
        return -self.penalty


def plain_ticket(a: City, b: City, points: int, names: Sequence[str]) -> Ticket:
    """From one city to another."""
    start, end = (Place(names[city], (city,), False) for city in (a, b))
    return Ticket(start, [Goal(end, points)])


def ticket_from(
    data: TicketData, cities: dict[str, City], countries: dict[str, tuple[City, ...]]
) -> Ticket:
    """The ticket of a checked entry of a board file."""

    def place(written: PlaceData) -> Place:
        if written.city is not None:
            return Place(written.city, (cities[written.city],), False)
        assert written.country is not None
        return Place(written.country, countries[written.country], True)

    return Ticket(
        place(data.origin),
        [Goal(place(goal), goal.points) for goal in data.goals],
        long=data.long,
        edition=data.edition,
        stand_in=data.stand_in,
    )
