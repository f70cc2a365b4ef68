"""Many games played on by the network for all seats, until it is asked how they stand."""

from typing import Any, NamedTuple

import numpy as np

from carrozza.bots.scholar.layers import Array
from carrozza.bots.scholar.lookahead import play_many
from carrozza.bots.scholar.many import ids_many, look_many
from carrozza.bots.scholar.sight import Sight
from carrozza.core.card_state import TURN
from carrozza.lane.chance import CHANCE
from carrozza.lane.steps import score_now
from carrozza.review.luck import Luck

LONG = 400  # decisions in a game until then, at most
LEAD_UNIT = 50.0  # points: what the network counts leads in


class Ends(NamedTuple):
    """For each game and seat; what was not asked for is 0."""

    wins: Array  # the share of the win that is expected, or was had
    leads: Array  # in points


class Onward:
    def __init__(self, sight: Sight, players: int) -> None:
        self.sight, self.players = sight, players

    def play_on(
        self, states: Any, samples: Array, luck: Luck, wanted: Array, begun: Array, *, turns: bool
    ) -> Ends:
        """`wanted` says for each game and seat at which of its next decisions (of its next turns)
        its chances are read; 0: not at all. `begun` counts the decisions it has made before."""
        left, made = wanted.copy(), begun.copy()
        ends = Ends(np.zeros(left.shape), np.zeros(left.shape))
        chances = np.zeros(len(states), CHANCE)
        going = np.arange(len(states))
        for _ in range(LONG):
            self._finish(states, going[states["pending"][going] == 0], left, ends)
            going = going[(states["pending"][going] != 0) & (left[going] > 0).any(1)]
            if not len(going):
                break
            now = states[going]
            seats = now["seat"].astype(np.int64)
            marks, answer = self.look(now, seats)
            here = (now["phase"] == TURN) | (not turns)
            read = here & (left[going, seats] == 1)
            ends.wins[going[read], seats[read]] = answer.wins[read]
            ends.leads[going[read], seats[read]] = LEAD_UNIT * answer.leads[read]
            left[going, seats] -= here
            on = (left[going] > 0).any(1)
            going, now, seats = going[on], now[on], seats[on]
            counters, noise = luck.of(samples[going], seats, made[going, seats])
            chosen = np.where(marks[on] > 0, answer.logits[on] + noise, -np.inf).argmax(1)
            self._play(states, chances, going, now, seats, chosen, counters)
            made[going, seats] += 1
        return ends

    def look(self, now: Any, seats: Array) -> tuple[Array, Any]:
        """What these seats may do, and what the network says."""
        sight = self.sight
        rows = np.zeros((len(now), sight.network.sizes.row), np.int8)
        marks = np.zeros((len(now), sight.network.sizes.actions), np.int8)
        look_many(now, sight.lookups, sight.facts, seats, sight.works, sight.papers, rows, marks)
        return marks, sight.network.answer(rows)

    def _play(
        self, states: Any, chances: Any, going: Array, now: Any, seats: Array, chosen: Array,
        counters: Array,
    ) -> None:  # fmt: skip
        sight = self.sight
        ids = np.zeros(len(going), np.int64)
        ids_many(now, sight.lookups, seats, sight.works, chosen, ids)
        chances["counter"][going] = counters
        play_many(states, chances, sight.lookups, sight.works, going, ids)

    def _finish(self, states: Any, over: Array, left: Array, ends: Ends) -> None:
        """Who has not been asked until the end has what came of it."""
        for i in over.tolist():
            wins, leads = self.result_of(states[i : i + 1])
            ends.wins[i] = np.where(left[i] > 0, wins, ends.wins[i])
            ends.leads[i] = np.where(left[i] > 0, leads, ends.leads[i])
            left[i] = 0

    def result_of(self, state: Any) -> tuple[Array, Array]:
        """The shares of the win and the leads in a game that is over."""
        works = self.sight.works
        score_now(state, self.sight.lookups, works)
        seats = range(self.players)
        won = np.array([int(works["winners"][0]) >> seat & 1 for seat in seats], float)
        totals = works["totals"][0][: self.players].astype(float)
        others = [np.delete(totals, seat).max() for seat in seats]
        return won / won.sum(), totals - np.array(others)
