"""Scales for plots: from values to places, with round numbers as marks."""

from collections.abc import Sequence
from math import ceil, floor, log10

import msgspec


class Axis(msgspec.Struct, frozen=True):
    """A scale from `low` at `start` to `high` at `end`, in pixels; logarithmic on demand."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]
    logarithmic: bool = False

    def at(self, value: float) -> float:
        low, high, here = self.low, self.high, min(max(value, self.low), self.high)
        if self.logarithmic:
            low, high, here = log10(low), log10(high), log10(here)
        return self.start + (self.end - self.start) * (here - low) / (high - low)


def linear(values: Sequence[float], start: float, end: float, marks: int = 7) -> Axis:
    """A scale that holds all values, with about so many marks."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    step = _round_step((high - low) / marks)
    first, last = floor(low / step), ceil(high / step)
    ticks = tuple([step * i for i in range(first, last + 1)])
    return Axis(ticks[0], ticks[-1], start, end, ticks)


def powers(values: Sequence[float], start: float, end: float) -> Axis:
    """A logarithmic scale with a mark at each power of ten."""
    positive = [value for value in values if value > 0] or [1.0]
    first, last = floor(log10(min(positive))), ceil(log10(max(positive)))
    last = max(last, first + 1)
    ticks = tuple([10.0**i for i in range(first, last + 1)])
    return Axis(ticks[0], ticks[-1], start, end, ticks, logarithmic=True)


def _round_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, at least as large."""
    power: float = 10.0 ** floor(log10(rough))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= rough * 0.999)
