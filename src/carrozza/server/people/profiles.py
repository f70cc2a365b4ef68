"""Profiles: what everybody may know of an account. Guests have none.

Games count here that were listed for everybody, or rated; a game under way, and one that was for
those with the link, shows nowhere. Who hides the profile is seen by nobody but themselves.
"""

from typing import Any, Literal

import msgspec
from sqlalchemy import case, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.context import Context
from carrozza.server.errors import unknown_person
from carrozza.server.live.protocol import TableInfo
from carrozza.server.order.sanctions import holds
from carrozza.server.people.friends import Relation, relation
from carrozza.server.people.leaderboards import place_of
from carrozza.server.people.sessions import day_of
from carrozza.server.storage import schema
from carrozza.server.tables.history import listed

RECENT = 10  # games
POINTS = 500  # of the history of a rating, the last ones

A, T, S, R, P = (
    table.c
    for table in (
        schema.accounts,
        schema.tables,
        schema.seats,
        schema.ratings,
        schema.rating_points,
    )
)


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has played of one kind, as everybody may know it."""

    game: str
    players: int
    played: int
    won: int
    rated: int  # so many games
    rating: float | None  # a cautious estimate of strength: mu - 3 sigma
    mu: float | None
    sigma: float | None
    place: int | None  # on the leaderboard


class RatingPoint(msgspec.Struct, frozen=True, kw_only=True):
    """What a rating was after a game."""

    at: float
    games: int  # so many rated games by then
    rating: float
    mu: float
    sigma: float
    table: str | None  # the game, if everybody may look at it


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """Who sees my profile."""

    hidden: bool  # nobody but me


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    person: str
    name: str
    state: Literal["shown", "hidden", "banned"]  # hidden or banned, it says no more than the name
    relation: Relation  # of whoever asks to this person
    since: float | None  # the day the account was made
    records: list[Record]
    recent: list[TableInfo]


async def profile(context: Context, asker: str | None, person: str) -> Profile:
    now = context.now()
    async with context.db.read() as connection:
        account = await _account(connection, person, now)
        state = _state(account)
        told = state == "shown" or (state == "hidden" and asker == person)
        records = await _records(connection, person, now) if told else []
        between = await relation(connection, asker, person)
    where = (
        T.public.is_(True)
        & (T.phase == "finished")
        & T.id.in_(select(S.table).where(S.account == person))
    )
    recent = await listed(context, where, [T.ended.desc()], 0, RECENT) if told else []
    return Profile(
        person=person,
        name=account.name,
        state=state,
        relation=between,
        since=day_of(account.created) if told else None,
        records=records,
        recent=[table.info(now) for table in recent],
    )


async def history(
    context: Context, asker: str | None, person: str, game: str, players: int
) -> list[RatingPoint]:
    """How a rating went, the oldest first."""
    async with context.db.read() as connection:
        state = _state(await _account(connection, person, context.now()))
        if state == "banned" or (state == "hidden" and asker != person):
            return []
        rows = await connection.execute(
            select(P.at, P.games, P.mu, P.sigma, T.id.label("table"))
            .outerjoin(schema.tables, (T.id == P.table) & T.public.is_(True))
            .where(P.account == person, P.game == game, P.players == players)
            .order_by(P.games.desc())
            .limit(POINTS)
        )
        found = rows.mappings().all()
    return [
        RatingPoint(rating=round(row["mu"] - 3 * row["sigma"], 1), **row) for row in reversed(found)
    ]


async def hide(context: Context, person: str, *, on: bool) -> None:
    async with context.db.write() as connection:
        await connection.execute(update(schema.accounts).where(A.id == person).values(hidden=on))


async def is_hidden(context: Context, person: str) -> bool:
    async with context.db.read() as connection:
        found = await connection.execute(select(A.hidden).where(A.id == person))
        return bool(found.scalar())


async def _account(connection: AsyncConnection, person: str, now: float) -> Any:
    s = schema.sanctions.c
    ban = (s.account == A.id) & (s.kind == "ban") & holds(s, now)
    found = await connection.execute(
        select(A.name, A.created, A.hidden, s.kind.label("ban"))
        .outerjoin(schema.sanctions, ban)
        .where(A.id == person, A.login.is_not(None))
    )
    row = found.first()
    if row is None:
        raise unknown_person()
    return row


def _state(
    account: Any,
) -> Literal["shown", "hidden", "banned"]:
    if account.ban is not None:
        return "banned"
    return "hidden" if account.hidden else "shown"


async def _records(connection: AsyncConnection, person: str, now: float) -> list[Record]:
    same = (R.account == person) & (R.game == T.game) & (R.players == T.players)
    rows = await connection.execute(
        select(
            T.game,
            T.players,
            func.count().label("played"),
            func.sum(case((S.place == 1, 1), else_=0)).label("won"),
            func.coalesce(func.max(R.games), 0).label("rated"),
            func.max(R.shown).label("rating"),
            func.max(R.mu).label("mu"),
            func.max(R.sigma).label("sigma"),
        )
        .join(schema.seats, S.table == T.id)
        .outerjoin(schema.ratings, same)
        .where(T.phase == "finished", S.account == person, T.practice.is_(None))
        .where(or_(T.public.is_(True), T.rated.is_(True)))
        .group_by(T.game, T.players)
        .order_by(T.game, T.players)
    )
    records = []
    for row in rows.mappings().all():
        stands = None
        if row["rating"] is not None:
            stands = await place_of(connection, row["game"], row["players"], person, now)
        records.append(Record(**row, place=stands.place if stands is not None else None))
    return records
