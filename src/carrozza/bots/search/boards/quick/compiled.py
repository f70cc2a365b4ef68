"""Compiling: functions over the records of this package become machine code when first called.

The code is kept on disk, in a folder named after the text of the whole package and of the numbers
it takes from elsewhere: compiled functions contain those they call, so a change anywhere matters.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from carrozza.board import lookups
from carrozza.bots.planner import clock
from carrozza.core import cards

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    folder = _folder()
    if folder is None:
        return cast(F, numba.njit(function))
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return cast(F, numba.njit(cache=True)(function))
    finally:
        config.CACHE_DIR = before


@cache
def _folder() -> Path | None:
    """The first place that can be written, if there is one."""
    here = Path(__file__).parent
    elsewhere = [Path(str(module.__file__)) for module in (cards, lookups, clock)]
    sources = [*sorted(here.glob("*.py")), *elsewhere]
    text = b"".join(source.read_bytes() for source in sources)
    name = f"carrozza-{sha256(text).hexdigest()[:16]}"
    for place in (os.environ.get("NUMBA_CACHE_DIR"), here / "__pycache__", _user_cache()):
        if place is not None:
            folder = Path(place) / name
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


def _user_cache() -> str | None:
    home = os.environ.get("HOME")
    return os.environ.get("XDG_CACHE_HOME", f"{home}/.cache" if home else None)
