"""Who may be called what: a name that looks like somebody else's is taken."""

from sqlalchemy import ColumnElement, case, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.context import Context
from carrozza.server.errors import Refused, muted
from carrozza.server.people.connected import refresh_tables
from carrozza.server.people.names import chosen_name, distinct_name, folded, guest_name, is_called
from carrozza.server.people.sessions import Person
from carrozza.server.people.skeletons import is_disguise, skeleton
from carrozza.server.storage import schema


async def rename(context: Context, person: Person, name: str) -> None:
    """A new name, also at the tables that have not begun."""
    check_may_rename(person)
    name = chosen_name(name)
    login, shape = folded(name), skeleton(name)
    async with context.db.write() as connection:
        await check_name(connection, person.id, name)
        a = schema.accounts.c
        guest = a.login.is_(None)  # and may just have become somebody
        values = {
            "name": name,
            "login": case((guest, None), else_=login),
            "skeleton": shape,
            "owned": case((guest, None), else_=shape),
        }
        try:
            await connection.execute(
                update(schema.accounts).where(a.id == person.id).values(values)
            )
        except IntegrityError:  # another worker was first
            raise taken() from None
        others = [] if person.guest else await unname_guests(connection, person.id, shape)
        await _rename_seats(connection, person.id, person.name, name)
    for account in (person.id, *others):
        await refresh_tables(context, account)


def check_may_rename(person: Person) -> None:
    if person.muted is not None:
        raise muted(person.muted)


async def check_free(context: Context, person: Person, name: str) -> None:
    """Refuse a name that looks like that of somebody else's account."""
    async with context.db.read() as connection:
        await check_name(connection, person.id, name)


async def is_free(connection: AsyncConnection, account: str, name: str) -> bool:
    try:
        await check_name(connection, account, name)
    except Refused:
        return False
    return True


async def check_name(connection: AsyncConnection, account: str, name: str) -> None:
    a = schema.accounts.c
    same: ColumnElement[bool] = (a.login == folded(name)) | (a.owned == skeleton(name))
    same |= a.id == folded(name)  # by which operators find people, too
    if is_disguise(name):
        same |= _alike(a.owned, skeleton(name))
    found = await connection.execute(select(a.id).where(same, a.id != account))
    if found.first() is not None:
        raise taken()


def _alike(column: ColumnElement[str | None], shape: str) -> ColumnElement[bool]:
    """Whether a skeleton is the same but for what may be an i or an l: some foreign letters look
    like either. Plain names are not compared like this: Ilse is not Lise."""
    return func.replace(column, "i", "l") == shape.replace("i", "l")


async def unname_guests(connection: AsyncConnection, owner: str, shape: str) -> list[str]:
    """Guests who were called what is now an account's name are guests with a number again."""
    a = schema.accounts.c
    found = await connection.execute(
        select(a.id, a.name, a.skeleton).where(
            _alike(a.skeleton, shape), a.login.is_(None), a.id != owner
        )
    )
    guests = [(g, name) for g, name, same in found if same == shape or is_disguise(name)]
    for guest, before in guests:
        name = guest_name()
        await connection.execute(
            update(schema.accounts).where(a.id == guest).values(name=name, skeleton=skeleton(name))
        )
        await _rename_seats(connection, guest, before, name)
    return [guest for guest, _ in guests]


async def _rename_seats(connection: AsyncConnection, account: str, old: str, new: str) -> None:
    """At tables whose game is not over, each time as nobody else there is called."""
    s = schema.seats.c
    mine = select(s.table, s.seat, s.name).where(s.account == account, s.score.is_(None))
    for table, seat, name in (await connection.execute(mine)).all():
        if not is_called(name, old):
            continue
        others = select(s.name).where(s.table == table, s.seat != seat)
        name = distinct_name(new, (await connection.execute(others)).scalars())
        await connection.execute(
            update(schema.seats).where(s.table == table, s.seat == seat).values(name=name)
        )


def taken() -> Refused:
    return Refused(409, "name_taken", "This name is already taken.")
