"""The names of a game's routes, tickets and cities."""

from typing import Any

from carrozza.board.board import Board
from carrozza.cli.style import clean
from carrozza.core.game import Game


def board_of(game: Game) -> Board | None:
    board = getattr(game, "board", None)
    return board if isinstance(board, Board) else None


class Names:
    """Names for the numbers on a score sheet. A game without a board only has tickets."""

    def __init__(self, game: Game) -> None:
        self.board = board_of(game)
        self.tickets: Any = self.board or getattr(game, "cards", None)

    def route(self, route: int) -> str:
        return clean(self.board.route_name(route)) if self.board else f"route {route}"

    def city(self, city: int) -> str:
        return clean(self.board.cities[city].name) if self.board else f"city {city}"

    def ticket(self, ticket: int) -> str:
        return clean(self.tickets.ticket_name(ticket)) if self.tickets else f"ticket {ticket}"
