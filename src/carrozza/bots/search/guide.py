"""What the search must know of a game: which actions to compare, and how to try them out."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action
from carrozza.core.game import Game, View
from carrozza.core.rng import Rng

Values = npt.NDArray[np.float64]

WIN = 0.5  # what winning counts; the rest is the lead in points


class Candidate(msgspec.Struct, frozen=True):
    """An action to compare with others, and what it is meant for, if the trial should follow that
    up. Two candidates may begin with the same action."""

    action: Action
    intent: object = None


class Trial(ABC):
    """Candidates tried out from one view."""

    @abstractmethod
    def rows(self, alive: list[int], most: float, watch: Watch) -> Values | None:
        """What each of these candidates comes to, in a row for each new sample of what is hidden,
        at most so many; None when there is no time for more."""


class Guide(ABC):
    enough: float  # samples after which more would hardly change anything

    @abstractmethod
    def __init__(self, game: Game) -> None: ...

    def prepare(self) -> None:  # noqa: B027 - most have nothing to prepare
        """Load what trying out needs, however long it takes; refuse if it cannot be had."""

    @abstractmethod
    def candidates(
        self, view: View, legal: Sequence[Action], rng: Rng, watch: Watch
    ) -> list[Candidate]:
        """At least one. The first is what to do without a search, the others in falling promise."""

    @abstractmethod
    def trial(self, view: View, candidates: list[Candidate], rng: Rng) -> Trial:
        """To try these out."""


def value_of(won: Values, lead: Values, spread: float) -> Values:
    """From 0 to 1: the share of the win, and the lead over the best of the others. A lead by
    `spread` points is worth three quarters of what a lead can be worth."""
    value: Values = WIN * won + (1 - WIN) * (1 + np.tanh(0.55 * lead / spread)) / 2
    return value
