"""What operators see of people, tables and the server's work. No cards, no seeds, no addresses."""

from typing import Any, Literal

import msgspec
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server import metrics
from carrozza.server.errors import Sanction
from carrozza.server.order.reports import count_waiting
from carrozza.server.order.sanctions import holds
from carrozza.server.people.names import guest_number
from carrozza.server.people.skeletons import skeleton
from carrozza.server.storage import schema

PEOPLE, TABLES = 50, 200
A, S, T = schema.accounts.c, schema.seats.c, schema.tables.c


class PersonFound(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    guest_number: int | None
    guest: bool
    operator: bool
    since: float
    played: int  # games played to the end
    muted: Sanction | None
    banned: Sanction | None


class SeatFound(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    guest_number: int | None
    person: str | None
    bot: str | None


class TableFound(msgspec.Struct, frozen=True, kw_only=True):
    """A table that waits for its game, or whose game is under way."""

    id: str
    game: str
    players: int
    phase: Literal["open", "playing"]
    created: float
    started: float | None
    moved: float  # when something last happened here
    seats: list[SeatFound]


class JobLine(msgspec.Struct, frozen=True, kw_only=True):
    """Long jobs of one kind."""

    line: str  # short, long, bots or reviews
    waiting: int
    running: int


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """How much the server has to do; /metrics has it all."""

    reports: int  # waiting
    sockets: int
    tables: int  # in memory
    jobs: list[JobLine]
    reviews: int  # asked for and not finished
    alerts: int  # overdue
    alerts_oldest: float  # by how many seconds the oldest is


async def people(connection: AsyncConnection, name: str, now: float) -> list[PersonFound]:
    """Those whose name has this in it, or looks like it; without a name those who are muted or
    banned."""
    ban, mute = schema.sanctions.alias(), schema.sanctions.alias()
    games = (
        select(func.count(S.table.distinct()))
        .join(schema.tables, T.id == S.table)
        .where(S.account == A.id, T.phase == "finished", T.practice.is_(None))
        .scalar_subquery()
    )
    query = (
        select(
            *(A.id, A.name, A.login, A.created, games.label("played")),
            schema.operators.c.account.label("operator"),
            *(ban.c.reason.label("ban"), ban.c.until.label("ban_until")),
            *(mute.c.reason.label("mute"), mute.c.until.label("mute_until")),
        )
        .outerjoin(schema.operators, schema.operators.c.account == A.id)
        .outerjoin(ban, (ban.c.account == A.id) & (ban.c.kind == "ban") & holds(ban.c, now))
        .outerjoin(mute, (mute.c.account == A.id) & (mute.c.kind == "mute") & holds(mute.c, now))
        .order_by(A.login.is_(None), A.created.desc(), A.id)
        .limit(PEOPLE)
    )
    if name.strip():
        shape = skeleton(name)
        alike = A.skeleton.contains(shape, autoescape=True) if shape else A.id.is_(None)
        query = query.where(A.name.icontains(name.strip(), autoescape=True) | alike)
    else:
        query = query.where(ban.c.reason.is_not(None) | mute.c.reason.is_not(None))
    return [_person(row) for row in await connection.execute(query)]


def _person(row: Any) -> PersonFound:
    return PersonFound(
        id=row.id,
        name=row.name,
        guest_number=guest_number(row.name),
        guest=row.login is None,
        operator=row.operator is not None,
        since=row.created,
        played=row.played,
        muted=Sanction(reason=row.mute, until=row.mute_until) if row.mute is not None else None,
        banned=Sanction(reason=row.ban, until=row.ban_until) if row.ban is not None else None,
    )


async def tables(connection: AsyncConnection) -> list[TableFound]:
    """The latest first."""
    wanted = (T.id, T.game, T.players, T.phase, T.created, T.started, T.moved)
    rows = await connection.execute(
        select(*wanted)
        .where(T.phase.in_(("open", "playing")))
        .order_by(T.phase.desc(), T.moved.desc(), T.id)
        .limit(TABLES)
    )
    found = {row["id"]: TableFound(**row, seats=[]) for row in rows.mappings()}
    seats = await connection.execute(
        select(S.table, S.name, S.account, S.bot)
        .where(S.table.in_(found))
        .order_by(S.table, S.seat)
    )
    for table, name, account, bot in seats:
        seat = SeatFound(name=name, guest_number=guest_number(name), person=account, bot=bot)
        found[table].seats.append(seat)
    return list(found.values())


async def figures(connection: AsyncConnection) -> Figures:
    r = schema.reviews.c
    unfinished = select(func.count()).select_from(schema.reviews)
    reviews = await connection.execute(unfinished.where(r.state.in_(("waiting", "working"))))
    now = metrics.now()
    jobs: dict[str, dict[str, int]] = {}
    for labels, value in now.get("carrozza_jobs", []):
        jobs.setdefault(labels["line"], {})[labels["state"]] = int(value)
    return Figures(
        reports=await count_waiting(connection),
        sockets=int(_one(now, "carrozza_sockets")),
        tables=int(_one(now, "carrozza_tables_loaded")),
        jobs=[
            JobLine(line=line, waiting=n.get("waiting", 0), running=n.get("running", 0))
            for line, n in sorted(jobs.items())
        ],
        reviews=reviews.scalar_one(),
        alerts=int(_one(now, "carrozza_alerts_waiting")),
        alerts_oldest=_one(now, "carrozza_alerts_oldest_seconds"),
    )


def _one(now: metrics.Samples, name: str) -> float:
    return sum(value for _, value in now.get(name, []))
