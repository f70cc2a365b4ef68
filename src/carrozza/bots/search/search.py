"""The search: every candidate is played to the end from the same samples of what is hidden."""

from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter

from carrozza.board.game import BoardGame
from carrozza.bots.bot import Bot
from carrozza.bots.scholar.sight import has_learned
from carrozza.bots.search.boards.guide import BoardGuide
from carrozza.bots.search.cards import CardGuide
from carrozza.bots.search.guide import Guide
from carrozza.bots.search.learned import LearnedGuide
from carrozza.bots.search.race import Race
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action
from carrozza.core.game import Game, View
from carrozza.games.card_game.game import CardGame


class Search(Bot):
    """Decides until its time is over or the matter is settled. The faster the machine, the more
    samples it sees; with a limit of `samples` and enough time it decides the same everywhere."""

    def __init__(
        self,
        game: Game,
        seed: str,
        samples: float = inf,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        super().__init__(game, seed)
        self.guide = self.guide_for(game)
        self.samples = samples
        self.clock = clock

    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(game, BoardGame | CardGame)

    def guide_for(self, game: Game) -> Guide:
        """What has learned the game, where there is such a thing."""
        if has_learned(game):
            return LearnedGuide(game)
        return plain_guide(game)

    def prepare(self) -> None:
        self.guide.prepare()

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:
        if len(legal) == 1:
            return legal[0]
        watch = Watch(seconds, self.clock)
        candidates = self.guide.candidates(view, legal, self.rng, watch)
        first = candidates[0].action
        race = Race(len(candidates), [k for k, c in enumerate(candidates) if c.action == first])
        trial = self.guide.trial(view, candidates, self.rng)
        most = min(self.samples, self.guide.enough)
        while race.samples < most and not watch.over():
            if len({candidates[k].action for k in race.alive}) == 1:
                break
            rows = trial.rows(race.alive, most - race.samples, watch)
            if rows is None:
                break
            race.add(rows, max(race.samples / most, watch.spent()))
        return candidates[race.best()].action


class Playouts(Search):
    """The search without anything learned: quick players play every candidate to the end."""

    def guide_for(self, game: Game) -> Guide:
        return plain_guide(game)


def plain_guide(game: Game) -> Guide:
    if isinstance(game, BoardGame):
        return BoardGuide(game)
    return CardGuide(game)
