"""What the search must know of a game: which actions to compare, and how to play on quickly."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import msgspec

from carrozza.core.actions import Action
from carrozza.core.game import Game, State, View
from carrozza.core.rng import Rng

Policy = Callable[[State], int]  # the id of an action of `state.seat`, which is to act


class Candidate(msgspec.Struct, frozen=True):
    """An action to compare with others, and what it is meant for, if the guide's policy should
    follow that up. Two candidates may begin with the same action."""

    action: Action
    intent: object = None


class Deal(ABC):
    """A sampled state, which nobody changes, with whatever the guide computes once for it."""

    state: State

    @abstractmethod
    def policy(self, seat: int, candidate: Candidate) -> Policy:
        """Who plays a copy of the state to its end, for all seats, after `seat` has begun with
        the candidate's action. It may look at everything: the state is sampled from a view."""


class Guide(ABC):
    spread: float  # points: a lead by so many is worth three quarters of what a lead can be worth

    caution = 1.0  # standard errors by which another candidate must be ahead of the first
    margin = 0.002  # a gain in value that is not worth looking for

    @abstractmethod
    def __init__(self, game: Game) -> None: ...

    @abstractmethod
    def candidates(self, view: View, legal: Sequence[Action]) -> list[Candidate]:
        """At least one. The first is what to do without a search, the others in falling promise."""

    @abstractmethod
    def sample(self, view: View, rng: Rng) -> Deal:
        """A random full state that looks like the view to its seat."""
