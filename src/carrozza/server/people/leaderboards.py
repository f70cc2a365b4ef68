"""Leaderboards: who is rated highest at a game with so many players. Read from one index, from
where a page begins; nobody's rating is computed for it.
"""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, CompoundSelect, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.order.sanctions import holds
from carrozza.server.storage import schema

PAGE = 50
DAYS = 90  # in which one has played
GAMES = 5  # rated ones that one has finished
DAY = 86_400.0

R, A, S = schema.ratings.c, schema.accounts.c, schema.sanctions.c


class Place(msgspec.Struct, frozen=True, kw_only=True):
    place: int  # the same for all who are shown the same rating
    person: str
    name: str
    rating: float  # a cautious estimate of strength: mu - 3 sigma
    mu: float
    sigma: float
    games: int


class Leaderboard(msgspec.Struct, frozen=True, kw_only=True):
    places: list[Place]
    more: bool
    mine: Place | None  # my own, on whatever page it is
    games: int  # so many rated games one must have finished
    days: int  # and played in the last of these


async def leaderboard(
    connection: AsyncConnection,
    game: str,
    players: int,
    offset: int,
    person: str | None,
    now: float,
) -> Leaderboard:
    listed = _listed(game, players, now)
    rows = await connection.execute(
        listed.order_by(R.shown.desc(), R.account.desc()).offset(offset).limit(PAGE + 1)
    )
    found = rows.all()
    places: list[Place] = []
    for at, row in enumerate(found[:PAGE], offset + 1):
        if places and places[-1].rating == row.shown:
            at = places[-1].place
        elif not places:
            at = await _place(connection, game, players, row.shown, now)
        places.append(_told(row, at))
    mine = await place_of(connection, game, players, person, now) if person else None
    return Leaderboard(places=places, more=len(found) > PAGE, mine=mine, games=GAMES, days=DAYS)


async def place_of(
    connection: AsyncConnection, game: str, players: int, person: str, now: float
) -> Place | None:
    """Where somebody stands, if on the leaderboard at all."""
    found = await connection.execute(_listed(game, players, now).where(R.account == person))
    row = found.first()
    if row is None:
        return None
    return _told(row, await _place(connection, game, players, row.shown, now))


def _listed(game: str, players: int, now: float) -> Select[Any]:
    return (
        select(R.account, A.name, R.shown, R.mu, R.sigma, R.games)
        .join(schema.accounts, A.id == R.account)
        .where(_active(game, players, now), R.account.not_in(_unlisted(now)))
    )


def _active(game: str, players: int, now: float) -> ColumnElement[bool]:
    """Who has played enough and lately: read from the index alone."""
    return and_(R.game == game, R.players == players, R.games >= GAMES, R.last >= now - DAYS * DAY)


def _unlisted(now: float) -> CompoundSelect[Any]:
    """Who hides the profile, or is banned."""
    banned = select(S.account).where(S.kind == "ban", holds(S, now))
    return select(A.id).where(A.hidden.is_(True)).union(banned)


async def _place(
    connection: AsyncConnection, game: str, players: int, shown: float, now: float
) -> int:
    """All who are better, less those few of them who are not listed: so nobody's account is looked
    up for it."""
    better = select(func.count()).where(_active(game, players, now), R.shown > shown)
    unlisted = better.where(R.account.in_(_unlisted(now)))
    counts = await connection.execute(select(better.scalar_subquery() - unlisted.scalar_subquery()))
    return 1 + int(counts.scalar_one())


def _told(row: Any, place: int) -> Place:
    return Place(
        place=place,
        person=row.account,
        name=row.name,
        rating=row.shown,
        mu=row.mu,
        sigma=row.sigma,
        games=row.games,
    )
