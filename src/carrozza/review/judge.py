"""A decision judged by what its seat knew: actions compared on the same samples of what is hidden,
with the same luck."""

from collections.abc import Sequence
from math import inf, sqrt
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from carrozza.bots.scholar.kinds import make_ready
from carrozza.bots.scholar.layers import Array
from carrozza.bots.scholar.lookahead import begin_many
from carrozza.bots.search.learned import LearnedGuide
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action
from carrozza.core.game import Game, View
from carrozza.core.rng import Rng
from carrozza.lane.chance import CHANCE
from carrozza.review.alike import come_to_the_same
from carrozza.review.luck import Luck
from carrozza.review.model import Alternative
from carrozza.review.onward import Onward
from carrozza.review.verdicts import INACCURACY, LEAST_LOSS, SURE, verdict_of

SAMPLES = 24  # for each action that is looked at closely
FIRST_LOOK = 4  # so many times fewer for a first look at all of them
FEWEST = 4
CANDIDATES = 4  # of the network, for the first look
CLOSE = 2  # of them that are looked at closely, besides the one that was played
# Turns of the seat's own until its chances are read: with more players a round is longer.
FIRST_TURNS, TURNS_OF_TWO, TURNS_OF_MORE = 1, 2, 1
DIGITS = 4  # of chances: the same position may differ by rounding in the last ones


class Judgement(NamedTuple):
    verdict: str
    played: Alternative
    best: Alternative
    alternatives: tuple[Alternative, ...]  # the best first
    samples: int


class Judge:
    def __init__(self, game: Game, samples: int = SAMPLES) -> None:
        make_ready(game)
        self.guide = LearnedGuide(game)
        self.game: Any = self.guide.game
        self.sight = self.guide.sight
        self.samples = samples

    def judge(self, view: View, legal: Sequence[Action], played: Action, seed: str) -> Judgement:
        """Nothing but these decides: the same view gives the same judgement."""
        rng = Rng.from_seed(seed)
        actions = self._candidates(view, legal, played, rng)
        fewer = max(FEWEST, self.samples // FIRST_LOOK)
        wins, leads = self.compare(view, actions, fewer, FIRST_TURNS, rng)
        rivals = _rivals(wins)
        if rivals:
            actions = [played] + [actions[k] for k in rivals[:CLOSE]]
            turns = TURNS_OF_TWO if view.players == 2 else TURNS_OF_MORE
            wins, leads = self.compare(view, actions, self.samples, turns, rng)
        return judgement_of(actions, wins, leads)

    def _candidates(
        self, view: View, legal: Sequence[Action], played: Action, rng: Rng
    ) -> list[Action]:
        """What was played comes first; then what the network finds likeliest."""
        watch = Watch(inf, perf_counter)
        likely = self.guide.candidates(view, legal, rng, watch)[:CANDIDATES]
        others = [c.action for c in likely if not come_to_the_same(view, c.action, played)]
        return [played, *others]

    def compare(
        self, view: View, actions: list[Action], samples: int, turns: int, rng: Rng
    ) -> tuple[Array, Array]:
        """Chances and leads: a row for each sample, a column for each action."""
        assert view.seat is not None
        sight, me, size = self.sight, view.seat, len(actions)
        record_of, space = sight.record_of, self.game.lookups.space
        positions: Any = np.concatenate(
            [record_of(self.game.resample(view, rng)) for _ in range(samples)]
        )
        numbers = np.repeat(np.arange(samples), size)
        states = np.zeros(len(numbers), positions.dtype)
        chances = np.zeros(len(numbers), CHANCE)
        ids = np.tile(np.array([space.index[action] for action in actions]), samples)
        begin_many(
            positions, numbers, states, chances, sight.lookups, sight.works, me, ids,
            rng.below(1 << 48), numbers,
        )  # fmt: skip
        luck = Luck(rng.below(1 << 48), samples, sight.network.sizes.actions)
        wanted = np.zeros((len(states), view.players), np.int64)
        wanted[:, me] = turns
        begun = np.zeros_like(wanted)
        begun[:, me] = 1
        ends = Onward(sight, view.players).play_on(states, numbers, luck, wanted, begun, turns=True)
        shape = (samples, size)
        return ends.wins[:, me].reshape(shape), ends.leads[:, me].reshape(shape)


def judgement_of(actions: list[Action], wins: Array, leads: Array) -> Judgement:
    """From a row for each sample and a column for each action; the first was played, and it is the
    best unless another one is better."""
    means = wins.mean(0).round(DIGITS)
    order = np.argsort(-means, kind="stable").tolist()
    best = order[0]
    found = []
    for k in order:
        behind = wins[:, best] - wins[:, k]
        found.append(
            Alternative(
                action=actions[k],
                chance=float(means[k]),
                chance_error=error_of(wins[:, k]),
                lead=float(leads[:, k].mean()),
                lead_error=error_of(leads[:, k]),
                loss=max(0.0, round(float(behind.mean()), DIGITS)),
                loss_error=error_of(behind),
            )
        )
    played = found[order.index(0)]
    verdict = verdict_of(played.loss, played.loss_error)
    return Judgement(verdict, played, found[0], tuple(found), len(wins))


def error_of(values: Array) -> float:
    """The standard error of a mean."""
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else inf


def _rivals(wins: Array) -> list[int]:
    """The columns that may be better than the first by as much as has a name, the best first."""
    gains = wins - wins[:, :1]
    found = []
    for k in range(1, wins.shape[1]):
        gain = float(gains[:, k].mean())
        if gain + SURE * error_of(gains[:, k]) > LEAST_LOSS[INACCURACY]:
            found.append((-gain, k))
    return [k for _, k in sorted(found)]
