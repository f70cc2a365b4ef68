"""A guide that has learned: the network says which actions are worth comparing, plays for all seats
until one's next turn, and says there how good one's chances are."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.bots.scholar.kinds import kind_of, loader_of, make_ready
from carrozza.bots.scholar.lookahead import begin_many, play_many, shares_of
from carrozza.bots.scholar.many import ids_many, look_many
from carrozza.bots.scholar.sight import Sight
from carrozza.bots.search.guide import Candidate, Guide, Trial, Values
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action
from carrozza.core.card_state import TURN
from carrozza.core.game import Game, View
from carrozza.core.rng import Rng
from carrozza.games.card_game.game import CardGame
from carrozza.lane.chance import CHANCE

MOST = 8  # actions to compare
LEAST_LIKELY = 0.01  # an action less likely than this beside the best is not compared
FIRST, BATCH = 2, 16  # samples at a time
POSITIONS = 64  # ways to deal what is hidden; then they are used again with other luck
FEW = 8  # positions that take about as long as one
TURNS = 1  # of one's own until chances are judged
LONG = 200  # decisions until then, at most
PRIOR = 0.01  # what it counts that an action is e times likelier


class LearnedGuide(Guide):
    enough = 1000

    def __init__(self, game: Game) -> None:
        assert isinstance(game, BoardGame | CardGame)
        self.game = game
        self.sight = Sight(game)

    def prepare(self) -> None:
        make_ready(self.game)

    def candidates(
        self, view: View, legal: Sequence[Action], rng: Rng, watch: Watch
    ) -> list[Candidate]:
        """The likeliest first; the intent is what its likelihood counts."""
        if not loader_of(self.game).loaded_in(watch.left()):
            stand_in = kind_of(self.game).stand_in(self.game, "")
            return [Candidate(stand_in.decide(view, legal, 0.0), 0.0)]
        sight = self.sight
        states, answer = sight.look(view, rng)
        choices = np.flatnonzero(sight.marks[0])
        logits = answer.logits[0][choices]
        order = np.argsort(-logits, kind="stable")
        order = order[logits[order] > logits[order[0]] + np.log(LEAST_LIKELY)][:MOST]
        ids = np.zeros(len(order), np.int64)
        many = np.repeat(states, len(order))
        seats = np.full(len(order), view.seat)
        ids_many(many, sight.lookups, seats, sight.works, choices[order], ids)
        actions = self.game.lookups.space.actions
        top = float(logits[order[0]])
        return [
            Candidate(actions[int(i)], PRIOR * (float(logits[k]) - top))
            for i, k in zip(ids, order, strict=True)
        ]

    def trial(self, view: View, candidates: list[Candidate], rng: Rng) -> "LearnedTrial":
        return LearnedTrial(self.game, self.sight, view, candidates, rng)


class LearnedTrial(Trial):
    def __init__(
        self, game: Any, sight: Sight, view: View, candidates: list[Candidate], rng: Rng
    ) -> None:
        assert view.seat is not None
        self.game, self.sight, self.view, self.rng = game, sight, view, rng
        self.me = view.seat
        index = game.lookups.space.index
        self.ids = np.array([index[candidate.action] for candidate in candidates])
        self.priors = np.array([candidate.intent for candidate in candidates], np.float64)
        self.seed = rng.below(1 << 48)
        self.noise = np.random.default_rng(rng.below(1 << 48))
        self.samples = 0
        self.slowest = 0.0  # seconds that a position took to look at and think about
        self.positions: Any = sight.record_of(game.resample(view, rng))

    def rows(self, alive: list[int], most: float, watch: Watch) -> Values | None:
        size = int(min(BATCH if self.samples else FIRST, most))
        if len(self.positions) < POSITIONS:
            record_of = self.sight.record_of
            new = [record_of(self.game.resample(self.view, self.rng)) for _ in range(size)]
            self.positions = np.concatenate([self.positions, *new])
        if watch.over():
            return None
        numbers = np.repeat(np.arange(self.samples, self.samples + size), len(alive))
        states = np.zeros(len(numbers), self.positions.dtype)
        chances = np.zeros(len(numbers), CHANCE)
        begin_many(
            self.positions, numbers % len(self.positions), states, chances, self.sight.lookups,
            self.sight.works, self.me, np.tile(self.ids[alive], size), self.seed, numbers,
        )  # fmt: skip
        values = self._play_on(states, chances, watch)
        if values is None:
            return None
        self.samples += size
        return values.reshape(size, len(alive)) + self.priors[alive]

    def _play_on(self, states: Any, chances: Any, watch: Watch) -> Values | None:
        """The share of the win that is expected after some turns of one's own in each game, or had
        at its end."""
        sight = self.sight
        values = np.zeros(len(states))
        turns = np.zeros(len(states), np.int64)
        going = np.arange(len(states))
        for _ in range(LONG):
            over = going[states["pending"][going] == 0]
            out = np.zeros(len(over))
            shares_of(states, sight.lookups, sight.works, over, self.me, out)
            values[over] = out
            going = going[states["pending"][going] != 0]
            if not len(going):
                return values
            before = watch.now()
            if watch.left() < self.slowest * len(going):
                return None
            now = states[going]
            seats = now["seat"].astype(np.int64)
            rows = np.zeros((len(now), sight.network.sizes.row), np.int8)
            marks = np.zeros((len(now), sight.network.sizes.actions), np.int8)
            look_many(
                now, sight.lookups, sight.facts, seats, sight.works, sight.papers, rows, marks
            )
            answer = sight.network.answer(rows)
            self.slowest = max(self.slowest, (watch.now() - before) / max(FEW, len(going)))
            turns[going] += (seats == self.me) & (now["phase"] == TURN)
            there = turns[going] >= TURNS
            values[going[there]] = answer.wins[there]
            on = ~there
            logits = np.where(marks[on] > 0, answer.logits[on], -np.inf)
            chosen = (logits + self.noise.gumbel(size=logits.shape)).argmax(1)
            ids = np.zeros(len(chosen), np.int64)
            ids_many(now[on], sight.lookups, seats[on], sight.works, chosen, ids)
            going = going[on]
            play_many(states, chances, sight.lookups, sight.works, going, ids)
        return values
