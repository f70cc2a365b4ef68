"""The time of a decision."""

from collections.abc import Callable
from math import inf

RESERVE = 0.05  # of the time, kept for the answer
TO_PREPARE = 0.5  # of the time: what is not thought of by then is not compared


class Watch:
    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._begun = clock()
        self._seconds = (1 - RESERVE) * seconds

    def now(self) -> float:
        return self._clock() - self._begun

    def left(self) -> float:
        return self._seconds - self.now()

    def over(self) -> bool:
        return self.left() < 0

    def preparing(self) -> bool:
        """Whether there is time to think of more before comparing."""
        return self.spent() < TO_PREPARE

    def spent(self) -> float:
        """The part of the time that is gone."""
        if self._seconds == inf:
            return 0.0
        return self.now() / self._seconds if self._seconds > 0 else 1.0
