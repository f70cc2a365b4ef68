"""Playing again: the table that follows a finished one, made once however many ask for it."""

from sqlalchemy import delete, update

from carrozza.server import schema
from carrozza.server.errors import Refused
from carrozza.server.house import House
from carrozza.server.lobby import Plan, create, edit_seat, join, start
from carrozza.server.sessions import Person
from carrozza.server.table import Table


async def rematch(house: House, person: Person, table: Table) -> Table:
    """A table like this one, or the one somebody has already made; one's old seat if free."""
    if not table.seats_of(person.id):
        raise Refused(403, "not_seated", "Only those who played here may ask for that.")
    if table.row.phase not in ("finished", "closed"):
        raise Refused(409, "not_finished", "The game is not over.")
    if table.row.rematch is None:
        await _make_rematch(house, person, table)
    assert table.row.rematch is not None
    again = await house.floor.get(table.row.rematch)
    try:
        await _sit_again(house, person, table, again)
    except Refused as error:
        if error.code not in ("seat_taken", "seated", "begun"):  # done meanwhile, in another tab
            raise
    return again


async def _sit_again(house: House, person: Person, old: Table, again: Table) -> None:
    if again.row.phase != "open":
        return
    for seat in old.seats_of(person.id):
        if again.seats[seat].free:
            await join(house, person, again, seat, old.seats[seat].name)
    if not any(seat.free for seat in again.seats) and again.row.host == person.id:
        await start(house, person, again)


async def _make_rematch(house: House, person: Person, table: Table) -> None:
    async with table.lock:
        if table.row.rematch is not None:
            return
        again = await create(house, person, _plan_again(table))
        sat = again.seats_of(person.id)
        if sat and sat != table.seats_of(person.id)[:1]:
            await edit_seat(house, person, again, sat[0], free=True)
        await _link_rematch(house, table, again)
        await house.floor.refresh(table)
    house.hub.send_table(table)


def _plan_again(table: Table) -> Plan:
    row = table.row
    return Plan(
        game=row.setup.game,
        players=row.setup.players,
        options=row.setup.options,
        board=row.setup.board,
        public=False,
        spectators=row.spectators,
        rated=row.rated,
        pace=row.pace,
        bots=[seat.bot for seat in table.seats],
    )


async def _link_rematch(house: House, table: Table, again: Table) -> None:
    """Let the new table follow the old one, or vanish if another worker has made one first."""
    t = schema.tables.c
    async with house.db.write() as connection:
        linked = await connection.execute(
            update(schema.tables)
            .where(t.id == table.id, t.rematch.is_(None))
            .values(rematch=again.id)
        )
        if linked.rowcount == 1:
            await house.bus.tell(connection, "edited", table.id)
        else:
            await connection.execute(delete(schema.tables).where(t.id == again.id))
    if linked.rowcount != 1:
        house.floor.forget(again.id)
