"""Quiet hours by the clock on the wall, and reminders that keep to them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from carrozza.server.alerts.quiet import Quiet, reminder_time, zone_of

NIGHT = Quiet(22 * 60, 8 * 60, "Europe/Rome")
NOON = Quiet(12 * 60, 13 * 60 + 30, "Europe/Rome")


def at(text: str, zone: str = "Europe/Rome") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("quiet", "now", "ends"),
    [
        (NIGHT, "2026-05-01 21:59", None),
        (NIGHT, "2026-05-01 22:00", "2026-05-02 08:00"),
        (NIGHT, "2026-05-02 03:00", "2026-05-02 08:00"),
        (NIGHT, "2026-05-02 08:00", None),
        (NIGHT, "2026-03-28 23:00", "2026-03-29 08:00"),  # the clock goes forward
        (NIGHT, "2026-10-25 01:00", "2026-10-25 08:00"),  # and back
        (NOON, "2026-05-01 12:30", "2026-05-01 13:30"),
        (NOON, "2026-05-01 14:00", None),
        (Quiet(None, 480, "UTC"), "2026-05-01 01:00", None),
        (Quiet(480, 480, "UTC"), "2026-05-01 08:00", None),
    ],
)
def test_when_they_end(quiet: Quiet, now: str, ends: str | None) -> None:
    assert quiet.ends(at(now)) == (at(ends) if ends else None)


@pytest.mark.parametrize(
    ("deadline", "hours", "when"),
    [
        ("2026-05-01 20:00", 3, "2026-05-01 17:00"),
        ("2026-05-02 10:00", 3, "2026-05-02 08:00"),  # after the night
        ("2026-05-02 06:00", 3, "2026-05-01 21:59"),  # before it: the clock runs out at night
        ("2026-05-01 20:00", 0, None),
        ("2026-05-01 14:00", 3, None),  # that time is past
    ],
)
def test_when_to_remind(deadline: str, hours: int, when: str | None) -> None:
    found = reminder_time(at(deadline), hours, NIGHT, at("2026-05-01 12:00"))
    assert found == (at(when) if when else None)


def test_a_zone_that_nobody_knows_is_that_of_the_world() -> None:
    assert zone_of("Nowhere/Land").key == zone_of("../../etc/passwd").key == "UTC"
