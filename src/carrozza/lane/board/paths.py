"""Networks of one player: which cities are connected, and the length of the longest continuous
path; the twin of `carrozza.board.paths`.

Here the path is searched for directly. In a part of a network where at most two cities have an odd
number of routes, one trail runs through all. Else a longest trail starts and ends in such cities,
and each of the others wastes at least half of its shortest route: a bound that mostly ends the
search soon.
"""

from carrozza.lane.bits import ONE, ZERO, bit, lowest
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import WORDS, State, Work
from carrozza.lane.compiled import compiled, compiled_apart


@compiled
def root_of(forest: object, city: int) -> int:
    while forest[city] != city:  # type: ignore[index]
        city = forest[city]  # type: ignore[index]
    return city


@compiled_apart
def find_components(s: State, board: Board, seat: int, work: Work) -> None:
    """Into `work.label`: for each city the lowest city that the seat's routes connect it with."""
    for city in range(board.city_count):
        work.label[city] = city
    for w in range(WORDS):
        routes = s.routes[seat, w]
        while routes != ZERO:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            a = root_of(work.label, board.route_a[route])
            b = root_of(work.label, board.route_b[route])
            if a < b:
                work.label[b] = a
            else:
                work.label[a] = b
    for city in range(board.city_count):
        work.label[city] = work.label[work.label[city]]


@compiled_apart
def longest_trail(s: State, board: Board, seat: int, work: Work) -> int:
    """The length in trains of the longest trail, after `find_components` for the same seat."""
    list_routes(s, board, seat, work)
    best = 0
    while True:
        part = heaviest_part(board, work, best)
        if part < 0:
            return best
        total = work.weight[part]
        work.weight[part] = 0
        if work.odd[part] <= 2:
            best = total
            continue
        most = total - least_waste(board, work, part)
        for city in range(board.city_count):
            if best >= most:
                break
            if work.label[city] == part and work.degree[city] & 1:
                best = search_from(work, city, total, best, most)


@compiled_apart
def list_routes(s: State, board: Board, seat: int, work: Work) -> None:
    """The seat's routes one by one, at each city those that touch it, and sums for each part."""
    for city in range(board.city_count):
        work.degree[city] = 0
        work.weight[city] = 0
        work.odd[city] = 0
    n = 0
    for w in range(WORDS):
        routes = s.routes[seat, w]
        while routes != ZERO:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            a, b = board.route_a[route], board.route_b[route]
            work.ends_a[n] = a
            work.ends_b[n] = b
            work.lengths[n] = board.length[route]
            work.around[a, work.degree[a]] = n
            work.degree[a] += 1
            work.around[b, work.degree[b]] = n
            work.degree[b] += 1
            work.weight[work.label[a]] += board.length[route]
            n += 1
    for city in range(board.city_count):
        work.odd[work.label[city]] += work.degree[city] & 1


@compiled
def heaviest_part(board: Board, work: Work, best: int) -> int:
    """The label of the heaviest part that is heavier than the best trail so far, or -1."""
    part = -1
    for city in range(board.city_count):
        if work.weight[city] > best and (part < 0 or work.weight[city] > work.weight[part]):
            part = city
    return part


@compiled_apart
def least_waste(board: Board, work: Work, part: int) -> int:
    """What no trail can use of a part: at each odd city but two a route is left out, and one that
    is left out serves two cities at most."""
    n = 0
    for city in range(board.city_count):
        if work.label[city] != part or work.degree[city] & 1 == 0:
            continue
        short = work.lengths[work.around[city, 0]]
        for i in range(1, work.degree[city]):
            short = min(short, work.lengths[work.around[city, i]])
        at = n
        while at > 0 and work.shortest[at - 1] > short:
            work.shortest[at] = work.shortest[at - 1]
            at -= 1
        work.shortest[at] = short
        n += 1
    waste = 0
    for i in range(n - 2):
        waste += work.shortest[i]
    return (waste + 1) // 2


@compiled_apart
def search_from(work: Work, start: int, total: int, best: int, most: int) -> int:
    """The longest trail from a city, or `best` if none is longer; none is longer than `most`."""
    depth, length, rest = 0, 0, total
    used = ZERO
    work.at_city[0] = start
    work.tried[0] = 0
    while depth >= 0:
        city = work.at_city[depth]
        if work.tried[depth] < work.degree[city] and length + rest > best:
            i = work.around[city, work.tried[depth]]
            work.tried[depth] += 1
            if used & bit(i) != ZERO:
                continue
            used |= bit(i)
            length += work.lengths[i]
            rest -= work.lengths[i]
            if length > best:
                best = length
                if best >= most:
                    return best
            depth += 1
            work.at_city[depth] = work.ends_a[i] + work.ends_b[i] - city
            work.tried[depth] = 0
            work.came_by[depth] = i
        else:
            if depth > 0:
                i = work.came_by[depth]
                used &= ~bit(i)
                length -= work.lengths[i]
                rest += work.lengths[i]
            depth -= 1
    return best
