"""Sharing out a hand among what one wants to claim: what is ready, what cards are worth now."""

from carrozza.bots.search.boards.quick.claims import may_claim, most_held, spaces
from carrozza.bots.search.boards.quick.compiled import compiled
from carrozza.bots.search.boards.quick.fillers import filler
from carrozza.bots.search.boards.quick.records import ANY_COLOUR, NOBODY, Record
from carrozza.core.cards import KINDS
from carrozza.core.cards import LOCOMOTIVE as WILD
from carrozza.lane.board.state import State

# Found by self-play, as the numbers of the other modules: each is worth some points.
ANY = 0.18  # of the best card, what one is worth that nothing wants now
OTHER_COLOUR = 0.41  # a card for a grey route that is collected in another colour
WILD_WORTH = 0.72  # a Locomotive, beside the best colour
PATIENCE = 3.3  # lacking cards that halve what a route is worth now

# Columns of the shares
LACKS, WORTH, ROUTE, COLOUR, MISSING = range(
    5
)  # MISSING: of the lacking cards, those of the colour


@compiled
def share_out(m: Record, s: State, t: Record, seat: int) -> int:
    """Sets the hand aside for the plan, or for a route beyond it when the plan is done. Returns the
    route to claim now or NOBODY; leaves the spare cards and the values of cards."""
    for c in range(KINDS):
        t.spare[c] = s.hands[seat, c]
    n = _coloured(m, s, t, seat)
    n = _grey(m, s, t, seat, n)
    if t.planned[seat] == 0:
        route = filler(m, s, t, seat)
        if route != NOBODY:
            colour = m.colour[route]
            if colour == ANY_COLOUR:
                colour = most_held(t.spare)
            held = t.spare[colour]
            _share(m, t, n, route, colour, 1.0)
            t.spare[colour] = held  # the best of many, not one that cards are kept for
            n += 1
    _sort(t, n)
    ready = _share_wild(m, t, n)
    _complete_values(m, t)
    return ready


@compiled
def _coloured(m: Record, s: State, t: Record, seat: int) -> int:
    """Links with a colour take their cards first; how many there are."""
    n = 0
    for place in range(t.planned[seat]):
        link = t.plan[seat, place]
        best = NOBODY
        for k in range(m.track_count[link]):
            route = m.tracks[link, k]
            if not may_claim(s, seat, route) or m.colour[route] == ANY_COLOUR:
                continue
            if best == NOBODY or t.spare[m.colour[route]] > t.spare[m.colour[best]]:
                best = route
        if best != NOBODY:
            _share(m, t, n, best, m.colour[best], t.worth[seat, place])
            n += 1
    return n


@compiled
def _grey(m: Record, s: State, t: Record, seat: int, n: int) -> int:
    """Then those that can take any colour."""
    for place in range(t.planned[seat]):
        link = t.plan[seat, place]
        best = NOBODY
        for k in range(m.track_count[link]):
            route = m.tracks[link, k]
            if not may_claim(s, seat, route):
                continue
            if m.colour[route] != ANY_COLOUR:
                best = NOBODY
                break
            best = route
        if best != NOBODY:
            _share(m, t, n, best, most_held(t.spare), t.worth[seat, place])
            n += 1
    return n


@compiled
def _share(m: Record, t: Record, n: int, route: int, colour: int, worth: float) -> None:
    cards, wild = spaces(m, route)
    used = min(cards, t.spare[colour])
    t.spare[colour] -= used
    t.shares[n, LACKS] = cards - used + wild
    t.shares[n, WORTH] = worth
    t.shares[n, ROUTE] = route
    t.shares[n, COLOUR] = colour
    t.shares[n, MISSING] = cards - used


@compiled
def _sort(t: Record, n: int) -> None:
    """What lacks fewest cards first, then what is worth most."""
    for i in range(n):
        k = i
        while k > 0:
            before = t.order[k - 1]
            less = t.shares[i, LACKS] - t.shares[before, LACKS]
            if less > 0 or (less == 0 and t.shares[i, WORTH] <= t.shares[before, WORTH]):
                break
            t.order[k] = before
            k -= 1
        t.order[k] = i


@compiled
def _share_wild(m: Record, t: Record, n: int) -> int:
    """Locomotives go to what lacks fewest cards. The most wanted route that lacks nothing, and
    values of the cards that the others lack."""
    for c in range(KINDS):
        t.values[c] = 0.0
    ready, best = NOBODY, 0.0
    for k in range(n):
        share = t.shares[t.order[k]]
        route, colour = int(share[ROUTE]), int(share[COLOUR])
        used = min(t.spare[WILD], int(share[LACKS])) if m.wild[route] else 0
        t.spare[WILD] -= used
        lacks = share[LACKS] - used
        if lacks == 0:
            if share[WORTH] > best:
                ready, best = route, share[WORTH]
            continue
        rate = share[WORTH] / (1 + lacks / PATIENCE)
        if m.loco[route] and not m.pairs:
            t.values[WILD] = max(t.values[WILD], rate)
        if m.wild[route] and not m.all_wild:
            t.values[WILD] = max(t.values[WILD], WILD_WORTH * rate)
        if share[MISSING]:
            t.values[colour] = max(t.values[colour], rate)
            if m.colour[route] == ANY_COLOUR:
                for c in range(KINDS if m.wild[route] else WILD):
                    t.values[c] = max(t.values[c], OTHER_COLOUR * rate)
    return ready


@compiled
def _complete_values(m: Record, t: Record) -> None:
    top = 0.0
    for c in range(KINDS):
        top = max(top, t.values[c])
    if top == 0.0:
        top = 1.0
    for c in range(KINDS):
        t.values[c] += ANY * top
    if m.all_wild:
        t.values[WILD] += (WILD_WORTH - ANY) * top
