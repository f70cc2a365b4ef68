"""Longest trails and connected cities against methods that share nothing with the engine's."""

import random
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import carrozza
from carrozza.board.board import GREY, Board, Route, load_board
from carrozza.board.data import City
from carrozza.board.paths import components, longest_trail, trail_order

Edge = tuple[int, int, int]  # two cities and a length

GAMES = Path(carrozza.__file__).parent / "games"
BOARDS = ("usa", "europe", "northern_lights")


class Sketch(Board):
    """Routes only, without the checks of a board file: parallel ones may differ in length."""

    def __init__(self, edges: Iterable[Edge], cities: int = 0) -> None:
        self.routes = tuple(Route(a, b, n, GREY, False, 0, 0, 1) for a, b, n in edges)
        cities = max([cities, *(max(r.a, r.b) + 1 for r in self.routes)])
        self.cities = tuple(City(str(i), 0, 0) for i in range(cities))
        self.tickets = ()


def chosen(board: Board, mask: int) -> list[Edge]:
    return [(r.a, r.b, r.length) for i, r in enumerate(board.routes) if mask >> i & 1]


def every_route(board: Board) -> int:
    return (1 << len(board.routes)) - 1


# Oracles


def longest_by_walking(edges: list[Edge]) -> int:
    """Walk on in every way from everywhere."""

    @cache
    def walk(city: int, used: int) -> int:
        """The longest way on from this city, with these routes used up."""
        longest = 0
        for i, (a, b, length) in enumerate(edges):
            if not used >> i & 1 and city in (a, b):
                longest = max(longest, length + walk(a + b - city, used | 1 << i))
        return longest

    return max((walk(city, 0) for a, b, _ in edges for city in (a, b)), default=0)


def is_one_piece(edges: list[Edge]) -> bool:
    reached = {edges[0][0]} if edges else set()
    waiting = edges
    while waiting:
        further = [e for e in waiting if e[0] not in reached and e[1] not in reached]
        if len(further) == len(waiting):
            return False
        reached.update(
            city for a, b, _ in waiting if a in reached or b in reached for city in (a, b)
        )
        waiting = further
    return True


def longest_by_subsets(edges: list[Edge]) -> int:
    """Euler: a connected set of routes with at most two odd cities is a trail. Try all sets."""
    odd, weight = [0], [0]
    for a, b, length in edges:
        odd += [cities ^ 1 << a ^ 1 << b for cities in odd]
        weight += [w + length for w in weight]
    sets = [s for s, cities in enumerate(odd) if cities.bit_count() <= 2]
    for s in sorted(sets, key=lambda s: -weight[s]):
        if is_one_piece([e for i, e in enumerate(edges) if s >> i & 1]):
            return weight[s]
    raise AssertionError


def longest_by_leaving_out(edges: list[Edge]) -> int:
    """For routes of length 1: leave out none, one, two … until the rest is a trail."""
    ends = [1 << a ^ 1 << b for a, b, _ in edges]
    odd = 0
    for cities in ends:
        odd ^= cities
    for count in range(len(edges)):
        for out in combinations(range(len(edges)), count):
            rest = odd
            for i in out:
                rest ^= ends[i]
            if rest.bit_count() <= 2 and is_one_piece(
                [e for i, e in enumerate(edges) if i not in out]
            ):
                return len(edges) - count
    return 0


def solved(board: Board, mask: int) -> int:
    """The engine's answer, after checking that it is a trail of that length over these routes."""
    length, trail = longest_trail(board, mask)
    routes, cities = trail_order(board, trail)
    assert trail & ~mask == 0
    assert len(routes) == len(set(routes)) == trail.bit_count()
    assert sum(1 << i for i in routes) == trail
    assert sum(board.routes[i].length for i in routes) == length
    assert len(cities) == len(routes) + 1 if routes else cities == ()
    for i, here, there in zip(routes, cities, cities[1:], strict=False):
        assert {here, there} == {board.routes[i].a, board.routes[i].b}
    return length


# Random networks


def multigraph(rng: random.Random) -> list[Edge]:
    cities = rng.randint(2, 9)
    longest = rng.choice((1, 3, 9))
    pairs = [rng.sample(range(cities), 2) for _ in range(rng.randint(0, 10))]
    return [(a, b, rng.randint(1, longest)) for a, b in pairs]


def tree_with_cycles(rng: random.Random) -> list[Edge]:
    cities = rng.randint(3, 9)
    pairs = [(city, rng.randrange(max(0, city - 4), city)) for city in range(1, cities)]
    for _ in range(rng.randint(0, 10 - len(pairs))):
        a, b = rng.sample(range(cities), 2)
        pairs.append((a, b))
    longest = rng.choice((1, 4, 9))
    return [(a, b, rng.randint(1, longest)) for a, b in pairs]


def ring_with_trees(rng: random.Random) -> list[Edge]:
    size = rng.randint(2, 6)
    pairs = [(city, (city + 1) % size) for city in range(size)]
    for city in range(size, rng.randint(size, 10)):
        pairs.append((rng.randrange(city), city))
    return [(a, b, rng.randint(1, 6)) for a, b in pairs]


