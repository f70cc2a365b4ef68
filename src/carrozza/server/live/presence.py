"""Who is at a table and who is gone, written down for all workers to see."""

import logging

from sqlalchemy import update

from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.play import moves
from carrozza.server.storage import schema
from carrozza.server.tables.table import Table

logger = logging.getLogger(__name__)


async def note_presence(context: Context, table: Table, person: str | None, *, here: bool) -> None:
    """Write down that somebody came or went, and give a returning person the seat back."""
    seats = table.seats_of(person)
    if person is None or not seats:
        return
    if not here and context.hub.is_here(table.id, person):
        return
    seen = context.now() if here else 0.0
    was = [table.seats[seat].online(context.now()) for seat in seats]
    s = schema.seats.c
    try:
        async with table.lock:
            async with context.db.write() as connection:
                await connection.execute(
                    update(schema.seats)
                    .where(s.table == table.id, s.account == person)
                    .values(seen=seen, worker=context.bus.worker)
                )
                await context.bus.tell(connection, "edited", table.id)
            for seat in seats:
                table.seats[seat].seen = seen
                if here and table.row.phase == "playing":
                    await moves.set_away(context, table, seat, False)
    except Refused as error:
        if context.db.health.trouble is None:
            logger.warning("presence was not stored: %s", error.code)
    if was != [here] * len(seats):
        context.hub.send_table(table)
