"""`carrozza serve`: a server with its address."""

import os
from pathlib import Path

from carrozza.cli.style import console
from carrozza.core.errors import BadOptions
from carrozza.server.settings import Settings


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


def serve(settings: Settings) -> None:
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host
    out = console(stderr=True)
    out.print(f"Carrozza is at http://{shown}:{settings.port} — stop it with Ctrl+C.")
    from carrozza.server.serve import serve as run  # takes a while: not for the other commands

    run(settings)
