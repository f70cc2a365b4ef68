"""Stations: what their owner's tickets score with the best routes borrowed; the twin of
`carrozza.board.borrow`."""

from carrozza.lane.bits import ONE, ZERO, Word, bit, lowest
from carrozza.lane.board.goals import points_with
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.paths import root_of
from carrozza.lane.board.state import LINKS, WORDS, State, Work
from carrozza.lane.compiled import compiled, compiled_apart


@compiled_apart
def best_borrowing(s: State, board: Board, seat: int, work: Work) -> Word:
    """Into `work.root`: the network with the routes borrowed that are best for the tickets: most
    points, then most tickets, then fewest routes. The tickets that it completes."""
    stations = find_links(s, board, seat, work)
    join(board, work, stations, True)
    doubtful = ZERO
    held = s.tickets[seat]
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        with_all = points_with(board, ticket, work.root)
        if with_all > points_with(board, ticket, work.label):
            doubtful |= bit(ticket)
    for n in range(stations):
        work.chosen[n] = work.links[n]  # none
    if doubtful != ZERO:
        choose_links(board, work, stations, doubtful)
    join(board, work, stations, False)
    return s.tickets[seat]


@compiled
def find_links(s: State, board: Board, seat: int, work: Work) -> int:
    """Into `work.link_a`, `work.link_b`: what each station can link; how many stations."""
    stations = 0
    built = s.stations[seat]
    while built != ZERO:
        city = lowest(built)
        built &= built - ONE
        found = 0
        for w in range(WORDS):
            routes = s.taken[w] & ~s.routes[seat, w] & board.city_routes[city, w]
            while routes != ZERO:
                route = 64 * w + lowest(routes)
                routes &= routes - ONE
                a = work.label[board.route_a[route]]
                b = work.label[board.route_b[route]]
                if a != b and is_new(work, stations, found, a, b) and found < LINKS:
                    work.link_a[stations, found] = a
                    work.link_b[stations, found] = b
                    found += 1
        work.links[stations] = found
        stations += 1
    return stations


@compiled
def is_new(work: Work, station: int, found: int, a: int, b: int) -> bool:
    for n in range(found):
        x, y = work.link_a[station, n], work.link_b[station, n]
        if (x == a and y == b) or (x == b and y == a):
            return False
    return True


@compiled_apart
def join(board: Board, work: Work, stations: int, every: bool) -> None:
    """Into `work.root`: the parts joined by the links chosen, or by every link there is."""
    for city in range(board.city_count):
        work.root[city] = work.label[city]
    for n in range(stations):
        for link in range(work.links[n]):
            if every or work.chosen[n] == link:
                a = root_of(work.root, work.link_a[n, link])
                b = root_of(work.root, work.link_b[n, link])
                work.root[b] = a


@compiled_apart
def choose_links(board: Board, work: Work, stations: int, doubtful: Word) -> None:
    """Into `work.chosen`: the best link for each station, its number of links standing for none.
    Only tickets in doubt are looked at. Of equally good choices the first one stays."""
    for n in range(stations):
        work.chosen[n] = 0
    best_value = -(1 << 60)
    best = 0
    while True:
        join(board, work, stations, False)
        value = value_of(board, work, stations, doubtful)
        if value > best_value:
            best_value = value
            best = 0
            for n in range(stations):
                best = best * (LINKS + 1) + work.chosen[n]
        n = stations - 1
        while n >= 0 and work.chosen[n] == work.links[n]:
            work.chosen[n] = 0
            n -= 1
        if n < 0:
            break
        work.chosen[n] += 1
    for n in range(stations - 1, -1, -1):
        work.chosen[n] = best % (LINKS + 1)
        best //= LINKS + 1


@compiled
def value_of(board: Board, work: Work, stations: int, tickets: Word) -> int:
    """Points, then completed tickets, then few links, as one number."""
    points, completed, links = 0, 0, 0
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        scored = points_with(board, ticket, work.root)
        points += scored
        completed += scored > 0
    for n in range(stations):
        links += work.chosen[n] < work.links[n]
    return (points * 100 + completed) * 10 - links
