"""Quiet hours: when nobody wants to be disturbed, in the person's own time zone. Pure functions."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import msgspec

DAY_MINUTES = 24 * 60
HOUR = 3600.0
BEFORE = 60.0  # seconds before quiet hours that are not quiet
LAST_MOMENT = 900.0  # seconds before a clock runs out that a reminder still helps


class Quiet(msgspec.Struct, frozen=True):
    """From and to: minutes since midnight; None for either means never."""

    start: int | None
    end: int | None
    zone: str

    def ends(self, at: float) -> float | None:
        """When the quiet hours end that `at` falls into; None outside of them."""
        period = self._period(at)
        return period and period[1]

    def begins(self, at: float) -> float | None:
        """When the quiet hours began that `at` falls into."""
        period = self._period(at)
        return period and period[0]

    def _period(self, at: float) -> tuple[float, float] | None:
        if self.start is None or self.end is None or self.start == self.end:
            return None
        here = zone_of(self.zone)
        local = datetime.fromtimestamp(at, here)
        for days in (-1, 0):
            midnight = datetime(local.year, local.month, local.day, tzinfo=here)
            day = midnight + timedelta(days=days)
            start = _at(day, self.start)
            end = _at(day + timedelta(days=self.end < self.start), self.end)
            if start <= at < end:
                return start, end
        return None


def _at(day: datetime, minutes: int) -> float:
    """By the clock on the wall, which is set twice a year."""
    wall = day.replace(hour=minutes // 60, minute=minutes % 60)
    return wall.astimezone(UTC).timestamp()


def reminder_time(deadline: float, hours: int, quiet: Quiet, now: float) -> float | None:
    """When to remind somebody; None if there is no time for it.

    One that would come in quiet hours comes after them, or before if the clock runs out meanwhile.
    """
    if not hours:
        return None
    wanted = deadline - hours * HOUR
    begins, ends = quiet.begins(wanted), quiet.ends(wanted)
    if begins is not None and ends is not None:
        wanted = ends if ends <= deadline - LAST_MOMENT else begins - BEFORE
    return wanted if wanted > now else None


def zone_of(name: str) -> ZoneInfo:
    return ZoneInfo(name if is_zone(name) else "UTC")


def is_zone(name: str) -> bool:
    return name in _zones()


_known: set[str] = set()


def _zones() -> set[str]:
    if not _known:
        _known.update(available_timezones() | {"UTC"})
    return _known
