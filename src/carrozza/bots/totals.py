"""Sums that every Python rounds alike."""

from collections.abc import Iterable
from functools import reduce
from operator import add


def add_up(parts: Iterable[float]) -> float:
    """From left to right. `sum` rounds more finely from Python 3.12 on, and bots would decide
    differently there."""
    return reduce(add, parts, 0.0)
