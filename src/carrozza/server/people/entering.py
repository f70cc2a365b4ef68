"""Signing in and out."""

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.alerts.merge import merge_alerts
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.ids import is_id
from carrozza.server.order import sanctions, traces
from carrozza.server.people import blocks, kept_seats, sessions, tries
from carrozza.server.people.connected import dismiss_ended, renew_sockets
from carrozza.server.people.devices import Device
from carrozza.server.people.names import clean_name, folded
from carrozza.server.people.passwords import matches, nobody
from carrozza.server.people.sessions import Person
from carrozza.server.storage import schema


async def sign_in(
    context: Context, before: Person | None, name: str, password: str, device: Device
) -> str:
    """The value of a cookie."""
    login = folded(clean_name(name))
    await tries.count_account(context, "account", login)
    async with context.db.read() as connection:
        found = await connection.execute(
            select(schema.accounts.c.id, schema.accounts.c.password).where(
                schema.accounts.c.login == login
            )
        )
        row = found.first()
    # Who signs in elsewhere has no password.
    if not await matches((row and row.password) or nobody(), password) or row is None:
        raise Refused(403, "wrong_password", "This name and password don't match.")
    async with context.db.write() as connection:
        await tries.forget_account(context, connection, "account", login)
        cookie = await enter(context, connection, before, row.id, device)
    await have_entered(context, before)
    return cookie


async def enter(
    context: Context,
    connection: AsyncConnection,
    before: Person | None,
    account: str,
    device: Device,
) -> str:
    """Somebody has shown whose account it is: the value of a cookie. A guest who signs in brings
    their games along."""
    await sanctions.check(connection, account, "ban", context.now())
    if before is not None:
        await sessions.end(connection, before.session)
        if before.guest:
            await _merge(connection, before.id, account)
        await context.bus.tell(connection, "renewed" if before.guest else "revoked", before.id)
    return await sessions.begin(context, connection, account, device)


async def have_entered(context: Context, before: Person | None) -> None:
    """Once that is stored."""
    if before is not None:
        await (renew_sockets if before.guest else dismiss_ended)(context, before.id)


async def _merge(connection: AsyncConnection, guest: str, account: str) -> None:
    a = schema.accounts.c
    still = select(a.id).where(a.id == guest, a.login.is_(None)).with_for_update()
    if (await connection.execute(still)).first() is None:
        return  # the guest has just become somebody
    moving = (schema.seats.c.account, schema.chat.c.account, schema.tables.c.host)
    await merge_alerts(connection, guest, account)
    for column in (*moving, schema.planned.c.account):
        await connection.execute(
            update(column.table).where(column == guest).values({column.name: account})
        )
    h, known = schema.holidays.c, schema.holidays.alias().c
    has_some = select(known.id).where(known.account == account)  # or each guest would bring more
    await connection.execute(
        update(schema.holidays)
        .where(h.account == guest, ~has_some.exists())
        .values(account=account)
    )
    w, own = schema.review_wishes.c, schema.review_wishes.alias().c
    asked = select(own.table).where(own.account == account)
    await connection.execute(
        update(schema.review_wishes)
        .where(w.account == guest, w.table.not_in(asked))
        .values(account=account)
    )
    await traces.merge(connection, guest, account)
    await blocks.merge(connection, guest, account)
    await kept_seats.merge(connection, guest, account)
    await connection.execute(delete(schema.accounts).where(schema.accounts.c.id == guest))


async def sign_out(context: Context, person: Person, *, everywhere: bool) -> None:
    async with context.db.write() as connection:
        if everywhere:
            await sessions.end_all(connection, person.id)
        else:
            await sessions.end(connection, person.session)
        await context.bus.tell(connection, "revoked", person.id)
    await dismiss_ended(context, person.id)


async def end_session(context: Context, person: Person, session: str) -> None:
    """Sign out on another device."""
    async with context.db.write() as connection:
        if not is_id(session) or not await sessions.end_named(connection, person.id, session):
            raise Refused(404, "unknown_session", "This device is no longer signed in.")
        await context.bus.tell(connection, "revoked", person.id)
    await dismiss_ended(context, person.id)


async def end_others(context: Context, person: Person) -> None:
    """Sign out on all other devices."""
    async with context.db.write() as connection:
        await sessions.end_all(connection, person.id, keep=person.session)
        await context.bus.tell(connection, "revoked", person.id)
    await dismiss_ended(context, person.id)
