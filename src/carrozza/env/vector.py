"""Many games as one Gymnasium vector environment, at the speed of the fast lane.

One agent plays all seats: each observation is that of the seat to act, `info["seats"]` says which.
"""

from typing import Any

import numpy as np

from carrozza.core.extras import needing
from carrozza.core.game import OptionValue
from carrozza.env.dealer import Dealer
from carrozza.env.lane_batch import lane_batch
from carrozza.env.spaces import action_space, observation_space
from carrozza.lane.batch import Reward

with needing("env"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Observations = dict[str, Any]


class Vector(VectorEnv[Observations, Any, Any]):
    """A step returns for each game the reward of the seat that acted; `info["rewards"]` has those
    of all seats. A game that ends begins anew in the same step."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        environment: str,
        num_envs: int,
        players: int = 2,
        reward: Reward = "score",
        options: dict[str, OptionValue] | None = None,
        board: dict[str, Any] | None = None,
        threads: int | None = None,
    ) -> None:
        dealer = Dealer(environment, players, options, board)
        self.num_envs = num_envs
        self.single_observation_space: gymnasium.Space[Any] = observation_space(dealer)
        self.single_action_space: gymnasium.Space[Any] = action_space(dealer)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._actions = dealer.actions
        self._batch = lane_batch(
            environment, players, num_envs, reward=reward, options=options, board=board,
            threads=threads,
        )  # fmt: skip

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New games; a list of seeds is not understood, since all games follow from one."""
        if isinstance(seed, list):
            raise TypeError("one seed is needed, not a list")
        super().reset(seed=seed, options=options)
        self._batch.reset(int(self.np_random.integers(1 << 63)) if seed is None else seed)
        return self._seen(), {"seats": self._batch.seats.copy()}

    def step(self, actions: Any) -> tuple[Observations, Any, Any, Any, dict[str, Any]]:
        """Action ids, which must be legal: nothing is checked here."""
        batch = self._batch
        acted = batch.seats.copy()
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), acted].astype(np.float64)
        info = {"seats": batch.seats.copy(), "rewards": batch.rewards.copy()}
        cut = np.zeros(self.num_envs, np.bool_)
        return self._seen(), rewards, batch.ended.copy(), cut, info

    def sample(self) -> Any:
        """A random legal action for each game."""
        return self._batch.sample()

    def _seen(self) -> Observations:
        bits = np.unpackbits(self._batch.masks.view(np.uint8), axis=1, bitorder="little")
        masks = bits[:, : self._actions].astype(np.int8)
        return {"observation": self._batch.observations.copy(), "action_mask": masks}
