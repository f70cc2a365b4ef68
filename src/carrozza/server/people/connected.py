"""What a change of a person means for open sockets and for tables in memory."""

from sqlalchemy import select

from carrozza.server.context import Context
from carrozza.server.live.chat import follow_mutes
from carrozza.server.storage import schema


async def dismiss_ended(context: Context, account: str) -> None:
    """Close the sockets of a person's sessions that have ended."""
    async with context.db.read() as connection:
        found = await connection.execute(
            select(schema.sessions.c.token).where(schema.sessions.c.account == account)
        )
        holding = set(found.scalars())
    for client in context.hub.everyone():
        if client.person == account and client.session not in holding:
            client.dismiss("signed_out", "You have signed out.", again=False)


async def renew_sockets(context: Context, account: str) -> None:
    """After a guest has become somebody else: sockets say hello anew, tables are read anew."""
    for client in context.hub.everyone():
        if client.person == account:
            client.dismiss("signed_in", "You have signed in.", again=True)
    for person in {c.person for c in context.hub.everyone() if c.person and account in c.muted}:
        await follow_mutes(context, person)  # who did not want to hear the guest
    await refresh_tables(context, account)


async def refresh_tables(context: Context, account: str) -> None:
    """Tables in memory where this person sits are read anew."""
    for table in context.tables.all_loaded():
        here = any(client.person == account for client in context.hub.at(table.id))
        if here or table.seats_of(account):
            async with table.lock:
                await context.tables.refresh(table)
            context.hub.send_table(table)
