"""Signing in at a provider of OpenID Connect: going there, coming back, links to accounts.

Who goes takes a random secret along in a cookie, and the database keeps its hash with that of the
state; the nonce and PKCE's verifier are made of the secret. So nobody comes back from where they
have not gone, not in another browser, and not twice. Who somebody is there is issuer and subject,
never an address.
"""

import hmac
import secrets as random
from hashlib import sha256
from typing import Any, Literal

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.ids import is_id, new_id
from carrozza.server.oidc.client import Client, Identity, Secrets, bad_sign_in
from carrozza.server.oidc.config import Elsewhere
from carrozza.server.people import accounts, connected, entering, naming, ways
from carrozza.server.people.devices import Device
from carrozza.server.people.names import chosen_name
from carrozza.server.people.sessions import Person
from carrozza.server.storage import schema

SECONDS = 600.0  # to come back in, and then to choose a name in

I, D, N = schema.identities.c, schema.departures.c, schema.newcomers.c  # noqa: E741


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """By which somebody signs in elsewhere."""

    id: str
    provider: str | None  # None: this server offers it no more
    name: str
    created: float
    used: float | None


class Departure(msgspec.Struct, frozen=True, kw_only=True):
    url: str  # where the browser is to go


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: signed in, linked to the account, or a name must be chosen for a new one."""

    done: Literal["in", "linked", "name"]
    token: str | None  # with which the new account is made
    name: str | None  # that might suit


def offered(context: Context) -> list[Elsewhere]:
    clients = context.providers.values()
    return [Elsewhere(id=one.provider.key, name=one.provider.name) for one in clients]


async def depart(
    context: Context, person: Person | None, provider: str, password: str, *, link: bool
) -> tuple[Departure, str]:
    """Where to go, and the secret that the browser keeps meanwhile."""
    client = _client(context, provider)
    if link:
        person = await _owner(context, person, password)
    browser, state = random.token_urlsafe(32), random.token_urlsafe(32)
    url = await client.address(_secrets(browser, state))
    async with context.db.write() as connection:
        await connection.execute(
            insert(schema.departures).values(
                state=_hashed(state),
                browser=_hashed(browser),
                provider=provider,
                account=person.id if link and person else None,
                session=person.session if link and person else None,
                expires=context.now() + SECONDS,
            )
        )
    return Departure(url=url), browser


async def _owner(context: Context, person: Person | None, password: str) -> Person:
    if person is None or person.guest:
        raise Refused(409, "no_account", "You don't have an account yet.")
    # Or whoever finds an open browser would have a way into the account.
    await accounts.check_password(context, person, password)
    return person


async def arrive(
    context: Context,
    before: Person | None,
    provider: str,
    browser: str,
    said: "Answer",
    device: Device,
) -> tuple[Arrival, str | None]:
    """Somebody comes back; the value of a cookie, if they are signed in now."""
    client = _client(context, provider)
    gone = await _take(context, said.state)
    if gone is None or gone["provider"] != provider or gone["browser"] != _hashed(browser):
        raise _stale()
    mine = (before.id, before.session) if before else (None, None)
    if gone["account"] is not None and (gone["account"], gone["session"]) != mine:
        raise _stale()
    if said.error or not said.code:
        raise Refused(403, "sign_in_refused", f"“{client.provider.name}” has not signed you in.")
    identity = await client.identity(said.code, said.issuer, _secrets(browser, said.state))
    if gone["account"] is not None:
        await _link(context, gone["account"], gone["session"], identity)
        return Arrival(done="linked", token=None, name=None), None
    cookie = await _enter(context, before, identity, device)
    if cookie is not None:
        return Arrival(done="in", token=None, name=None), cookie
    token = await _welcome(context, browser, identity)
    return Arrival(done="name", token=token, name=_suggestion(identity.called)), None


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the browser brings from the provider."""

    state: str
    code: str
    error: str
    issuer: str


async def _take(context: Context, state: str) -> Any:
    """The departure with this state, for the first time; its time is not over."""
    async with context.db.write() as connection:
        gone = delete(schema.departures).where(D.state == _hashed(state)).returning(*D)
        row = (await connection.execute(gone)).mappings().first()
    return row if row is not None and row["expires"] > context.now() else None


async def _enter(
    context: Context, before: Person | None, identity: Identity, device: Device
) -> str | None:
    """The value of a cookie, if somebody here has this identity. A guest's games come along."""
    async with context.db.write() as connection:
        account = await _holder(connection, identity)
        if account is None or not await ways.lock(connection, account):
            return None
        used = await connection.execute(
            update(schema.identities)
            .where(I.account == account, *_same(identity))
            .values(used=context.now())
        )
        if used.rowcount != 1:  # the link was removed meanwhile
            raise bad_sign_in("the link was removed")
        cookie = await entering.enter(context, connection, before, account, device)
    await entering.have_entered(context, before)
    return cookie


