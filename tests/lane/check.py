"""`make lane-check`: very many games of the engine, each followed by the lane step by step.

python -m tests.lane.check [--games 20000] [--processes 2]
"""

import argparse
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from os import cpu_count

from tests.lane.made_up import made_up_board
from tests.lane.walk import Walker, variants

from carrozza.games.registry import NAMES, find_game

PART = 250  # games of one job
MADE_UP = 0.1  # of the games of a board game are on boards made up
SLOW = 0.01  # have planners among the players


def follow(name: str, players: int, first: int, count: int) -> tuple[int, int]:
    """So many games; how many, and their steps."""
    walkers = [Walker(game) for game in variants(name)]
    custom = Walker(_custom(name, first)) if hasattr(walkers[0].game, "board") else walkers[0]
    for n in range(first, first + count):
        rng = random.Random(f"{name} {players} {n}")
        walker = custom if rng.random() < MADE_UP else rng.choice(walkers)
        walker.play(players, f"check {n}", slow=SLOW)
    every = {id(walker): walker for walker in (*walkers, custom)}.values()
    return sum(walker.games for walker in every), sum(walker.steps for walker in every)


def _custom(name: str, seed: int):  # type: ignore[no-untyped-def]
    return find_game(name, None, made_up_board(random.Random(f"board {seed}")))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20_000, help="of each game at each table")
    parser.add_argument("--processes", type=int, default=cpu_count())
    parser.add_argument("--game", action="append", choices=NAMES)
    options = parser.parse_args()
    began = time.monotonic()
    follow("usa", 2, 0, 1)  # which compiles
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for name in options.game or NAMES:
            for players in find_game(name).players:
                jobs = [
                    pool.submit(follow, name, players, at, min(PART, options.games - at))
                    for at in range(0, options.games, PART)
                ]
                games = steps = 0
                for job in as_completed(jobs):
                    if job.exception():
                        wrong += 1
                        print(f"WRONG {job.exception()}", flush=True)
                        continue
                    games, steps = games + job.result()[0], steps + job.result()[1]
                minutes = (time.monotonic() - began) / 60
                print(
                    f"{name}, {players} players: {games:,} games, {steps:,} steps, "
                    f"{wrong} differences so far ({minutes:.1f} min)",
                    flush=True,
                )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
