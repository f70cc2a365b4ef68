"""Whether somebody is muted or banned now. What is past its end lapses by itself."""

from typing import Any, Literal

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.errors import Sanction, banned, muted
from carrozza.server.storage import schema

Kind = Literal["mute", "ban"]
REFUSED = {"mute": muted, "ban": banned}


def holds(columns: Any, now: float) -> ColumnElement[bool]:
    """Of a row of sanctions: whether its end is still to come."""
    found: ColumnElement[bool] = columns.until.is_(None) | (columns.until > now)
    return found


async def check(connection: AsyncConnection, account: str, kind: Kind, now: float) -> None:
    """Refuse what a mute or a ban forbids."""
    s = schema.sanctions.c
    found = await connection.execute(
        select(s.reason, s.until).where(s.account == account, s.kind == kind, holds(s, now))
    )
    row = found.first()
    if row is not None:
        raise REFUSED[kind](Sanction(reason=row.reason, until=row.until))


async def impose(
    connection: AsyncConnection, account: str, kind: Kind, sanction: Sanction, now: float
) -> None:
    """In place of an earlier one of this kind."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    values = {"reason": sanction.reason, "since": now, "until": sanction.until}
    await connection.execute(
        insert(schema.sanctions)
        .values(account=account, kind=kind, **values)
        .on_conflict_do_update(index_elements=["account", "kind"], set_=values)
    )


async def lift(connection: AsyncConnection, account: str, kind: Kind) -> bool:
    s = schema.sanctions.c
    gone = await connection.execute(
        delete(schema.sanctions).where(s.account == account, s.kind == kind)
    )
    return gone.rowcount > 0


async def banned_now(connection: AsyncConnection, now: float) -> dict[str, Sanction]:
    """Everybody who is, with what they are told."""
    s = schema.sanctions.c
    rows = await connection.execute(
        select(s.account, s.reason, s.until).where(s.kind == "ban", holds(s, now))
    )
    return {row.account: Sanction(reason=row.reason, until=row.until) for row in rows}
