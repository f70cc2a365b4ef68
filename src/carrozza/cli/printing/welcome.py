"""What a server says on the terminal of whoever started it, once it answers."""

import io

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carrozza.cli.style import GOOD, WARN, clean
from carrozza.server.addresses import EVERYWHERE, LOOPBACK, network_address, url
from carrozza.server.settings import Settings

MARGIN = 2
QUIET_ZONE = 2  # modules around a QR code; what is around them on a terminal adds to it


def print_welcome(out: Console, settings: Settings, *, with_page: bool) -> None:
    inside = network_address(settings.host)
    out.print()
    _say(out, Text("Carrozza is running.", f"bold {GOOD}"))
    out.print()
    _say(out, _addresses(settings, inside))
    out.print()
    if inside is not None and not settings.https:
        _print_code(out, url(inside, settings.port))
    for warning in _warnings(settings, inside, with_page):
        _say(out, Text(warning, WARN))
    _say(out, Text(f"Everything is kept in {_place(settings.db)}."))
    _say(out, Text.assemble("Stop it with ", ("Ctrl+C", "bold"), "."))
    out.print()


def print_stopped(out: Console) -> None:
    out.print()  # after the terminal's own ^C
    _say(out, Text("Stopped. Games go on where they were when you start it again."))


def _say(out: Console, what: Text | Table) -> None:
    out.print(Padding(what, (0, MARGIN)))


def _addresses(settings: Settings, inside: str | None) -> Table:
    rows = Table.grid(padding=(0, 2))
    if settings.host in (*LOOPBACK, *EVERYWHERE):
        rows.add_row("On this machine", Text(url("localhost", settings.port), "bold"))
    if inside is not None:
        rows.add_row("On your network", Text(url(inside, settings.port), "bold"))
    return rows


def _print_code(out: Console, address: str) -> None:
    """A QR code of half blocks, where it fits and the terminal has such letters."""
    import segno

    code = segno.make(address, micro=False)
    lines = io.StringIO()
    code.terminal(lines, border=QUIET_ZONE, compact=True)
    width = code.symbol_size(border=QUIET_ZONE)[0]
    if out.width < width + 2 * MARGIN or not out.encoding.lower().startswith("utf"):
        return
    # Light modules are drawn; on a light ground they would not be seen without a dark one.
    _say(out, Text(lines.getvalue().rstrip("\n"), "bright_white on black"))
    _say(out, Text("Scan this with a phone on the same network.", "dim"))
    out.print()


def _warnings(settings: Settings, inside: str | None, with_page: bool) -> list[str]:
    said = []
    if not with_page:
        said.append("The pages are not built, so browsers see nothing: run make web.")
    if settings.https:
        said.append("Open it through your HTTPS proxy: without it nobody stays signed in.")
    elif settings.host in LOOPBACK:
        said.append("Only this machine can open it; --host 0.0.0.0 lets phones and friends in.")
    elif inside is None:
        said.append("This machine is on no network, so nobody else can open it.")
    else:
        said.append(
            "Anyone on your network can open it. Nothing is encrypted: fine at home, but on the "
            "internet put an HTTPS proxy in front."
        )
    return said


def _place(db: str) -> str:
    """The database, without a password."""
    kind, _, rest = db.partition("://")
    if kind.startswith("sqlite"):
        return clean(rest.removeprefix("/"))
    return clean(f"PostgreSQL at {rest.rpartition('@')[2].partition('?')[0]}")
