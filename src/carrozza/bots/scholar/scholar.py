"""The scholar: does what its network likes best, and looks no move ahead."""

from collections.abc import Sequence

from carrozza.board.game import BoardGame
from carrozza.bots.bot import Bot
from carrozza.bots.scholar.kinds import kind_of, loader_of, make_ready
from carrozza.bots.scholar.sight import Sight, has_learned
from carrozza.core.actions import Action
from carrozza.core.game import Game, View
from carrozza.games.card_game.game import CardGame


class Scholar(Bot):
    """Until its code is loaded it plays like the planner or the conductor."""

    def __init__(self, game: Game, seed: str) -> None:
        super().__init__(game, seed)
        assert isinstance(game, BoardGame | CardGame)
        self.space = game.lookups.space
        self.sight = Sight(game)

    @classmethod
    def plays(cls, game: Game) -> bool:
        return has_learned(game)

    def prepare(self) -> None:
        make_ready(self.game)

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:
        if len(legal) == 1:
            return legal[0]
        if not loader_of(self.game).loaded_in(seconds):
            return kind_of(self.game).stand_in(self.game, "").decide(view, legal, seconds)
        return self.space.actions[self.sight.best(view, self.rng)]
