"""Deleting an account."""

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.context import Context
from carrozza.server.order import traces
from carrozza.server.people.connected import dismiss_ended, refresh_tables
from carrozza.server.storage import schema


async def delete_account(context: Context, account: str) -> None:
    """The person is gone at once; finished games stay, without the name."""
    async with context.db.write() as connection:
        await forget(connection, account, context.now())
        await context.bus.tell(connection, "revoked", account)
    await dismiss_ended(context, account)
    await refresh_tables(context, account)


async def forget(connection: AsyncConnection, account: str, now: float) -> None:
    """What deleting an account means in the database."""
    s, t = schema.seats.c, schema.tables.c
    mine = select(s.table).where(s.account == account)
    bump = {"edited": t.edited + 1}
    await connection.execute(
        update(schema.tables)
        .where(t.phase == "playing", t.id.in_(mine))
        .values(wake=now, claimed_until=0.0, **bump)
    )
    open_tables = select(t.id).where(t.phase == "open")
    await connection.execute(
        update(schema.tables).where(t.phase == "open", t.id.in_(mine)).values(**bump)
    )
    await connection.execute(
        update(schema.tables)
        .where(t.phase == "open", t.host == account)
        .values(phase="closed", ended=now)
    )
    await connection.execute(
        update(schema.seats)
        .where(s.account == account, s.table.in_(open_tables))
        .values(account=None, name="")
    )
    await connection.execute(
        update(schema.seats).where(s.account == account).values(account=None, name="—")
    )
    await connection.execute(delete(schema.chat).where(schema.chat.c.account == account))
    await traces.forget(connection, account)
    await connection.execute(delete(schema.accounts).where(schema.accounts.c.id == account))
    # After the targets, as those do who deliver: in another order we could wait for each other.
    await connection.execute(delete(schema.alerts).where(schema.alerts.c.account == account))
