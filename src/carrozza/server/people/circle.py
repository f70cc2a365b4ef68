"""The people one knows: friends with where they are, and who one has played with lately."""

import contextlib
from typing import Any

import msgspec
from sqlalchemy import select, update

from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.live.chat import follow_mutes
from carrozza.server.live.protocol import TableInfo
from carrozza.server.people import blocks, friends
from carrozza.server.people.friends import Ask, Relation
from carrozza.server.people.names import guest_number
from carrozza.server.people.sessions import Person
from carrozza.server.storage import schema
from carrozza.server.tables.history import listed
from carrozza.server.tables.table import Table

NOTED_EVERY = 60.0  # seconds; the page asks more often
HERE_SECONDS = 100.0  # whose page was open so long ago is gone
LOOKED_AT = 300  # seats of others at one's last games
OPPONENTS = 20

A, F, S, T = (t.c for t in (schema.accounts, schema.friends, schema.seats, schema.tables))


class Friend(msgspec.Struct, frozen=True, kw_only=True):
    person: str
    name: str
    since: float
    online: bool
    table: TableInfo | None  # a public one of theirs, to join or else to watch


class Circle(msgspec.Struct, frozen=True, kw_only=True):
    """My friends, and questions that wait for an answer."""

    friends: list[Friend]
    asks: list[Ask]  # who has asked me
    asked: list[Ask]  # whom I have asked


class Opponent(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody I have played with."""

    person: str
    name: str
    guest_number: int | None
    guest: bool
    relation: Relation
    games: int  # lately
    table: TableInfo  # where we played last


async def note_here(context: Context, person: Person) -> None:
    """Write down, once a minute at most, that somebody's page is open."""
    now = context.now()
    if person.guest or (person.here is not None and person.here > now - NOTED_EVERY):
        return
    with contextlib.suppress(Refused):  # nobody is kept out because it cannot be noted
        async with context.db.write() as connection:
            await connection.execute(
                update(schema.accounts).where(A.id == person.id).values(here=now)
            )


async def circle(context: Context, person: str) -> Circle:
    async with context.db.read() as connection:
        rows = await connection.execute(
            select(A.id, A.name, A.here, F.accepted)
            .join(schema.friends, A.id == friends.other_of(person))
            .where(friends.is_in(person), F.accepted.is_not(None))
        )
        found = rows.all()
        waiting = await friends.asks(connection, person)
        asked = await friends.asked(connection, person)
    now = context.now()
    places = await _tables_of(context, [row.id for row in found if _is_here(row.here, now)])
    told = [
        Friend(
            person=row.id,
            name=row.name,
            since=row.accepted,
            online=_is_here(row.here, now),
            table=places.get(row.id),
        )
        for row in found
    ]
    order = sorted(told, key=lambda f: (not f.online, f.table is None, f.name.casefold()))
    return Circle(friends=order, asks=waiting, asked=asked)


def _is_here(here: float | None, now: float) -> bool:
    return here is not None and here > now - HERE_SECONDS


async def _tables_of(context: Context, people: list[str]) -> dict[str, TableInfo]:
    """For each a public table: one with a free seat before one to watch."""
    watched = (T.phase == "playing") & T.spectators.is_(True)
    theirs = select(S.table).where(S.account.in_(people))
    where = T.public.is_(True) & ((T.phase == "open") | watched) & T.id.in_(theirs)
    found: dict[str, TableInfo] = {}
    tables = await listed(context, where, [T.phase.asc(), T.created.desc()], 0, LOOKED_AT)
    for table in tables if people else []:
        if table.row.phase == "open" and not any(seat.free for seat in table.seats):
            continue
        for seat in table.seats:
            if seat.account in people:
                found.setdefault(str(seat.account), table.info(context.now()))
    return found


async def block(context: Context, person: str, other: str) -> None:
    async with context.db.write() as connection:
        await blocks.block(connection, person, other, context.now())
        await context.bus.tell(connection, "muted", person)
    await follow_mutes(context, person)


async def unblock(context: Context, person: str, other: str) -> None:
    async with context.db.write() as connection:
        await blocks.unblock(connection, person, other)
        await context.bus.tell(connection, "muted", person)
    await follow_mutes(context, person)


async def opponents(context: Context, person: str) -> list[Opponent]:
    """The people of one's last games, the latest first; who is blocked is not among them."""
    mine = schema.seats.alias().c
    async with context.db.read() as connection:
        rows = await connection.execute(
            select(A.id, A.name, A.login, S.table)
            .select_from(schema.seats)
            .join(schema.accounts, A.id == S.account)
            .join(schema.tables, T.id == S.table)
            .where(
                T.id.in_(select(mine.table).where(mine.account == person)),
                T.phase == "finished",
                S.account != person,
                S.account.not_in(blocks.blocked_by(person)),
            )
            .order_by(T.ended.desc(), T.id, S.seat)
            .limit(LOOKED_AT)
        )
        games: dict[str, set[str]] = {}
        last: dict[str, Any] = {}
        for row in rows:
            games.setdefault(row.id, set()).add(row.table)
            last.setdefault(row.id, row)
        shown = list(last.values())[:OPPONENTS]
        relations = {r.id: await friends.relation(connection, person, r.id) for r in shown}
    tables = await _by_id(context, {row.table for row in shown})
    return [
        Opponent(
            person=row.id,
            name=row.name,
            guest_number=guest_number(row.name),
            guest=row.login is None,
            relation=relations[row.id],
            games=len(games[row.id]),
            table=tables[row.table].info(context.now()),
        )
        for row in shown
        if row.table in tables
    ]


async def _by_id(context: Context, tables: set[str]) -> dict[str, Table]:
    found = await listed(context, T.id.in_(tables), [T.id], 0, len(tables))
    return {table.id: table for table in found}
