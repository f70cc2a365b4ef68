"""Sets of tickets compared: each is kept in the same samples of what is hidden, the network plays
for all seats until one's next turn, and says there what to expect of the game and each ticket."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from carrozza.bots.scholar.layers import Array
from carrozza.bots.scholar.lookahead import begin_many, play_many, shares_of
from carrozza.bots.scholar.many import ids_many, look_many
from carrozza.bots.search.guide import Candidate
from carrozza.bots.search.learned import LONG, LearnedGuide
from carrozza.bots.search.watch import Watch
from carrozza.core.card_state import TURN
from carrozza.core.game import View
from carrozza.core.rng import Rng
from carrozza.lane.chance import CHANCE

SAMPLES = 24  # for each set
PART = 4  # at a time


class Compared(NamedTuple):
    shares: Array  # of the win, for each candidate
    chances: Array  # a row for each candidate: of each ticket, to be completed; or not a number


def compare(
    guide: LearnedGuide, view: View, candidates: Sequence[Candidate], rng: Rng, watch: Watch
) -> Compared | None:
    """None when there was no time for any sample."""
    assert view.seat is not None
    sight, game, size = guide.sight, guide.game, len(candidates)
    index = game.lookups.space.index
    ids = np.array([index[candidate.action] for candidate in candidates])
    seed, noise = rng.below(1 << 48), np.random.default_rng(rng.below(1 << 48))
    wins, chances = [], []
    for first in range(0, SAMPLES, PART):
        if watch.over():
            break
        positions = np.concatenate([sight.record_of(game.resample(view, rng)) for _ in range(PART)])
        at = np.repeat(np.arange(PART), size)
        states = np.zeros(len(at), positions.dtype)
        luck = np.zeros(len(at), CHANCE)
        begin_many(
            positions, at, states, luck, sight.lookups, sight.works, view.seat,
            np.tile(ids, PART), seed, first + at,
        )  # fmt: skip
        won, done = _until_turn(sight, states, luck, view.seat, noise)
        wins.append(won.reshape(PART, size).mean(0))
        chances.append(done.reshape(PART, size, -1))
    if not wins:
        return None
    return Compared(np.mean(wins, axis=0), np.concatenate(chances).mean(0))


def _until_turn(
    sight: Any, states: Any, luck: Any, me: int, noise: np.random.Generator
) -> tuple[Array, Array]:
    wins = np.zeros(len(states))
    chances = np.full((len(states), len(sight.network.tickets)), np.nan)  # where it ends before
    going = np.arange(len(states))
    for _ in range(LONG):
        over = going[states["pending"][going] == 0]
        shares = np.zeros(len(over))
        shares_of(states, sight.lookups, sight.works, over, me, shares)
        wins[over] = shares
        going = going[states["pending"][going] != 0]
        if not len(going):
            break
        now = states[going]
        seats = now["seat"].astype(np.int64)
        rows = np.zeros((len(now), sight.network.sizes.row), np.int8)
        marks = np.zeros((len(now), sight.network.sizes.actions), np.int8)
        look_many(now, sight.lookups, sight.facts, seats, sight.works, sight.papers, rows, marks)
        answer = sight.network.answer(rows)
        there = (seats == me) & (now["phase"] == TURN)
        if there.any():
            wins[going[there]] = answer.wins[there]
            chances[going[there]] = sight.network.chances(rows[there])
        on = ~there
        logits = np.where(marks[on] > 0, answer.logits[on], -np.inf)
        chosen = (logits + noise.gumbel(size=logits.shape)).argmax(1)
        ids = np.zeros(len(chosen), np.int64)
        ids_many(now[on], sight.lookups, seats[on], sight.works, chosen, ids)
        going = going[on]
        play_many(states, luck, sight.lookups, sight.works, going, ids)
    return wins, chances
