"""Routes beyond a plan."""

from carrozza.bots.planner.clock import CARDS_A_TURN
from carrozza.bots.search.boards.sketch.compiled import compiled
from carrozza.bots.search.boards.sketch.pay import (
    claim,
    is_open,
    most_held,
    payment,
    spaces,
    thrifty,
)
from carrozza.bots.search.boards.sketch.records import ANY_COLOUR, NOBODY, Record
from carrozza.core.cards import LOCOMOTIVE as WILD


@compiled
def filler(m: Record, t: Record, seat: int) -> int:
    """The route to collect for when the plan is done; it stays the same while it is open."""
    route = t.filler[seat]
    if route != NOBODY and _possible(m, t, seat, route):
        return int(route)
    if t.path[seat] > 0:
        _find_loose_ends(m, t, seat)
    route = _best(m, t, seat)
    t.filler[seat] = route
    if route != NOBODY:
        t.long[seat] = min(t.long[seat], m.length[route])
    return route


@compiled
def _possible(m: Record, t: Record, seat: int, route: int) -> bool:
    if m.length[route] > t.trains[seat] or t.owner[route] != NOBODY:
        return False
    return is_open(m, t, seat, m.link[route])


@compiled
def _find_loose_ends(m: Record, t: Record, seat: int) -> None:
    """From there a path can mostly be made longer."""
    for city in range(m.cities):
        t.degree[city] = 0
    for link in range(m.links):
        if t.mine[seat, link]:
            t.degree[m.link_a[link]] += 1
            t.degree[m.link_b[link]] += 1
    for city in range(m.cities):
        t.loose[seat, city] = t.degree[city] == 1


@compiled
def _longer(m: Record, t: Record, seat: int, route: int) -> bool:
    return bool(t.loose[seat, m.a[route]] or t.loose[seat, m.b[route]])


@compiled
def _best(m: Record, t: Record, seat: int) -> int:
    """The route that brings most for the turns it takes."""
    most = t.spare[most_held(t.spare)]
    best, best_rate = NOBODY, 0.0
    for route in range(m.routes):
        if not _possible(m, t, seat, route):
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
def claim_filler(m: Record, t: Record, seat: int, hurry: bool) -> bool:
    """Tries to claim the longest route beyond the plan that can be paid: with the spare cards one
    that is really long, in a hurry any."""
    room = t.trains[seat] - t.plan_trains[seat]
    best, best_rank, best_colour, best_cards, best_wild = NOBODY, -1, 0, 0, 0
    spare = most_held(t.spare)
    for route in range(m.routes):
        length, link = m.length[route], m.link[route]
        if length > room or t.owner[route] != NOBODY or t.in_plan[seat, link]:
            continue
        longer = _longer(m, t, seat, route)
        rank = 2 * length + longer
        if rank <= best_rank or (not hurry and length + longer <= t.long[seat]):
            continue
        if not is_open(m, t, seat, link):
            continue
        colour = spare if m.colour[route] == ANY_COLOUR else m.colour[route]
        if hurry:
            cards, wild = payment(m, route, t.hand[seat, colour], t.hand[seat, WILD])
        else:
            cards, wild = payment(m, route, t.spare[colour], t.spare[WILD])
        if cards >= 0 and (hurry or thrifty(m, route, wild)):
            best, best_rank, best_colour = route, rank, colour
            best_cards, best_wild = cards, wild
    if best == NOBODY:
        return False
    claim(m, t, seat, best, best_colour, best_cards, best_wild)
    return True
