"""Networks of one player: which cities are connected, and the longest continuous path.

A trail may pass a city again but no route twice. The longest one is found in steps, each of them
exact: trees are stripped leaf by leaf, what is left is split at its bridges, and of the parts a
ring is solved by looking at it and one with more cycles by a search.
"""

from functools import lru_cache
from itertools import combinations, compress
from typing import NamedTuple

from carrozza.board.board import Board

_FAR = 1 << 30
_TO_SELECTORS = bytes.maketrans(b"01", b"\0\1")


@lru_cache(maxsize=32)
def _ends(board: Board) -> tuple[tuple[int, int], ...]:
    return tuple((r.a, r.b) for r in board.routes)


@lru_cache(maxsize=32)
def _lines(board: Board) -> tuple[tuple[int, int, int], ...]:
    return tuple((i, r.a, r.b) for i, r in enumerate(board.routes))


def _selectors(mask: int) -> bytes:
    """One byte for each bit of the mask, the lowest first, for itertools.compress."""
    return bin(mask)[:1:-1].encode().translate(_TO_SELECTORS)


def components(board: Board, routes_mask: int) -> list[int]:
    """For each city the lowest city that these routes connect it with."""
    label = list(range(len(board.cities)))
    for a, b in compress(_ends(board), _selectors(routes_mask)):
        while label[a] != a:
            a = label[a]
        while label[b] != b:
            b = label[b]
        if a < b:
            label[b] = a
        else:
            label[a] = b
    # Labels only point to lower cities, which are final when their turn has passed.
    for city, lower in enumerate(label):
        label[city] = label[lower]
    return label


def longest_trail(board: Board, routes_mask: int) -> tuple[int, int]:
    """The length in trains of the longest trail over these routes, and its routes as a mask."""
    network = _Network(board, routes_mask)
    network.strip_trees()
    if network.left:
        network.solve_rest()
    return network.best, network.best_mask


