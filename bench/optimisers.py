"""The three exact optimisers of the final score, on networks and tracks made to be hard.

The longest trail and the best use of stations on full networks of 45 trains, and the best set of
tickets of the card game. Prints the mean and the worst time of each family; the bar is 50 ms.
"""

import itertools
import random
import time
from collections.abc import Callable
from typing import Any

from carrozza.board.board import Board, board_from_plain
from carrozza.board.borrow import best_borrowing
from carrozza.board.game import BoardGame
from carrozza.board.paths import longest_trail
from carrozza.games.card_game.completion import best_set
from carrozza.games.card_game.game import CardGame
from carrozza.games.registry import find_game

Edges = list[tuple[int, int]]
TRAINS = 45


def board_of(edges: Edges) -> Board:
    """A board of routes of length 1, at most 45 of them."""
    size = max(max(edge) for edge in edges) + 1
    return board_from_plain(
        {
            "format": 1,
            "name": "bench",
            "cities": [{"name": str(i), "lat": 0, "lon": 0} for i in range(size)],
            "routes": [
                {"a": str(a), "b": str(b), "length": 1, "colour": "grey"} for a, b in edges[:TRAINS]
            ],
            "tickets": [],
            "route_points": {"1": 1},
        }
    )


def grid(rows: int, columns: int, diagonals: bool = False) -> Edges:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    steps = [(0, 1), (1, 0), (1, 1)] if diagonals else [(0, 1), (1, 0)]
    return [
        (r * columns + c, (r + dr) * columns + c + dc)
        for r, c in cells
        for dr, dc in steps
        if r + dr < rows and c + dc < columns
    ]


def cut(edges: Edges) -> Callable[[random.Random], Edges]:
    return lambda rng: rng.sample(edges, len(edges))


def regular(degree: int, size: int) -> Callable[[random.Random], Edges]:
    """Random graphs in which every city has so many routes."""

    def make(rng: random.Random) -> Edges:
        while True:
            stubs = rng.sample([v for v in range(size) for _ in range(degree)], degree * size)
            edges = {tuple(sorted(pair)) for pair in zip(stubs[::2], stubs[1::2], strict=True)}
            if len(edges) == degree * size // 2 and all(a != b for a, b in edges):
                return sorted(edges)  # type: ignore[arg-type]

    return make


def network(board: Board, trains: int, rng: random.Random) -> int:
    """A dense network on a real board: always the shortest route that closes a circle."""
    mask, cities, left = 0, {rng.randrange(len(board.cities))}, trains
    while True:
        options = [
            (not {r.a, r.b} <= cities, r.length, rng.random(), i)
            for i, r in enumerate(board.routes)
            if {r.a, r.b} & cities and r.length <= left and not mask & board.siblings[i]
        ]
        if not options:
            return mask
        r = board.routes[min(options)[3]]
        mask |= 1 << min(options)[3]
        cities |= {r.a, r.b}
        left -= r.length


def report(name: str, jobs: list[Callable[[], Any]]) -> None:
    times = []
    for job in jobs:
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    mean, worst = sum(times) / len(times) * 1000, max(times) * 1000
    print(f"{name:42}{len(jobs):6}{mean:10.2f}{worst:10.2f}", flush=True)


def trails(rng: random.Random) -> None:
    families: dict[str, Callable[[random.Random], Edges]] = {
        "grid 5 × 5, cut": cut(grid(5, 5)),
        "grid 6 × 6, cut": cut(grid(6, 6)),
        "triangles 5 × 5, cut": cut(grid(5, 5, diagonals=True)),
        "complete graph of 10": cut(list(itertools.combinations(range(10), 2))),
        "random, 45 routes on 14 cities": cut(list(itertools.combinations(range(14), 2))),
        "random, 45 routes on 20 cities": cut(list(itertools.combinations(range(20), 2))),
        "random, 3 routes a city": regular(3, 30),
        "random, 5 routes a city": regular(5, 18),
    }
    for name, make in families.items():
        boards = [board_of(make(rng)) for _ in range(100)]
        masks = [(1 << len(board.routes)) - 1 for board in boards]
        jobs = [
            lambda b=board, m=mask: longest_trail(b, m)  # type: ignore[misc]
            for board, mask in zip(boards, masks, strict=True)
        ]
        report(f"longest trail: {name}", jobs)
    for name in ("usa", "europe", "northern_lights"):
        game = find_game(name)
        assert isinstance(game, BoardGame)
        nets = [network(game.board, game.spec.trains, rng) for _ in range(200)]
        jobs = [lambda b=game.board, m=mask: longest_trail(b, m) for mask in nets]  # type: ignore[misc]
        report(f"longest trail: dense on {name}", jobs)


def stations(rng: random.Random) -> None:
    game = find_game("europe")
    assert isinstance(game, BoardGame)
    board, jobs = game.board, []
    for _ in range(200):
        own = network(board, 20, rng)
        others = rng.getrandbits(len(board.routes)) & ~own
        cities = rng.sample(range(len(board.cities)), 3)
        tickets = rng.sample(range(len(board.tickets)), 24)
        jobs.append(
            lambda o=own, x=others, c=cities, t=tickets: best_borrowing(board, o, x, c, t)  # type: ignore[misc]
        )
    report("stations: three, with 24 tickets", jobs)


def completions(rng: random.Random) -> None:
    game = find_game("card_game")
    assert isinstance(game, CardGame)
    everything = list(game.ticket_ids)
    for cards in (20, 40, 60):
        jobs = []
        for _ in range(200):
            box = [kind for kind, n in enumerate(game.cards.train_cards()) for _ in range(n)]
            drawn = rng.sample(box, cards)
            have = [drawn.count(kind) for kind in range(9)]
            jobs.append(lambda h=have: best_set(game.lookups.values, everything, h))  # type: ignore[misc]
        report(f"tickets: all 46 held, {cards} cards on the track", jobs)


def main() -> None:
    rng = random.Random(7)
    print(f"{'':42}{'cases':>6}{'mean ms':>10}{'worst ms':>10}")
    trails(rng)
    stations(rng)
    completions(rng)


if __name__ == "__main__":
    main()
