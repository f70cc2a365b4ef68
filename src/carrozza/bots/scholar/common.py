"""What looking at a board and looking at the card game have in common."""

from typing import Any

from carrozza.bots.scholar.compiled import compiled
from carrozza.lane.bits import ONE, ZERO, lowest
from carrozza.lane.rules import Record, find_compact

MOST = 127  # numbers are cut off there


@compiled
def put(out: Any, at: int, value: int) -> int:
    """A number, cut off where it no longer fits; the next place."""
    out[at] = max(-MOST, min(int(value), MOST))  # it may be a yes or no
    return at + 1


@compiled
def mark_choices(s: Record, lookups: Record, seat: int, work: Record, out: Any) -> None:
    """A 1 for each compact action that a seat may take, but for those that only waste cards."""
    find_compact(s, lookups, seat, work, False)
    for i in range(lookups.compact_size):
        out[i] = 0
    for w in range((lookups.compact_size + 63) >> 6):
        found = work.mask[w]
        while found != ZERO:
            out[64 * w + lowest(found)] = 1
            found &= found - ONE
