"""What the bonus cards count for one seat; the twin of `carrozza.board.bonuses`."""

from carrozza.core.cards import LOCOMOTIVE
from carrozza.lane.bits import ONE, ZERO, bit, count, lowest
from carrozza.lane.board.lookups import (
    COUNT_COUNTRIES,
    COUNT_LOCOMOTIVES,
    COUNT_LONGEST,
    COUNT_ROUTES,
    COUNT_TICKETS,
    Board,
)
from carrozza.lane.board.state import WORDS, State, Work
from carrozza.lane.compiled import compiled, compiled_apart


@compiled_apart
def counted(s: State, board: Board, seat: int, card: int, work: Work) -> int:
    kind = board.bonus_kind[card]
    if kind == COUNT_ROUTES:
        found = 0
        for w in range(WORDS):
            found += count(s.routes[seat, w] & board.bonus_routes[card, w])
        return found
    if kind == COUNT_TICKETS:
        return count(work.done[seat] & board.bonus_tickets[card])
    if kind == COUNT_LOCOMOTIVES:
        found = int(s.hands[seat, LOCOMOTIVE])
        for colour in range(LOCOMOTIVE):
            found += s.hands[seat, colour] // 2
        return found
    if kind == COUNT_COUNTRIES:
        return countries(s, board, seat)
    if kind == COUNT_LONGEST:
        return int(work.longest[seat])
    return int(s.trains[seat])


@compiled
def countries(s: State, board: Board, seat: int) -> int:
    """Touched by the seat's routes."""
    found = ZERO
    for w in range(WORDS):
        routes = s.routes[seat, w]
        while routes != ZERO:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            a, b = board.country[board.route_a[route]], board.country[board.route_b[route]]
            if a >= 0:
                found |= bit(a)
            if b >= 0:
                found |= bit(b)
    return count(found)