async def _link(context: Context, account: str, session: str, identity: Identity) -> None:
    s = schema.sessions.c
    async with context.db.write() as connection:
        here = select(s.token).where(s.token == session, s.account == account)
        if not await ways.lock(connection, account) or not (await connection.execute(here)).first():
            raise _stale()  # signed out meanwhile, perhaps from elsewhere
        holder = await _holder(connection, identity)
        if holder == account:
            return
        if holder is not None:
            raise _taken()
        await _add(context, connection, account, identity)


async def _add(
    context: Context, connection: AsyncConnection, account: str, identity: Identity
) -> None:
    try:
        await connection.execute(
            insert(schema.identities).values(
                id=new_id(),
                account=account,
                issuer=identity.issuer,
                subject=identity.subject,
                created=context.now(),
            )
        )
    except IntegrityError:
        raise _taken() from None


async def _welcome(context: Context, browser: str, identity: Identity) -> str:
    """Remember who has come, until they have chosen a name."""
    token = random.token_urlsafe(32)
    async with context.db.write() as connection:
        await connection.execute(
            insert(schema.newcomers).values(
                token=_hashed(token),
                browser=_hashed(browser),
                issuer=identity.issuer,
                subject=identity.subject,
                expires=context.now() + SECONDS,
            )
        )
    return token


async def settle(
    context: Context,
    before: Person | None,
    provider: str,
    browser: str,
    token: str,
    name: str,
    device: Device,
) -> str:
    """An account for who has come: the value of a cookie. A guest becomes its holder."""
    issuer = _client(context, provider).provider.issuer
    if before is not None and before.guest and before.name != name:
        naming.check_may_rename(before)
    name = chosen_name(name)
    async with context.db.write() as connection:
        gone = delete(schema.newcomers).where(
            N.token == _hashed(token),
            N.browser == _hashed(browser),
            N.issuer == issuer,
            N.expires > context.now(),
        )
        row = (await connection.execute(gone.returning(*N))).mappings().first()
        if row is None:
            raise _stale()
        account, cookie, others = await accounts.found(context, connection, before, name, device)
        identity = Identity(issuer=row["issuer"], subject=row["subject"], called="")
        await _add(context, connection, account, identity)
    await entering.have_entered(context, before)
    for other in others:
        await connected.refresh_tables(context, other)
    return cookie


async def all_of(context: Context, person: Person) -> list[Link]:
    wanted = select(I.id, I.issuer, I.created, I.used).where(I.account == person.id)
    async with context.db.read() as connection:
        rows = (await connection.execute(wanted.order_by(I.created, I.id))).all()
    known = {one.provider.issuer: one.provider for one in context.providers.values()}
    return [
        Link(
            id=row.id,
            provider=known[row.issuer].key if row.issuer in known else None,
            name=known[row.issuer].name if row.issuer in known else row.issuer,
            created=row.created,
            used=row.used,
        )
        for row in rows
    ]


async def unlink(context: Context, person: Person, link: str) -> None:
    async with context.db.write() as connection:
        await ways.lock(connection, person.id)
        gone = delete(schema.identities).where(I.id == link, I.account == person.id)
        if not is_id(link) or (await connection.execute(gone)).rowcount != 1:
            raise Refused(404, "unknown_identity", "There is no such link.")
        await ways.check_one_left(connection, person.id, context.issuers)


async def _holder(connection: AsyncConnection, identity: Identity) -> str | None:
    found = await connection.execute(select(I.account).where(*_same(identity)))
    account: str | None = found.scalar()
    return account


def _same(identity: Identity) -> tuple[Any, Any]:
    return I.issuer == identity.issuer, I.subject == identity.subject


def _client(context: Context, provider: str) -> Client:
    client = context.providers.get(provider)
    if client is None:
        raise Refused(404, "unknown_provider", "One can't sign in there from here.")
    return client


def _suggestion(called: str) -> str | None:
    try:
        return chosen_name(called)
    except Refused:
        return None


def _secrets(browser: str, state: str) -> Secrets:
    def made(kind: str) -> str:
        return hmac.digest(browser.encode(), f"{kind} {state}".encode(), "sha256").hex()

    return Secrets(state=state, nonce=made("nonce"), verifier=made("verifier"))


def _hashed(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _taken() -> Refused:
    problem = "That belongs to an account already, or yours has another one of this kind."
    return Refused(409, "identity_taken", problem)


def _stale() -> Refused:
    problem = "This was begun in another browser, too long ago, or used already. Begin again."
    return Refused(403, "stale_sign_in", problem)
