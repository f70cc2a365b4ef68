"""The games in OpenSpiel, as `carrozza_usa_v0` and so on. Importing this file registers them.

Chance is one node at the start, which draws the seed of the deal from `deals` of them; whatever is
shuffled later follows from it. So a history is that number and the actions, and replays exactly.
Where several seats are to act at once, they act in the order of the seats.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from carrozza.core.codec import encode_events, encode_view
from carrozza.core.errors import BadOptions
from carrozza.core.events import Event, seen_by
from carrozza.core.extras import needing
from carrozza.core.game import State
from carrozza.core.space import bits
from carrozza.env.dealer import Dealer
from carrozza.env.ids import VERSION, id_of
from carrozza.env.layout import Layout, Vector
from carrozza.env.rewards import Reward, final_rewards, score_bounds
from carrozza.games.registry import find_game, game_names

with needing("spiel"):
    import pyspiel

DEALS = 10_000
LONGEST = 10_000  # no rule ends a game that all players drag out; none of ours comes near this


def spiel_name(name: str) -> str:
    return f"carrozza_{name}_v{VERSION}"


def _type(name: str, reward: Reward) -> Any:
    kinds = pyspiel.GameType
    utility = kinds.Utility.CONSTANT_SUM if reward == "win" else kinds.Utility.GENERAL_SUM
    game = find_game(name)
    return kinds(
        short_name=spiel_name(name),
        long_name=f"Carrozza: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        # A vector of fixed size cannot hold everything that ever happened, as such a tensor should.
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "deals": DEALS, "reward": "win"},
    )


class Terms(msgspec.Struct, frozen=True):
    """What a game was loaded with."""

    name: str
    players: int = 2
    deals: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)] = DEALS
    reward: Literal["win", "score"] = "win"


@lru_cache(maxsize=16)
def _dealer(name: str, players: int) -> Dealer:
    return Dealer(id_of(name), players)


class SpielGame(pyspiel.Game):  # type: ignore[misc] # its types are not published
    """One class for each game is made below: OpenSpiel makes games from their parameters alone."""

    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        try:
            self.terms = msgspec.convert({**(params or {}), "name": self.name}, Terms)
        except msgspec.ValidationError as error:
            raise BadOptions("parameters", f"OpenSpiel's parameters are wrong: {error}.") from None
        self.dealer = _dealer(self.name, self.terms.players)
        low, high = score_bounds(self.dealer.game) if self.terms.reward == "score" else (0.0, 1.0)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.dealer.actions,
            max_chance_outcomes=self.terms.deals,
            num_players=self.terms.players,
            min_utility=low,
            max_utility=high,
            utility_sum=1.0 if self.terms.reward == "win" else None,
            max_game_length=LONGEST,
        )
        super().__init__(_type(self.name, self.terms.reward), info, dict(params or {}))

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        if params:
            raise ValueError(f"Observations take no parameters such as {params}.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.dealer, kind.perfect_recall)


class Position:
    """All of a state that Python holds. OpenSpiel copies it with `deepcopy` and saves it as a
    pickle, in which a history is enough."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.dealer = _dealer(terms.name, terms.players)
        self.state: State | None = None  # before the deal
        self.log: list[Event] = []
        self.history: list[int] = []  # the deal and the actions

    def apply(self, action: int) -> None:
        if self.state is None:
            self.state, self.log = self.dealer.deal_told(str(action))
        else:
            self.log += self.state.apply_id(action)
        self.history.append(action)

    def __deepcopy__(self, memo: Any) -> "Position":
        new = Position(self.terms)
        new.state = self.state.clone() if self.state is not None else None
        new.log = self.log[:]
        new.history = self.history[:]
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.terms, self.history)


def _replayed(terms: Terms, history: list[int]) -> Position:
    position = Position(terms)
    for action in history:
        position.apply(action)
    return position


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = Position(game.terms)

    def current_player(self) -> int:
        state = self.position.state
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if state.over else state.seat

    def is_terminal(self) -> bool:
        return self.position.state is not None and self.position.state.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.position.terms.deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position.state is not None
        return bits(self.position.state.legal_mask(player))

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """With its number, as parallel tracks read the same."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        dealer = self.position.dealer
        return f"{action}: {dealer.game.describe(dealer.space.actions[action])}"

    def returns(self) -> list[float]:
        terms, state = self.position.terms, self.position.state
        if state is None or not state.over:
            return [0.0] * terms.players
        return final_rewards(state, terms.reward)

    def __str__(self) -> str:
        return self.position.state.state_hash() if self.position.state is not None else "undealt"


class SpielObserver:
    """The vector of the other environments, also by the names of its parts; as text the view or,
    for perfect recall, everything the seat was ever told."""

    def __init__(self, dealer: Dealer, perfect_recall: bool) -> None:
        self.dealer = dealer
        self.perfect_recall = perfect_recall
        self.tensor: Vector = np.zeros(dealer.layout.size, np.float32)
        self.dict = _named(dealer.layout, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        now = state.position.state
        self.tensor[:] = 0 if now is None else self.dealer.observer.observe(now, player)

    def string_from(self, state: SpielState, player: int) -> str:
        now = state.position.state
        if now is None:
            return ""
        if self.perfect_recall:
            return encode_events(seen_by(state.position.log, player)).decode()
        return encode_view(now.memory(player)).decode()


def _named(layout: Layout, vector: Vector) -> dict[str, Vector]:
    return {
        part.name: vector[layout.slices[part.name]].reshape(part.shape) for part in layout.parts
    }


for _name in game_names():
    # A class and no function: OpenSpiel lets go of what makes its games when Python is gone, and
    # the last reference to a function would then bring it down.
    _made = type(f"Spiel_{_name}", (SpielGame,), {"name": _name})
    pyspiel.register_game(_type(_name, "win"), _made)
