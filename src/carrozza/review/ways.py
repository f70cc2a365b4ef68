"""How far a ticket of a board is from being completed."""

from collections.abc import Iterable
from heapq import heappop, heappush

from carrozza.board.goals import Ticket
from carrozza.board.state import BoardState

FAR = 1 << 20


def trains_to_complete(
    s: BoardState, seat: int, ticket: Ticket, *, borrow: bool = False, without: int | None = None
) -> int:
    """The fewest trains; FAR when there is no way. With `borrow` others' routes cost nothing, as if
    there were a station for each."""
    around = _links(s, seat, borrow=borrow, without=without)
    return min(_distance(around, way.a, way.b) for way in ticket.ways)


def needing(s: BoardState, seat: int, tickets: Iterable[int], route: int) -> int | None:
    """The most valuable of these tickets that takes more trains without this route."""
    board = s.game.board.tickets
    found = [
        ticket
        for ticket in tickets
        if trains_to_complete(s, seat, board[ticket])
        < trains_to_complete(s, seat, board[ticket], without=route)
    ]
    return max(found, key=lambda ticket: board[ticket].points, default=None)


def is_open_to(s: BoardState, seat: int, route: int) -> bool:
    return bool(s.lookups.route_actions[route] & s.open) and not s.barred[seat] >> route & 1


def _links(
    s: BoardState, seat: int, *, borrow: bool, without: int | None
) -> dict[int, list[tuple[int, int]]]:
    """For each city the next ones, and the trains it takes to get there."""
    around: dict[int, list[tuple[int, int]]] = {}
    for number, route in enumerate(s.game.board.routes):
        if number == without:
            continue
        if s.routes[seat] >> number & 1 or (borrow and s.taken >> number & 1):
            cost = 0
        elif is_open_to(s, seat, number):
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
