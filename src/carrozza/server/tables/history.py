"""Lists of tables, and what a person has played."""

import math
from typing import Any

from sqlalchemy import ColumnElement, Float, case, exists, func, select

from carrozza.server.context import Context
from carrozza.server.http.responses import Call, MyTable, Page, Stats
from carrozza.server.live.protocol import TableInfo
from carrozza.server.people.blocks import unheard_by
from carrozza.server.storage import schema
from carrozza.server.tables.table import (
    ONLINE_SECONDS,
    Table,
    brief_rows,
    hinted_of,
    hints_given,
    listed_row_of,
    seat_of,
    seats_of_tables,
)

PAGE = 30
CALLS = 5  # at once; more would be a nuisance
CALL_SECONDS = 7 * 24 * 3600.0  # a game that ended longer ago calls nobody any more
T, S, R, N = (t.c for t in (schema.tables, schema.seats, schema.ratings, schema.invitations))


async def public_tables(context: Context, offset: int) -> Page:
    """The lobby: tables to join, then games to watch.

    A table whose host is gone cannot begin. However many tables somebody hosts, the first of
    everybody's come before the second of anybody's.
    """
    host_is_here = exists().where(
        S.table == T.id, S.account == T.host, S.seen > context.now() - ONLINE_SECONDS
    )
    to_join = (T.phase == "open") & host_is_here
    to_watch = (T.phase == "playing") & T.spectators.is_(True)
    turn = func.row_number().over(partition_by=(T.phase, T.host), order_by=T.created.desc())
    return await _page(
        context,
        T.public.is_(True) & (to_join | to_watch),
        [T.phase.asc(), turn, T.created.desc(), T.id],
        offset,
    )


async def finished_tables(context: Context, offset: int) -> Page:
    """Public games that can be replayed, the latest first."""
    where = T.public.is_(True) & (T.phase == "finished")
    return await _page(context, where, [T.ended.desc()], offset)


async def played(context: Context, person: str, offset: int) -> Page:
    """A person's finished games, the latest first."""
    mine = select(S.table).where(S.account == person)
    where = (T.phase == "finished") & T.id.in_(mine)
    return await _page(context, where, [T.ended.desc()], offset)


async def my_tables(context: Context, person: str) -> list[MyTable]:
    """The games a person is in. Those come first where it is their turn, the most urgent before."""
    mine = select(S.table).where(S.account == person)
    where = T.phase.in_(("open", "playing")) & T.id.in_(mine)
    found = await listed(context, where, [T.moved.desc()], 0, 200)
    mine_now = [_my_table(context, table, person) for table in found]
    return sorted(mine_now, key=_urgency)


def _urgency(mine: MyTable) -> tuple[bool, float]:
    until = mine.deadline if mine.your_turn else None
    return not mine.your_turn, math.inf if until is None else until


async def calls(context: Context, person: str) -> list[Call]:
    """Tables at which somebody wants to play with this person: again, or because they are friends.
    Who has said no is not asked again, on any device."""
    old = schema.tables.alias().c
    called = (
        select(old.rematch, old.id)
        .join(schema.seats, S.table == old.id)
        .where(S.account == person, old.phase.in_(("finished", "closed")))
        .where(old.ended > context.now() - CALL_SECONDS, old.rematch.is_not(None))
    )
    invited = select(N.table, N.declined).where(N.account == person)
    async with context.db.read() as connection:
        before = {row.rematch: row.id for row in await connection.execute(called)}
        asked = {row.table: row.declined for row in await connection.execute(invited)}
        unheard = await unheard_by(connection, person)
    wanted = [table for table in {**before, **asked} if not asked.get(table)]
    if not wanted:
        return []
    where = T.id.in_(wanted) & (T.phase == "open") & T.host.not_in(unheard)
    found = await listed(context, where, [T.created.desc()], 0, PAGE)
    now = context.now()
    waiting = [t for t in found if _waits_for(t, person, now, invited=t.id in asked)]
    return [Call(table=before.get(t.id), again=t.info(now)) for t in waiting[:CALLS]]


def _waits_for(table: Table, person: str, now: float, *, invited: bool) -> bool:
    """Whether there is room, and somebody there; where a seat is kept, or at a table of days,
    nobody needs to be."""
    here = any(seat.online(now) for seat in table.seats) or table.row.pace.kind == "days"
    room = any(s.free for s in table.seats) and not table.seats_of(person)
    return room and (here or invited)


async def stats(context: Context, person: str) -> list[Stats]:
    """A line for each game and number of players; practice is not counted."""
    won = func.sum(case((S.place == 1, 1), else_=0))
    same = (R.account == person) & (R.game == T.game) & (R.players == T.players)
    async with context.db.read() as connection:
        rows = await connection.execute(
            select(
                T.game,
                T.players,
                func.count().label("played"),
                won.label("won"),
                func.max(S.score).label("best"),
                func.avg(S.score, type_=Float).label("average"),
                func.max(R.mu).label("mu"),
                func.max(R.sigma).label("sigma"),
                func.max(R.games).label("rated"),
            )
            .join(schema.seats, S.table == T.id)
            .outerjoin(schema.ratings, same)
            .where(T.phase == "finished", S.account == person, T.practice.is_(None))
            .group_by(T.game, T.players)
            .order_by(T.game, T.players)
        )
        return [_stats(row) for row in rows.mappings()]


def _stats(row: Any) -> Stats:
    rated = row["mu"] is not None
    return Stats(
        game=row["game"],
        players=row["players"],
        played=row["played"],
        won=row["won"],
        best=row["best"],
        average=float(row["average"]),
        rating=row["mu"] - 3 * row["sigma"] if rated else None,
        mu=row["mu"],
        sigma=row["sigma"],
        rated=row["rated"] or 0,
    )


def _my_table(context: Context, table: Table, person: str) -> MyTable:
    seats = table.seats_of(person)
    asked = [seat for seat in seats if table.row.to_act >> seat & 1]
    deadlines = [d for s in asked if (d := table.row.clocks[s].deadline) is not None]
    return MyTable(
        table=table.info(context.now()),
        seats=seats,
        your_turn=bool(asked),
        deadline=min(deadlines, default=None),
    )


async def _page(
    context: Context, where: ColumnElement[bool], order: list[Any], offset: int
) -> Page:
    found = await listed(context, where, order, offset, PAGE + 1)
    infos: list[TableInfo] = [table.info(context.now()) for table in found[:PAGE]]
    return Page(tables=infos, more=len(found) > PAGE)


async def listed(
    context: Context, where: ColumnElement[bool], order: list[Any], offset: int, limit: int
) -> list[Table]:
    """Tables as they stand in the database, without their games."""
    async with context.db.read() as connection:
        rows = await connection.execute(
            brief_rows().where(where).order_by(*order).offset(offset).limit(limit)
        )
        tables = {row["id"]: Table(listed_row_of(row), []) for row in rows.mappings()}
        seats = await connection.execute(
            seats_of_tables().where(S.table.in_(tables)).order_by(S.table, S.seat)
        )
        for seat in seats.mappings():
            tables[seat["table"]].seats.append(seat_of(seat))
        given = await connection.execute(hints_given().where(schema.hints.c.table.in_(tables)))
        for hint in given.mappings():
            tables[hint["table"]].hinted.append(hinted_of(hint))
    return list(tables.values())
