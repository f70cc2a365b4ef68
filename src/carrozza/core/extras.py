"""What to install when a package is missing that not everybody needs."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from carrozza.core.errors import CarrozzaError


class MissingExtra(CarrozzaError, ImportError):
    """A package is not installed; the sentence says how to get it."""

    def __init__(self, package: str, extra: str) -> None:
        command = f'{shlex.quote(_python())} -m pip install "carrozza[{extra}]"'
        super().__init__(
            "missing_extra", f"This needs {package}, which is not installed: {command}."
        )


def _python() -> str:
    """The interpreter that is running, as it can be called from here: a virtual environment is
    rarely the first on the path."""
    running, here = Path(sys.executable), Path.cwd()
    return os.path.relpath(running, here) if running.is_relative_to(here) else str(running)


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Around imports of packages that this extra brings."""
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "carrozza"):
            raise  # a mistake of ours
        raise MissingExtra(package, extra) from None


def require(extra: str, *packages: str) -> None:
    """Are these installed? Nothing is imported, so asking takes no time."""
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(package, extra)
