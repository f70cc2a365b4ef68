"""Deals the games of an environment: what every kind of environment shares."""

from typing import Any

import msgspec
import numpy as np

from carrozza.core.errors import BadOptions
from carrozza.core.events import Event
from carrozza.core.game import OptionValue, Setup, State
from carrozza.env.ids import game_name
from carrozza.env.observe import observer_of
from carrozza.games.registry import game_of


class Dealer:
    def __init__(
        self,
        environment: str,
        players: int = 2,
        options: dict[str, OptionValue] | None = None,
        board: dict[str, Any] | None = None,
    ) -> None:
        self.setup = Setup(
            game=game_name(environment),
            players=players,
            seed="",
            options=options or {},
            board=board,
        )
        self.game = game_of(self.setup)
        state = self.game.deal(self.setup)[0]  # which checks the setup
        self.environment = environment
        self.players = players
        self.observer = observer_of(self.game, players)
        self.layout = self.observer.layout
        self.space = state.space
        self.actions = len(state.space)

    def deal(self, seed: str) -> State:
        return self.deal_told(seed)[0]

    def deal_told(self, seed: str) -> tuple[State, list[Event]]:
        """The game with the events of its deal."""
        return self.game.deal(msgspec.structs.replace(self.setup, seed=seed))


def check_render(mode: str | None) -> None:
    if mode not in (None, "ansi"):
        raise BadOptions("render_mode", f"The only render mode is “ansi”, not “{mode}”.")


def stream(seed: int | None) -> np.random.Generator:
    """The seeds of games one after another, the same for the same number."""
    if seed is not None and seed < 0:
        raise BadOptions("seed", "The seed of an environment must be a number, 0 or greater.")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))


def next_seed(rng: np.random.Generator) -> str:
    """The seed of a stream's next game."""
    return str(rng.integers(2**63))
