"""The cards as data: tickets with the train cards they need, and the bonus cards of big cities."""

from collections import Counter
from pathlib import Path

import msgspec

from carrozza.core.cards import CARD_INDEX, COLOURS, LOCOMOTIVE
from carrozza.core.datafile import parse
from carrozza.core.errors import BadBoard
from carrozza.games.card_game.spec import DEAL_TICKETS, HAND, LOCOMOTIVES, MARKET, PLAYERS

FORMAT = 1


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class TicketData(_Data, frozen=True):
    a: str
    b: str
    points: int
    cards: tuple[str, ...]


class BigCity(_Data, frozen=True):
    city: str
    points: int


class TrainCards(_Data, frozen=True):
    per_colour: int
    locomotives: int


class CardsData(_Data, frozen=True):
    """The file of cards."""

    format: int
    name: str
    tickets: tuple[TicketData, ...]
    big_cities: tuple[BigCity, ...]
    train_cards: TrainCards
    expect: dict[str, int] = {}  # counts that must hold: tickets, big_cities


class Ticket(msgspec.Struct, frozen=True):
    a: str
    b: str
    points: int
    need: tuple[tuple[int, int], ...]  # (colour, how many cards of it)
    big_cities: tuple[int, ...]  # those it names, as positions on the list of big cities


class Cards:
    """The checked cards. Tickets and big cities are known by their position in the file."""

    def __init__(self, data: CardsData, file: str) -> None:
        _check(data, file)
        self.name = data.name
        self.big_cities = data.big_cities
        self.per_colour = data.train_cards.per_colour
        self.locomotives = data.train_cards.locomotives
        cities = [big.city for big in data.big_cities]
        self.tickets = tuple(
            Ticket(
                t.a,
                t.b,
                t.points,
                tuple(sorted(Counter(CARD_INDEX[card] for card in t.cards).items())),
                tuple(i for i, city in enumerate(cities) if city in (t.a, t.b)),
            )
            for t in data.tickets
        )

    def train_cards(self) -> list[int]:
        """Counts of all train cards of the game."""
        return [self.per_colour for _ in COLOURS] + [self.locomotives]

    def city_name(self, city: int) -> str:
        return self.big_cities[city].city

    def route_name(self, route: int) -> str:
        raise LookupError(f"there is no route {route} in this game")

    def ticket_name(self, ticket: int) -> str:
        t = self.tickets[ticket]
        return f"{t.a} – {t.b} ({t.points})"


def load_cards(path: Path) -> Cards:
    """Read and check a file of cards."""
    return Cards(parse(path.read_bytes(), CardsData, path.name), path.name)


def _check(data: CardsData, file: str) -> None:
    """Find the first thing wrong, in the order of the file."""

    def fail(code: str, entry: str, problem: str) -> None:
        raise BadBoard(code, file, entry, f"{problem}.")

    if data.format != FORMAT:
        fail("format", "format", f"this version reads format {FORMAT}")
    named = set()
    seen = set()
    for i, t in enumerate(data.tickets):
        entry = f"tickets[{i}] ({t.a} – {t.b})"
        if t.a == t.b:
            fail("loop", entry, "a ticket must join two different cities")
        if (t.a, t.b) in seen:
            fail("duplicate_ticket", entry, "this ticket is listed twice")
        if t.points < 1:
            fail("ticket_points", entry, "a ticket is worth at least one point")
        if not t.cards:
            fail("no_cards", entry, "a ticket needs at least one card")
        for card in t.cards:
            if CARD_INDEX.get(card, LOCOMOTIVE) == LOCOMOTIVE:
                fail("colour", entry, f"“{card}” is no colour of a train card")
        seen.add((t.a, t.b))
        named |= {t.a, t.b}
    for i, big in enumerate(data.big_cities):
        entry = f"big_cities[{i}] ({big.city})"
        if big.city not in named:
            fail("unknown_city", entry, "no ticket names this city")
        if big.points < 1:
            fail("bonus_points", entry, "a bonus card is worth at least one point")
        if any(other.city == big.city for other in data.big_cities[:i]):
            fail("duplicate_city", entry, "this city is listed twice")
    most = max(PLAYERS)
    cards = data.train_cards
    if cards.per_colour < 1 or cards.locomotives < most * LOCOMOTIVES:
        fail("few_cards", "train_cards", "too few of a kind")
    if 8 * cards.per_colour + cards.locomotives <= most * (LOCOMOTIVES + HAND) + MARKET:
        fail("few_cards", "train_cards", f"too few to deal to {most} players")
    if len(data.tickets) < most * DEAL_TICKETS:
        fail("few_tickets", "tickets", f"too few to deal to {most} players")
    have = {"tickets": len(data.tickets), "big_cities": len(data.big_cities)}
    for what, count in data.expect.items():
        if have.get(what) != count:
            fail("counts", f"expect.{what}", f"expected {count}, found {have.get(what)}")
