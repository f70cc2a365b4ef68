"""Clocks: how long a seat may think. Pure functions of times that the database keeps."""

from typing import Literal

import msgspec

DAY = 86_400.0
RELAXED_SECONDS = 3_600.0  # when other people wait; nobody waits for ever


class Pace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """relaxed: no limit; clock: seconds per move, then a reserve; days: correspondence."""

    kind: Literal["relaxed", "clock", "days"] = "relaxed"
    move: int = 0  # seconds or days
    reserve: int = 0  # seconds for the whole game


class Clock(msgspec.Struct, frozen=True, array_like=True):
    """Of one seat: since when it is to act, until when it may, and what reserve it has left."""

    since: float | None = None
    deadline: float | None = None
    reserve: float = 0.0


def fresh(pace: Pace) -> Clock:
    return Clock(reserve=float(pace.reserve))


def started(clock: Clock, pace: Pace, now: float, *, others: bool) -> Clock:
    """The seat is to act. `others`: whether other people play at the table."""
    return Clock(now, _deadline(clock, pace, now, others), clock.reserve)


def stopped(clock: Clock, pace: Pace, now: float) -> Clock:
    """The seat has acted: what it used beyond its move comes from its reserve."""
    if clock.since is None or pace.kind != "clock":
        return Clock(reserve=clock.reserve)
    over = max(0.0, now - clock.since - pace.move)
    return Clock(reserve=max(0.0, clock.reserve - over))


def _deadline(clock: Clock, pace: Pace, now: float, others: bool) -> float | None:
    if pace.kind == "clock":
        return now + pace.move + clock.reserve
    if pace.kind == "days":
        return now + pace.move * DAY
    return now + RELAXED_SECONDS if others else None
