"""The server's clock: the time of day when it started, and the seconds that have passed since.

Machines set their clocks, by an hour or by a day. Nobody's time to think runs out by that, and no
bot waits for an hour to come round again.
"""

import time
from collections.abc import Callable


def steady(
    wall: Callable[[], float] = time.time, passed: Callable[[], float] = time.monotonic
) -> Callable[[], float]:
    """A clock that is right when it is made, and never jumps."""
    offset = wall() - passed()
    return lambda: offset + passed()
