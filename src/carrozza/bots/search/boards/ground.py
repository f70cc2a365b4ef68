"""What a quick player looks up instead of computing it: actions by link, pay and length."""

from functools import lru_cache

from carrozza.board.board import GREY
from carrozza.board.game import BoardGame
from carrozza.bots.chart import chart_of
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.space import bits

THRIFTY = 0.34  # of a route's length, the Locomotives it may take while there is time to save them


class Ground:
    """Everything here is fixed for a game; sets of actions and routes are bit masks."""

    def __init__(self, game: BoardGame) -> None:
        tables, board = game.tables, game.board
        self.game = game
        self.tables = tables
        self.board = board
        self.chart = chart_of(board)
        self.link_actions = [
            sum(tables.route_actions[r] for r in tracks) for tracks in self.chart.tracks
        ]
        self.link_routes = [sum(1 << r for r in tracks) for tracks in self.chart.tracks]
        self.paid_in = [0] * KINDS  # claims and stations paid in a colour
        self.thrifty = tables.station_actions
        for route, actions in enumerate(tables.route_actions):
            r = board.routes[route]
            most = r.locomotives + THRIFTY * r.length
            for i in bits(actions):
                self.paid_in[tables.colour[i]] |= 1 << i
                if sum(n for card, n in tables.cost[i] if card == LOCOMOTIVE) <= most:
                    self.thrifty |= 1 << i
        for i in bits(tables.station_actions):
            self.paid_in[tables.colour[i]] |= 1 << i
        self.cities = [1 << r.a | 1 << r.b for r in board.routes]
        self.claims_at = [
            sum(
                m
                for m, both in zip(tables.route_actions, self.cities, strict=True)
                if both >> c & 1
            )
            for c in range(len(board.cities))
        ]
        # The claims of routes of one length, most points first.
        lengths = sorted({r.length for r in board.routes}, reverse=True)
        self.by_length = [
            (
                length,
                sum(
                    m
                    for m, r in zip(tables.route_actions, board.routes, strict=True)
                    if r.length == length
                ),
            )
            for length in lengths
        ]
        pairs = game.spec.ferry_pairs
        # The cards to hold for a route, of a colour and Locomotives; one to spare for a tunnel.
        self.wild_spaces = [0 if pairs else r.locomotives for r in board.routes]
        self.colour_spaces = [
            r.length + (r.locomotives if pairs else -r.locomotives) + r.tunnel for r in board.routes
        ]
        self.spaces = [a + b for a, b in zip(self.colour_spaces, self.wild_spaces, strict=True)]
        self.grey = [r.colour == GREY for r in board.routes]


@lru_cache(maxsize=16)
def ground_of(game: BoardGame) -> Ground:
    return Ground(game)
