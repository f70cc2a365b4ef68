"""`carrozza admin`: for those who run a server.

The server's libraries are imported where they are used: the other commands should not wait for
them.
"""

import getpass
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from carrozza.cli.app import App
from carrozza.cli.files import check_target
from carrozza.cli.serve import default_db
from carrozza.cli.style import clean, console
from carrozza.core.errors import BadOptions
from carrozza.core.words import many

if TYPE_CHECKING:
    from carrozza.server.order.audit import Operator

app = App(help="Look after a server's data.")

Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="ADDRESS",
        help="The same as for “carrozza serve”.",
        show_default="the same default",
        envvar="CARROZZA_DB",
    ),
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")]


def address_of(db: str | None, *, new: bool = False) -> str:
    """The database at the present schema; `new`: it may be made."""
    from carrozza.server.storage.database import migrate, sqlite_file
    from carrozza.server.storage.files import look_after_crash

    address = db or default_db()
    file = sqlite_file(address)
    if file is not None and not new and not file.exists():
        raise BadOptions("no_db", f"There is no database {file}. Say which with --db.")
    look_after_crash(address)
    migrate(address)
    return address


@app.command("backup")
def back_up(file: File, db: Db = None) -> None:
    """Write everything to a file, also while the server is running."""
    from carrozza.server.storage import backup

    check_target(file)
    if file.exists() and not file.is_file():  # such as a device, which would be replaced
        raise BadOptions("not_a_file", f"{file} is not a plain file.")
    rows = backup.back_up(address_of(db), file, _progress)
    console().print(f"{many(rows, 'row')} in {clean(str(file))}.")


@app.command()
def restore(
    file: File,
    db: Db = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Overwrite what is there now.")
    ] = False,
) -> None:
    """Fill an empty database from a backup; stop the server first."""
    from carrozza.server.storage import backup
    from carrozza.server.storage.files import only_server

    address = address_of(db, new=True)
    with only_server(address):  # one that runs would go on with games that are gone
        rows = backup.restore(address, file, _progress, replace=replace)
    console().print(f"{many(rows, 'row')} restored.")


@app.command()
def tables(
    db: Db = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Include closed and finished tables.")
    ] = False,
) -> None:
    """List the tables."""
    from carrozza.server.storage import admin

    phases = ["open", "playing", *(["finished", "closed"] if everything else [])]
    listed = admin.list_tables(address_of(db), phases)
    if not listed:
        console().print("There are no tables.")
        return
    shown = Table("Table", "Game", "Phase", "Moves", "Last", "Seats", box=None, pad_edge=False)
    for table in listed:
        moved = time.strftime("%Y-%m-%d %H:%M", time.localtime(table["moved"]))
        seats = clean(", ".join(table["seats"]))
        shown.add_row(
            table["id"], table["game"], table["phase"], str(table["version"]), moved, seats
        )
    console().print(shown)


@app.command()
def close(
    table: Annotated[str, typer.Argument(metavar="TABLE")],
    db: Db = None,
    reason: Annotated[str, typer.Option("--reason", help="Why, for the audit log.")] = "",
) -> None:
    """End a table, whatever its state."""
    from carrozza.server.storage import admin

    admin.close_table(address_of(db), table, at_console(), reason)
    console().print("Closed.")


@app.command()
def delete_account(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="An account's name, or a guest's id.")
    ],
    db: Db = None,
) -> None:
    """Delete an account and everything known about the person."""
    from carrozza.server.storage import admin

    admin.delete_account(address_of(db), name, at_console())
    console().print("Deleted.")


@app.command()
def reset_link(
    name: Annotated[str, typer.Argument(metavar="NAME", help="An account's name.")],
    db: Db = None,
    url: Annotated[
        str,
        typer.Option(
            "--url",
            metavar="URL",
            help="Where people reach the server.",
            envvar="CARROZZA_URL",
        ),
    ] = "http://localhost:8150",
) -> None:
    """Make a link by which somebody sets a new password: once, within 24 hours."""
    from carrozza.server.storage import admin

    typer.echo(admin.reset_link(address_of(db), at_console(), name, url))


def at_console() -> "Operator":
    """Who acts, for the audit log."""
    from carrozza.server.order.audit import Operator

    return Operator(None, f"command line ({getpass.getuser()})")


def _progress(what: str, rows: int) -> None:
    console(stderr=True).print(f"{what}: {rows}")
