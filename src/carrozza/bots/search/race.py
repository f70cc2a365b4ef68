"""Candidates compared on the same samples: who is behind for sure drops out."""

from math import sqrt

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

    def __init__(self, candidates: int) -> None:
        self.alive = list(range(candidates))
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
        """The first candidate, unless another one is clearly ahead."""
        if not self.samples:
            return self.alive[0]
        leader = self._ranking()[0]
        if self.alive[0] == 0 and leader != 0:
            gain, error = self._ahead(leader, 0)
            if gain <= max(CAUTION * error, MARGIN):
                return 0
        return self.alive[leader]

    def _drop(self, spent: float) -> None:
        """Those that are behind, or never will be ahead by much; and as time runs out the last
        ones, so that the rest is spent on the best."""
        ranking = self._ranking()
        leader = ranking[0]
        room = max(2, round(self._entered * (1 - spent)))
        stay = []
        for place, k in enumerate(ranking):
            gain, error = self._ahead(leader, k)
            known = k == 0 and self.alive[0] == 0  # the first one is only beaten clearly
            needed = CAUTION + SURER if known else BEHIND
            possible = needed * error - gain > MARGIN
            if k == leader or (possible and (place < room or known)):
                stay.append(k)
        stay.sort()
        self.alive = [self.alive[k] for k in stay]
        self._rows = self._rows[:, stay]

    def _ranking(self) -> list[int]:
        """Places in `alive`, best mean first, the earlier one at equal means."""
        return np.argsort(-self._rows.mean(axis=0), kind="stable").tolist()  # type: ignore[no-any-return]

    def _ahead(self, k: int, other: int) -> tuple[float, float]:
        """By how much one is ahead of another on average, and the standard error of that."""
        difference = self._rows[:, k] - self._rows[:, other]
        n = len(difference)
        return float(difference.mean()), float(difference.std(ddof=min(1, n - 1))) / sqrt(n)
