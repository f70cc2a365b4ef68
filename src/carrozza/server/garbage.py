"""Keeps Python's search for garbage from stopping the server.

Objects that point at each other in a ring are freed only by looking at all objects there are. With
a thousand tables that takes most of a second, in which nobody is answered, and Python would do it
four times a minute to find next to nothing. So new objects are searched as usual, and all of them
only when there are many more than after the last search.
"""

import gc
import logging
import sys
import time

YOUNG = 1000  # new objects, after which those are searched
YOUNG_TIMES = 3  # searches that an object survives before it counts as old
NEVER = 2**30
GROWTH = 1.5  # times as much memory as after the last search of everything

logger = logging.getLogger(__name__)


def leave_old_objects() -> None:
    """Have Python by itself search new objects only; those of the start are never searched."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, YOUNG_TIMES, NEVER)


class Garbage:
    def __init__(self) -> None:
        self._blocks = sys.getallocatedblocks()

    def collect_if_grown(self) -> bool:
        """Search everything if memory has grown much since we last did; whether we did."""
        if sys.getallocatedblocks() < GROWTH * self._blocks:
            return False
        begun = time.perf_counter()
        found = gc.collect()
        taken = round((time.perf_counter() - begun) * 1000, 1)
        logger.info("searched for garbage", extra={"ms": taken, "found": found})
        self._blocks = sys.getallocatedblocks()
        return True
