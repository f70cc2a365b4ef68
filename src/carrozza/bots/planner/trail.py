"""The longest path: what it is worth to make one's own longer."""

from math import exp

from carrozza.board.paths import longest_trail
from carrozza.bots.planner.outlook import Outlook

BEGUN = 0.6  # of one's trains left: before, it is too early to think of it
PER_TRAIN = 0.15  # of the prize, what a train more is worth while the race is close
APART = 8.0  # trains by which it is decided
TO_COME = 0.25  # of their trains left, how much the others may add


class Trail:
    __slots__ = ("cities", "known", "length", "look", "mask", "slope")

    def __init__(self, look: Outlook, planned: int) -> None:
        """`planned`: routes of the plan, which are as good as one's own."""
        self.look = look
        self.mask = look.sight.mine | planned
        self.known: dict[int, float] = {}
        self.slope = 0.0
        prize = prize_of(look)
        if not prize or look.trains > BEGUN * look.game.spec.trains:
            return
        self.length = longest_trail(look.board, self.mask)[0]
        routes = look.board.routes
        mine = [r for i, r in enumerate(routes) if self.mask >> i & 1]
        self.cities = {r.a for r in mine} | {r.b for r in mine}
        lead = self.length - max(_reach(look, s) for s in range(look.view.players) if s != look.me)
        self.slope = PER_TRAIN * prize * exp(-((lead / APART) ** 2))

    def worth(self, route: int) -> float:
        """What a route adds by making the path longer."""
        if not self.slope:
            return 0.0
        r = self.look.board.routes[route]
        if r.a not in self.cities and r.b not in self.cities:
            return 0.0
        link = self.look.chart.of_route[route]
        if link not in self.known:
            longer = longest_trail(self.look.board, self.mask | 1 << route)[0]
            self.known[link] = self.slope * (longer - self.length)
        return self.known[link]


def prize_of(look: Outlook) -> int:
    cards = [look.board.bonus_cards[c] for c in look.view.bonus_cards]
    return look.game.spec.longest_path + sum(
        card.points for card in cards if card.counts == "longest_path"
    )


def _reach(look: Outlook, seat: int) -> float:
    """How long another seat's path may become."""
    mask = sum(1 << r for r, owner in enumerate(look.view.routes) if owner == seat)
    return longest_trail(look.board, mask)[0] + TO_COME * look.view.trains[seat]
