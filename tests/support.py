"""Random play, for tests of every game."""

import random
from collections.abc import Iterator

import pytest

from carrozza.core.actions import Action
from carrozza.core.events import Event
from carrozza.core.game import Setup, State
from carrozza.games.registry import NAMES, find_game, game_of

TABLES = [(name, n) for name in NAMES for n in find_game(name).players]

every_game = pytest.mark.parametrize("name", NAMES)
every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def deal(name: str, players: int, seed: str = "test", **setup: object) -> State:
    made = Setup(game=name, players=players, seed=seed, **setup)  # type: ignore[arg-type]
    return game_of(made).deal(made)[0]


def step(state: State, rng: random.Random) -> tuple[int, Action, list[Event]]:
    """One random action of one of the seats to act."""
    seat = rng.choice(state.to_act)
    action = rng.choice(state.legal_actions(seat))
    return seat, action, state.apply(action, seat)


def walk(state: State, seed: int, steps: int = 10_000) -> Iterator[State]:
    """The positions of a random game from here, the first one included."""
    rng = random.Random(seed)
    yield state
    for _ in range(steps):
        if state.over:
            return
        step(state, rng)
        yield state


def position(name: str, players: int, seed: int, steps: int) -> State:
    """A random position, at most so many actions into a game."""
    *_, state = walk(deal(name, players, str(seed)), seed, steps)
    return state


def finished(name: str, players: int, seed: int = 0) -> State:
    return position(name, players, seed, 100_000)
