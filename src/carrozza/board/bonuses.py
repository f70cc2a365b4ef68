"""What the bonus cards count. Each function counts for one seat; the most wins the card."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from carrozza.board.board import Board
from carrozza.board.data import BonusCard
from carrozza.core.cards import COLOURS, LOCOMOTIVE
from carrozza.core.errors import BadBoard
from carrozza.core.space import bits

if TYPE_CHECKING:
    from carrozza.board.state import BoardState

SMALL_TICKET = 5


class Standing(msgspec.Struct):
    """What is already known of a seat when the bonus cards are counted."""

    seat: int
    completed: list[int]  # tickets
    longest: int  # trains


def _locomotives(s: "BoardState", me: Standing, card: BonusCard) -> int:
    hand = s.hands[me.seat]
    return hand[LOCOMOTIVE] + sum(hand[colour] // 2 for colour in COLOURS)


def _tickets_to_cities(s: "BoardState", me: Standing, card: BonusCard) -> int:
    board = s.lookups.board
    wanted = {board.city_number[name] for name in card.cities}
    return sum(not wanted.isdisjoint(board.tickets[t].named) for t in me.completed)


def _trains_left(s: "BoardState", me: Standing, card: BonusCard) -> int:
    return s.trains[me.seat]


def _single_routes(s: "BoardState", me: Standing, card: BonusCard) -> int:
    return sum(s.lookups.board.routes[r].length == 1 for r in bits(s.routes[me.seat]))


def _countries(s: "BoardState", me: Standing, card: BonusCard) -> int:
    board = s.lookups.board
    ends = {c for r in bits(s.routes[me.seat]) for c in (board.routes[r].a, board.routes[r].b)}
    return len({board.cities[c].country for c in ends} - {None})


def _longest_path(s: "BoardState", me: Standing, card: BonusCard) -> int:
    return me.longest


def _small_tickets(s: "BoardState", me: Standing, card: BonusCard) -> int:
    return sum(s.lookups.board.tickets[t].points <= SMALL_TICKET for t in me.completed)


def _arctic_tickets(s: "BoardState", me: Standing, card: BonusCard) -> int:
    board = s.lookups.board
    return sum(
        any(board.cities[city].arctic for city in board.tickets[t].named) for t in me.completed
    )


def _arctic_routes(s: "BoardState", me: Standing, card: BonusCard) -> int:
    board = s.lookups.board
    return sum(
        board.cities[board.routes[r].a].arctic or board.cities[board.routes[r].b].arctic
        for r in bits(s.routes[me.seat])
    )


def _ferries(s: "BoardState", me: Standing, card: BonusCard) -> int:
    return sum(s.lookups.board.routes[r].locomotives > 0 for r in bits(s.routes[me.seat]))


def _routes_in_country(s: "BoardState", me: Standing, card: BonusCard) -> int:
    board = s.lookups.board
    return sum(
        card.country
        in (board.cities[board.routes[r].a].country, board.cities[board.routes[r].b].country)
        for r in bits(s.routes[me.seat])
    )


Counter = Callable[["BoardState", Standing, BonusCard], int]

COUNTERS: dict[str, Counter] = {
    "locomotives": _locomotives,  # in hand, each pair of one colour as one more
    "tickets_to_cities": _tickets_to_cities,  # completed, naming one of the card's cities
    "trains_left": _trains_left,
    "single_routes": _single_routes,  # of length 1
    "countries": _countries,  # touched by the seat's routes
    "longest_path": _longest_path,
    "small_tickets": _small_tickets,  # completed, of little value
    "arctic_tickets": _arctic_tickets,  # completed, naming a city inside the Arctic Circle
    "arctic_routes": _arctic_routes,
    "ferries": _ferries,
    "routes_in_country": _routes_in_country,  # touching a city of the card's country
}


def check_bonus_cards(board: Board, file: str) -> None:
    for i, card in enumerate(board.bonus_cards):
        entry = f"bonus_cards[{i}] ({card.name})"
        if card.counts not in COUNTERS:
            raise BadBoard(
                "bonus_counts",
                file,
                entry,
                f"“{card.counts}” is not something that can be counted.",
            )
        for city in card.cities:
            if city not in board.city_number:
                raise BadBoard("unknown_city", file, entry, f"there is no city “{city}”.")
