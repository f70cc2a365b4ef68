"""Every error as one sentence on stderr, with its code in brackets."""

import os
import sys

from rich.text import Text

from carrozza.cli.style import BAD, clean, console
from carrozza.core.errors import CarrozzaError

INTERRUPTED = 130  # what a shell expects of a command that Ctrl-C stopped


def say_error(error: CarrozzaError) -> None:
    line = Text.assemble(("Error:", f"bold {BAD}"), f" {clean(error.message)} [{error.code}]")
    console(stderr=True).print(line, soft_wrap=True)


def drop_output() -> None:
    """What is still to be written would fail once more when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
