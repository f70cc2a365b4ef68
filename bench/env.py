"""Speed of the environments: random play through PettingZoo, through a batch, and without either.

All are measured in one process, in slices of processor time that alternate; what to compare is the
ratio to PettingZoo's raw environment. Each step but those of the engine alone gives an observation
and a mask.

Run `make bench-env`.
"""

import random
import statistics
import time
from collections.abc import Callable

import carrozza
from carrozza.core.space import nth_bit
from carrozza.env.aec import RawEnv, env
from carrozza.env.batch import Batch
from carrozza.env.ids import id_of
from carrozza.games.registry import NAMES

ROUNDS = 5
SECONDS = 0.5
SIZES = (1, 32, 256)

Slice = Callable[[], float]  # steps per second


def timed(step: Callable[[], int]) -> Slice:
    """Call again and again; each call says how many steps it took."""

    def run() -> float:
        steps = 0
        start = time.process_time()
        while time.process_time() - start < SECONDS:
            steps += step()
        return steps / (time.process_time() - start)

    return run


def engine(name: str) -> Slice:
    rng = random.Random(1)

    def game() -> int:
        state, steps = carrozza.start(name, seed=str(rng.random())), 0
        while not state.over:
            mask = state.legal_mask()
            state.apply_id(nth_bit(mask, int(rng.random() * mask.bit_count())))
            steps += 1
        return steps

    return timed(game)


def aec(name: str, wrapped: bool) -> Slice:
    table = env(id_of(name)) if wrapped else RawEnv(id_of(name))
    raw = table.unwrapped
    table.reset(seed=1)
    rng = random.Random(1)

    def game() -> int:
        table.reset()
        steps = 0
        while not raw.state_now.over:
            table.observe(table.agent_selection)
            mask = raw.state_now.legal_mask()
            table.step(nth_bit(mask, int(rng.random() * mask.bit_count())))
            steps += 1
        return steps

    return timed(game)


def batch(name: str, size: int) -> Slice:
    games = Batch(id_of(name), size)
    games.reset(seed=1)
    rng = random.Random(1)

    def step() -> int:
        games.step(games.sample(rng))
        return size

    return timed(step)


def main() -> None:
    print(
        "steps a second of PettingZoo's raw environment, and how many times as many by other ways"
    )
    head = "".join(f"{f'batch of {size}':>14}" for size in SIZES)
    print(f"{'game':16}{'raw':>8}{'wrapped':>9}{head}{'engine alone':>14}")
    for name in NAMES:
        ways = [aec(name, True), *[batch(name, size) for size in SIZES], engine(name)]
        raw = aec(name, False)
        speeds: list[float] = []
        ratios: list[list[float]] = [[] for _ in ways]
        for _ in range(ROUNDS):
            speeds.append(raw())
            for found, way in zip(ratios, ways, strict=True):
                found.append(way() / speeds[-1])
        wrapped, *batches, bare = [statistics.median(found) for found in ratios]
        columns = "".join(f"{ratio:14.2f}" for ratio in batches)
        print(
            f"{name:16}{statistics.median(speeds):8.0f}{wrapped:9.2f}{columns}{bare:14.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
