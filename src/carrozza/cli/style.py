"""How things look in a terminal: consoles, progress, seats in their colours, text that is safe to
print."""

import re
import sys
from typing import IO, Any, TextIO, cast

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

# Of middle brightness, so that they can be read on dark and on light grounds.
SEAT_STYLES = ("color(32)", "color(166)", "color(29)", "color(133)", "color(161)")
WIDEST = 120  # longer lines are hard to read

GOOD = "color(29)"
BAD = "color(160)"
WARN = "color(166)"
QUIET = "dim"


def console(*, stderr: bool = False) -> Console:
    """A console that prints text as it is: what looks like markup in a name is just a name."""
    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    made.width = min(made.width, WIDEST)
    if not made.is_terminal:
        made.file = cast(IO[str], _Trimmed(sys.stderr if stderr else sys.stdout))
    return made


def progress_line(doing: str = "Playing", *, hidden: bool = False) -> Progress:
    """While work goes on: on a terminal alone, and gone when all is done."""
    stderr = console(stderr=True)
    return Progress(
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=stderr,
        transient=True,
        disable=hidden or not stderr.is_terminal,
    )


class _Trimmed:
    """A file whose lines do not end in the blanks that fill a table."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        self._file.write(re.sub(r" +$", "", text, flags=re.MULTILINE))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def seat_style(seat: int) -> str:
    return SEAT_STYLES[seat % len(SEAT_STYLES)]


def seat_text(seat: int, *, bold: bool = False) -> Text:
    return Text(f"Seat {seat}", style=f"{seat_style(seat)} bold" if bold else seat_style(seat))


def clean(text: str) -> str:
    """Text from a file without control characters, which could do things to a terminal."""
    return "".join(c if c.isprintable() else "�" for c in text)


def shown(value: str | int | bool) -> str:
    """The value of an option as one types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def signed(points: int) -> str:
    """A number with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)
