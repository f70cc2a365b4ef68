"""The search: every candidate is played to the end from the same samples of what is hidden."""

from collections.abc import Callable, Sequence
from math import inf, tanh
from time import perf_counter

from carrozza.board.game import BoardGame
from carrozza.bots.bot import Bot
from carrozza.bots.search.boards.guide import BoardGuide
from carrozza.bots.search.cards import CardGuide
from carrozza.bots.search.guide import Candidate, Deal, Guide
from carrozza.bots.search.race import Race
from carrozza.core.actions import Action
from carrozza.core.game import Game, State, View
from carrozza.games.card_game.game import CardGame

RESERVE = 0.05  # of the time, kept for the answer
WIN = 0.5  # what winning counts; the rest is the lead in points


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
        self.guide = _guide(game)
        self.samples = samples
        self.clock = clock

    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(game, BoardGame | CardGame)

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:
        if len(legal) == 1:
            return legal[0]
        start = self.clock()
        deadline = start + (1 - RESERVE) * seconds
        candidates = self.guide.candidates(view, legal)
        race = Race(len(candidates), self.guide.caution, self.guide.margin)
        longest = 0.0  # what a candidate has taken in a sample
        now = self.clock()
        while len(race.rows) < self.samples and now + longest * len(race.alive) < deadline:
            if len({candidates[k].action for k in race.alive}) == 1:
                break
            deal = self.guide.sample(view, self.rng)
            values = self._values(deal, view, [candidates[k] for k in race.alive], deadline)
            if values is None:
                break
            before, now = now, self.clock()
            longest = max(longest, (now - before) / len(values))
            spent = max(len(race.rows) / self.samples, (now - start) / (deadline - start))
            race.add(values, spent)
        return candidates[race.best()].action

    def _values(
        self, deal: Deal, view: View, candidates: list[Candidate], deadline: float
    ) -> list[float] | None:
        """What each candidate comes to in this deal; None when the time is over."""
        assert view.seat is not None
        values = []
        for candidate in candidates:
            state = deal.state.clone()
            state.apply(candidate.action, view.seat)
            policy = deal.policy(view.seat, candidate)
            while state.pending:
                if self.clock() > deadline:
                    return None
                state.play(policy(state))
            values.append(_value(state, view.seat, self.guide.spread))
        return values


def _guide(game: Game) -> Guide:
    if isinstance(game, BoardGame):
        return BoardGuide(game)
    return CardGuide(game)


def _value(state: State, seat: int, spread: float) -> float:
    """From 0 to 1: the share of the win, and the lead over the best of the others."""
    sheet = state.score_sheet()
    won = 1 / len(sheet.winners) if seat in sheet.winners else 0.0
    totals = sheet.totals
    lead = totals[seat] - max(points for other, points in enumerate(totals) if other != seat)
    return WIN * won + (1 - WIN) * (1 + tanh(0.55 * lead / spread)) / 2
