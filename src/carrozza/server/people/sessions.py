"""Who is speaking: a random token in a signed cookie, of which the database keeps only a hash."""

import secrets
from hashlib import sha256
from typing import Literal

import msgspec
from itsdangerous import BadSignature, Signer
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection
from starlette.responses import Response

from carrozza.server.context import Context
from carrozza.server.errors import Sanction, banned
from carrozza.server.order.sanctions import holds
from carrozza.server.people.names import folded
from carrozza.server.storage import schema

COOKIE = "carrozza"
DAY = 86_400.0


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Whose request it is."""

    id: str
    name: str
    guest: bool
    session: str  # the hash of its token
    expires: float  # when the session ends
    operator: bool = False
    muted: Sanction | None = None
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
                s.expires,
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
    return Person(
        id=row.id,
        name=row.name,
        guest=row.login is None,
        session=hashed,
        expires=row.expires,
        operator=row.operator is not None,
        muted=Sanction(reason=row.mute, until=row.mute_until) if row.mute is not None else None,
        renamed=row.login is not None and row.login != folded(row.name),
    )


async def begin(context: Context, connection: AsyncConnection, account: str) -> str:
    """A new session; returns the cookie's value."""
    token = secrets.token_urlsafe(32)
    now = context.now()
    await connection.execute(
        insert(schema.sessions).values(
            token=_hashed(token),
            account=account,
            created=now,
            expires=now + context.settings.session_days * DAY,
        )
    )
    return _signer(context).sign(token).decode()


async def end(connection: AsyncConnection, session: str) -> None:
    await connection.execute(delete(schema.sessions).where(schema.sessions.c.token == session))


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
