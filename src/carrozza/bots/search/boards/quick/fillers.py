"""Routes beyond a plan."""

from carrozza.bots.planner.clock import CARDS_A_TURN
from carrozza.bots.search.boards.quick.claims import (
    NO_CLAIM,
    claim_of,
    may_claim,
    most_held,
    payment,
    spaces,
    thrifty,
)
from carrozza.bots.search.boards.quick.compiled import compiled
from carrozza.bots.search.boards.quick.plans import is_mine
from carrozza.bots.search.boards.quick.records import ANY_COLOUR, NOBODY, Record
from carrozza.core.cards import LOCOMOTIVE as WILD
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import State


@compiled
def filler(m: Record, s: State, t: Record, seat: int) -> int:
    """The route to collect for when the plan is done; it stays the same while it is open."""
    route = t.filler[seat]
    if route != NOBODY and _possible(m, s, seat, route):
        return int(route)
    if t.path[seat] > 0:
        _find_loose_ends(m, s, t, seat)
    route = _best(m, s, t, seat)
    t.filler[seat] = route
    if route != NOBODY:
        t.long[seat] = min(t.long[seat], m.length[route])
    return route


@compiled
def _possible(m: Record, s: State, seat: int, route: int) -> bool:
    return m.length[route] <= s.trains[seat] and may_claim(s, seat, route)


@compiled
def _find_loose_ends(m: Record, s: State, t: Record, seat: int) -> None:
    """From there a path can mostly be made longer."""
    for city in range(m.cities):
        t.degree[city] = 0
    for link in range(m.links):
        if is_mine(m, s, seat, link):
            t.degree[m.link_a[link]] += 1
            t.degree[m.link_b[link]] += 1
    for city in range(m.cities):
        t.loose[seat, city] = t.degree[city] == 1


@compiled
def _longer(m: Record, t: Record, seat: int, route: int) -> bool:
    return bool(t.loose[seat, m.a[route]] or t.loose[seat, m.b[route]])


@compiled
def _best(m: Record, s: State, t: Record, seat: int) -> int:
    """The route that brings most for the turns it takes."""
    most = t.spare[most_held(t.spare)]
    best, best_rate = NOBODY, 0.0
    for route in range(m.routes):
        if not _possible(m, s, seat, route):
            continue
        colour = m.colour[route]
        held = most if colour == ANY_COLOUR else t.spare[colour]
        cards, wild = spaces(m, route)
        lacks = max(0, cards + wild - t.spare[WILD] * m.wild[route] - held)
        worth = m.points[route]
        if _longer(m, t, seat, route):
            worth += t.path[seat] * m.length[route]
        rate = worth / (1 + lacks / CARDS_A_TURN)
        if rate > best_rate:
            best, best_rate = route, rate
    return best


@compiled
def filler_claim(m: Record, s: State, t: Record, board: Board, seat: int, hurry: bool) -> int:
    """Claims the longest route beyond the plan that can be paid: with the spare cards one that is
    really long, in a hurry any. Or NO_CLAIM."""
    room = s.trains[seat] - t.plan_trains[seat]
    best, best_rank = NO_CLAIM, -1
    spare = most_held(t.spare)
    for route in range(m.routes):
        length = m.length[route]
        if length > room or not may_claim(s, seat, route) or t.in_plan[seat, m.link[route]]:
            continue
        longer = _longer(m, t, seat, route)
        rank = 2 * length + longer
        if rank <= best_rank or (not hurry and length + longer <= t.long[seat]):
            continue
        colour = spare if m.colour[route] == ANY_COLOUR else m.colour[route]
        if hurry:
            cards, wild = payment(m, route, s.hands[seat, colour], s.hands[seat, WILD])
        else:
            cards, wild = payment(m, route, t.spare[colour], t.spare[WILD])
        if cards >= 0 and (hurry or thrifty(m, route, wild)):
            found = claim_of(m, board, route, colour, cards, wild)
            if found != NO_CLAIM:
                best, best_rank = found, rank
    return best
