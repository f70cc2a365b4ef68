"""How long a piece of work may take."""

import time
from collections.abc import Callable
from math import inf

Clock = Callable[[], float]


class Budget:
    """So many seconds from now, or without end."""

    def __init__(self, seconds: float | None, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self.end = inf if seconds is None else clock() + seconds

    def spent(self) -> bool:
        return self.clock() >= self.end