def dense(rng: random.Random) -> list[Edge]:
    pairs = list(combinations(range(rng.randint(4, 6)), 2))
    pairs = rng.sample(pairs, min(len(pairs), rng.randint(6, 9)))
    longest = rng.choice((1, 2, 6))
    return [(a, b, rng.randint(1, longest)) for a, b in pairs]


def disconnected(rng: random.Random) -> list[Edge]:
    edges: list[Edge] = []
    for part in range(rng.randint(2, 3)):
        cities = range(4 * part, 4 * part + 4)
        pairs = [rng.sample(cities, 2) for _ in range(rng.randint(1, 5))]
        edges += [(a, b, rng.randint(1, 6)) for a, b in pairs]
    return edges


SHAPES: list[Callable[[random.Random], list[Edge]]] = [
    multigraph,
    tree_with_cycles,
    ring_with_trees,
    dense,
    disconnected,
]


@pytest.mark.parametrize("shape", SHAPES)
def test_small_networks(shape: Callable[[random.Random], list[Edge]]) -> None:
    rng = random.Random(shape.__name__)
    for _ in range(1500):
        edges = shape(rng)
        rng.shuffle(edges)
        board = Sketch(edges, cities=2)
        mask = every_route(board)
        if rng.random() < 0.2:
            mask &= ~(1 << rng.randrange(11))
        assert solved(board, mask) == longest_by_walking(chosen(board, mask)), chosen(board, mask)


@pytest.mark.parametrize("name", BOARDS)
def test_pieces_of_the_boards(name: str) -> None:
    board = load_board(GAMES / name / "board.json")
    rng = random.Random(name)
    for _ in range(150):
        mask = 0
        cities = {rng.randrange(len(board.cities))}
        for _ in range(11):
            near = [i for i, r in enumerate(board.routes) if r.a in cities or r.b in cities]
            i = rng.choice(near)
            mask |= 1 << i
            cities |= {board.routes[i].a, board.routes[i].b}
        assert solved(board, mask) == longest_by_walking(chosen(board, mask)), bin(mask)


def test_medium_networks() -> None:
    """Several cycles, bridges between them and hanging trees at once."""
    rng = random.Random("medium")
    for _ in range(120):
        size = rng.randint(7, 14)
        pairs = [(city, rng.randrange(max(0, city - 5), city)) for city in range(1, size)]
        while len(pairs) < 16:
            a, b = rng.sample(range(size), 2)
            pairs.append((a, b))
        longest = rng.choice((1, 3, 6))
        edges = [(a, b, rng.randint(1, longest)) for a, b in pairs]
        board = Sketch(edges)
        assert solved(board, every_route(board)) == longest_by_subsets(edges), edges


def necklace(rng: random.Random) -> list[Edge]:
    """Rings of their own weights, linked in a circle by short routes, and a few tails. Were a trail
    not to be connected, it would use more of the rings."""
    rings = [rng.randint(2, 3) for _ in range(rng.choice((3, 3, 4)))]
    firsts = [sum(rings[:k]) for k in range(len(rings))]
    edges: list[Edge] = []
    for first, size in zip(firsts, rings, strict=True):
        weight = rng.randint(1, 9)
        edges += [(first + k, first + (k + 1) % size, weight) for k in range(size)]
    for k, first in enumerate(firsts):
        out = firsts[k - 1] + rng.randrange(rings[k - 1])
        edges.append((out, first + rng.randrange(rings[k]), rng.randint(1, 2)))
    if rng.random() < 0.5:
        a, b = rng.sample(range(sum(rings)), 2)
        edges.append((a, b, rng.randint(1, 3)))
    for city in range(sum(rings), sum(rings) + rng.randint(0, 2)):
        edges.append((rng.randrange(city), city, rng.randint(1, 6)))
    return edges


def test_rings_in_a_circle() -> None:
    rng = random.Random("necklace")
    for _ in range(600):
        edges = necklace(rng)
        rng.shuffle(edges)
        board = Sketch(edges)
        assert solved(board, every_route(board)) == longest_by_subsets(edges), edges


# Named networks


def unit(pairs: Iterable[tuple[int, int]]) -> list[Edge]:
    return [(a, b, 1) for a, b in pairs]


def complete(size: int) -> list[Edge]:
    return unit(combinations(range(size), 2))


def grid(rows: int, columns: int) -> list[Edge]:
    across = [(i, i + 1) for i in range(rows * columns) if (i + 1) % columns]
    down = [(i, i + columns) for i in range((rows - 1) * columns)]
    return unit(across + down)


def wheel(spokes: int) -> list[Edge]:
    rim = [(i, i % spokes + 1) for i in range(1, spokes + 1)]
    return unit([(0, i) for i in range(1, spokes + 1)] + rim)


