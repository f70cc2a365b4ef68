"""Points at the end: routes, tickets, the longest path."""

from carrozza.bots.search.boards.sketch.compiled import compiled
from carrozza.bots.search.boards.sketch.records import PLAN, Record

MOST_STEPS = 4_000  # of the search for a path; hardly any network needs so many

# Rows of the edges: two ends, a length, and the way that is tried
A, B, LENGTH, WALK, AT = range(5)


@compiled
def scores(m: Record, t: Record, totals: Record) -> None:
    longest = 0
    for seat in range(m.players):
        totals[seat] = t.points[seat] + tickets(m, t, seat)
        t.order[seat] = longest_path(m, t, seat) if m.prize else 0
        longest = max(longest, t.order[seat])
    for seat in range(m.players):
        if t.order[seat] == longest:
            totals[seat] += m.prize


@compiled
def _root(t: Record, city: int) -> int:
    while t.group[city] != city:
        city = t.group[city]
    return city


@compiled
def tickets(m: Record, t: Record, seat: int) -> float:
    for city in range(m.cities):
        t.group[city] = city
    for link in range(m.links):
        if t.joined[seat, link]:
            t.group[_root(t, m.link_a[link])] = _root(t, m.link_b[link])
    total = 0.0
    for k in range(t.held[seat]):
        ticket = t.tickets[seat, k]
        points = -m.penalty[ticket]
        for way in range(m.first_way[ticket], m.first_way[ticket + 1]):
            if _root(t, m.way_a[way]) == _root(t, m.way_b[way]):
                points = m.way_points[way]
                break
        total += points
    return total


@compiled
def longest_path(m: Record, t: Record, seat: int) -> int:
    """All ways over one's links from every city, until all links are in one."""
    edges = t.edges
    n, total = 0, 0
    for link in range(m.links):
        if t.mine[seat, link] and n < PLAN:
            edges[A, n], edges[B, n] = m.link_a[link], m.link_b[link]
            edges[LENGTH, n] = m.link_length[link]
            total += m.link_length[link]
            n += 1
    best, steps = 0, 0
    for city in range(m.cities):
        depth, length, used, e = 0, 0, 0, 0
        edges[AT, 0] = city
        while best < total and steps < MOST_STEPS:
            steps += 1
            here = edges[AT, depth]
            while e < n and (used >> e & 1 or (edges[A, e] != here and edges[B, e] != here)):
                e += 1
            if e < n:
                edges[WALK, depth] = e
                used |= 1 << e
                length += edges[LENGTH, e]
                best = max(best, length)
                depth += 1
                edges[AT, depth] = edges[A, e] + edges[B, e] - here
                e = 0
            elif depth:
                depth -= 1
                e = edges[WALK, depth]
                used ^= 1 << e
                length -= edges[LENGTH, e]
                e += 1
            else:
                break
    return best
