"""The boards' guide: whole intentions to compare, in games that quick players play to the end."""

from collections.abc import Sequence
from functools import cached_property
from math import inf
from typing import cast

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.search.boards.choices import choices
from carrozza.bots.search.boards.courses import Course, records_of
from carrozza.bots.search.boards.quick.load import LOADER
from carrozza.bots.search.boards.quick.records import Record, lane_of, network_of, new_paper
from carrozza.bots.search.boards.suspects import Suspects
from carrozza.bots.search.guide import Candidate, Guide, Trial, Values, value_of
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action
from carrozza.core.errors import CarrozzaError
from carrozza.core.game import Game, View
from carrozza.core.rng import Rng
from carrozza.lane.board.convert import record_of

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
        if lane_of(self.game) is not None and not LOADER.loaded_in(inf):
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
        self.positions: list[Record] = []  # samples of what is hidden
        self.others: list[Record] = []  # for each the courses of all seats
        self.own: dict[int, Record] = {}  # courses of candidates

    def rows(self, alive: list[int], most: float, watch: Watch) -> Values | None:
        lane = lane_of(self.game)
        if lane is None or not LOADER.loaded_in(watch.left()):
            return None
        from carrozza.bots.search.boards.quick.rollouts import rollouts  # not before it is loaded

        me = self.view.seat
        assert me is not None
        self._add_samples(most, watch)
        positions, others = np.concatenate(self.positions), np.stack(self.others)
        size = int(min(BATCH, most))
        results = np.empty((len(alive), size, 2))
        fixed, paper = (self.network, lane), new_paper()
        for place, k in enumerate(alive):
            if watch.over():
                return None
            action = self.game.lookups.space.index[self.candidates[k].action]
            rollouts(
                fixed, paper, me, action, self._own(k), positions, others, self.seed, self.played,
                results[place],
            )  # fmt: skip
        self.played += size
        return value_of(results[:, :, 0], results[:, :, 1], SPREAD).T

    @cached_property
    def network(self) -> Record:
        """The board, with what routes bring beside their points."""
        record = network_of(self.game).copy()
        for route, reward in self.look.rewards.route.items():
            record[0]["points"][route] += reward
        return record

    def _add_samples(self, most: float, watch: Watch) -> None:
        before = len(self.others)
        wanted = min(MOST_SUSPECTS, before + MORE_SUSPECTS, before + most)
        while len(self.others) < wanted and not (self.others and watch.over()):
            state = self.suspects.sample(self.rng)
            self.positions.append(record_of(state))
            self.others.append(records_of(self.suspects.courses(state)))

    def _own(self, k: int) -> Record:
        if k not in self.own:
            self.own[k] = records_of(cast(list[Course], self.candidates[k].intent))
        return self.own[k]
