"""Speed of the engine: uniformly random full games, final scoring included.

Machines differ and are noisy, so every figure comes with the speed of random python-chess games
measured in the same process, in slices that alternate with ours. The ratio of decisions per second
to plies per second is what to compare.

Run `make bench`, or `python bench/engine.py --quick` for a run under 40 seconds.
"""

import argparse
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable

import chess

import carrozza
from carrozza.core.game import State

BARS = {"usa": 6, "europe": 4, "northern_lights": 4, "card_game": 6}  # ratios for two players
ROUNDS = 5

Slice = Callable[[float, random.Random], tuple[int, int, float]]  # games, decisions, seconds


def play_ours(game: str, players: int) -> Slice:
    def run(seconds: float, rng: random.Random) -> tuple[int, int, float]:
        games = decisions = 0
        rand = rng.random
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            state = carrozza.start(game, players, seed=str(rng.getrandbits(64)))
            while not state.over:
                legal = state.legal_actions()
                state.apply(legal[int(rand() * len(legal))])
                decisions += 1
            games += 1
        return games, decisions, time.perf_counter() - start

    return run


def play_chess(seconds: float, rng: random.Random) -> tuple[int, int, float]:
    games = plies = 0
    rand = rng.random
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rand() * len(moves))])
            plies += 1
        games += 1
    return games, plies, time.perf_counter() - start


def compare(game: str, players: int, seconds: float) -> float:
    """Alternate slices of the game and of chess; print a line; the median ratio of the rounds."""
    rng = random.Random(f"{game} {players}")
    ours = play_ours(game, players)
    ours(0.05, rng)  # build the tables before the clock starts
    ratios, totals = [], [0.0] * 6
    for _ in range(ROUNDS):
        mine, theirs = ours(seconds, rng), play_chess(seconds, rng)
        ratios.append((mine[1] / mine[2]) / (theirs[1] / theirs[2]))
        totals = [a + b for a, b in zip(totals, (*mine, *theirs), strict=True)]
    games, decisions, spent, _, plies, spent_chess = totals
    ratio = statistics.median(ratios)
    print(
        f"{game:16}{players:3}{games / spent:9.0f}{decisions / spent:13.0f}"
        f"{decisions / games:11.1f}{plies / spent_chess:12.0f}"
        f"{ratio:9.2f}  ({min(ratios):.2f}–{max(ratios):.2f}, bar {BARS[game]})",
        flush=True,
    )
    return ratio


def bytes_per_state(game: str, players: int) -> int:
    """Memory of one state in the middle of a game, as the cost of a clone."""
    rng = random.Random(1)
    state: State = carrozza.start(game, players, seed="memory")
    for _ in range(60):
        state.apply(rng.choice(state.legal_actions()))
    count = 500
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    clones = [state.clone() for _ in range(count)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    shared = sum(value.__sizeof__() for value in big_ints(clones[0]))
    return (after - before) // count + shared


def big_ints(state: State) -> list[int]:
    """Numbers that clones share, because they never change in place, but each state needs."""
    values = []
    for klass in type(state).__mro__:
        for slot in getattr(klass, "__slots__", ()):
            value = getattr(state, slot, None)
            values += value if isinstance(value, list) else [value]
    return [v for v in values if isinstance(v, int) and not isinstance(v, bool) and v > 256]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two players only, short slices")
    quick = parser.parse_args().quick
    seconds = 0.6 if quick else 2.0
    print("game            players  games/s  decisions/s  per game  chess plies/s  ratio")
    for game in BARS:
        most = 4 if game == "card_game" else 5
        for players in (2,) if quick else (2, 3, most):
            compare(game, players, seconds)
    print("\nmemory of one state, bytes")
    for game in BARS:
        most = 4 if game == "card_game" else 5
        sizes = {players: bytes_per_state(game, players) for players in (2, most)}
        print(f"{game:16}" + "".join(f"{n} players {size:6}   " for n, size in sizes.items()))


if __name__ == "__main__":
    main()
