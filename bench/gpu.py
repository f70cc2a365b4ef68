"""The lane on a GPU: the same games as on the processor, and how many of them.

python -m bench.gpu [--games 1000000]
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza.games.registry import find_game
from carrozza.lane.board.lookups import lookups_of
from carrozza.lane.board.playouts import fingerprints
from carrozza.lane.board.state import STATE, WORK
from carrozza.lane.chance import CHANCE

SEED = np.uint64(20)
BLOCK = 128
BLOCKS = 132 * 16
NAMES = (("usa", 2), ("europe", 2), ("northern_lights", 2), ("usa", 5), ("europe", 3))


def on_processor(boards: Any, players: int, games: int) -> npt.NDArray[np.uint64]:
    """Fingerprints of the games from 0 on, by all cores."""
    out = np.zeros(games, np.uint64)

    def part(first: int, last: int) -> None:
        own = (np.zeros(1, dtype) for dtype in (STATE, CHANCE))
        states, chances = own
        works = np.zeros(1, WORK)
        fingerprints(states, chances, boards, works, players, SEED, first, out[first:last])

    part(0, 1)
    step = 5_000
    with ThreadPoolExecutor(cpu_count()) as pool:
        list(pool.map(lambda at: part(at, min(at + step, games)), range(0, games, step)))
    return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1_000_000)
    games = parser.parse_args().games
    from numba import cuda

    from carrozza.lane.gpu import boards as gpu

    print(cuda.get_current_device().name)
    for name, players in NAMES:
        game: Any = find_game(name)
        boards = lookups_of(game)
        on_device = cuda.to_device(boards)
        found = cuda.device_array(games, np.uint64)
        began = time.perf_counter()
        gpu.fingerprints[BLOCKS, BLOCK](on_device, players, SEED, 0, found)
        cuda.synchronize()
        theirs = found.copy_to_host()
        compiled = time.perf_counter() - began
        began = time.perf_counter()
        ours = on_processor(boards, players, games)
        processor = time.perf_counter() - began
        wrong = int((ours != theirs).sum())
        print(
            f"{name}, {players} players: {wrong} of {games:,} games differ "
            f"(first launch {compiled:.1f} s, processor {games / processor:,.0f} games/s)"
        )
        for scored in (False, True):
            out = cuda.to_device(np.zeros(2, np.int64))
            gpu.play_games[BLOCKS, BLOCK](on_device, players, SEED, 1000, scored, out)
            cuda.synchronize()
            for _ in range(2):
                out = cuda.to_device(np.zeros(2, np.int64))
                began = time.perf_counter()
                gpu.play_games[BLOCKS, BLOCK](on_device, players, SEED, 4 * games, scored, out)
                cuda.synchronize()
                seconds = time.perf_counter() - began
            decisions = int(out.copy_to_host()[0])
            print(
                f"  {'scored' if scored else 'played'}: {4 * games / seconds / 1e6:.2f}M games/s, "
                f"{decisions / seconds / 1e6:,.0f}M decisions/s",
                flush=True,
            )


if __name__ == "__main__":
    main()
