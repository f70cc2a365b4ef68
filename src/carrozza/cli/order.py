"""`carrozza admin`, for keeping order: what an operator does on the page, and who is one."""

import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from carrozza.cli.admin import Db, address_of, app, at_console
from carrozza.cli.style import clean, console
from carrozza.core.words import many

if TYPE_CHECKING:
    from carrozza.server.order.sanctions import Kind

Name = Annotated[str, typer.Argument(metavar="NAME", help="An account's name, or a person's id.")]
Reason = Annotated[str, typer.Option("--reason", help="Why; the person reads it.")]
Hours = Annotated[
    int | None,
    typer.Option(min=1, max=100_000, help="Until so many hours from now.", show_default="no end"),
]
OfReport = Annotated[
    str | None, typer.Option("--report", metavar="ID", help="The report that is judged by this.")
]


@app.command()
def operator(
    name: Name,
    db: Db = None,
    remove: Annotated[bool, typer.Option("--remove", help="No operator any more.")] = False,
) -> None:
    """Let an account keep order on the page."""
    from carrozza.server.storage import admin

    person = admin.appoint(address_of(db), at_console(), name, remove=remove)
    is_now = "is no operator any more" if remove else "is an operator now"
    console().print(f"{clean(person.name)} {is_now}.")


@app.command("reports")
def list_reports(db: Db = None) -> None:
    """List what people have reported and nobody has judged."""
    from carrozza.server.storage import admin

    found = admin.waiting_reports(address_of(db))
    if not found:
        console().print("No reports are waiting.")
        return
    shown = Table("Report", "Times", "Why", "Person", "What", box=None, pad_edge=False)
    for one in found:
        why = ", ".join(one.reasons)
        name = clean(one.now or one.name)
        shown.add_row(one.id, str(one.count), why, f"{name} ({one.person})", clean(one.text))
    console().print(shown)


@app.command()
def mute(
    name: Name, reason: Reason, hours: Hours = None, report: OfReport = None, db: Db = None
) -> None:
    """Take chat and new names from somebody."""
    _sanction("mute", name, reason, hours, report, db)


@app.command()
def ban(
    name: Name, reason: Reason, hours: Hours = None, report: OfReport = None, db: Db = None
) -> None:
    """Let somebody do nothing at all. Bots play on in their games."""
    _sanction("ban", name, reason, hours, report, db)


@app.command()
def unmute(name: Name, reason: Reason, db: Db = None) -> None:
    """End a mute before its time."""
    _lift("mute", name, reason, db)


@app.command()
def unban(name: Name, reason: Reason, db: Db = None) -> None:
    """End a ban before its time."""
    _lift("ban", name, reason, db)


@app.command()
def rename(name: Name, reason: Reason, report: OfReport = None, db: Db = None) -> None:
    """Give somebody a neutral name. They sign in by the former one until they choose another."""
    from carrozza.server.storage import admin

    person, new = admin.rename(address_of(db), at_console(), name, reason, report)
    console().print(f"{clean(person.name)} is called {new} now.")


@app.command()
def dismiss(
    report: Annotated[str, typer.Argument(metavar="REPORT")], reason: Reason, db: Db = None
) -> None:
    """Nothing is wrong with what was reported."""
    from carrozza.server.storage import admin

    admin.dismiss(address_of(db), at_console(), report, reason)
    console().print("Dismissed.")


@app.command("audit")
def show_audit(
    db: Db = None,
    before: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Go on before this line.")
    ] = None,
) -> None:
    """What operators did, the latest first."""
    from carrozza.server.storage import admin

    found = admin.audit_log(address_of(db), before)
    if not found:
        console().print("No operator has done anything.")
        return
    shown = Table("No.", "When", "Who", "What", "On whom", "Until", "Why", box=None, pad_edge=False)
    for act in found:
        until = _when(act.until) if act.until is not None else ""
        whom = clean(act.name or act.table or "")
        shown.add_row(
            str(act.id), _when(act.at), clean(act.by), act.act, whom, until, clean(act.reason)
        )
    console().print(shown)


def _sanction(
    kind: "Kind", name: str, reason: str, hours: int | None, report: str | None, db: str | None
) -> None:
    from carrozza.server.storage import admin

    person = admin.sanction(address_of(db), at_console(), name, kind, reason, hours, report)
    done = "muted" if kind == "mute" else "banned"
    length = f"for {many(hours, 'hour')}" if hours is not None else "without end"
    console().print(f"{clean(person.name)} is {done} {length}.")


def _lift(kind: "Kind", name: str, reason: str, db: str | None) -> None:
    from carrozza.server.storage import admin

    person = admin.lift(address_of(db), at_console(), name, kind, reason)
    done = "muted" if kind == "mute" else "banned"
    console().print(f"{clean(person.name)} is {done} no longer.")


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
