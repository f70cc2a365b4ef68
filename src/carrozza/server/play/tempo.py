"""How long bots seem to think: so long for a whole turn, however many actions it has."""

from collections.abc import Iterable, Mapping
from typing import get_args

from carrozza.server.live.protocol import SpeedName
from carrozza.server.settings import SLOWEST

SPEEDS: tuple[SpeedName, ...] = get_args(SpeedName)  # calmest first
# What each makes of the time that a turn takes at normal speed.
FACTORS: Mapping[SpeedName, float] = {
    "calm": SLOWEST,
    "normal": 1.0,
    "quick": 0.4,
    "instant": 0.0,
}

FIRST = 0.65  # of a turn's time is before its first action
FURTHER = 0.35  # and this before the next one; hardly a turn has a third


def calmest(speeds: Iterable[SpeedName]) -> SpeedName:
    """What those at a table agree on; nobody who looks is no reason to hurry."""
    return min(speeds, key=SPEEDS.index, default="normal")


def pause(turn: float, speed: SpeedName, *, goes_on: bool) -> float:
    """Seconds before a bot's next action. `goes_on`: it has begun this turn already."""
    return turn * FACTORS[speed] * (FURTHER if goes_on else FIRST)
