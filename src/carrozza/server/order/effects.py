"""What an operator has decided reaches those who are connected here."""

from carrozza.server.context import Context
from carrozza.server.errors import banned
from carrozza.server.order.sanctions import banned_now
from carrozza.server.people.connected import refresh_tables


async def let_banned_go(context: Context) -> None:
    """Close the sockets of all who are banned."""
    async with context.db.read() as connection:
        people = await banned_now(connection, context.now())
    if not people:
        return
    for client in context.hub.everyone():
        if client.person in people:
            refusal = banned(people[client.person])
            client.dismiss(refusal.code, refusal.message, again=False, sanction=refusal.sanction)


async def follow_ban(context: Context, account: str) -> None:
    await let_banned_go(context)
    await refresh_tables(context, account)
