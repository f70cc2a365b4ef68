"""`carrozza serve`: a server, and what a person at its terminal wants to know."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Any

from carrozza.cli.style import console
from carrozza.core.errors import BadOptions


class LogForm(StrEnum):
    text = "text"
    json = "json"


def home() -> Path:
    """Where data is kept unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "carrozza"


def default_db() -> str:
    """The file of the embedded database; its folder is made."""
    folder = home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOptions("folder", f"{folder} cannot be made: {error.strerror}.") from None
    return f"sqlite:///{folder / 'carrozza.db'}"


def serve(log: LogForm | None, **options: Any) -> None:
    """The server's libraries take a while to load, and not everybody has them: they are imported
    here and nowhere above."""
    from carrozza.cli.printing.welcome import print_stopped, print_welcome
    from carrozza.server.http.site import is_built
    from carrozza.server.serve import serve as run
    from carrozza.server.settings import Settings

    out = console(stderr=True)
    form = log or (LogForm.text if sys.stderr.isatty() else LogForm.json)
    settings = Settings(**options, log=form.value)

    def welcome(settings: Settings) -> None:
        if form is LogForm.text:
            print_welcome(out, settings, with_page=is_built())

    run(settings, welcome)
    if form is LogForm.text:
        print_stopped(out)
