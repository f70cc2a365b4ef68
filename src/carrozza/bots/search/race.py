"""Candidates compared on the same samples: who is behind for sure drops out."""

from collections.abc import Collection
from math import inf, sqrt

import numpy as np

from carrozza.bots.search.guide import Values

BEHIND = 2.0  # standard errors behind the leader with which a candidate drops out
CAUTION = 1.0  # standard errors ahead with which another candidate replaces the first
SURER = 1.0  # standard errors more, for the first one to drop out before the end
MARGIN = 0.002  # a gain in value that is not worth looking for
FIRST_LOOK = 8  # samples before anything is judged
NEXT_LOOK = 1.3  # times as many samples until the next time


class Race:
    """A row of values for each sample, one value for each candidate that is still in the race.

    All differences are taken within samples, so that the luck of a sample does not count.
    """

    def __init__(self, candidates: int, safe: Collection[int] = (0,)) -> None:
        """`safe`: those that come to the same as the first; others must be clearly better."""
        self.alive = list(range(candidates))
        self._safe = safe
        self._rows: Values = np.empty((0, candidates))
        self._entered = candidates
        self._look = FIRST_LOOK

    @property
    def samples(self) -> int:
        return len(self._rows)

    def add(self, rows: Values, spent: float) -> None:
        """What samples gave for each candidate of `alive`; `spent` is the part of the time or of
        the samples that is used up."""
        self._rows = np.concatenate([self._rows, rows])
        if self.samples >= self._look:
            self._look = int(NEXT_LOOK * self.samples) + 1
            self._drop(spent)

    def best(self) -> int:
        """The best of the safe candidates, unless another one is clearly ahead."""
        if not self.samples:
            return self.alive[0]
        ranking = self._ranking()
        leader, safe = ranking[0], self._best_safe(ranking)
        if safe is not None and safe != leader:
            gain, error = self._ahead(leader, safe)
            if gain <= max(CAUTION * error, MARGIN):
                return self.alive[safe]
        return self.alive[leader]

    def _drop(self, spent: float) -> None:
        """Those that are behind, or never will be ahead by much; and as time runs out the last
        ones, so that the rest is spent on the best."""
        ranking = self._ranking()
        leader, safe = ranking[0], self._best_safe(ranking)
        room = max(2, round(self._entered * (1 - spent)))
        stay = []
        for place, k in enumerate(ranking):
            gain, error = self._ahead(leader, k)
            needed = CAUTION + SURER if k == safe else BEHIND
            possible = needed * error - gain > MARGIN
            if k == leader or (possible and (place < room or k == safe)):
                stay.append(k)
        stay.sort()
        self.alive = [self.alive[k] for k in stay]
        self._rows = self._rows[:, stay]

    def _best_safe(self, ranking: list[int]) -> int | None:
        return next((k for k in ranking if self.alive[k] in self._safe), None)

    def _ranking(self) -> list[int]:
        """Places in `alive`, best mean first, the earlier one at equal means."""
        return np.argsort(-self._rows.mean(axis=0), kind="stable").tolist()  # type: ignore[no-any-return]

    def _ahead(self, k: int, other: int) -> tuple[float, float]:
        """By how much one is ahead of another on average, and the standard error of that."""
        difference = self._rows[:, k] - self._rows[:, other]
        n = len(difference)
        error = float(difference.std(ddof=1)) / sqrt(n) if n > 1 else inf
        return float(difference.mean()), error
