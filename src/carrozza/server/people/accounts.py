"""Accounts: everybody is a guest first, and may add a name and a password later."""

import math

from sqlalchemy import ColumnElement, case, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.alerts.merge import merge_alerts
from carrozza.server.context import Context
from carrozza.server.errors import Refused, muted
from carrozza.server.ids import is_id, new_id
from carrozza.server.order import sanctions, traces
from carrozza.server.people import sessions, tries
from carrozza.server.people.devices import Device
from carrozza.server.people.names import (
    chosen_name,
    clean_name,
    distinct_name,
    folded,
    guest_name,
    is_called,
)
from carrozza.server.people.passwords import hash_password, matches, nobody
from carrozza.server.people.resets import void
from carrozza.server.people.sessions import Person
from carrozza.server.people.skeletons import is_disguise, skeleton
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


async def rename(context: Context, person: Person, name: str) -> None:
    """A new name, also at the tables that have not begun."""
    check_may_rename(person)
    name = chosen_name(name)
    login, shape = folded(name), skeleton(name)
    async with context.db.write() as connection:
        await _check_free(connection, person.id, name)
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
            raise _taken() from None
        others = [] if person.guest else await _unname_guests(connection, person.id, shape)
        await _rename_seats(connection, person.id, person.name, name)
    for account in (person.id, *others):
        await refresh_tables(context, account)


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
    await _check_free(connection, guest, name)
    a = schema.accounts.c
    try:
        kept = await connection.execute(
            update(schema.accounts)
            .where(a.id == guest, a.login.is_(None))
            .values(name=name, login=folded(name), skeleton=shape, owned=shape, password=password)
        )
    except IntegrityError:
        raise _taken() from None
    if kept.rowcount != 1:  # another request of theirs was first
        raise _has_account()
    others = await _unname_guests(connection, guest, shape)
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


async def delete_account(context: Context, account: str) -> None:
    """The person is gone at once; finished games stay, without the name."""
    async with context.db.write() as connection:
        await forget(connection, account, context.now())
        await context.bus.tell(connection, "revoked", account)
    await dismiss_ended(context, account)
    await refresh_tables(context, account)


async def forget(connection: AsyncConnection, account: str, now: float) -> None:
    """What deleting an account means in the database."""
    s, t = schema.seats.c, schema.tables.c
    mine = select(s.table).where(s.account == account)
    bump = {"edited": t.edited + 1}
    await connection.execute(
        update(schema.tables)
        .where(t.phase == "playing", t.id.in_(mine))
        .values(wake=now, claimed_until=0.0, **bump)
    )
    open_tables = select(t.id).where(t.phase == "open")
    await connection.execute(
        update(schema.tables).where(t.phase == "open", t.id.in_(mine)).values(**bump)
    )
    await connection.execute(
        update(schema.tables)
        .where(t.phase == "open", t.host == account)
        .values(phase="closed", ended=now)
    )
    await connection.execute(
        update(schema.seats)
        .where(s.account == account, s.table.in_(open_tables))
        .values(account=None, name="")
    )
    await connection.execute(
        update(schema.seats).where(s.account == account).values(account=None, name="—")
    )
    await connection.execute(delete(schema.chat).where(schema.chat.c.account == account))
    await traces.forget(connection, account)
    await connection.execute(delete(schema.accounts).where(schema.accounts.c.id == account))
    # After the targets, as those do who deliver: in another order we could wait for each other.
    await connection.execute(delete(schema.alerts).where(schema.alerts.c.account == account))


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


async def is_free(connection: AsyncConnection, account: str, name: str) -> bool:
    try:
        await _check_free(connection, account, name)
    except Refused:
        return False
    return True


def check_may_rename(person: Person) -> None:
    if person.muted is not None:
        raise muted(person.muted)


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


async def dismiss_ended(context: Context, account: str) -> None:
    """Close the sockets of a person's sessions that have ended."""
    async with context.db.read() as connection:
        found = await connection.execute(
            select(schema.sessions.c.token).where(schema.sessions.c.account == account)
        )
        holding = set(found.scalars())
    for client in context.hub.everyone():
        if client.person == account and client.session not in holding:
            client.dismiss("signed_out", "You have signed out.", again=False)


async def renew_sockets(context: Context, account: str) -> None:
    """After a guest has become somebody else: sockets say hello anew, tables are read anew."""
    for client in context.hub.everyone():
        if client.person == account:
            client.dismiss("signed_in", "You have signed in.", again=True)
    await refresh_tables(context, account)


async def refresh_tables(context: Context, account: str) -> None:
    """Tables in memory where this person sits are read anew."""
    for table in context.tables.all_loaded():
        here = any(client.person == account for client in context.hub.at(table.id))
        if here or table.seats_of(account):
            async with table.lock:
                await context.tables.refresh(table)
            context.hub.send_table(table)


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
    await connection.execute(delete(schema.accounts).where(schema.accounts.c.id == guest))


async def check_free(context: Context, person: Person, name: str) -> None:
    """Refuse a name that looks like that of somebody else's account."""
    async with context.db.read() as connection:
        await _check_free(connection, person.id, name)


async def _check_free(connection: AsyncConnection, account: str, name: str) -> None:
    a = schema.accounts.c
    same: ColumnElement[bool] = (a.login == folded(name)) | (a.owned == skeleton(name))
    if is_disguise(name):
        same |= _alike(a.owned, skeleton(name))
    found = await connection.execute(select(a.id).where(same, a.id != account))
    if found.first() is not None:
        raise _taken()


def _alike(column: ColumnElement[str | None], shape: str) -> ColumnElement[bool]:
    """Whether a skeleton is the same but for what may be an i or an l: some foreign letters look
    like either. Plain names are not compared like this: Ilse is not Lise."""
    return func.replace(column, "i", "l") == shape.replace("i", "l")


async def _unname_guests(connection: AsyncConnection, owner: str, shape: str) -> list[str]:
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


def _has_account() -> Refused:
    return Refused(409, "has_account", "You already have an account.")


def _wrong_password() -> Refused:
    return Refused(403, "wrong_password", "That is not your password.")


def _taken() -> Refused:
    return Refused(409, "name_taken", "This name is already taken.")
