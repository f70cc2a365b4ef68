"""The games as Gymnasium environments: one agent against bots.

Importing this file registers them: `gymnasium.make("carrozza/usa-v0", bots=["planner"])`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza.bots.seated import decision, seat_bot
from carrozza.core.errors import BadOptions
from carrozza.core.events import seen_by
from carrozza.core.extras import needing
from carrozza.core.game import OptionValue
from carrozza.env.dealer import Dealer, check_render, next_seed
from carrozza.env.ids import IDS
from carrozza.env.masks import one_unpacked
from carrozza.env.rewards import Reward, Rewards, check_reward
from carrozza.env.spaces import Observation, action_space, observation, observation_space

with needing("env"):
    import gymnasium


class Single(gymnasium.Env[Observation, np.int64]):
    """`bots` are the others in the order of turns from the agent on; one name stands for all.

    An illegal action changes nothing and brings `illegal_reward`; `info["illegal"]` says why. After
    `patience` of them in a row the episode is truncated.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self,
        environment: str,
        players: int = 2,
        bots: Sequence[str] | str = "medium",
        seat: int = 0,
        reward: Reward = "score",
        options: dict[str, OptionValue] | None = None,
        board: dict[str, Any] | None = None,
        seconds: float = 1.0,
        illegal_reward: float = -1.0,
        patience: int = 100,
        render_mode: str | None = None,
    ) -> None:
        check_reward(reward)
        check_render(render_mode)
        self.dealer = Dealer(environment, players, options, board)
        if not 0 <= seat < players:
            raise BadOptions("seat", f"This game has seats 0 to {players - 1}.")
        self.bots = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if len(self.bots) != players - 1:
            raise BadOptions("bots", f"{players - 1} bots are needed, not {len(self.bots)}.")
        self.seat = seat
        self.reward: Reward = reward
        self.seconds = seconds
        self.illegal_reward = illegal_reward
        self.patience = patience
        self.render_mode = render_mode
        self.observation_space = observation_space(self.dealer)
        self.action_space = action_space(self.dealer)
        self._seat_bots("")  # which checks their names

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        game_seed = next_seed(self.np_random)
        self.state = self.dealer.deal(game_seed)
        self._paid = Rewards(self.reward, self.dealer.players)
        self._story: list[str] = []
        self._refused = 0
        self._seat_bots(game_seed)
        self._let_bots_play()
        return self._observation(), {}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        i = int(action)
        actions = self.dealer.space.actions
        if not 0 <= i < len(actions):
            raise BadOptions("unknown_action", f"No action has the number {i}.")
        problem = self.state.why_not(actions[i], self.seat)
        if problem is not None:
            self._refused += 1
            tired = self._refused >= self.patience
            info = {"illegal": problem.message}
            return self._observation(), self.illegal_reward, self.state.over, tired, info
        self._refused = 0
        self._story = []
        gained = self._apply(i, self.seat) + self._let_bots_play()
        return self._observation(), gained, self.state.over, False, {}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask under the name by which sb3-contrib asks for it."""
        return one_unpacked(self.state.legal_mask(self.seat), self.dealer.actions).astype(np.bool_)

    def render(self) -> str | None:
        """What has happened since the agent's last action, in words, as its seat was told."""
        return "\n".join(self._story) if self.render_mode == "ansi" else None

    def _seat_bots(self, seed: str) -> None:
        game, n = self.dealer.game, self.dealer.players
        seats = [(self.seat + i) % n for i in range(1, n)]
        self._players = {
            seat: seat_bot(name, game, f"{seed}/seat {seat}")
            for seat, name in zip(seats, self.bots, strict=True)
        }

    def _let_bots_play(self) -> float:
        """Until the agent is to act, or the game is over; what it gained meanwhile."""
        state, gained = self.state, 0.0
        while not state.over and state.seat != self.seat:
            seat = state.seat
            action, _ = decision(self._players[seat], state, seat, self.seconds)
            gained += self._apply(state.space.index[action], seat)
        return gained

    def _apply(self, i: int, seat: int) -> float:
        events = self.state.apply_id(i, seat)
        if self.render_mode == "ansi":
            told = seen_by(events, self.seat)
            self._story += [self.dealer.game.describe(event) for event in told]
        return self._paid.after_step(self.state)[self.seat]

    def _observation(self) -> Observation:
        return observation(self.dealer, self.state, self.seat, self.state.legal_mask(self.seat))


for _id in IDS:
    gymnasium.register(_id, f"{__name__}:Single", kwargs={"environment": _id})
