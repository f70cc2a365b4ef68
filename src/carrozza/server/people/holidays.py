"""Holidays: a person is away for some days, and their clocks at tables of days stand still.

A clock's deadline is computed from when its turn began and from the holidays that are known, so
nothing has to happen when one begins or ends. Who adds one, or ends it early, has the clocks that
run set anew, a table at a time; should that be interrupted, each table is put right when it is next
read (tables/cache.py).
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from sqlalchemy import case, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many
from carrozza.server.ids import new_id
from carrozza.server.storage import schema
from carrozza.server.tables.clocks import DAY, Clock, Pace, Span, with_holidays
from carrozza.server.tables.table import encoded

AT_A_TIME = 14  # days
IN_A_YEAR = 30
YEAR = 365 * DAY
HOUR = 3600.0  # by which a day is longer or shorter where clocks are changed
H, T, S, A = schema.holidays.c, schema.tables.c, schema.seats.c, schema.alerts.c


class Holiday(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    first: float  # when it begins
    last: float  # and ends


class Holidays(msgspec.Struct, frozen=True, kw_only=True):
    """Mine: those under way and to come, and how much there may be."""

    holidays: list[Holiday]
    at_a_time: int  # days
    in_a_year: int
    left: float  # days, of the year that ends with the last of them


async def mine(context: Context, person: str) -> Holidays:
    async with context.db.read() as connection:
        found = await _of(connection, person)
    return _told(found, context.now())


async def add(context: Context, person: str, first: float, last: float) -> Holidays:
    _count(context, person)
    now = context.now()
    new = Holiday(id=new_id(), first=max(first, now), last=last)
    async with context.db.write() as connection:
        await _lock(connection, person)
        found = await _of(connection, person)
        _check(found, new, now)
        await connection.execute(
            insert(schema.holidays).values(account=person, **msgspec.structs.asdict(new))
        )
    await _set_clocks(context, person)
    return _told([*found, new], now)


async def end(context: Context, person: str, holiday: str) -> Holidays:
    """Be back early, or do not go: what has passed of it stays."""
    _count(context, person)
    now = context.now()
    async with context.db.write() as connection:
        await _lock(connection, person)
        found = {one.id: one for one in await _of(connection, person)}
        one = found.get(holiday)
        if one is None or one.last <= now:
            raise Refused(404, "unknown_holiday", "There is no such holiday.")
        if one.first < now:
            await connection.execute(
                update(schema.holidays).where(H.id == holiday).values(last=now)
            )
            found[holiday] = msgspec.structs.replace(one, last=now)
        else:
            await connection.execute(delete(schema.holidays).where(H.id == holiday))
            del found[holiday]
    await _set_clocks(context, person)
    return _told(found.values(), now)


def _count(context: Context, person: str) -> None:
    """Each change is one of all their tables."""
    if not context.holidays.take(person):
        raise too_many()


async def _lock(connection: AsyncConnection, person: str) -> None:
    """Whoever adds two at the same time does one after the other."""
    a = schema.accounts.c
    await connection.execute(select(a.id).where(a.id == person).with_for_update())


async def _of(connection: AsyncConnection, person: str) -> list[Holiday]:
    rows = await connection.execute(
        select(H.id, H.first, H.last).where(H.account == person).order_by(H.first)
    )
    return [Holiday(**row) for row in rows.mappings()]


def _told(found: Iterable[Holiday], now: float) -> Holidays:
    known = sorted(found, key=lambda one: one.first)
    last = max([now, *(one.last for one in known)])
    return Holidays(
        holidays=[one for one in known if one.last > now],
        at_a_time=AT_A_TIME,
        in_a_year=IN_A_YEAR,
        left=max(0.0, IN_A_YEAR - _taken(known, last) / DAY),
    )


def _taken(holidays: Iterable[Holiday], until: float) -> float:
    """Seconds of holidays in the year that ends then."""
    return sum(max(0.0, min(h.last, until) - max(h.first, until - YEAR)) for h in holidays)


def _check(known: Sequence[Holiday], new: Holiday, now: float) -> None:
    if not new.first < new.last:
        raise Refused(422, "holiday_dates", "A holiday must end after it begins, and after now.")
    if new.first > now + YEAR:
        raise Refused(422, "holiday_dates", "A holiday can begin within a year from now.")
    if new.last - new.first > AT_A_TIME * DAY + HOUR:
        problem = f"A holiday can have at most {AT_A_TIME} days."
        raise Refused(409, "holiday_long", problem)
    everything = sorted([*known, new], key=lambda one: one.first)
    if any(b.first - a.last < DAY - HOUR for a, b in pairwise(everything) if new in (a, b)):
        problem = "Between two holidays there must be a day at least."
        raise Refused(409, "holiday_meets", problem)
    if any(_taken(everything, one.last) > IN_A_YEAR * DAY + HOUR for one in everything):
        problem = f"There can be at most {IN_A_YEAR} days of holidays within a year."
        raise Refused(409, "holidays_used", problem)


async def _set_clocks(context: Context, person: str) -> None:
    """Set the person's clocks at all tables of days, and tell who is there."""
    async with context.db.read() as connection:
        spans: list[Span] = [(one.first, one.last) for one in await _of(connection, person)]
        seated = select(S.table).where(S.account == person)
        found = await connection.execute(
            select(T.id, T.pace).where(T.id.in_(seated), T.phase.in_(("open", "playing")))
        )
        paces = {row.id: msgspec.json.decode(row.pace, type=Pace) for row in found}
    for table, pace in paces.items():
        if pace.kind == "days":
            async with context.db.write() as connection:
                await _set_clock(context, connection, person, table, pace, spans)
            await _tell_here(context, table)


async def _set_clock(
    context: Context,
    connection: AsyncConnection,
    person: str,
    table: str,
    pace: Pace,
    spans: Sequence[Span],
) -> None:
    found = await connection.execute(
        select(T.clocks, T.wake, T.phase).where(T.id == table).with_for_update()
    )
    row: Any = found.mappings().one()
    clocks = msgspec.json.decode(row["clocks"], type=list[Clock])
    mine = await connection.execute(select(S.seat).where(S.table == table, S.account == person))
    now = context.now()
    for seat in mine.scalars() if row["phase"] == "playing" else ():
        old = clocks[seat].deadline
        if old is None:
            continue
        # Who comes back early has no less time than who finds the server back (restart_grace).
        least = min(old, now + context.settings.restart_grace)
        clocks[seat] = with_holidays(clocks[seat], pace, spans, least)
        new = clocks[seat].deadline
        assert new is not None
        await connection.execute(
            update(schema.alerts)
            .where(A.table == table, A.seat == seat)
            .values(
                deadline=new,
                due=case((A.stage == "reminder", A.due + (new - old)), else_=A.due),
            )
        )
    # Nobody but a person is waited for if there is nothing to do soon: then see anew when that is.
    far = row["wake"] is not None and row["wake"] > now + context.settings.longest_claim
    await connection.execute(
        update(schema.tables)
        .where(T.id == table)
        .values(
            clocks=encoded(clocks),
            edited=T.edited + 1,
            **({"wake": now} if far else {}),
        )
    )
    await context.bus.tell(connection, "edited", table)


async def _tell_here(context: Context, name: str) -> None:
    table = context.tables.loaded(name)
    if table is not None:
        async with table.lock:
            await context.tables.refresh(table)
        context.hub.send_table(table)
        context.hub.send_clocks(table)
