"""Observations of the board games."""

from functools import lru_cache
from typing import Any

from carrozza.board.data import LONGEST_ROUTE
from carrozza.board.game import BoardGame
from carrozza.board.lookups import TUNNEL_CARDS
from carrozza.board.paths import components
from carrozza.board.state import BoardState
from carrozza.board.turn import PHASES
from carrozza.board.view import BoardView
from carrozza.core.cards import CARD_INDEX, KINDS, counts_of
from carrozza.core.space import bits
from carrozza.env.common import Shape
from carrozza.env.layout import Part, among, one_hot
from carrozza.env.observer import Observer, mask_of

NONE = [0] * KINDS


class BoardObserver(Observer[BoardState, BoardView]):
    def __init__(self, game: BoardGame, players: int) -> None:
        spec, board, n = game.spec, game.board, players
        self.game = game
        self.tunnels = any(route.tunnel for route in board.routes)
        routes, cities, dig = len(board.routes), len(board.cities), int(self.tunnels)
        shape = Shape(
            players=n,
            phases=PHASES,
            cards=tuple(game.all_cards()),
            market=spec.market,
            tickets=len(board.tickets),
            offered=max(spec.deal_tickets + spec.deal_long, spec.draw_tickets),
            marks=("nobody", "the opening"),
        )
        counts = [
            Part("passes", (1,), n, "passes in a row"),
            Part("trains", (n,), spec.trains, "trains each has left"),
            Part("points", (n,), most_points(game), "points of each for routes"),
            Part(
                "tunnel_laid", (dig * KINDS,), LONGEST_ROUTE, "cards laid for the tunnel to be paid"
            ),
            Part("tunnel_revealed", (dig * KINDS,), TUNNEL_CARDS, "cards turned up for it"),
            Part("tunnel_extra", (dig,), TUNNEL_CARDS, "cards it costs more"),
        ]
        flags = [
            Part("joined", (shape.tickets,), 1, "own tickets that own routes complete"),
            Part("routes", (n, routes), 1, "the routes of each"),
            Part("stations", (n * bool(spec.stations), cities), 1, "the stations of each"),
            Part("bonus_cards", (len(board.bonus_cards),), 1, "bonus cards in play"),
            Part("tunnel", (dig * routes,), 1, "the tunnel to be paid"),
        ]
        super().__init__(shape, counts, flags)
        self._refused_at = self.bit("returned_at_start")
        self._joined_at = self.bit("joined")
        self._routes_at = [self.bit("routes") + i * routes for i in range(n)]
        self._stations_at = [self.bit("stations") + i * cities for i in range(n)]
        self._bonus_at = self.bit("bonus_cards")
        self._tunnel_at = self.bit("tunnel")
        # Networks change seldom, and each seat looks at its own again and again.
        self._joined = lru_cache(maxsize=4096)(self._joined_mask)

    def values(self, view: BoardView, order: list[int]) -> dict[str, Any]:
        assert view.tickets is not None
        tunnel = view.tunnel
        own = sum(1 << route for route, owner in enumerate(view.routes) if owner == view.seat)
        return {
            "passes": [view.passes],
            "trains": [view.trains[seat] for seat in order],
            "points": [view.points[seat] for seat in order],
            "tunnel_laid": counts_of(CARD_INDEX[c] for c in tunnel.laid) if tunnel else NONE,
            "tunnel_revealed": counts_of(CARD_INDEX[c] for c in tunnel.revealed)
            if tunnel
            else NONE,
            "tunnel_extra": [tunnel.extra if tunnel else 0],
            "joined": among(bits(self._joined(view.tickets, own)), self.shape.tickets),
            "routes": [[int(owner == seat) for owner in view.routes] for seat in order],
            "stations": [[int(owner == seat) for owner in view.stations] for seat in order],
            "bonus_cards": among(view.bonus_cards, len(self.game.board.bonus_cards)),
            "tunnel": one_hot(tunnel.route if tunnel else None, len(view.routes)),
        }

    def _joined_mask(self, tickets: tuple[int, ...], own: int) -> int:
        """Those of the tickets that these routes complete."""
        label = components(self.game.board, own)
        every = self.game.board.tickets
        return mask_of(t for t in tickets if every[t].points_with(label) > 0)

    def counts(self, s: BoardState, seat: int) -> list[int]:
        order = self.orders[seat]
        found = [s.passes, *[s.trains[other] for other in order]]
        found += [s.points[other] for other in order]
        if not self.tunnels:
            return found
        if s.tunnel is None:
            return found + [0] * (2 * KINDS + 1)
        laid = [0] * KINDS
        for card, n in s.lookups.cost[s.tunnel.laid]:
            laid[card] = n
        return [*found, *laid, *counts_of(s.tunnel.revealed), s.tunnel.extra]

    def bits(self, s: BoardState, seat: int) -> int:
        order = self.orders[seat]
        found = mask_of(s.returned_at_start[seat]) << self._refused_at
        found |= self._joined(tuple(s.tickets[seat]), s.routes[seat]) << self._joined_at
        for other, at in zip(order, self._routes_at, strict=True):
            found |= s.routes[other] << at
        if s.lookups.spec.stations:
            for other, at in zip(order, self._stations_at, strict=True):
                found |= s.stations[other] << at
        if s.bonus_cards:
            found |= mask_of(s.bonus_cards) << self._bonus_at
        if s.tunnel is not None:
            found |= 1 << self._tunnel_at + s.tunnel.route
        return found


def most_points(game: BoardGame) -> int:
    """No way of laying all trains brings more than the best points for a train on each of them."""
    best = max((route.points / route.length for route in game.board.routes), default=1.0)
    return max(1, int(best * game.spec.trains))
