"""A board file: its entries as they are written, before anything is checked."""

import msgspec

FORMAT = 1
# A board may come from anybody: what is counted, drawn or shown is kept within reason.
LIMITS = {"cities": 200, "routes": 400, "tickets": 200, "bonus_cards": 50, "expect": 100}
LONGEST_NAME = 80
LONGEST_ROUTE = 9
MOST_PARALLEL = 3
MOST_SYMBOLS = 4
MOST_DRAWN = 9  # bonus cards for a route
MOST_POINTS = 1000
MOST_GOALS = 8  # of one ticket
MOST_WAYS = 400  # pairs of cities that complete one ticket


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


class PlaceData(_Data, frozen=True):
    """A city, or a country, which counts as any of its cities."""

    city: str | None = None
    country: str | None = None

    @property
    def name(self) -> str:
        return self.city or self.country or ""


class GoalData(PlaceData, frozen=True, kw_only=True):
    points: int


class TicketData(_Data, frozen=True):
    """Either two cities, `a` and `b`, and `points`; or a place and several goals, `from` and `to`,
    of which the best one reached counts."""

    a: str | None = None
    b: str | None = None
    points: int | None = None
    start: PlaceData | None = msgspec.field(default=None, name="from")
    to: tuple[GoalData, ...] = ()
    long: bool = False  # dealt apart at set-up
    edition: str | None = None  # only in this edition of the game
    stand_in: bool = False  # the printed ticket is not known to us; this one takes its place

    @property
    def origin(self) -> PlaceData:
        return self.start or PlaceData(city=self.a)

    @property
    def goals(self) -> tuple[GoalData, ...]:
        return self.to or (GoalData(city=self.b, points=self.points or 0),)


def cities_by_country(cities: tuple[City, ...]) -> dict[str, tuple[int, ...]]:
    """The countries of a board, each with the numbers of its cities."""
    found: dict[str, tuple[int, ...]] = {}
    for number, city in enumerate(cities):
        if city.country is not None:
            found[city.country] = (*found.get(city.country, ()), number)
    return found


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