def trail_order(board: Board, trail_mask: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The routes of a trail in the order of travel, and the cities passed, one more."""
    around: dict[int, list[tuple[int, int]]] = {}
    for i, a, b in compress(_lines(board), _selectors(trail_mask)):
        around.setdefault(a, []).append((i, b))
        around.setdefault(b, []).append((i, a))
    if not around:
        return (), ()
    start = min(around, key=lambda city: (len(around[city]) % 2 == 0, city))
    # Walk until stuck, then step back and insert the rounds left out (Hierholzer).
    unused = trail_mask
    walk = [(-1, start)]
    routes, cities = [], []
    while walk:
        came_by, city = walk[-1]
        while around[city] and not unused >> around[city][-1][0] & 1:
            around[city].pop()
        if around[city]:
            unused ^= 1 << around[city][-1][0]
            walk.append(around[city].pop())
        else:
            walk.pop()
            routes.append(came_by)
            cities.append(city)
    return tuple(routes[-2::-1]), tuple(reversed(cities))


class _Network:
    """One player's routes while their longest trail is being found.

    `link[city]` is the exclusive or of the numbers of the city's remaining routes: where only one
    remains, it is that route, and where two remain it leads from one to the other.
    """

    __slots__ = (
        "best", "best_mask", "branch", "branch2", "chosen", "degree", "left", "link", "reach",
        "reach2", "routes",
    )  # fmt: skip

    def __init__(self, board: Board, mask: int) -> None:
        size = len(board.cities)
        self.routes = board.routes
        self.chosen = list(compress(_lines(board), _selectors(mask)))
        self.left = len(self.chosen)
        self.degree = degree = [0] * size
        self.link = link = [0] * size
        for i, a, b in self.chosen:
            degree[a] += 1
            degree[b] += 1
            link[a] ^= i
            link[b] ^= i
        # The two longest ways into what hangs at each city, and their routes.
        self.reach = [0] * size
        self.reach2 = [0] * size
        self.branch = [0] * size
        self.branch2 = [0] * size
        self.best = 0
        self.best_mask = 0

    def offer(self, length: int, mask: int) -> None:
        if length > self.best:
            self.best, self.best_mask = length, mask

    def hang(self, city: int, length: int, mask: int) -> None:
        """Note a way out of the city into a part from which no trail comes back."""
        reach, branch = self.reach[city], self.branch[city]
        if length + reach > self.best:
            self.best, self.best_mask = length + reach, mask | branch
        if length > reach:
            self.reach2[city], self.branch2[city] = reach, branch
            self.reach[city], self.branch[city] = length, mask
        elif length > self.reach2[city]:
            self.reach2[city], self.branch2[city] = length, mask

    def strip_trees(self) -> None:
        """Take off leaf after leaf, until all cities left have two routes or more."""
        degree, link, routes, reach, branch = (
            self.degree, self.link, self.routes, self.reach, self.branch
        )  # fmt: skip
        leaves = [city for city, count in enumerate(degree) if count == 1]
        for leaf in leaves:
            if not degree[leaf]:
                continue  # the last route of a tree went with its other end
            i = link[leaf]
            route = routes[i]
            city = route.a if route.b == leaf else route.b
            self.hang(city, reach[leaf] + route.length, branch[leaf] | 1 << i)
            self.left -= 1
            degree[leaf] = 0
            degree[city] -= 1
            link[city] ^= i
            if degree[city] == 1:
                leaves.append(city)

    def solve_rest(self) -> None:
        """Split what is left at its bridges; a part behind a bridge hangs there like a tree."""
        around: dict[int, list[tuple[int, int]]] = {}
        for i, a, b in self.chosen:
            if self.degree[a] and self.degree[b]:
                around.setdefault(a, []).append((i, b))
                around.setdefault(b, []).append((i, a))
        for cities, bridge in _parts(around):
            inside = set(cities)
            routes = {i for city in cities for i, other in around[city] if other in inside}
            if bridge >= 0:
                self.hang_part(cities, sorted(routes), bridge)
            else:
                self.solve_core(cities, sorted(routes))

    def hang_part(self, cities: list[int], routes: list[int], bridge: int) -> None:
        """Solve a part by itself, then hang it by its bridge, which begins at its first city."""
        route = self.routes[bridge]
        for city in (route.a, route.b):
            self.degree[city] -= 1
            self.link[city] ^= bridge
        self.solve_core(cities, routes)
        inner = cities[0]
        outer = route.a if route.b == inner else route.b
        length, mask = self.longest_from(inner, cities, routes, 1 << bridge)
        self.hang(outer, length + route.length, mask)

    def longest_from(
        self, city: int, cities: list[int], routes: list[int], start_mask: int
    ) -> tuple[int, int]:
        """The longest trail from this city through this core and what hangs there, and its routes
        with the start given."""
        best = self.best, self.best_mask
        hanging = self.reach[city], self.branch[city], self.reach2[city], self.branch2[city]
        # A start that is longer than all else together is in the best trail.
        start = 1 + sum(self.routes[i].length for i, _, _ in self.chosen)
        self.hang(city, start, start_mask)
        self.best, self.best_mask = start + hanging[0], start_mask | hanging[1]
        self.solve_core(cities, routes)
        found = self.best - start, self.best_mask
        self.best, self.best_mask = best
        self.reach[city], self.branch[city], self.reach2[city], self.branch2[city] = hanging
        return found

    def solve_core(self, cities: list[int], routes: list[int]) -> None:
        """Offer the best trail that runs through this core, which has no bridges."""
        if not routes:
            return
        total = sum(self.routes[i].length for i in routes)
        hanging = sorted([self.reach[c] for c in cities] + [self.reach2[c] for c in cities])
        bound = total + hanging[-1] + hanging[-2]
        if bound <= self.best:
            return
        self.offer_whole(cities, routes, total)
        if self.best == bound:
            return
        if len(routes) == len(cities):
            self.offer_arcs(routes[0], total)
        else:
            self.offer(*_Search(self, cities, routes).run())

    def offer_whole(self, cities: list[int], routes: list[int], total: int) -> None:
        """Where at most two cities have an odd number of routes, one trail runs through all."""
        reach, reach2, branch, branch2 = self.reach, self.reach2, self.branch, self.branch2
        odd = [city for city in cities if self.degree[city] & 1]
        if len(odd) > 2:
            return
        mask = sum(1 << i for i in routes)
        if odd:
            s, t = odd
            self.offer(total + reach[s] + reach[t], mask | branch[s] | branch[t])
        else:
            s = max(cities, key=lambda city: reach[city] + reach2[city])
            self.offer(total + reach[s] + reach2[s], mask | branch[s] | branch2[s])

    def offer_arcs(self, first: int, total: int) -> None:
        """On a ring: the trails from one hanging tree to another, the longer way round."""
        reach, branch, routes = self.reach, self.branch, self.routes
        i = first
        start = city = routes[i].a
        along, passed, stops = 0, 0, []
        while not passed or city != start:
            if reach[city]:
                stops.append((city, along, passed))
            along += routes[i].length
            passed |= 1 << i
            city = routes[i].a if routes[i].b == city else routes[i].b
            i ^= self.link[city]
        for (s, along_s, passed_s), (t, along_t, passed_t) in combinations(stops, 2):
            arc, mask = along_t - along_s, passed_t ^ passed_s
            if 2 * arc < total:
                arc, mask = total - arc, mask ^ passed
            self.offer(arc + reach[s] + reach[t], mask | branch[s] | branch[t])


def _parts(around: dict[int, list[tuple[int, int]]]) -> list[tuple[list[int], int]]:
    """The parts of a network between its bridges, each as its cities and the bridge from its first
    city on to a later part, or -1 (Tarjan)."""
    found = []
    number: dict[int, int] = {}
    waiting: list[int] = []

    def visit(city: int, came_by: int) -> int:
        """The lowest number that can be reached from here or beyond without the way back."""
        number[city] = lowest = len(number)
        waiting.append(city)
        for i, other in around[city]:
            if i != came_by:
                lowest = min(lowest, number[other] if other in number else visit(other, i))
        if lowest == number[city]:
            at = waiting.index(city)
            found.append((waiting[at:], came_by))
            del waiting[at:]
        return lowest

    for city in around:
        if city not in number:
            visit(city, -1)
    return found


class _Decide(NamedTuple):
    """A step of the search: take a route or leave it out."""

    ends: int  # the bits of its two cities
    length: int
    mask: int
    fresh: int  # the bits of those of its cities that no step met before


class _Finish(NamedTuple):
    """A step of the search: all routes of a city are decided."""

    city: int  # its bit
    one: int  # the cost of one end of the trail here
    one_mask: int
    both: int  # the cost of both ends here, if that can be of use
    both_mask: int


# The next step, the state, the parts connected so far, the cost and the routes taken so far.
_Node = tuple[int, int, tuple[int, ...], int, int]


class _Search:
    """The longest trail that touches a core, as the least weight to leave out.

    A set of routes is a trail when it is connected and at most two cities, the ends, have an odd
    number of its routes. The steps decide route after route, in an order that keeps few cities
    half decided. A state is a number: the two lowest bits count the ends still free, the others are
    the half decided cities that are odd so far. If nothing need be connected, there are few enough
    states to find the least cost of the rest for all of them, from the last step back. With these
    bounds the search goes for the best first, also minding what is connected, and hardly ever
    has to turn back.

    An end in a hanging tree makes a trail longer. To have costs only, an end costs what it reaches
    less far than the farthest.
    """

    def __init__(self, network: _Network, cities: list[int], routes: list[int]) -> None:
        self.network = network
        self.farthest = max(network.reach[city] for city in cities)
        self.steps = self._steps(cities, routes)
        self.bounds = self._bounds()
        self.rest = [0]  # for each step the weight of all routes from it on
        for step in reversed(self.steps):
            self.rest.append(self.rest[-1] + (step.length if isinstance(step, _Decide) else 0))
        self.rest.reverse()
        self.total = self.rest[0] + 2 * self.farthest
        self.queue: list[list[_Node]] = [[] for _ in range(self.total + 1)]  # by least cost

    def _steps(self, cities: list[int], routes: list[int]) -> list[_Decide | _Finish]:
        lines: dict[int, list[tuple[int, int]]] = {city: [] for city in cities}
        for i in routes:
            a, b = self.network.routes[i].a, self.network.routes[i].b
            lines[a].append((i, b))
            lines[b].append((i, a))
        free_bits = [4 << k for k in reversed(range(len(cities)))]
        bit: dict[int, int] = {}
        steps: list[_Decide | _Finish] = []
        for city in _best_order(lines):
            fresh = 0
            if city not in bit:
                fresh = bit[city] = free_bits.pop()
            for i, other in lines[city]:
                if other not in bit:
                    bit[other] = free_bits.pop()
                    fresh |= bit[other]
                length = self.network.routes[i].length
                steps.append(_Decide(bit[city] | bit[other], length, 1 << i, fresh))
                lines[other].remove((i, city))
                fresh = 0
            steps.append(self._finish_step(city, bit[city]))
            free_bits.append(bit[city])
        return steps

    def _finish_step(self, city: int, bit: int) -> _Finish:
        network = self.network
        one = self.farthest - network.reach[city]
        both = one + self.farthest - network.reach2[city]
        branch = network.branch[city]
        if not branch:
            both = _FAR  # a trail that closes here can as well have no ends
        return _Finish(bit, one, branch, both, branch | network.branch2[city])

    def _bounds(self) -> list[dict[int, int]]:
        """For each step, and after the last: the least cost of the rest for every state."""
        rest = {0: 0, 2: 2 * self.farthest}
        bounds = [rest]
        for step in reversed(self.steps):
            before: dict[int, int] = {}
            get = before.get
            if isinstance(step, _Decide):
                ends, length, _, fresh = step
                for state, cost in rest.items():
                    if cost + length < get(state, _FAR):
                        before[state] = cost + length
                    if cost < get(state ^ ends, _FAR):
                        before[state ^ ends] = cost
                if fresh:
                    before = {state: cost for state, cost in before.items() if not state & fresh}
            else:
                city, one, _, both, _ = step
                for state, cost in rest.items():
                    if cost < get(state, _FAR):
                        before[state] = cost
                    if not state & 2 and cost + one < get((state | city) + 1, _FAR):
                        before[(state | city) + 1] = cost + one
                    if not state & 3 and cost + both < get(state + 2, _FAR):
                        before[state + 2] = cost + both
            rest = before
            bounds.append(rest)
        bounds.reverse()
        return bounds

    def run(self) -> tuple[int, int]:
        """The length and the routes of the longest trail."""
        self.queue[self.bounds[0][2]].append((0, 2, (), 0, 0))
        seen = set()
        for cost, stack in enumerate(self.queue):
            while stack:
                node = stack.pop()
                at, _, _, _, mask = node
                if at == len(self.steps):
                    return self.total - cost, mask
                if node[:3] not in seen:
                    seen.add(node[:3])
                    self._expand(node)
        raise AssertionError("a single route is a trail")

    def _expand(self, node: _Node) -> None:
        step = self.steps[node[0]]
        if isinstance(step, _Decide):
            self._decide(node, step)
        else:
            self._finish(node, step)

    def _push(self, at: int, state: int, parts: tuple[int, ...], cost: int, mask: int) -> None:
        rest = self.bounds[at].get(state)
        if rest is not None:
            self.queue[cost + rest].append((at, state, parts, cost, mask))

    def _decide(self, node: _Node, step: _Decide) -> None:
        at, state, parts, cost, mask = node
        ends = step.ends
        self._push(at + 1, state, parts, cost + step.length, mask)
        joined = ends
        apart = []
        for part in parts:
            if part & ends:
                joined |= part
            else:
                apart.append(part)
        parts = tuple(sorted([*apart, joined]))
        self._push(at + 1, state ^ ends, parts, cost, mask | step.mask)

    def _finish(self, node: _Node, step: _Finish) -> None:
        at, state, parts, cost, mask = node
        city = step.city
        at += 1
        passed = any(part & city for part in parts)
        if passed:
            parts = tuple(sorted([part & ~city for part in parts]))
            if not parts[0]:  # nothing more can be joined to this part
                if len(parts) > 1:
                    return
                parts = ()
                cost += self.rest[at]
                at = len(self.steps)
        if state & city:
            if state & 3:
                self._push(at, (state ^ city) - 1, parts, cost + step.one, mask | step.one_mask)
        else:
            self._push(at, state, parts, cost, mask)
            if passed and state & 2 and step.both_mask:
                self._push(at, state - 2, parts, cost + step.both, mask | step.both_mask)


def _best_order(lines: dict[int, list[tuple[int, int]]]) -> list[int]:
    """An order of the cities in which few of them are half decided at any time."""
    around = {city: 1 << city for city in lines}
    for city, leading_to in lines.items():
        for _, other in leading_to:
            around[city] |= 1 << other
    starts = sorted(around, key=lambda city: (around[city].bit_count(), city))
    few = 1 + len(starts) // 5
    return min(_order_from(start, around) for start in starts[:few])[1]


def _order_from(start: int, around: dict[int, int]) -> tuple[int, list[int]]:
    """Next is always the city that opens the fewest; with the order goes the work it makes."""
    order: list[int] = []
    left = list(around)
    city, met, opened, work = start, 0, 0, 0
    while True:
        opened += (around[city] & ~met).bit_count()
        work += 1 << opened
        opened -= 1
        met |= around[city]
        order.append(city)
        left.remove(city)
        if not left:
            return work, order
        city = min(left, key=lambda other: (around[other] & ~met).bit_count())
