"""Many games at once, for learners that decide for all of them together.

Needs no extra. Game `i` of a batch is, step for step, the PettingZoo environment that was reset
with the seed `seed + i`.
"""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from carrozza.core.errors import BadOptions, CarrozzaError
from carrozza.core.game import OptionValue, State
from carrozza.core.space import nth_bit
from carrozza.env.dealer import Dealer, next_seed, stream
from carrozza.env.layout import Vector
from carrozza.env.masks import Mask, unpacked
from carrozza.env.rewards import Reward, Rewards, check_reward


class Moment(msgspec.Struct, frozen=True):
    """All games of a batch, each as the seat to act in it sees it."""

    seats: npt.NDArray[np.int64]  # who is to act
    observations: Vector  # a row for each game
    masks: Mask  # likewise


class Batch:
    """`size` games. One that ends is replaced at once by the next one of its seed."""

    def __init__(
        self,
        environment: str,
        size: int,
        players: int = 2,
        reward: Reward = "score",
        options: dict[str, OptionValue] | None = None,
        board: dict[str, Any] | None = None,
    ) -> None:
        check_reward(reward)
        if size < 1:
            raise BadOptions("size", f"A batch needs at least one game, not {size}.")
        self.dealer = Dealer(environment, players, options, board)
        self.size = size
        self.reward: Reward = reward
        self.states: list[State] = []

    def reset(self, seed: int | None = None) -> Moment:
        """Deal new games; without a seed, from wherever the machine takes its chance."""
        self._streams = [stream(None if seed is None else seed + i) for i in range(self.size)]
        self.states = [self.dealer.deal(next_seed(rng)) for rng in self._streams]
        self._paid = [self._new_rewards() for _ in self.states]
        return self.moment()

    def step(
        self, actions: Sequence[int] | npt.NDArray[np.integer[Any]]
    ) -> tuple[Moment, npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """One action in each game. What comes next, then for each game the reward of each seat, and
        whether it ended; if so, its next observation is the first one of another game.

        With an illegal action among them nothing happens at all, and the engine's error is raised.
        """
        self._check(actions)
        rewards = np.zeros((self.size, self.dealer.players), np.float32)
        ended = np.zeros(self.size, np.bool_)
        for i, (state, action) in enumerate(zip(self.states, map(int, actions), strict=True)):
            state.apply_id(action)
            gained = self._paid[i].after_step(state)
            if any(gained):
                rewards[i] = gained
            if state.over:
                ended[i] = True
                self.states[i] = self.dealer.deal(next_seed(self._streams[i]))
                self._paid[i] = self._new_rewards()
        return self.moment(), rewards, ended

    def moment(self) -> Moment:
        seats = [state.seat for state in self.states]
        return Moment(
            np.array(seats),
            self.dealer.observer.observe_all(zip(self.states, seats, strict=True)),
            unpacked([state.legal_mask() for state in self.states], self.dealer.actions),
        )

    def sample(self, rng: random.Random) -> list[int]:
        """A random legal action for each game."""
        masks = [state.legal_mask() for state in self.states]
        return [nth_bit(mask, rng.randrange(mask.bit_count())) for mask in masks]

    def _check(self, actions: Sequence[int] | npt.NDArray[np.integer[Any]]) -> None:
        if not self.states:
            raise BadOptions("not_reset", "Call reset() before step(): no games have been dealt.")
        if len(actions) != self.size:
            raise BadOptions("actions", f"{self.size} actions are needed, not {len(actions)}.")
        for i, (state, action) in enumerate(zip(self.states, map(int, actions), strict=True)):
            if action < 0 or not state.legal_mask() >> action & 1:
                self._refuse(i, state, action)

    def _refuse(self, game: int, state: State, action: int) -> None:
        try:
            state.apply_id(action)
        except CarrozzaError as error:
            raise type(error)(error.code, f"Game {game} of the batch: {error.message}") from None

    def _new_rewards(self) -> Rewards:
        return Rewards(self.reward, self.dealer.players)
