"""What an operator does about people, each act with its line in the audit log. From the page and
from the command line alike, so it needs no running server; who is connected is told by effects.py.
"""

import random

import msgspec
from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.errors import Refused, Sanction
from carrozza.server.order import audit, sanctions
from carrozza.server.order.audit import Operator
from carrozza.server.order.measures import give_name, unseat
from carrozza.server.order.reports import judge
from carrozza.server.order.sanctions import Kind
from carrozza.server.people import sessions
from carrozza.server.people.names import folded
from carrozza.server.people.naming import is_free
from carrozza.server.storage import schema

MOST_REASON = 300
TRIES = 50

O = schema.operators.c  # noqa: E741
ACCOUNT = schema.accounts.c


class Subject(msgspec.Struct, frozen=True):
    """On whom something is done."""

    id: str
    name: str
    guest: bool


async def find(connection: AsyncConnection, name: str) -> Subject:
    """A person by id, by the name they sign in with, or by the name an operator has given them."""
    a = ACCOUNT
    holder = a.login.is_not(None) & (a.name == name.strip())
    found = await connection.execute(
        select(a.id, a.name, a.login)
        .where((a.id == name) | (a.login == folded(name.strip())) | holder)
        .order_by((a.id == name).desc(), (a.login == folded(name.strip())).desc())
    )
    row = found.first()
    if row is None:
        raise Refused(404, "unknown_person", f"There is nobody called “{name}”.")
    return Subject(row.id, row.name, row.login is None)


async def _by_id(connection: AsyncConnection, person: str) -> Subject:
    a = ACCOUNT
    found = await connection.execute(select(a.id, a.name, a.login).where(a.id == person))
    row = found.first()
    if row is None:
        raise Refused(404, "unknown_person", "There is no such person.")
    return Subject(row.id, row.name, row.login is None)


async def sanction(
    connection: AsyncConnection,
    operator: Operator,
    person: str,
    kind: Kind,
    reason: str,
    hours: float | None,
    now: float,
    report: str | None = None,
) -> Subject:
    """Mute or ban somebody for so many hours, or without end."""
    subject = await _subject(connection, person)
    reason = clean_reason(reason)
    until = None if hours is None else now + hours * 3600.0
    if report is not None:
        await judge(connection, report, kind, now, subject.id)
    await sanctions.impose(connection, subject.id, kind, Sanction(reason=reason, until=until), now)
    if kind == "ban":
        if not subject.guest:  # a guest's session is all there is of them; it lets nobody in
            await sessions.end_all(connection, subject.id)
        await unseat(connection, subject.id, now)
        await connection.execute(delete(schema.alerts).where(schema.alerts.c.account == subject.id))
    await audit.note(
        connection,
        operator,
        kind,
        now,
        account=subject.id,
        name=subject.name,
        reason=reason,
        until=until,
    )
    return subject


async def lift(
    connection: AsyncConnection,
    operator: Operator,
    person: str,
    kind: Kind,
    reason: str,
    now: float,
) -> Subject:
    """End a mute or a ban before its time."""
    subject = await _by_id(connection, person)
    reason = clean_reason(reason)
    if not await sanctions.lift(connection, subject.id, kind):
        raise Refused(409, "no_sanction", f"There is no {kind} of “{subject.name}” to lift.")
    await audit.note(
        connection,
        operator,
        f"un{kind}",
        now,
        account=subject.id,
        name=subject.name,
        reason=reason,
    )
    return subject


async def rename(
    connection: AsyncConnection,
    operator: Operator,
    person: str,
    reason: str,
    now: float,
    report: str | None = None,
) -> tuple[Subject, str]:
    """Call somebody by a number, everywhere. They sign in as before, until they choose a name."""
    subject = await _subject(connection, person)
    reason = clean_reason(reason)
    if report is not None:
        await judge(connection, report, "rename", now, subject.id)
    for attempt in range(TRIES):
        name = f"Player {random.randrange(1000, 10_000 * 10 ** (attempt // 10))}"
        if await is_free(connection, subject.id, name):
            break
    await give_name(connection, subject.id, name, guest=subject.guest)
    await audit.note(
        connection,
        operator,
        "rename",
        now,
        account=subject.id,
        name=subject.name,
        reason=f"{reason} → {name}",
    )
    return subject, name


async def dismiss(
    connection: AsyncConnection, operator: Operator, report: str, reason: str, now: float
) -> None:
    """There is nothing wrong with what was reported."""
    reason = clean_reason(reason)
    account, name, table = await judge(connection, report, "dismiss", now)
    await audit.note(
        connection,
        operator,
        "dismiss",
        now,
        account=account,
        name=name,
        table=table,
        reason=reason,
    )


async def appoint(
    connection: AsyncConnection, operator: Operator, name: str, now: float, *, remove: bool
) -> Subject:
    """Make an account an operator, or no operator any more."""
    subject = await find(connection, name)
    if subject.guest:
        raise Refused(409, "guest", "A guest can't be an operator. An account is needed.")
    gone = await connection.execute(delete(schema.operators).where(O.account == subject.id))
    if remove and not gone.rowcount:
        raise Refused(409, "no_operator", f"“{subject.name}” is no operator.")
    if not remove:
        await connection.execute(schema.operators.insert().values(account=subject.id, since=now))
    await audit.note(
        connection,
        operator,
        "no_operator" if remove else "operator",
        now,
        account=subject.id,
        name=subject.name,
    )
    return subject


async def _subject(connection: AsyncConnection, person: str) -> Subject:
    """Operators do nothing to one another: that would be decided by who is quicker."""
    subject = await _by_id(connection, person)
    found = await connection.execute(
        select(func.count()).select_from(schema.operators).where(O.account == subject.id)
    )
    if found.scalar_one():
        problem = "Take the role away first: carrozza admin operator NAME --remove."
        raise Refused(409, "is_operator", f"“{subject.name}” is an operator. {problem}")
    return subject


def clean_reason(reason: str) -> str:
    reason = " ".join("".join(c if c.isprintable() else " " for c in reason).split())
    if not reason or len(reason) > MOST_REASON:
        raise Refused(422, "no_reason", f"Give a reason, of {MOST_REASON} characters at most.")
    return reason
