"""Stations: to borrow a link that somebody else has, when a ticket cannot do without."""

from carrozza.board.borrow import best_borrowing
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Plan
from carrozza.bots.planner.targets import Targets
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.space import bits

LATE = 3.0  # turns to the end when a station should wait no longer


def best_station(look: Outlook, plan: Plan, targets: Targets, mask: int) -> int | None:
    """A station for the plan, once its own links are laid or the end is near: nobody can take the
    borrowed link away, so it may wait."""
    if not plan.borrowed:
        return None
    if plan.links and look.turns > LATE + len(plan.borrowed):
        return None
    ways = 0
    for city in look.chart.ends[plan.borrowed[0]]:
        ways |= mask & look.game.lookups.city_actions[city]
    return _cheapest(look, targets.left, ways)


def last_station(look: Outlook, mask: int) -> tuple[int | None, int]:
    """In the last turn: the station that saves most points, and how many."""
    lookups = look.game.lookups
    if not mask & lookups.station_actions or not look.tickets:
        return None, 0
    own = [city for city, owner in enumerate(look.view.stations) if owner == look.me]
    before = _ticket_points(look, own)
    best, best_gain = 0, 0
    for city, actions in enumerate(lookups.city_actions):
        if mask & actions and any(link in look.foreign for link, _ in look.chart.at[city]):
            gain = _ticket_points(look, [*own, city]) - before - look.game.spec.station_points
            if gain > best_gain:
                best, best_gain = mask & actions, gain
    return _cheapest(look, list(look.hand), best), best_gain


def _ticket_points(look: Outlook, stations: list[int]) -> int:
    """Points for tickets, borrowing with stations in these cities, against losing them all."""
    others = look.sight.taken & ~look.sight.mine
    choice = best_borrowing(look.board, look.sight.mine, others, stations, look.tickets)
    tickets = look.board.tickets
    return sum(points + tickets[t].penalty for t, points in choice.points.items())


def _cheapest(look: Outlook, free: list[int], ways: int) -> int | None:
    """The payment that takes fewest Locomotives and cards that are wanted elsewhere."""
    if not ways:
        return None

    def price(i: int) -> tuple[int, int]:
        cost = look.game.lookups.cost[i]
        wanted = sum(max(0, n - free[card]) for card, n in cost)
        return wanted, sum(n for card, n in cost if card == LOCOMOTIVE)

    return min(bits(ways), key=price)
