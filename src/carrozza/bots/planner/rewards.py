"""What links and tickets are worth beyond their points, because of the bonus cards in play."""

from functools import lru_cache

from carrozza.board.board import Board
from carrozza.board.bonuses import SMALL_TICKET
from carrozza.board.data import BonusCard
from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.core.space import bits

CLOSE = 0.3  # the chance that one more decides a bonus while it is close
FADING = 0.65  # for each step further apart


class Rewards:
    """Extra points for the routes and tickets that a bonus card in play counts."""

    __slots__ = ("board", "countries", "route", "ticket")

    def __init__(self, game: BoardGame, view: BoardView, mine: int) -> None:
        self.board = game.board
        self.route: dict[int, float] = {}
        self.ticket: dict[int, float] = {}
        self.countries = 0.0  # for each country not yet touched
        for c in view.bonus_cards:
            self._add(game.board, view, game.board.bonus_cards[c], mine)

    def _add(self, board: Board, view: BoardView, card: BonusCard, mine: int) -> None:
        counted = _counted_routes(board, card)
        if counted:
            counts = [0] * view.players
            for r in counted:
                owner = view.routes[r]
                if owner is not None:
                    counts[owner] += 1
            worth = card.points * _odds(counts, view.seat or 0)
            for r in counted:
                self.route[r] = self.route.get(r, 0.0) + worth
        if card.counts == "countries":
            self.countries = card.points * CLOSE / 2
            touched = {c for r in bits(mine) for c in _countries(board, r)}
            for r in range(len(board.routes)):
                new = len(set(_countries(board, r)) - touched)
                self.route[r] = self.route.get(r, 0.0) + new * self.countries
        for t in _counted_tickets(board, card):
            self.ticket[t] = self.ticket.get(t, 0.0) + card.points * CLOSE


@lru_cache(maxsize=256)
def _counted_routes(board: Board, card: BonusCard) -> tuple[int, ...]:
    return tuple(r for r in range(len(board.routes)) if counts_route(board, card, r))


@lru_cache(maxsize=256)
def _counted_tickets(board: Board, card: BonusCard) -> tuple[int, ...]:
    return tuple(t for t in range(len(board.tickets)) if counts_ticket(board, card, t))


def counts_route(board: Board, card: BonusCard, r: int) -> bool:
    """Whether a claimed route adds to what a bonus card counts."""
    route = board.routes[r]
    ends = board.cities[route.a], board.cities[route.b]
    match card.counts:
        case "single_routes":
            return route.length == 1
        case "arctic_routes":
            return any(city.arctic for city in ends)
        case "ferries":
            return route.locomotives > 0
        case "routes_in_country":
            return any(city.country == card.country for city in ends)
    return False


def counts_ticket(board: Board, card: BonusCard, t: int) -> bool:
    """Whether a completed ticket adds to what a bonus card counts."""
    ticket = board.tickets[t]
    named = [board.cities[city] for city in ticket.named]
    match card.counts:
        case "tickets_to_cities":
            return any(city.name in card.cities for city in named)
        case "small_tickets":
            return ticket.points <= SMALL_TICKET
        case "arctic_tickets":
            return any(city.arctic for city in named)
    return False


def _countries(board: Board, r: int) -> list[str]:
    ends = board.cities[board.routes[r].a], board.cities[board.routes[r].b]
    return [city.country for city in ends if city.country is not None]


def _odds(counts: list[int], me: int) -> float:
    """The chance that one more matters: high while the race is close."""
    lead = counts[me] - max(n for seat, n in enumerate(counts) if seat != me)
    return CLOSE * FADING ** max(0, abs(lead) - 1)
