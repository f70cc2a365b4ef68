"""Random play, for tests of every game."""

import random
from collections.abc import Iterator

import pytest

from carrozza.core.actions import Action
from carrozza.core.events import Event
from carrozza.core.game import Setup, State
from carrozza.games.card_game.state import CardGameState
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


def exchange_tracks(
    state: State, observer: int | None, rng: random.Random, untouched: int = 0
) -> bool:
    """Card game: the cards on every track that the observer may not look at change places with
    cards deep in the deck. At a scoring owners look. Whether anything changed."""
    if not isinstance(state, CardGameState) or state.view(None).phase == "scoring":
        return False
    before = [track[:] for track in state.tracks]
    deep = len(state.deck) - untouched
    for owner, track in enumerate(before if deep > 0 else ()):
        if owner == observer and state.view(None).open_track:
            continue
        for card, n in enumerate(track):
            for _ in range(n):
                i = rng.randrange(deep)
                state.tracks[owner][card] -= 1
                state.tracks[owner][state.deck[i]] += 1
                state.deck[i] = card
    return state.tracks != before


def finished(name: str, players: int, seed: int = 0) -> State:
    return position(name, players, seed, 100_000)
