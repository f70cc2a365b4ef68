"""The position as the planner looks at it: links instead of routes, and how long the game lasts."""

from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.bots.chart import Chart, chart_of
from carrozza.bots.planner.clock import turns_left
from carrozza.bots.planner.rewards import Rewards
from carrozza.bots.sight import Sight
from carrozza.core.cards import CARD_INDEX, COLOURS, KINDS


class Outlook:
    def __init__(self, game: BoardGame, view: BoardView) -> None:
        assert view.hand is not None
        self.game = game
        self.view = view
        self.board = game.board
        self.chart: Chart = chart_of(game.board)
        self.sight = Sight(game, view)
        self.me = self.sight.me
        self.hand = view.hand
        self.trains = self.sight.trains
        self.tickets = view.tickets or ()
        of_route = self.chart.of_route
        self.open_at: dict[int, list[int]] = {}  # the tracks of each link that one may claim
        for route in self.sight.open:
            self.open_at.setdefault(of_route[route], []).append(route)
        self.own_links: set[int] = set()
        self.foreign: set[int] = set()  # links that only a station can use
        for route, owner in enumerate(view.routes):
            if owner == self.me:
                self.own_links.add(of_route[route])
            elif owner is not None:
                self.foreign.add(of_route[route])
        self.foreign -= self.own_links
        self.foreign.difference_update(self.open_at)
        own_stations = {city for city, owner in enumerate(view.stations) if owner == self.me}
        self.borrowable = {
            link for link in self.foreign if own_stations.intersection(self.chart.ends[link])
        }
        self.stations = game.spec.stations - sum(o == self.me for o in view.stations)
        self.turns = turns_left(view, game.spec.last_round_at)
        self.rewards = Rewards(game, view, self.sight.mine)

    def unseen(self) -> list[int]:
        """Counts of the cards that a blind draw may bring; after a reshuffle the discards too."""
        view = self.view
        if not view.deck:
            return list(view.discards)
        spec = self.game.spec
        left = [spec.cards_per_colour for _ in COLOURS] + [spec.locomotives]
        seen = [view.hand or (0,) * KINDS, view.discards]
        seen += [hand for seat, hand in enumerate(view.seen_hands) if seat != self.me]
        for hand in seen:
            for card in range(KINDS):
                left[card] -= hand[card]
        for card in self.market():
            if card >= 0:
                left[card] -= 1
        return left

    def market(self) -> list[int]:
        """The face-up cards, -1 for a gap."""
        return [-1 if card is None else CARD_INDEX[card] for card in self.view.market]
