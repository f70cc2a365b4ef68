"""What a ban means at tables, and a name that an operator has chosen."""

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.people.kept_seats import lapse_at
from carrozza.server.people.names import distinct_name
from carrozza.server.people.skeletons import skeleton
from carrozza.server.storage import schema


async def unseat(connection: AsyncConnection, account: str, now: float) -> None:
    """What a ban means at tables: a bot plays on, as for somebody who is gone; before the game the
    seat is free, and another person there is the host."""
    s, t = schema.seats.c, schema.tables.c
    mine = select(s.table).where(s.account == account)
    playing = select(t.id).where(t.phase == "playing", t.id.in_(mine))
    await connection.execute(
        update(schema.seats)
        .where(s.account == account, s.table.in_(playing))
        .values(away=True, seen=0.0)
    )
    await connection.execute(
        update(schema.tables)
        .where(t.phase == "playing", t.id.in_(mine))
        .values(wake=now, claimed_until=0.0, edited=t.edited + 1)
    )
    lobby = select(t.id, t.host).where(t.phase == "open", t.id.in_(mine) | (t.host == account))
    for table, host in (await connection.execute(lobby)).all():
        await connection.execute(
            update(schema.seats)
            .where(s.table == table, s.account == account)
            .values(account=None, name="", seen=0.0, hints=False)
        )
        values: dict[str, object] = {"edited": t.edited + 1}
        if host == account:
            others = select(s.account).where(s.table == table, s.account.is_not(None))
            heir = (await connection.execute(others.order_by(s.seat).limit(1))).scalar()
            values |= {"host": heir} if heir else {"phase": "closed", "ended": now}
            await connection.execute(lapse_at(table))
        await connection.execute(update(schema.tables).where(t.id == table).values(values))


async def give_name(connection: AsyncConnection, account: str, name: str, *, guest: bool) -> None:
    """An operator's choice, everywhere the person is named. What they sign in with stays."""
    shape = skeleton(name)
    owned = {} if guest else {"owned": shape}
    await connection.execute(
        update(schema.accounts)
        .where(schema.accounts.c.id == account)
        .values(name=name, skeleton=shape, **owned)
    )
    s = schema.seats.c
    mine = select(s.table, s.seat).where(s.account == account).order_by(s.table, s.seat)
    for table, seat in (await connection.execute(mine)).all():
        others = select(s.name).where(s.table == table, s.seat != seat)
        shown = distinct_name(name, (await connection.execute(others)).scalars())
        await connection.execute(
            update(schema.seats).where(s.table == table, s.seat == seat).values(name=shown)
        )
    await connection.execute(
        update(schema.chat).where(schema.chat.c.account == account).values(name=name)
    )
