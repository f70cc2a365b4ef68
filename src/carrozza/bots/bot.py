"""What a bot is."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from carrozza.core.actions import Action
from carrozza.core.game import Game, View
from carrozza.core.rng import Rng


class Bot(ABC):
    """One seat's player.

    It remembers nothing of the game between decisions: what a player may remember is in the view
    it gets, `state.memory(seat)`.
    So any process can take over a seat at any move. All chance is in `rng`: the same game, seed and
    views give the same decisions on every machine.
    """

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.rng = Rng.from_seed(seed)

    @classmethod
    def plays(cls, game: Game) -> bool:  # noqa: ARG003
        """Whether it knows this game."""
        return True

    def prepare(self) -> None:  # noqa: B027 - most have nothing to prepare
        """Whatever takes long and is needed before the first move, for those who can wait for it.
        It is asked for in each game: what is to be loaded once belongs to the class or the module.
        Without it a bot decides all the same, perhaps less well."""

    @abstractmethod
    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:
        """One of the legal actions, which are never none. `seconds` is the time it may take."""
