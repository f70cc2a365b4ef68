"""Accounts: everybody is a guest first, and may add a name and a password later."""

import math

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.ids import new_id
from carrozza.server.people import sessions, tries
from carrozza.server.people.connected import dismiss_ended, refresh_tables, renew_sockets
from carrozza.server.people.devices import Device
from carrozza.server.people.names import chosen_name, folded, guest_name
from carrozza.server.people.naming import check_may_rename, check_name, taken, unname_guests
from carrozza.server.people.passwords import hash_password, matches
from carrozza.server.people.resets import void
from carrozza.server.people.sessions import Person
from carrozza.server.people.skeletons import skeleton
from carrozza.server.storage import schema


async def new_guest(context: Context, device: Device) -> tuple[Person, str]:
    """A new person and the value of their cookie."""
    async with context.db.write() as connection:
        account, name = await _add_guest(connection, context.now())
        cookie = await sessions.begin(context, connection, account, device)
    return Person(id=account, name=name, guest=True, session="", expires=math.inf), cookie


async def _add_guest(connection: AsyncConnection, now: float) -> tuple[str, str]:
    """The id and the name."""
    account, name = new_id(), guest_name()
    await connection.execute(
        insert(schema.accounts).values(id=account, name=name, skeleton=skeleton(name), created=now)
    )
    return account, name


async def keep(context: Context, person: Person, name: str, password: str, device: Device) -> str:
    """Make a guest an account holder; returns the value of a new cookie.

    Whoever may have given the guest the old one, or seen it, does not get into the account.
    """
    if not person.guest:
        raise _has_account()
    if name != person.name:
        check_may_rename(person)
    name = chosen_name(name)
    hashed = await hash_password(password, name)
    async with context.db.write() as connection:
        cookie, others = await _keep(context, connection, person.id, name, hashed, device)
    await renew_sockets(context, person.id)
    for account in others:
        await refresh_tables(context, account)
    return cookie


async def _keep(
    context: Context,
    connection: AsyncConnection,
    guest: str,
    name: str,
    password: str | None,
    device: Device,
) -> tuple[str, list[str]]:
    """The value of a new cookie, and the guests who are called otherwise now."""
    shape = skeleton(name)
    await check_name(connection, guest, name)
    a = schema.accounts.c
    try:
        kept = await connection.execute(
            update(schema.accounts)
            .where(a.id == guest, a.login.is_(None))
            .values(name=name, login=folded(name), skeleton=shape, owned=shape, password=password)
        )
    except IntegrityError:
        raise taken() from None
    if kept.rowcount != 1:  # another request of theirs was first
        raise _has_account()
    others = await unname_guests(connection, guest, shape)
    await sessions.end_all(connection, guest)
    cookie = await sessions.begin(context, connection, guest, device)
    await context.bus.tell(connection, "renewed", guest)
    return cookie, others


async def found(
    context: Context,
    connection: AsyncConnection,
    before: Person | None,
    name: str,
    device: Device,
) -> tuple[str, str, list[str]]:
    """An account without a password, for who signs in elsewhere: its id, the value of a cookie, and
    the guests who are called otherwise now. Who is a guest becomes its holder; who was signed in as
    somebody else no longer is."""
    if before is not None and before.guest:
        account = before.id
    else:
        account, _ = await _add_guest(connection, context.now())
        if before is not None:
            await sessions.end(connection, before.session)
            await context.bus.tell(connection, "revoked", before.id)
    return account, *await _keep(context, connection, account, name, None, device)


async def change_password(context: Context, person: Person, old: str, new: str) -> None:
    """Everybody else who is signed in as this person no longer is."""
    if person.guest:
        raise Refused(409, "no_account", "You don't have an account yet.")
    before = await check_password(context, person, old)
    hashed = await hash_password(new, person.name)
    a = schema.accounts.c
    async with context.db.write() as connection:
        changed = await connection.execute(
            update(schema.accounts)
            .where(a.id == person.id, a.password.is_not_distinct_from(before))
            .values(password=hashed)
        )
        if changed.rowcount != 1:  # it was changed meanwhile
            raise _wrong_password()
        await void(connection, person.id)
        await sessions.end_all(connection, person.id, keep=person.session)
        await context.bus.tell(connection, "revoked", person.id)
    await dismiss_ended(context, person.id)


async def check_password(context: Context, person: Person, password: str) -> str | None:
    """The hash it was checked against; a guest has none. Who has an account without a password
    shows in another way whose it is: by having signed in a moment ago."""
    async with context.db.read() as connection:
        found = await connection.execute(
            select(schema.accounts.c.password, schema.accounts.c.login).where(
                schema.accounts.c.id == person.id
            )
        )
        row = found.first()
        fresh = await sessions.is_fresh(connection, person.session, context.now())
    if row is None or row.login is None:
        return None
    if row.password is None:
        if not fresh:
            raise Refused(403, "sign_in_again", "Sign out and in again first: it was a while ago.")
        return None
    # Counted apart from sign-ins: what strangers try must not shut out who is signed in.
    await tries.count_account(context, "owner", person.id)
    hashed = str(row.password)
    if not await matches(hashed, password):
        raise _wrong_password()
    async with context.db.write() as connection:
        await tries.forget_account(context, connection, "owner", person.id)
    return hashed


def _has_account() -> Refused:
    return Refused(409, "has_account", "You already have an account.")


def _wrong_password() -> Refused:
    return Refused(403, "wrong_password", "That is not your password.")
