"""How far a ticket of a board is from being completed."""

from heapq import heappop, heappush

from carrozza.board.goals import Ticket
from carrozza.board.state import BoardState

FAR = 1 << 20


def trains_to_complete(s: BoardState, seat: int, ticket: Ticket, *, borrow: bool = False) -> int:
    """The fewest trains; FAR when there is no way. With `borrow` others' routes cost nothing, as if
    there were a station for each."""
    around = _links(s, seat, borrow=borrow)
    return min(_distance(around, way.a, way.b) for way in ticket.ways)


def _links(s: BoardState, seat: int, *, borrow: bool) -> dict[int, list[tuple[int, int]]]:
    """For each city the next ones, and the trains it takes to get there."""
    around: dict[int, list[tuple[int, int]]] = {}
    for number, route in enumerate(s.game.board.routes):
        if s.routes[seat] >> number & 1 or (borrow and s.taken >> number & 1):
            cost = 0
        elif s.lookups.route_actions[number] & s.open and not s.barred[seat] >> number & 1:
            cost = route.length
        else:
            continue
        around.setdefault(route.a, []).append((route.b, cost))
        around.setdefault(route.b, []).append((route.a, cost))
    return around


def _distance(around: dict[int, list[tuple[int, int]]], start: int, end: int) -> int:
    queue, done = [(0, start)], set[int]()
    while queue:
        far, city = heappop(queue)
        if city == end:
            return far
        if city in done:
            continue
        done.add(city)
        for other, cost in around.get(city, ()):
            heappush(queue, (far + cost, other))
    return FAR
