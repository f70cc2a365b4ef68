"""The games as PettingZoo environments: one agent acts at a time (AEC).

Where several seats are to act at once (the opening choice of tickets, a scoring of the card game)
they act in the order of the seats; a later one sees how many tickets others kept, and not which.
Importing this file registers the environments: `pettingzoo.make("aec", "carrozza/usa-v0")`.
"""

from typing import Any

from carrozza.core.events import seen_by
from carrozza.core.extras import needing
from carrozza.core.game import OptionValue
from carrozza.env.dealer import Dealer, check_render, next_seed, stream
from carrozza.env.ids import IDS, id_of
from carrozza.env.rewards import Reward, Rewards, check_reward
from carrozza.env.spaces import Observation, action_space, observation, observation_space

with needing("env"):
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel


class RawEnv(pettingzoo.AECEnv):  # type: ignore[misc] # its types are not published
    """The bare environment: an illegal action raises the engine's error and changes nothing."""

    def __init__(
        self,
        environment: str,
        players: int = 2,
        reward: Reward = "score",
        options: dict[str, OptionValue] | None = None,
        board: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_reward(reward)
        check_render(render_mode)
        self.dealer = Dealer(environment, players, options, board)
        self.metadata = {
            "name": environment,
            "render_modes": ["ansi"],
            "is_parallelizable": False,  # the next agent sees what the one before has done
        }
        self.render_mode = render_mode
        self.reward: Reward = reward
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {a: observation_space(self.dealer) for a in self.seat_of}
        self._action_spaces = {a: action_space(self.dealer) for a in self.seat_of}
        self._rng = stream(None)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game: the first of this seed, or the next one of the seed given before."""
        if seed is not None:
            self._rng = stream(seed)
        self.state_now = self.dealer.deal(next_seed(self._rng))
        self._paid = Rewards(self.reward, self.dealer.players)
        self._story: list[str] = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state_now.seat]

    def observe(self, agent: str) -> Observation:
        """What the agent knows; the mask is empty unless it is the one to act."""
        mask = self.state_now.legal_mask() if agent == self.agent_selection else 0
        return observation(self.dealer, self.state_now, self.seat_of[agent], mask)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        state = self.state_now
        events = state.apply_id(int(action), state.seat)
        if self.render_mode == "ansi":
            told = seen_by(events, None)
            self._story = [self.dealer.game.describe(event) for event in told]
        self._cumulative_rewards[agent] = 0.0
        gained = self._paid.after_step(state)
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        if state.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.seat]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What the last action brought about, in words, as a spectator is told."""
        return "\n".join(self._story) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


def env(environment: str, *, illegal_reward: float = -1.0, **settings: Any) -> Any:
    """With PettingZoo's wrappers: an illegal action ends the game for all, and its seat alone is
    given `illegal_reward`."""
    raw = RawEnv(environment, **settings)
    ending = wrappers.TerminateIllegalWrapper(raw, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))


def parallel_env(environment: str, **settings: Any) -> Any:
    """PettingZoo's parallel form of a game in turns: all agents are asked, and only the answer of
    the one to act, whose mask is not empty, is used."""
    return turn_based_aec_to_parallel(env(environment, **settings))


for _name in IDS.values():
    _id = id_of(_name)
    pettingzoo.register("aec", _id, f"{__name__}:env", kwargs={"environment": _id})
    pettingzoo.register("parallel", _id, f"{__name__}:parallel_env", kwargs={"environment": _id})
