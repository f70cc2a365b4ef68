"""Games made up from known strengths, to see whether the statistics find them again."""

import random
from collections.abc import Sequence
from math import exp
from pathlib import Path

from carrozza.arena.block import Block, Played, Seat, Timing
from carrozza.arena.finish import Finish
from carrozza.arena.store import Line, append, line_of
from carrozza.core.game import Setup


def draw_order(bots: Sequence[str], strength: dict[str, float], rng: random.Random) -> Finish:
    """An order of finish by Plackett and Luce; strengths are logarithms."""
    left = list(bots)
    order = []
    while left:
        weights = [exp(strength[bot]) for bot in left]
        order.append((left.pop(rng.choices(range(len(left)), weights)[0]),))
    return tuple(order)


def played(**scores: int) -> Played:
    """A game that was decided by points alone."""
    best = max(scores.values())
    seats = tuple([Seat(bot, score, (1,), (2, 3), 10) for bot, score in scores.items()])
    winners = tuple([i for i, seat in enumerate(seats) if seat.score == best])
    return Played(seats, winners, tuple([Timing(0.02, 0.01) for _ in seats]))


def block(number: int, *games: Played) -> Block:
    lineup = tuple(sorted(seat.bot for seat in games[0].seats))
    return Block(number, lineup, games)


def line(number: int, seed: str = "s", game: str = "usa", **scores: int) -> Line:
    setup = Setup(game=game, players=2, seed=seed)
    games = (played(**(scores or {"a": 5, "b": 3})), played(b=7, a=2))
    return line_of(setup, 1.0, block(number, *games))


def append_many(path: Path, seed: str) -> None:
    """For a process of its own."""
    for number in range(1, 101):
        append(path, line(number, seed))
