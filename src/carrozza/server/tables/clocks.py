"""Clocks: how long a seat may think. Pure functions of times that the database keeps."""

from collections.abc import Iterable
from typing import Literal

import msgspec

DAY = 86_400.0
Span = tuple[float, float]  # from when to when
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


def started(
    clock: Clock, pace: Pace, now: float, *, others: bool, still: Iterable[Span] = ()
) -> Clock:
    """The seat is to act. `others`: whether other people play at the table. `still`: holidays of
    its person, in which a clock of days stands still."""
    return Clock(now, _deadline(clock, pace, now, others, still), clock.reserve)


def stopped(clock: Clock, pace: Pace, now: float) -> Clock:
    """The seat has acted: what it used beyond its move comes from its reserve."""
    if clock.since is None or pace.kind != "clock":
        return Clock(reserve=clock.reserve)
    over = max(0.0, now - clock.since - pace.move)
    return Clock(reserve=max(0.0, clock.reserve - over))


def with_holidays(
    clock: Clock, pace: Pace, still: Iterable[Span], least: float | None = None
) -> Clock:
    """The same clock, its person having these holidays. It does not end before `least`; if that is
    not given, not before it did."""
    if pace.kind != "days" or clock.since is None or clock.deadline is None:
        return clock
    least = clock.deadline if least is None else least
    until = time_with(clock.since, pace.move * DAY, still)
    return Clock(clock.since, max(least, until), clock.reserve)


def time_with(since: float, seconds: float, still: Iterable[Span]) -> float:
    """When so many seconds have passed since then, those in these spans not counted."""
    at, left = since, seconds
    for first, last in sorted(still):
        if last <= at:
            continue
        if first >= at + left:
            break
        left -= max(0.0, first - at)
        at = last
    return at + left


def _deadline(
    clock: Clock, pace: Pace, now: float, others: bool, still: Iterable[Span]
) -> float | None:
    if pace.kind == "clock":
        return now + pace.move + clock.reserve
    if pace.kind == "days":
        return time_with(now, pace.move * DAY, still)
    return now + RELAXED_SECONDS if others else None
