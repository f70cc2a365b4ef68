"""What nobody needs any more is removed from time to time."""

from sqlalchemy import delete, select, update

from carrozza.server.context import Context
from carrozza.server.storage import schema

DAY = 86_400.0
OPEN_DAYS = 14  # a table that does not begin is closed after this
HOLIDAY_DAYS = 800  # a holiday that ended so long ago counts for nothing any more
REPORT_DAYS = 90  # a report that was judged is kept for so long
UNCONFIRMED_DAYS = 3  # an address whose owner has not confirmed it is forgotten after this
GUEST_DAYS = 30  # a guest without a session, a seat or a host's table is forgotten after this


async def tidy(context: Context) -> None:
    """Ended sessions, tables that never began, guests who will not return."""
    now = context.now()
    a, t, v = schema.accounts.c, schema.tables.c, schema.recoveries.c
    known = (
        select(schema.sessions.c.account),
        select(schema.seats.c.account).where(schema.seats.c.account.is_not(None)),
        select(t.host).where(t.host.is_not(None)),
    )
    async with context.db.write() as connection:
        await connection.execute(delete(schema.sessions).where(schema.sessions.c.expires <= now))
        for short_lived in (
            schema.resets,
            schema.challenges,
            schema.departures,
            schema.newcomers,
        ):
            await connection.execute(delete(short_lived).where(short_lived.c.expires <= now))
        await connection.execute(
            delete(schema.recoveries).where(~v.confirmed, v.created < now - UNCONFIRMED_DAYS * DAY)
        )
        await connection.execute(delete(schema.tries).where(schema.tries.c.since < now - DAY))
        forgotten = now - HOLIDAY_DAYS * DAY
        await connection.execute(delete(schema.holidays).where(schema.holidays.c.last < forgotten))
        c, r = schema.sanctions.c, schema.reports.c
        await connection.execute(delete(schema.sanctions).where(c.until <= now))
        await connection.execute(delete(schema.reports).where(r.judged < now - REPORT_DAYS * DAY))
        await connection.execute(
            update(schema.tables)
            .where(t.phase == "open", t.moved < now - OPEN_DAYS * DAY)
            .values(phase="closed", ended=now, wake=now, edited=t.edited + 1)
        )
        await connection.execute(
            delete(schema.accounts).where(
                a.login.is_(None),
                a.created < now - GUEST_DAYS * DAY,
                *(a.id.not_in(those) for those in known),
            )
        )
