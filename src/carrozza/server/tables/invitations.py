"""Seats kept for friends at tables that have not begun."""

import msgspec
from sqlalchemy import Executable, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many, unknown_person
from carrozza.server.people.friends import are_friends
from carrozza.server.people.sessions import Person
from carrozza.server.storage import schema
from carrozza.server.tables.history import calls
from carrozza.server.tables.lobby import edit
from carrozza.server.tables.seating import check_open
from carrozza.server.tables.table import Table

A, N = schema.accounts.c, schema.invitations.c


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a seat is kept for, or who has said no, be it to playing again."""

    person: str
    name: str
    declined: bool


async def invite(context: Context, person: Person, table: Table, other: str) -> None:
    """Keep a seat for a friend, who is told. Once more is no more."""
    async with context.db.write() as connection:
        if not await are_friends(connection, person.id, other):
            raise Refused(403, "no_friend", "You can invite your friends.")
        if other not in table.invited and not await context.invitations.take(person.id, connection):
            raise too_many()

    def plan(table: Table) -> list[Executable]:
        check_open(table)
        _check_host(table, person)
        if table.seats_of(other) or other in table.invited:
            return []
        if len(table.kept) >= sum(seat.free for seat in table.seats):
            raise Refused(409, "full", "This table is full.")
        kind = sqlite.insert if context.db.sqlite else postgresql.insert
        values = {"inviter": person.id, "at": context.now(), "declined": False}
        keep = (
            kind(schema.invitations)
            .values(table=table.id, account=other, **values)
            .on_conflict_do_update(index_elements=["table", "account"], set_=values)
        )
        return [keep]

    try:
        await edit(context, table, plan)
    except IntegrityError:  # the friend is gone meanwhile
        raise unknown_person() from None


async def withdraw(context: Context, person: Person, table: Table, other: str) -> None:
    """The seat is kept no longer."""

    def plan(table: Table) -> list[Executable]:
        check_open(table)
        _check_host(table, person)
        return [delete(schema.invitations).where(N.table == table.id, N.account == other)]

    await edit(context, table, plan)


async def decline(context: Context, person: Person, table: Table) -> None:
    """This person does not want to play here, nor be asked again on another device; be it that they
    were invited or that it is a rematch."""
    if all(call.again.id != table.id for call in await calls(context, person.id)):
        return

    def plan(table: Table) -> list[Executable]:
        if table.row.phase != "open" or table.row.host is None or table.seats_of(person.id):
            return []
        kind = sqlite.insert if context.db.sqlite else postgresql.insert
        no = (
            kind(schema.invitations)
            .values(
                table=table.id,
                account=person.id,
                inviter=table.row.host,
                at=context.now(),
                declined=True,
            )
            .on_conflict_do_update(index_elements=["table", "account"], set_={"declined": True})
        )
        return [no]

    await edit(context, table, plan)


async def invited_to(context: Context, person: Person, table: Table) -> list[Invitation]:
    """Nobody else is told for whom seats are kept."""
    _check_host(table, person)
    async with context.db.read() as connection:
        rows = await connection.execute(
            select(A.id, A.name, N.declined)
            .join(schema.invitations, N.account == A.id)
            .where(N.table == table.id)
            .order_by(N.at, A.id)
        )
        return [Invitation(person=i, name=name, declined=no) for i, name, no in rows]


def _check_host(table: Table, person: Person) -> None:
    if table.row.host != person.id:
        raise Refused(403, "not_host", "Only the host can do that.")
