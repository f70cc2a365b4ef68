"""The lane on a GPU: the same games as on the processor, and how many of them (docs/lane.md).

python -m bench.gpu [--games 1000000] [--most-players 2] [--only card_game,whole]

`--only` names games and parts of the work: `whole` games, or `steps`.
"""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza.env.ids import IDS
from carrozza.env.lane_batch import lane_batch
from carrozza.games.registry import find_game
from carrozza.lane.chance import CHANCE
from carrozza.lane.playouts import fingerprints, play_games
from carrozza.lane.twins import Twin, twin_of

SEED = np.uint64(20)
BLOCK, BLOCKS = 128, 132 * 16
TOGETHER, STEPS = 262_144, 200  # games side by side, a decision at a time
SAME = 20_000  # games of which decisions and points are added up
SAME_STEPS = 1_000  # games side by side that are compared step by step
ARRAYS = (
    "states", "numbers", "seats", "masks", "observations", "points", "wins", "completed", "ended",
)  # fmt: skip
PARTS = ("whole", "steps")


def on_processor(twin: Twin, lookups: Any, players: int, games: int) -> npt.NDArray[np.uint64]:
    """Fingerprints of the games from 0 on, by all cores."""
    out = np.zeros(games, np.uint64)

    def part(first: int, last: int) -> None:
        states, chances, works = (np.zeros(1, d) for d in (twin.state, CHANCE, twin.work))
        fingerprints(states, chances, lookups, works, players, SEED, first, out[first:last])

    part(0, 1)
    step = 2_000
    with ThreadPoolExecutor(cpu_count()) as pool:
        list(pool.map(lambda at: part(at, min(at + step, games)), range(0, games, step)))
    return out


def totals_on_processor(twin: Twin, lookups: Any, players: int) -> list[int]:
    """Decisions and points of some whole games."""
    states, chances, works = (np.zeros(1, d) for d in (twin.state, CHANCE, twin.work))
    out = np.zeros(2, np.int64)
    play_games(states, chances, lookups, works, players, SEED, SAME, True, True, out)
    return [int(n) for n in out]


def timed(cuda: Any, work: Callable[[], None]) -> float:
    cuda.synchronize()
    began = time.perf_counter()
    work()
    cuda.synchronize()
    return time.perf_counter() - began


def compare(cuda: Any, name: str, players: int, games: int) -> None:
    from carrozza.lane.gpu.kernels import kernels_for

    game = find_game(name)
    twin = twin_of(game)
    lookups = twin.lookups_of(game)
    kernels = kernels_for(twin.state, twin.work)
    fixed = cuda.to_device(lookups)
    found = cuda.device_array(games, np.uint64)

    def launch() -> None:
        kernels.fingerprints[BLOCKS, BLOCK](fixed, players, SEED, 0, found)

    first = timed(cuda, launch)
    began = time.perf_counter()
    ours = on_processor(twin, lookups, players, games)
    processor = time.perf_counter() - began
    wrong = int((ours != found.copy_to_host()).sum())
    print(
        f"{name}, {players} players: {wrong} of {games:,} games differ "
        f"(first launch {first:.1f} s, processor {games / processor:,.0f} games/s)",
        flush=True,
    )
    if players == 2:
        sums = cuda.to_device(np.zeros(2, np.int64))
        kernels.play_games[-(-SAME // BLOCK), BLOCK](fixed, players, SEED, SAME, True, sums)
        same = list(sums.copy_to_host()) == totals_on_processor(twin, lookups, players)
        print(f"  decisions and points in all {'are the same' if same else 'DIFFER'}", flush=True)
    for scored in (False, True):
        out = cuda.to_device(np.zeros(2, np.int64))
        arguments = (fixed, players, SEED, 4 * games, scored, out)
        blocks = 4 * games // BLOCK  # a thread for each game, so that a warp begins together
        kernels.play_games[blocks, BLOCK](*arguments)
        before = int(out.copy_to_host()[0])
        seconds = timed(cuda, lambda: kernels.play_games[blocks, BLOCK](*arguments))  # noqa: B023
        decisions = int(out.copy_to_host()[0]) - before
        print(
            f"  {'and scored' if scored else 'played'}: {4 * games / seconds / 1e6:.2f}M games/s, "
            f"{decisions / seconds / 1e6:,.0f}M decisions/s",
            flush=True,
        )


def many_steps(batch: Any) -> None:
    for _ in range(STEPS):
        batch.step()


def same_steps(environment: str) -> None:
    """A batch here and one there, compared after every step, through the ends of their games."""
    here, there = (lane_batch(environment, 2, SAME_STEPS, device=on) for on in ("cpu", "cuda"))
    wrong = 0
    for _ in range(STEPS):
        here.step()
        there.step()
        wrong += any(
            getattr(here, name).tobytes() != getattr(there, name).copy_to_host().tobytes()
            for name in ARRAYS
        )
    ended = int((here.numbers >= SAME_STEPS).sum())
    print(f"{environment}: {wrong} of {STEPS} steps differ ({ended} games ended)", flush=True)


def step_by_step(cuda: Any, environment: str) -> None:
    """One decision a launch: choosing and playing it, then with masks, then with observations."""
    for masks, observations in ((False, False), (True, False), (False, True)):
        batch = lane_batch(
            environment, 2, TOGETHER, device="cuda", masks=masks, observations=observations
        )
        many_steps(batch)
        seconds = timed(cuda, lambda: many_steps(batch))  # noqa: B023
        what = "with masks" if masks else "with observations" if observations else "plain"
        print(
            f"{environment}, {TOGETHER:,} games, a decision at a time, {what}: "
            f"{STEPS * TOGETHER / seconds / 1e6:,.0f}M decisions/s",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--most-players", type=int, default=5)
    parser.add_argument("--only", default=",".join((*PARTS, *IDS.values())))
    options = parser.parse_args()
    only = set(options.only.split(","))
    parts = only & set(PARTS) or set(PARTS)
    names = only & set(IDS.values()) or set(IDS.values())
    from carrozza.lane.gpu.device import cuda

    print(cuda.get_current_device().name)
    for environment, name in IDS.items():
        if name not in names:
            continue
        if "whole" in parts:
            for players in [n for n in find_game(name).players if n <= options.most_players]:
                games = options.games if players == 2 else options.games // 10
                compare(cuda, name, players, games)
        if "steps" in parts:
            step_by_step(cuda, environment)
            same_steps(environment)


if __name__ == "__main__":
    main()
