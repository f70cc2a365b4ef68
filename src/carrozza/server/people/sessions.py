"""Who is speaking: a random token in a signed cookie, of which the database keeps only a hash."""

import contextlib
import secrets
from hashlib import sha256
from typing import Literal

import msgspec
from itsdangerous import BadSignature, Signer
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection
from starlette.responses import Response

from carrozza.server.context import Context
from carrozza.server.errors import Refused, Sanction, banned
from carrozza.server.order.sanctions import holds
from carrozza.server.people.devices import Device
from carrozza.server.people.names import folded
from carrozza.server.storage import schema

COOKIE = "carrozza"
DAY = 86_400.0
FRESH = 900.0  # seconds
NAME = 16  # characters of a hash, by which a session's owner may call it


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Whose request it is."""

    id: str
    name: str
    guest: bool
    session: str  # the hash of its token
    expires: float  # when the session ends
    operator: bool = False
    muted: Sanction | None = None
    password: bool = False  # whether there is one
    here: float | None = None  # when the page was last open, as far as it is noted
    renamed: bool = False  # by an operator; until they choose a name they sign in by the former one


async def who(context: Context, request: HTTPConnection) -> Person | None:
    """The person of a request or socket; None without a session that holds. Refused who is
    banned."""
    token = _token(context, request.cookies.get(COOKIE, ""))
    if token is None:
        return None
    hashed = _hashed(token)
    a, s, o, now = schema.accounts.c, schema.sessions.c, schema.operators.c, context.now()
    ban, mute = schema.sanctions.alias(), schema.sanctions.alias()
    async with context.db.read() as connection:
        found = await connection.execute(
            select(
                a.id,
                a.name,
                a.login,
                a.password.is_not(None).label("password"),
                a.here,
                s.expires,
                s.seen,
                o.account.label("operator"),
                *(ban.c.reason.label("ban"), ban.c.until.label("ban_until")),
                *(mute.c.reason.label("mute"), mute.c.until.label("mute_until")),
            )
            .join(schema.sessions, s.account == a.id)
            .outerjoin(schema.operators, o.account == a.id)
            .outerjoin(ban, (ban.c.account == a.id) & (ban.c.kind == "ban") & holds(ban.c, now))
            .outerjoin(
                mute, (mute.c.account == a.id) & (mute.c.kind == "mute") & holds(mute.c, now)
            )
            .where(s.token == hashed, s.expires > now)
        )
        row = found.first()
    if row is None:
        return None
    if row.ban is not None:
        raise banned(Sanction(reason=row.ban, until=row.ban_until))
    if row.seen < day_of(context.now()):
        await _note_day(context, hashed)
    return Person(
        id=row.id,
        name=row.name,
        guest=row.login is None,
        session=hashed,
        expires=row.expires,
        operator=row.operator is not None,
        password=row.password,
        here=row.here,
        muted=Sanction(reason=row.mute, until=row.mute_until) if row.mute is not None else None,
        renamed=row.login is not None and row.login != folded(row.name),
    )


def day_of(now: float) -> float:
    """When it began, in Greenwich."""
    return now - now % DAY


async def _note_day(context: Context, session: str) -> None:
    today = day_of(context.now())
    s = schema.sessions.c
    with contextlib.suppress(Refused):  # nobody is kept out because it cannot be noted
        async with context.db.write() as connection:
            await connection.execute(
                update(schema.sessions).where(s.token == session, s.seen < today).values(seen=today)
            )


async def begin(context: Context, connection: AsyncConnection, account: str, device: Device) -> str:
    """A new session; returns the cookie's value."""
    token = secrets.token_urlsafe(32)
    now = context.now()
    await connection.execute(
        insert(schema.sessions).values(
            token=_hashed(token),
            account=account,
            created=now,
            expires=now + context.settings.session_days * DAY,
            seen=day_of(now),
            browser=device.browser,
            system=device.system,
        )
    )
    return _signer(context).sign(token).decode()


async def is_fresh(connection: AsyncConnection, session: str, now: float) -> bool:
    """Whether somebody has signed in a moment ago."""
    s = schema.sessions.c
    found = await connection.execute(select(s.created).where(s.token == session))
    begun = found.scalar()
    return begun is not None and begun > now - FRESH


async def end(connection: AsyncConnection, session: str) -> None:
    await connection.execute(delete(schema.sessions).where(schema.sessions.c.token == session))


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody is signed in."""

    id: str
    current: bool  # it is this request's
    browser: str | None  # None: not one we know
    system: str | None
    begun: float  # the day
    seen: float  # the day of its last use


async def all_of(context: Context, person: Person) -> list[Session]:
    """This one first, then those used last."""
    s = schema.sessions.c
    mine = (
        select(schema.sessions)
        .where(s.account == person.id, s.expires > context.now())
        .order_by((s.token == person.session).desc(), s.seen.desc(), s.created.desc())
    )
    async with context.db.read() as connection:
        rows = (await connection.execute(mine)).mappings().all()
    return [
        Session(
            id=row["token"][:NAME],
            current=row["token"] == person.session,
            browser=row["browser"],
            system=row["system"],
            begun=day_of(row["created"]),
            seen=row["seen"],
        )
        for row in rows
    ]


async def end_named(connection: AsyncConnection, account: str, name: str) -> bool:
    """End the session that is called this in the list; whether there was one."""
    s = schema.sessions.c
    called = func.substr(s.token, 1, NAME) == name
    gone = await connection.execute(delete(schema.sessions).where(s.account == account, called))
    return gone.rowcount > 0


async def end_all(connection: AsyncConnection, account: str, keep: str | None = None) -> None:
    s = schema.sessions.c
    await connection.execute(
        delete(schema.sessions).where(s.account == account, s.token != (keep or ""))
    )


def give_cookie(context: Context, response: Response, value: str) -> None:
    response.set_cookie(
        COOKIE,
        value,
        max_age=int(context.settings.session_days * DAY),
        httponly=True,
        samesite=_samesite(context),
        secure=context.settings.https,
    )


def take_cookie(context: Context, response: Response) -> None:
    response.delete_cookie(
        COOKIE, httponly=True, samesite=_samesite(context), secure=context.settings.https
    )


def _samesite(context: Context) -> Literal["lax", "none"]:
    """A browser sends it for a page of another site only if told so, and over HTTPS. The Guard
    still refuses what pages of unknown sites want to change."""
    return "none" if context.settings.origins and context.settings.https else "lax"


def _signer(context: Context) -> Signer:
    return Signer(context.secret, salt="session")


def _token(context: Context, cookie: str) -> str | None:
    try:
        return _signer(context).unsign(cookie).decode()
    except (BadSignature, UnicodeError):
        return None


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