def petersen() -> list[Edge]:
    outer = [(i, (i + 1) % 5) for i in range(5)]
    inner = [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    return unit(outer + inner + [(i, i + 5) for i in range(5)])


CLASSICS: dict[str, tuple[list[Edge], int]] = {
    "no routes": ([], 0),
    "one route": ([(0, 1, 4)], 4),
    "a path of few long routes beats one of many short ones": (
        [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (5, 6, 6)],
        6,
    ),
    "a star is no path, though it has the most trains": (
        [(0, 1, 3), (0, 2, 3), (0, 3, 3), (0, 4, 3), (5, 6, 5), (6, 7, 2)],
        7,
    ),
    "a figure of eight passes its middle twice": (
        [(0, 1, 2), (1, 2, 2), (2, 0, 2), (0, 3, 2), (3, 4, 2), (4, 0, 2)],
        12,
    ),
    "a ring with a tail": ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 5)], 8),
    "a ring with two tails at one city": (
        [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 5), (0, 4, 4)],
        12,
    ),
    "a ring with two tails at two cities": (
        [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 5), (1, 4, 4)],
        11,
    ),
    "tails so long that the ring is not used": (
        [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (3, 4, 9), (3, 5, 9)],
        18,
    ),
    "two rings and a bridge": (
        [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 2), (3, 4, 1), (4, 5, 1), (5, 3, 1)],
        8,
    ),
    "of three rings on bridges only two": (
        [e for x in (1, 4, 7) for e in unit([(0, x), (x, x + 1), (x + 1, x + 2), (x + 2, x)])],
        8,
    ),
    "three rings in a circle": (
        [
            *[(0, 1, 1), (1, 0, 1)],
            *[(2, 3, 5), (3, 4, 5), (4, 2, 5)],
            *[(5, 6, 4), (6, 7, 4), (7, 5, 4)],
            *[(7, 4, 1), (1, 5, 1), (2, 0, 2)],
        ],
        31,
    ),
    "the bridges of Königsberg": (
        unit([(0, 1), (0, 1), (0, 2), (0, 2), (0, 3), (1, 3), (2, 3)]),
        6,
    ),
    "the house of Saint Nicholas": ([*complete(4), (2, 4, 1), (3, 4, 1)], 8),
    "two tracks there and back": ([(0, 1, 3), (0, 1, 3)], 6),
    "four cities, all joined": (complete(4), 5),
    "five cities, all joined": (complete(5), 10),
    "ten cities, all joined": (complete(10), 41),
    "three houses and three wells": (unit((a, b) for a in range(3) for b in range(3, 6)), 7),
    "Petersen": (petersen(), 11),
    "a comb": ([(i, i + 1, 1) for i in range(9)] + [(i, 10 + i, 2) for i in range(10)], 13),
}


@pytest.mark.parametrize("name", CLASSICS)
def test_classics(name: str) -> None:
    edges, length = CLASSICS[name]
    board = Sketch(edges, cities=2)
    assert solved(board, every_route(board)) == length


LARGE = {
    "eight cities, all joined": complete(8),
    "grid 4 x 4": grid(4, 4),
    "grid 3 x 7": grid(3, 7),
    "wheel of 8": wheel(8),
    "wheel of 9": wheel(9),
    "ladder": grid(2, 6),
    "triangles": [*grid(4, 4), *unit((i, i + 5) for i in range(11) if i % 4 < 3)],
    "Petersen": petersen(),
    "three hubs": unit((a, b) for a in range(3) for b in range(3, 10)),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_regular_networks(name: str) -> None:
    edges = LARGE[name]
    board = Sketch(edges)
    assert solved(board, every_route(board)) == longest_by_leaving_out(edges)


def test_large_random_networks() -> None:
    rng = random.Random("large")
    for _ in range(40):
        cities = rng.randint(8, 12)
        edges = unit(rng.sample(list(combinations(range(cities), 2)), rng.randint(18, 26)))
        board = Sketch(edges)
        assert solved(board, every_route(board)) == longest_by_leaving_out(edges), edges


def test_the_same_answer_every_time() -> None:
    rng = random.Random("again")
    for _ in range(50):
        edges = tree_with_cycles(rng)
        answers = [
            longest_trail(board, every_route(board)) for board in (Sketch(edges), Sketch(edges))
        ]
        assert answers[0] == answers[1]
        trail = answers[0][1]
        assert trail_order(Sketch(edges), trail) == trail_order(Sketch(edges), trail)


# Connected cities


@pytest.mark.parametrize("name", BOARDS)
def test_components(name: str) -> None:
    board = load_board(GAMES / name / "board.json")
    rng = random.Random(name)
    for density in (0.0, 0.05, 0.1, 0.2, 0.5, 1.0) * 20:
        mask = sum(1 << i for i in range(len(board.routes)) if rng.random() < density)
        label = components(board, mask)
        groups = [{city} for city in range(len(board.cities))]
        for a, b, _ in chosen(board, mask):
            if groups[a] is not groups[b]:
                groups[a] |= groups[b]
                for city in groups[b]:
                    groups[city] = groups[a]
        assert label == [min(group) for group in groups]
