"""Joining pairs of cities: never worse than joining each alone, and nearly as good as the best."""

import random
from itertools import combinations, pairwise

from tests.small_boards import board

from carrozza.board.board import board_from_plain
from carrozza.bots.chart import chart_of
from carrozza.bots.steiner import join
from carrozza.bots.web import FAR, Web

LETTERS = "ABCDEFG"


def small_web(rng: random.Random) -> Web:
    pairs = rng.sample(list(combinations(LETTERS, 2)), 10)
    pairs += [p for p in pairwise(LETTERS) if p not in pairs]
    routes = [(a, b, rng.randint(1, 6), "grey") for a, b in pairs]
    chart = chart_of(board_from_plain(board(LETTERS, routes, [("A", "B", 1)])))
    return Web(chart, [float(n) if rng.random() > 0.1 else 0.0 for n in chart.length])


def joins(web: Web, links: list[int], pairs: list[tuple[int, int]]) -> bool:
    bought = [0.0 if i in links or not w else FAR for i, w in enumerate(web.weight)]
    far = Web(web.chart, bought).far
    return all(far[pair] == 0 for pair in pairs)


def cheapest(web: Web, pairs: list[tuple[int, int]]) -> float:
    """By trying all sets of links."""
    priced = [i for i, w in enumerate(web.weight) if w]
    best = FAR
    for count in range(min(6, len(priced)) + 1):
        for links in combinations(priced, count):
            cost = sum(web.weight[i] for i in links)
            if cost < best and joins(web, list(links), pairs):
                best = cost
    return best


def test_a_way_costs_what_the_distance_says():
    rng = random.Random(1)
    for _ in range(20):
        web = small_web(rng)
        for a, b in combinations(range(len(LETTERS)), 2):
            assert sum(web.weight[link] for link in web.way(a, b)) == web.far[a, b]


def test_joined_pairs_are_joined_at_nearly_the_least_cost():
    rng = random.Random(2)
    exact = 0
    for _ in range(12):
        web = small_web(rng)
        pairs = rng.sample(list(combinations(range(len(LETTERS)), 2)), 2)
        links = join(web, pairs)
        cost = sum(web.weight[link] for link in links)
        assert joins(web, links, pairs)
        assert cost <= sum(web.far[pair] for pair in pairs)
        best = cheapest(web, pairs)
        assert cost <= 1.3 * best
        exact += cost == best
    assert exact >= 9
