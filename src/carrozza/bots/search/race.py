"""Candidates compared on the same samples: who is behind for sure drops out."""

from math import sqrt

BEHIND = 2.0  # standard errors behind the leader with which a candidate drops out
SURER = 1.0  # standard errors more, for the first one to drop out before the end
FIRST_LOOK = 8  # samples before anything is judged, for each standard error of caution
NEXT_LOOK = 1.3  # times as many samples until the next time


class Race:
    """Rows of values, one a sample, one value a candidate that is still in the race.

    All differences are taken within samples, so that the luck of a sample does not count.
    """

    def __init__(self, candidates: int, caution: float = 1.0, margin: float = 0.002) -> None:
        """`caution`: standard errors ahead with which another candidate replaces the first;
        `margin`: a gain in value that is not worth looking for."""
        self.alive = list(range(candidates))
        self.rows: list[list[float]] = []
        self._entered = candidates
        self._caution = caution
        self._margin = margin
        self._look = int(FIRST_LOOK * caution)

    def add(self, values: list[float], spent: float) -> None:
        """What a sample gave for each candidate of `alive`; `spent` is the part of the time or of
        the samples that is used up."""
        self.rows.append(values)
        if len(self.rows) >= self._look:
            self._look = int(NEXT_LOOK * len(self.rows)) + 1
            self._drop(spent)

    def best(self) -> int:
        """The first candidate, unless another one is clearly ahead."""
        if not self.rows:
            return self.alive[0]
        leader = self._ranking()[0]
        if self.alive[0] == 0 and leader != 0:
            gain, error = self._ahead(leader, 0)
            if gain <= max(self._caution * error, self._margin):
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
            needed = self._caution + SURER if known else BEHIND
            possible = needed * error - gain > self._margin
            if k == leader or (possible and (place < room or known)):
                stay.append(k)
        stay.sort()
        self.alive = [self.alive[k] for k in stay]
        self.rows = [[row[k] for k in stay] for row in self.rows]

    def _ranking(self) -> list[int]:
        """Places in `alive`, best mean first, the earlier one at equal means."""
        sums = [sum(column) for column in zip(*self.rows, strict=True)]
        return sorted(range(len(sums)), key=lambda k: -sums[k])

    def _ahead(self, k: int, other: int) -> tuple[float, float]:
        """By how much one is ahead of another on average, and the standard error of that."""
        n = len(self.rows)
        differences = [row[k] - row[other] for row in self.rows]
        mean = sum(differences) / n
        spread = sum([(d - mean) ** 2 for d in differences]) / max(1, n - 1)
        return mean, sqrt(spread / n)
