"""The names of a game's routes, tickets and cities, safe to print."""

from carrozza.cli.style import clean
from carrozza.core.game import Game


class Names:
    def __init__(self, game: Game) -> None:
        self._names = game.names

    def route(self, route: int) -> str:
        return clean(self._names.route_name(route))

    def city(self, city: int) -> str:
        return clean(self._names.city_name(city))

    def ticket(self, ticket: int) -> str:
        return clean(self._names.ticket_name(ticket))
