"""Speed of the thinking bots: a decision of the planner, and the quick games that the search plays.

They are whole games from the first turn, between quick players; the ratio is to games of random
play on the engine, measured in the same process in slices that alternate. All is processor time.

Run `make bench-bots`.
"""

import random
import statistics
import time
from collections.abc import Callable
from math import inf

import carrozza
from carrozza.board.game import BoardGame
from carrozza.board.state import BoardState
from carrozza.bots.planner.planner import Planner
from carrozza.bots.search.boards.guide import BATCH, BoardGuide
from carrozza.bots.search.boards.quick.load import LOADER
from carrozza.bots.search.watch import Watch
from carrozza.core.rng import Rng
from carrozza.core.space import nth_bit
from carrozza.games.registry import NAMES, find_game

ROUNDS = 5
SECONDS = 0.5
GAMES = 20  # of planners


def per_second(step: Callable[[], int]) -> float:
    """How many of what a call says it did are done in a second."""
    done = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        done += step()
    return done / (time.process_time() - start)


def first_turn(name: str, players: int) -> BoardState:
    state = carrozza.start(name, players, seed="bots")
    assert isinstance(state, BoardState)
    planner = Planner(state.game, "")
    for seat in range(players):
        state.apply(planner.decide(state.memory(seat), state.legal_actions(seat), 1.0), seat)
    return state


def quick_games(name: str, players: int) -> Callable[[], int]:
    state = first_turn(name, players)
    guide, rng, view = BoardGuide(state.game), Rng.from_seed("bots"), state.view(state.seat)
    watch = Watch(inf, time.process_time)
    trial = guide.trial(view, guide.candidates(view, state.legal_actions(), rng, watch), rng)

    def batch() -> int:
        trial.rows([0], BATCH, watch)
        return BATCH

    for _ in range(5):  # until all plans of the others are made
        batch()
    return batch


def random_game(name: str, players: int) -> int:
    rng = random.Random(1)
    state = carrozza.start(name, players, seed=str(rng.random()))
    while not state.over:
        mask = state.legal_mask()
        state.apply_id(nth_bit(mask, int(rng.random() * mask.bit_count())))
    return 1


def planner_times(name: str, players: int) -> list[float]:
    """Milliseconds of each decision in some games."""
    times = []
    for game in range(GAMES):
        state = carrozza.start(name, players, seed=f"planner {game}")
        planner = Planner(state.game, "")
        while not state.over:
            seat = state.to_act[0]
            view, legal = state.memory(seat), state.legal_actions(seat)
            start = time.process_time()
            action = planner.decide(view, legal, 1.0)
            times.append(1000 * (time.process_time() - start))
            state.apply(action, seat)
    return times


def main() -> None:
    assert LOADER.loaded_in(inf)
    print(
        "| game | players | planner, ms | longest | quick games a second | ratio to random games |"
    )
    print("|---|---|---|---|---|---|")
    for name in NAMES:
        if not isinstance(find_game(name), BoardGame):
            continue
        for players in (2, 5):
            times = planner_times(name, players)
            batch = quick_games(name, players)
            speeds, ratios = [], []
            for _ in range(ROUNDS):
                speeds.append(per_second(batch))
                ratios.append(speeds[-1] / per_second(lambda: random_game(name, players)))  # noqa: B023
            print(
                f"| {name} | {players} | {statistics.mean(times):.2f} | {max(times):.0f}"
                f" | {statistics.median(speeds):,.0f} | {statistics.median(ratios):.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
