"""Routes beyond a plan."""

from carrozza.board.state import BoardState
from carrozza.bots.planner.clock import CARDS_A_TURN
from carrozza.bots.search.boards.ground import Ground
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.space import bits


def best_filler(
    ground: Ground, s: BoardState, trains: int, spare: list[int], longer: int, path: float
) -> int:
    """The route that brings most for the turns it takes; `path` is what a train is worth beside
    on those that make one's path longer."""
    most, wild = max(spare[:8]), spare[LOCOMOTIVE]
    best, best_rate = -1, 0.0
    for route, r in enumerate(ground.board.routes):
        length = r.length
        if length > trains or not s.open & ground.tables.route_actions[route]:
            continue
        lacks = ground.spaces[route] - wild - (most if ground.grey[route] else spare[r.colour])
        worth = float(r.points)
        if longer & ground.tables.route_actions[route]:
            worth += path * length
        rate = worth / (1 + lacks / CARDS_A_TURN if lacks > 0 else 1)
        if rate > best_rate:
            best, best_rate = route, rate
    return best


def at_the_ends(ground: Ground, routes: int) -> int:
    """The claims that lead on from a loose end of the own network: a longer path, mostly."""
    once = twice = 0
    cities = ground.cities
    for route in bits(routes):
        both = cities[route]
        twice |= once & both
        once |= both
    found = 0
    for city in bits(once & ~twice):
        found |= ground.claims_at[city]
    return found
