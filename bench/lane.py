"""Speed of the lane: uniformly random games, scored, on one core, beside the engine and, if it is
given, a floor: a program that plays the same in C++ and prints games per second.

    python -m bench.lane [--floor PROGRAM] [--games 20000] [--rounds 7]

The figures of a round come from slices that alternate; the medians are printed, and ratios.
"""

import argparse
import random
import re
import statistics
import subprocess
import time
from typing import Any, NamedTuple

import numpy as np

from carrozza.core.game import Game, Setup
from carrozza.env.ids import IDS
from carrozza.env.lane_batch import lane_batch
from carrozza.games.registry import find_game
from carrozza.lane.chance import CHANCE
from carrozza.lane.playouts import play_games
from carrozza.lane.twins import twin_of

NAMES = {name: environment for environment, name in IDS.items()}


class Slice(NamedTuple):
    games: float  # a second of processor time
    decisions: float


def on_lane(game: Game, games: int, seed: int, compact: bool) -> Slice:
    twin = twin_of(game)
    arrays = [np.zeros(1, dtype) for dtype in (twin.state, CHANCE)]
    out = np.zeros(2, np.int64)
    fixed: Any = (*arrays, twin.lookups_of(game), np.zeros(1, twin.work), 2, np.uint64(seed))
    play_games(*fixed, 1, compact, True, out)
    out[:] = 0
    began = time.process_time()
    play_games(*fixed, games, compact, True, out)
    seconds = time.process_time() - began
    return Slice(games / seconds, out[0] / seconds)


def on_engine(game: Game, seconds: float, rng: random.Random) -> Slice:
    games = decisions = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        s, _ = game.deal(Setup(game=game.name, players=2, seed=str(rng.getrandbits(64))))
        while not s.over:
            legal = s.legal_actions()
            s.apply(legal[int(rng.random() * len(legal))])
            decisions += 1
        s.score_sheet()
        games += 1
    return Slice(games / spent, decisions / spent)


def on_floor(program: str, games: int) -> Slice:
    """Its own line for two players, scored."""
    text = subprocess.run([program, str(games)], capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"2P scored: (\d+) games/s ([\d.]+)M actions/s", text)
    return Slice(
        statistics.median(float(row[0]) for row in rows),
        1e6 * statistics.median(float(row[1]) for row in rows),
    )


def median(slices: list[Slice]) -> Slice:
    return Slice(*(statistics.median(column) for column in zip(*slices, strict=True)))


def threads(name: str) -> None:
    """Steps of a batch with one thread and with two, by the clock."""
    rates = {}
    for count in (1, 2):
        batch = lane_batch(NAMES[name], 2, 8192, observations=False, masks=False, threads=count)
        batch.step(batch.sample())
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < 3:
            batch.step(batch.sample())
            steps += 1
        rates[count] = steps * batch.n / (time.perf_counter() - began)
    print(f"{name}: batches, two threads against one {rates[2] / rates[1]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--floor", help="the program, built")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    for name in NAMES:
        game = find_game(name, {"edition": "classic"} if name == "usa" else None)
        compact, ids, engine, floor = [], [], [], []
        for number in range(options.rounds):
            compact.append(on_lane(game, options.games, number, True))
            ids.append(on_lane(game, options.games, number, False))
            engine.append(on_engine(game, 1.0, random.Random(number)))
            if options.floor and name == "usa":
                floor.append(on_floor(options.floor, options.games))
        ours, theirs = median(ids), median(engine)
        small = median(compact)
        print(
            f"{name}, 2 players: compact {small.games:,.0f} games/s, "
            f"{small.decisions / 1e6:.1f}M decisions/s; all ids {ours.games:,.0f} games/s, "
            f"{ours.decisions / 1e6:.1f}M; the engine {theirs.games:,.0f}; "
            f"lane/engine {small.games / theirs.games:.0f} and {ours.games / theirs.games:.0f}"
        )
        if floor:
            best = median(floor)
            print(
                f"  floor {best.games:,.0f} games/s; lane/floor {small.games / best.games:.2f} "
                f"compact, {ours.games / best.games:.2f} with all ids"
            )
    threads("usa")


if __name__ == "__main__":
    main()
