"""How long a piece of work may take."""

import time
from collections.abc import Callable
from itertools import count
from math import inf

SECONDS = 20.0  # what improving a layout may take, unless one says otherwise

Clock = Callable[[], float]
Spent = Callable[[], bool]


class Budget:
    """So many seconds from now, or without end."""

    def __init__(self, seconds: float | None, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self.end = inf if seconds is None else clock() + seconds

    def spent(self) -> bool:
        return self.clock() >= self.end


def times(most: int) -> Spent:
    """Spent when it was asked so often: the same on every machine."""
    asked = count(1)
    return lambda: next(asked) > most
