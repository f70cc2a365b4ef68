"""`make lane-check`: very many games of the engine, each followed by the lane step by step.

python -m tests.lane.check [--games 20000] [--processes 2]
"""

import argparse
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from functools import cache
from os import cpu_count

from tests.lane.made_up import made_up_board
from tests.lane.walk import Walker, variants

from carrozza.core.errors import BadOptions
from carrozza.games.registry import NAMES, find_game

PART = 250  # games of one job
MADE_UP = 0.1  # of the games of a board game are on boards made up
SLOW = 0.01  # have planners among the players


def follow(name: str, players: int, first: int, count: int) -> tuple[int, int]:
    """So many games; how many, and their steps."""
    walkers = _walkers(name)
    custom = _custom(name, first) if hasattr(walkers[0].game, "board") else walkers[0]
    steps = 0
    for n in range(first, first + count):
        rng = random.Random(f"{name} {players} {n}")
        walker = custom if rng.random() < MADE_UP else rng.choice(walkers)
        steps += walker.play(players, f"check {n}", slow=SLOW)
    return count, steps


@cache  # to convert a board takes as long as dozens of games
def _walkers(name: str) -> list[Walker]:
    return [Walker(game) for game in variants(name)]


def _custom(name: str, seed: int) -> Walker:
    """On a board made up, the first one that the lane has room for."""
    rng = random.Random(f"board {seed}")
    while True:
        with suppress(BadOptions):
            return Walker(find_game(name, None, made_up_board(rng)))


class Table:
    """What was followed of one game at one number of players."""

    def __init__(self, name: str, players: int) -> None:
        self.name, self.players = name, players
        self.games = self.steps = self.wrong = 0

    def __str__(self) -> str:
        return (
            f"{self.name}, {self.players} players: {self.games:,} games, {self.steps:,} steps, "
            f"{self.wrong} differences"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20_000, help="of each game at each table")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--processes", type=int, default=cpu_count())
    parser.add_argument("--stop", action="store_true", help="at the first difference")
    parser.add_argument("--game", action="append", choices=NAMES)
    options = parser.parse_args()
    names = options.game or NAMES
    tables = [Table(name, n) for name in names for n in find_game(name).players]
    end = time.monotonic() + 60 * options.minutes
    for name in names:
        follow(name, 2, 0, 1)  # which compiles
    with ProcessPoolExecutor(options.processes) as pool:
        jobs = {}
        for at in range(options.first, options.first + options.games, PART):
            count = min(PART, options.first + options.games - at)
            for table in tables:  # by turns, so that all get their share when time is short
                jobs[pool.submit(timely, end, table.name, table.players, at, count)] = table
        for job in as_completed(jobs):
            table = jobs[job]
            if error := job.exception():
                table.wrong += 1
                print(f"WRONG {error}", flush=True)
                if options.stop:
                    pool.shutdown(wait=False, cancel_futures=True)
                    break
                continue
            table.games += job.result()[0]
            table.steps += job.result()[1]
            if table is tables[-1]:
                print(f"… {sum(t.games for t in tables):,} games", flush=True)
    print(*tables, sep="\n")
    sys.exit(any(table.wrong for table in tables))


def timely(end: float, name: str, players: int, first: int, count: int) -> tuple[int, int]:
    return follow(name, players, first, count) if time.monotonic() < end else (0, 0)


if __name__ == "__main__":
    main()
