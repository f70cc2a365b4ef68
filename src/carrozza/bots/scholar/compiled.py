"""Compiling what a learned player looks at, on top of the lane."""

from collections.abc import Callable
from typing import Any, TypeVar

from carrozza.lane.compiled import SOURCES, compile_function

F = TypeVar("F", bound=Callable[..., Any])
ALL_SOURCES = (*SOURCES, "bots/scholar")


def compiled(function: F) -> F:
    return compile_function(function, ALL_SOURCES, inline=False)
