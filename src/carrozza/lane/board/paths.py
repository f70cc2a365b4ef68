"""Networks of one player: which cities are connected, and the length of the longest continuous
path; the twin of `carrozza.board.paths`.

Trees are stripped leaf by leaf, as the engine does. For what is left, see `cores`.
"""

from carrozza.lane.bits import ONE, ZERO, lowest
from carrozza.lane.board.cores import solve_core
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
    routes = list_routes(s, board, seat, work)
    best = strip_trees(board, work)
    if not list_core(board, work, routes):
        return best
    for part in range(board.city_count):
        if work.weight[part] > 0:
            best = solve_core(board, work, part, best)
    return best


@compiled_apart
def list_routes(s: State, board: Board, seat: int, work: Work) -> int:
    """The seat's routes one by one; `link` of a city is the exclusive or of their numbers."""
    for city in range(board.city_count):
        work.degree[city] = 0
        work.link[city] = 0
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
            work.degree[a] += 1
            work.degree[b] += 1
            work.link[a] ^= n
            work.link[b] ^= n
            n += 1
    return n


@compiled_apart
def strip_trees(board: Board, work: Work) -> int:
    """Take off leaf after leaf, until all cities left have two routes or more; the longest trail
    met. What hangs at a city are its two longest ways into a tree, `reach` and `reach2`."""
    leaves = 0
    for city in range(board.city_count):
        work.reach[city] = 0
        work.reach2[city] = 0
        if work.degree[city] == 1:
            work.leaves[leaves] = city
            leaves += 1
    best = 0
    done = 0
    while done < leaves:
        leaf = work.leaves[done]
        done += 1
        if work.degree[leaf] == 0:
            continue  # the last route of a tree went with its other end
        i = work.link[leaf]
        city = work.ends_a[i] + work.ends_b[i] - leaf
        length = work.reach[leaf] + work.lengths[i]
        best = max(best, length + work.reach[city])
        if length > work.reach[city]:
            work.reach2[city] = work.reach[city]
            work.reach[city] = length
        elif length > work.reach2[city]:
            work.reach2[city] = length
        work.degree[leaf] = 0
        work.degree[city] -= 1
        work.link[city] ^= i
        if work.degree[city] == 1:
            work.leaves[leaves] = city
            leaves += 1
    return best


@compiled_apart
def list_core(board: Board, work: Work, routes: int) -> bool:
    """At each city the routes left after the trees, and sums for each part; whether any is left."""
    for city in range(board.city_count):
        work.weight[city] = 0
        work.odd[city] = 0
        work.tried[city] = 0
    left = False
    for i in range(routes):
        a, b = work.ends_a[i], work.ends_b[i]
        if work.degree[a] > 0 and work.degree[b] > 0:
            left = True
            work.around[a, work.tried[a]] = i
            work.tried[a] += 1
            work.around[b, work.tried[b]] = i
            work.tried[b] += 1
            work.weight[work.label[a]] += work.lengths[i]
    for city in range(board.city_count):
        work.odd[work.label[city]] += work.degree[city] & 1
    return left
