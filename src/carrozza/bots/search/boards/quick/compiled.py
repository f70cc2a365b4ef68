"""Compiling what plays on top of the lane."""

from collections.abc import Callable
from typing import Any, TypeVar

from carrozza.lane.compiled import SOURCES, compile_function

F = TypeVar("F", bound=Callable[..., Any])
ALL_SOURCES = (*SOURCES, "bots/search/boards/quick", "bots/planner/clock.py")


def compiled(function: F) -> F:
    return compile_function(function, ALL_SOURCES, inline=False)
