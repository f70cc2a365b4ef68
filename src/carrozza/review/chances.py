"""The chances of all seats in positions as they really were: what everybody holds is known, the
order of the decks is not."""

from typing import Any

import numpy as np

from carrozza.bots.scholar.layers import Array
from carrozza.bots.scholar.lookahead import begin_many
from carrozza.bots.scholar.sight import Sight
from carrozza.core.rng import Rng
from carrozza.lane.chance import CHANCE
from carrozza.review.luck import Luck
from carrozza.review.onward import Onward

GAMES = 4  # played on from each position
OUTCOMES = 8  # of chance, beside the one that came
PART = 256  # games at a time


class Chances:
    """Each seat says how it stands at its next decision, after games played on by the network; so
    the estimate is the same function of a position wherever it is asked for."""

    def __init__(self, sight: Sight, players: int, seed: str) -> None:
        self.sight, self.players = sight, players
        self.onward = Onward(sight, players)
        self.rng = Rng.from_seed(seed)

    def of(self, states: Any, games: int = GAMES) -> Array:
        """A row for each position, which adds up to 1."""
        many = np.repeat(states, games)
        parts = [self._wins(many[at : at + PART]) for at in range(0, len(many), PART)]
        wins = np.concatenate(parts).reshape(len(states), games, self.players).mean(1)
        shares: Array = wins / wins.sum(1, keepdims=True)
        return shares

    def after(self, state: Any, seat: int, action: int, outcomes: int = OUTCOMES) -> Array:
        """The average chances after an action whose outcome is left to chance once more."""
        sight = self.sight
        at, numbers = np.zeros(outcomes, np.int64), np.arange(outcomes)
        ids = np.full(outcomes, action)
        states = np.zeros(outcomes, state.dtype)
        chances = np.zeros(outcomes, CHANCE)
        begin_many(
            state, at, states, chances, sight.lookups, sight.works, seat, ids,
            self.rng.below(1 << 48), numbers,
        )  # fmt: skip
        average: Array = self.of(states).mean(0)
        return average

    def _wins(self, states: Any) -> Array:
        n = len(states)
        luck = Luck(self.rng.below(1 << 48), n, self.sight.network.sizes.actions)
        wanted = np.ones((n, self.players), np.int64)
        none = np.zeros_like(wanted)
        return self.onward.play_on(
            states.copy(), np.arange(n), luck, wanted, none, turns=False
        ).wins
