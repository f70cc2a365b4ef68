"""The log of what operators did. Rows are added, never changed; a person who is deleted loses the
name in them."""

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.storage import schema

PAGE = 50
A = schema.audit.c


class Operator(msgspec.Struct, frozen=True):
    """Who acts: an account, or somebody at the command line."""

    id: str | None
    name: str


class AuditLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the audit log."""

    id: int
    at: float
    by: str  # who did it
    act: str  # mute, unmute, ban, unban, rename, dismiss, close, delete, reset, (no_)operator
    person: str | None  # on whom
    name: str  # what that person was called
    table: str | None
    reason: str
    until: float | None


async def note(
    connection: AsyncConnection,
    operator: Operator,
    act: str,
    now: float,
    *,
    account: str | None = None,
    name: str = "",
    table: str | None = None,
    reason: str = "",
    until: float | None = None,
) -> None:
    """One more line, in the transaction of the act."""
    await connection.execute(
        insert(schema.audit).values(
            at=now,
            operator=operator.id,
            by=operator.name,
            act=act,
            account=account,
            name=name,
            table=table,
            reason=reason,
            until=until,
        )
    )


async def latest(connection: AsyncConnection, before: int | None = None) -> list[AuditLine]:
    """The last lines, or those before one."""
    query = select(schema.audit).order_by(A.id.desc()).limit(PAGE)
    if before is not None:
        query = query.where(A.id < before)
    rows = await connection.execute(query)
    return [
        AuditLine(
            id=row.id,
            at=row.at,
            by=row.by,
            act=row.act,
            person=row.account,
            name=row.name,
            table=row.table,
            reason=row.reason,
            until=row.until,
        )
        for row in rows
    ]
