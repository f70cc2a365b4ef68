"""The boards' guide: whole intentions to compare, in sketches of the game."""

from collections.abc import Sequence
from functools import cached_property
from math import inf
from typing import cast

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.trail import prize_of
from carrozza.bots.search.boards.choices import choices
from carrozza.bots.search.boards.courses import Course, records_of
from carrozza.bots.search.boards.scenes import scene_of
from carrozza.bots.search.boards.sketch.load import LOADER
from carrozza.bots.search.boards.sketch.records import POSITION, Record, fits, map_of
from carrozza.bots.search.boards.suspects import Suspects
from carrozza.bots.search.guide import Candidate, Guide, Trial, Values, value_of
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action
from carrozza.core.errors import CarrozzaError
from carrozza.core.game import Game, View
from carrozza.core.rng import Rng

SPREAD = 40.0  # points: a lead by so many is worth three quarters of what a lead can be worth
BATCH = 64  # samples at a time
MORE_SUSPECTS = 8  # sets of plans for the others to begin with, and more with each batch
MOST_SUSPECTS = 40


class BoardGuide(Guide):
    enough = 2000

    def __init__(self, game: Game) -> None:
        assert isinstance(game, BoardGame)
        self.game = game

    def prepare(self) -> None:
        if fits(self.game) and not LOADER.loaded_in(inf):
            problem = "The search can't be compiled here; it would only play like the planner."
            raise CarrozzaError("not_compiled", problem)

    def candidates(
        self, view: View, legal: Sequence[Action], rng: Rng, watch: Watch
    ) -> list[Candidate]:
        assert isinstance(view, BoardView)
        return choices(self.game, Outlook(self.game, view), legal, rng, watch)

    def trial(self, view: View, candidates: list[Candidate], rng: Rng) -> "BoardTrial":
        assert isinstance(view, BoardView)
        return BoardTrial(self.game, view, candidates, rng)


class BoardTrial(Trial):
    def __init__(
        self, game: BoardGame, view: BoardView, candidates: list[Candidate], rng: Rng
    ) -> None:
        self.game = game
        self.view = view
        self.look = Outlook(game, view)
        self.candidates = candidates
        self.rng = rng
        self.seed = rng.below(1 << 48)
        self.played = 0
        self.suspects = Suspects(game, view)
        self.others: list[list[Course]] = []  # sets of courses, one for each seat
        self.sets: Record = None  # the same as records
        self.state = game.resample(view, rng)
        self.prepared: dict[int, tuple[Record, Record]] = {}  # scenes and courses of candidates

    def rows(self, alive: list[int], most: float, watch: Watch) -> Values | None:
        if not fits(self.game) or not LOADER.loaded_in(watch.left()):
            return None
        from carrozza.bots.search.boards.sketch.rollouts import rollouts  # not before it is loaded

        others = self._more_others(most, watch)
        size = int(min(BATCH, most))
        totals = np.empty((len(alive), size, self.view.players))
        work = np.zeros(1, POSITION)
        for place, k in enumerate(alive):
            if watch.over():
                return None
            scene, own = self._prepared(k)
            rollouts(self.map, work, scene, own, others, self.seed, self.played, totals[place])
        self.played += size
        return self._values(totals)

    @cached_property
    def map(self) -> Record:
        """The board, with what routes bring beside their points."""
        record = map_of(self.game, self.view.players).copy()
        for route, reward in self.look.rewards.route.items():
            record["points"][route] += reward
        record["prize"] = prize_of(self.look)
        return record

    def _more_others(self, most: float, watch: Watch) -> Record:
        before = len(self.others)
        wanted = min(MOST_SUSPECTS, before + MORE_SUSPECTS, before + most)
        while len(self.others) < wanted and not (self.others and watch.over()):
            self.others.append(self.suspects.courses(self.rng))
        if len(self.others) > before:
            sets = records_of([course for courses in self.others for course in courses])
            self.sets = sets.reshape(len(self.others), self.view.players)
        return self.sets

    def _prepared(self, k: int) -> tuple[Record, Record]:
        if k not in self.prepared:
            candidate = self.candidates[k]
            assert self.view.seat is not None
            rewards = self.look.rewards.route
            scene = scene_of(self.state, self.view.seat, candidate.action, rewards)
            self.prepared[k] = scene, records_of(cast(list[Course], candidate.intent))
        return self.prepared[k]

    def _values(self, totals: Values) -> Values:
        """Rows of samples, columns of candidates."""
        seat = self.view.seat or 0
        lead = totals[:, :, seat] - np.delete(totals, seat, axis=2).max(axis=2)
        won = np.sign(lead) / 2 + 0.5
        return value_of(won, lead, SPREAD).T
