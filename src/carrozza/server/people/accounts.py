"""Accounts: everybody is a guest first, and may add a name and a password later."""

import math

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

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
    account = new_id()
    name = guest_name()
    async with context.db.write() as connection:
        await connection.execute(
            insert(schema.accounts).values(
                id=account, name=name, skeleton=skeleton(name), created=context.now()
            )
        )
        cookie = await sessions.begin(context, connection, account, device)
    return Person(id=account, name=name, guest=True, session="", expires=math.inf), cookie


async def keep(context: Context, person: Person, name: str, password: str, device: Device) -> str:
    """Make a guest an account holder; returns the value of a new cookie.

    Whoever may have given the guest the old one, or seen it, does not get into the account.
    """
    if not person.guest:
        raise _has_account()
    if name != person.name:
        check_may_rename(person)
    name = chosen_name(name)
    shape = skeleton(name)
    hashed = await hash_password(password, name)
    async with context.db.write() as connection:
        await check_name(connection, person.id, name)
        a = schema.accounts.c
        try:
            kept = await connection.execute(
                update(schema.accounts)
                .where(a.id == person.id, a.login.is_(None))
                .values(name=name, login=folded(name), skeleton=shape, owned=shape, password=hashed)
            )
        except IntegrityError:
            raise taken() from None
        if kept.rowcount != 1:  # another request of theirs was first
            raise _has_account()
        others = await unname_guests(connection, person.id, shape)
        await sessions.end_all(connection, person.id)
        cookie = await sessions.begin(context, connection, person.id, device)
        await context.bus.tell(connection, "renewed", person.id)
    await renew_sockets(context, person.id)
    for account in others:
        await refresh_tables(context, account)
    return cookie


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
            .where(a.id == person.id, a.password == before)
            .values(password=hashed)
        )
        if changed.rowcount != 1:  # it was changed meanwhile
            raise _wrong_password()
        await void(connection, person.id)
        await sessions.end_all(connection, person.id, keep=person.session)
        await context.bus.tell(connection, "revoked", person.id)
    await dismiss_ended(context, person.id)


async def check_password(context: Context, person: Person, password: str) -> str | None:
    """The hash it was checked against; a guest has none."""
    async with context.db.read() as connection:
        found = await connection.execute(
            select(schema.accounts.c.password, schema.accounts.c.login).where(
                schema.accounts.c.id == person.id
            )
        )
        row = found.first()
    if row is None or row.login is None:
        return None
    # Counted apart from sign-ins: what strangers try must not shut out who is signed in.
    await tries.count_account(context, person.id)
    hashed = str(row.password)
    if not await matches(hashed, password):
        raise _wrong_password()
    async with context.db.write() as connection:
        await tries.forget_account(context, connection, person.id)
    return hashed


def _has_account() -> Refused:
    return Refused(409, "has_account", "You already have an account.")


def _wrong_password() -> Refused:
    return Refused(403, "wrong_password", "That is not your password.")
