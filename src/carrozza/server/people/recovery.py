"""Back into an account without its password: by a link sent to an address that its owner confirmed.

What the server answers is the same whether there is such an account or not; all that depends on it
happens afterwards, when nobody waits.
"""

from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, or_, select, update

from carrozza.server.alerts.letter import Letter
from carrozza.server.alerts.mail import is_address
from carrozza.server.alerts.outside import Undelivered
from carrozza.server.alerts.words import words_in
from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many
from carrozza.server.ids import new_id
from carrozza.server.people import accounts, connected, entering, sessions, tries
from carrozza.server.people.devices import Device
from carrozza.server.people.names import folded
from carrozza.server.people.passwords import hash_password
from carrozza.server.people.resets import BY_MAIL, hashed, new_token, void
from carrozza.server.people.sessions import Person
from carrozza.server.storage import schema

CONFIRM_SECONDS = 3 * 86_400.0
MOST_ACCOUNTS = 5  # of one address that are sent a link at once

A, V, R = schema.accounts.c, schema.recoveries.c, schema.resets.c


class Recovery(msgspec.Struct, frozen=True, kw_only=True):
    """How I get back into my account without its password."""

    mail: bool  # whether this server can send any
    address: str | None
    waiting: str | None  # an address that is not confirmed yet


class Confirmed(msgspec.Struct, frozen=True, kw_only=True):
    address: str


class ResetInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Whose password a link sets."""

    name: str


async def mine(context: Context, person: Person) -> Recovery:
    wanted = select(V.address, V.confirmed).where(V.account == person.id, _still(context))
    async with context.db.read() as connection:
        rows = (await connection.execute(wanted)).all()
    return Recovery(
        mail=context.sender.mail is not None,
        address=next((row.address for row in rows if row.confirmed), None),
        waiting=next((row.address for row in rows if not row.confirmed), None),
    )


def _still(context: Context) -> Any:
    return or_(V.confirmed, V.created > context.now() - CONFIRM_SECONDS)


async def choose(
    context: Context, person: Person, address: str, password: str, language: str
) -> None:
    """A new address; the one before stays until this one is confirmed."""
    if person.guest:
        raise Refused(409, "no_account", "You don't have an account yet.")
    if context.sender.mail is None:
        raise _no_mail()
    if not is_address(address):
        raise Refused(422, "bad_target", "This is not an e-mail address.")
    # Or whoever finds an open browser would own the account.
    await accounts.check_password(context, person, password)
    if not context.trials.take(person.id):
        raise too_many()
    await tries.count_mail(context, address)
    name = new_id()
    async with context.db.write() as connection:
        await connection.execute(
            delete(schema.recoveries).where(V.account == person.id, ~V.confirmed)
        )
        await connection.execute(
            insert(schema.recoveries).values(
                id=name,
                account=person.id,
                address=address,
                confirmed=False,
                language=language,
                created=context.now(),
            )
        )
    words = words_in(language)
    link = context.sender.links.recovery(name)
    body = f"{words.recovery_text.format(name=person.name)}\n{link}\n\n{words.not_you}"
    try:
        await _send(context, address, words.recovery, body, language)
    except Undelivered as error:
        raise Refused(409, "undelivered", f"It did not arrive there ({error.code}).") from None


async def confirm(context: Context, token: str) -> Confirmed:
    """This address is mine. Links that went to another one hold no longer."""
    name = context.sender.links.read_recovery(token)
    async with context.db.write() as connection:
        found = await connection.execute(
            update(schema.recoveries)
            .where(V.id == (name or ""), _still(context))
            .values(confirmed=True)
            .returning(V.account, V.address)
        )
        row = found.first()
        if row is None:
            raise _no_link()
        others = delete(schema.recoveries).where(V.account == row.account, V.id != name)
        if (await connection.execute(others)).rowcount:
            await void(connection, row.account)
    return Confirmed(address=row.address)


async def forget(context: Context, person: Person) -> None:
    async with context.db.write() as connection:
        await connection.execute(delete(schema.recoveries).where(V.account == person.id))
        await void(connection, person.id)


async def ask(context: Context, who: str) -> None:
    """Send a link to the account of this name, or to those of this address, if there are any."""
    if context.sender.mail is None:
        raise _no_mail()
    who = folded(" ".join(who.split()))
    await tries.count_recovery(context, who)
    context.errands.run(_send_links(context, who))


async def _send_links(context: Context, who: str) -> None:
    wanted = (
        select(A.id, A.name, V.address, V.language)
        .join(schema.recoveries, V.account == A.id)
        .where(V.confirmed, or_(A.login == who, func.lower(V.address) == who))
        .order_by(A.created)
        .limit(MOST_ACCOUNTS)
    )
    async with context.db.read() as connection:
        found = (await connection.execute(wanted)).all()
    for account, name, address, language in found:
        if not await tries.may_mail_reset(context, account, address):
            continue
        token = new_token()
        async with context.db.write() as connection:
            await connection.execute(
                insert(schema.resets).values(
                    token=hashed(token), account=account, expires=context.now() + BY_MAIL
                )
            )
        words = words_in(language)
        link = context.sender.links.reset(token)
        body = f"{words.reset_text.format(name=name)}\n{link}\n\n{words.reset_not_you}"
        await _send(context, address, words.reset, body, language)


async def look(context: Context, token: str) -> ResetInfo:
    """Whose password this would set. It changes nothing."""
    async with context.db.read() as connection:
        row = (await connection.execute(_holder(context, token))).first()
    if row is None:
        raise _no_link()
    return ResetInfo(name=row.name)


def _holder(context: Context, token: str) -> Any:
    return (
        select(A.id, A.name)
        .join(schema.resets, R.account == A.id)
        .where(R.token == hashed(token), R.expires > context.now(), A.login.is_not(None))
    )


async def use(
    context: Context, before: Person | None, token: str, password: str, device: Device
) -> str:
    """Set a new password: the value of a cookie. Everybody who is signed in no longer is."""
    whose = await look(context, token)
    new = await hash_password(password, whose.name)
    async with context.db.write() as connection:
        used = await connection.execute(
            delete(schema.resets)
            .where(R.token == hashed(token), R.expires > context.now())
            .returning(R.account)
        )
        account: str | None = used.scalar()
        if account is None:  # it was used meanwhile
            raise _no_link()
        await void(connection, account)
        await connection.execute(
            update(schema.accounts).where(A.id == account).values(password=new)
        )
        await sessions.end_all(connection, account)
        cookie = await entering.enter(context, connection, before, account, device)
        await context.bus.tell(connection, "revoked", account)
    await entering.have_entered(context, before)
    await connected.dismiss_ended(context, account)
    return cookie


async def _send(context: Context, to: str, title: str, body: str, language: str) -> None:
    letter = Letter(
        id=new_id(), topic="account", title=title, body=body, link="", language=language
    )
    await context.sender.send("email", msgspec.json.encode(to).decode(), letter)


def _no_mail() -> Refused:
    problem = "This server sends no mail. Ask whoever runs it for a link."
    return Refused(409, "no_mail", problem)


def _no_link() -> Refused:
    return Refused(404, "unknown_link", "This link no longer holds.")
