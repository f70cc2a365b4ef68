"""What becomes of seats kept for friends (tables/invitations.py) when people change: a friendship
ends, a host goes, a guest signs in. Who has said no is not called again, whatever happens."""

from sqlalchemy import ColumnElement, Delete, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.storage import schema

N, T = schema.invitations.c, schema.tables.c


def lapse_at(table: str) -> Delete:
    """Its host is gone, and with the host the friends."""
    return delete(schema.invitations).where(N.table == table, ~N.declined)


async def lapse(connection: AsyncConnection, inviter: str, other: str) -> None:
    """Somebody keeps no seat any more for another. A worker that has not heard of it finds the
    tables changed, should that one sit down."""
    theirs: ColumnElement[bool] = (N.inviter == inviter) & (N.account == other) & ~N.declined
    await connection.execute(
        update(schema.tables)
        .where(T.id.in_(select(N.table).where(theirs)))
        .values(edited=T.edited + 1)
    )
    await connection.execute(delete(schema.invitations).where(theirs))


async def merge(connection: AsyncConnection, guest: str, account: str) -> None:
    """A guest's “no” to playing again, and those that were said to a guest."""
    known = schema.invitations.alias().c
    already = select(known.table).where(known.account == account)
    await connection.execute(
        update(schema.invitations)
        .where(N.account == guest, N.inviter != account, N.table.not_in(already))
        .values(account=account)
    )
    await connection.execute(
        update(schema.invitations)
        .where(N.inviter == guest, N.account != account)
        .values(inviter=account)
    )
