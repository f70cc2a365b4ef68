"""Claiming: which of the routes within reach first, and with which cards."""

from carrozza.board.paths import components
from carrozza.bots.gains import gained
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.targets import Target, Targets
from carrozza.bots.planner.weights import points_of
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.space import bits

OF_OTHERS = 1.0  # the price of a card set aside for something else
WILD = 0.6
CARD = 0.1
FILLER = 1.0  # of the worth of a turn, what a route beyond the plan must bring
MOST_WILD = 0.34  # of a route's length, the Locomotives it may take before the end
DEAR = 99.0  # of the worth of a turn: so much justifies any Locomotives
HURRY = 4.0  # turns to the end when nothing is saved any more


def best_claim(look: Outlook, targets: Targets, mask: int) -> int | None:
    """The claim of the most wanted target that can be paid."""
    best: Target | None = None
    best_score = 0.0
    for target in targets.list:
        payable = mask & look.game.lookups.route_actions[target.route]
        if payable and not target.lacks and target.worth > best_score and _now(targets, target):
            best, best_score = target, target.worth
    if best is None:
        return None
    return payment(look, targets, best, mask)


def _now(targets: Targets, target: Target) -> bool:
    """Whether a target is worth the turn and its Locomotives now."""
    look = targets.look
    if look.turns <= HURRY:
        return True
    if not target.planned and target.worth < FILLER * targets.turn:
        return False
    length = look.chart.length[target.link]
    symbols = look.board.routes[target.route].locomotives
    return target.wild - symbols <= MOST_WILD * length or target.worth >= DEAR * targets.turn


def payment(look: Outlook, targets: Targets, target: Target, mask: int) -> int:
    """The cheapest way to pay, cards set aside for other targets being dear."""
    ways = mask & look.game.lookups.route_actions[target.route]
    free = targets.left.copy()
    free[target.colour] += target.held
    free[LOCOMOTIVE] += target.wild

    def price(i: int) -> float:
        total = 0.0
        for card, n in look.game.lookups.cost[i]:
            total += n * (WILD if card == LOCOMOTIVE else CARD)
            total += OF_OTHERS * max(0, n - free[card])
        return total

    return min(bits(ways), key=price)


def last_claim(look: Outlook, mask: int) -> tuple[int | None, float]:
    """In the last turn: whatever brings the most points at once, and how many."""
    board = look.board
    label = components(board, look.sight.mine)
    best: int | None = None
    best_points = 0.0
    for route in look.sight.open:
        ways = mask & look.game.lookups.route_actions[route]
        if not ways:
            continue
        points = points_of(look, route) + gained(board, label, route, look.tickets)
        if points > best_points:
            best, best_points = bits(ways)[0], points
    return best, best_points
