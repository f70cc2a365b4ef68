"""Playing again: the table that follows a finished one, made once however many ask for it."""

from sqlalchemy import delete, update

from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.people.names import guest_number
from carrozza.server.people.sessions import Person
from carrozza.server.storage import schema
from carrozza.server.tables.lobby import edit_seat, join, start
from carrozza.server.tables.making import create
from carrozza.server.tables.plans import Plan
from carrozza.server.tables.table import Table


async def rematch(context: Context, person: Person, table: Table) -> Table:
    """A table like this one, or the one somebody has already made; one's old seat if free."""
    if not table.seats_of(person.id):
        raise Refused(403, "not_seated", "Only those who played at this table can do that.")
    if table.row.phase not in ("finished", "closed"):
        raise Refused(409, "not_finished", "The game is not over yet.")
    if table.row.practice is not None:
        raise Refused(409, "practice", "Practice begins from its game again, not from here.")
    if table.row.rematch is None:
        await _make_rematch(context, person, table)
    assert table.row.rematch is not None
    again = await context.tables.get(table.row.rematch)
    try:
        await _sit_again(context, person, table, again)
    except Refused as error:
        if error.code not in ("seat_taken", "seated", "begun"):  # done meanwhile, in another tab
            raise
    return again


async def _sit_again(context: Context, person: Person, old: Table, again: Table) -> None:
    if again.row.phase != "open":
        return
    for seat in old.seats_of(person.id):
        if again.seats[seat].free:
            name = old.seats[seat].name
            own = name if guest_number(name) is None else None  # they may have a name by now
            agrees = old.seats[seat].hints  # as at a table like it
            await join(context, person, again, seat, own, hints=agrees)
    if not any(seat.free for seat in again.seats) and again.row.host == person.id:
        await start(context, person, again)


async def _make_rematch(context: Context, person: Person, table: Table) -> None:
    async with table.lock:
        if table.row.rematch is not None:
            return
        again = await create(context, person, _plan_again(table, person))
        sat = again.seats_of(person.id)
        if sat and sat != table.seats_of(person.id)[:1]:
            await edit_seat(context, person, again, sat[0], free=True)
        await _link_rematch(context, table, again)
        await context.tables.refresh(table)
    context.hub.send_table(table)


def _plan_again(table: Table, person: Person) -> Plan:
    row = table.row
    first, *_ = table.seats_of(person.id)
    return Plan(
        game=row.setup.game,
        players=row.setup.players,
        options=row.setup.options,
        board=row.setup.board,
        public=False,
        spectators=row.spectators,
        rated=row.rated,
        hints=row.hints,
        agrees=table.seats[first].hints,
        pace=row.pace,
        bots=[seat.bot for seat in table.seats],
        names=[seat.name if seat.bot else "" for seat in table.seats],
    )


async def _link_rematch(context: Context, table: Table, again: Table) -> None:
    """Let the new table follow the old one, or vanish if another worker has made one first."""
    t = schema.tables.c
    async with context.db.write() as connection:
        linked = await connection.execute(
            update(schema.tables)
            .where(t.id == table.id, t.rematch.is_(None))
            .values(rematch=again.id)
        )
        if linked.rowcount == 1:
            await context.bus.tell(connection, "edited", table.id)
        else:
            await connection.execute(delete(schema.tables).where(t.id == again.id))
    if linked.rowcount != 1:
        context.tables.forget(again.id)
