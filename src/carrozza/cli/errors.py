"""Every error as one sentence on stderr, with its code in brackets."""

import errno
import os
import sys
from typing import Any

import typer
from rich.text import Text
from typer.core import TyperGroup

from carrozza.cli.style import BAD, clean, console
from carrozza.core.errors import CarrozzaError

INTERRUPTED = 130  # what a shell expects of a command that Ctrl-C stopped


class Commands(TyperGroup):
    """The commands of an app, none of which ends in a traceback for an expected error."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except CarrozzaError as error:
            say_error(error)
        except OSError as error:  # files have their own errors: this is the output
            if error.errno == errno.EPIPE:
                raise  # the reader has seen enough, which is no error
            _drop_output()
            say_error(
                CarrozzaError("output", f"The output could not be written: {error.strerror}.")
            )
        raise typer.Exit(1)


def say_error(error: CarrozzaError) -> None:
    line = Text.assemble(("Error:", f"bold {BAD}"), f" {clean(error.message)} [{error.code}]")
    console(stderr=True).print(line, soft_wrap=True)


def _drop_output() -> None:
    """What is still to be written would fail once more when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
