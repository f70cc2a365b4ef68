"""Compiling: the functions of the lane become machine code when they are first called.

The same functions are compiled for a GPU when a kernel of `lane/gpu` calls them.

The code is kept on disk, in a folder named after the text of the lane and of the modules it takes
numbers from: compiled functions contain those they call, so a change anywhere matters.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

import carrozza

F = TypeVar("F", bound=Callable[..., Any])
SOURCES = ("lane", "core", "board", "games/card_game")


def compiled(function: F) -> F:
    """A function that is called often and worth copying into its callers."""
    return compile_function(function, SOURCES, inline=True)


def compiled_apart(function: F) -> F:
    """A long function, or one called seldom: it stays one piece of code."""
    return compile_function(function, SOURCES, inline=False)


def compile_function(function: F, sources: tuple[str, ...], *, inline: bool) -> F:
    """`sources`: the rooms and modules of the package whose text the code depends on."""
    folder = _folder(sources)
    config: Any = numba.config
    before = config.CACHE_DIR
    if folder is not None:
        config.CACHE_DIR = str(folder)
    try:
        jit: Any = numba.njit(
            cache=folder is not None, nogil=True, error_model="numpy", forceinline=inline
        )
        return cast(F, jit(function))
    finally:
        config.CACHE_DIR = before


@cache
def _folder(sources: tuple[str, ...]) -> Path | None:
    """The first place that can be written, if there is one."""
    root = Path(carrozza.__file__).parent
    files = [file for room in sources for file in _files(root / room)]
    text = b"".join(file.read_bytes() for file in files)
    name = f"carrozza-lane-{sha256(text).hexdigest()[:16]}"
    for place in (os.environ.get("NUMBA_CACHE_DIR"), root / "lane/__pycache__", _user_cache()):
        if place is not None:
            folder = Path(place) / name
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


def _files(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def _user_cache() -> str | None:
    home = os.environ.get("HOME")
    return os.environ.get("XDG_CACHE_HOME", f"{home}/.cache" if home else None)
