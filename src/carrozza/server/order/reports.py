"""Reports of lines of chat and of names. What was said, and what was said around it, is kept with
the report; who reported it is told to nobody."""

from collections import Counter
from typing import Literal

import msgspec
from sqlalchemy import func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.ids import is_id, new_id
from carrozza.server.live.protocol import ChatLine
from carrozza.server.people.names import guest_number
from carrozza.server.storage import schema
from carrozza.server.tables.table import Table

Why = Literal["insult", "hate", "spam", "name", "cheating", "other"]
BEFORE, AFTER = 6, 3  # lines of chat kept around what is reported
SHOWN = 100
C, R, V = schema.chat.c, schema.reports.c, schema.report_voices.c


class Reported(msgspec.Struct, frozen=True, kw_only=True):
    """Something that people have reported and nobody has judged yet."""

    id: str
    kind: Literal["line", "name"]
    person: str | None  # who is reported
    name: str  # what that person was called
    now: str | None  # and is called now
    guest: bool
    table: str | None
    text: str
    around: list[ChatLine]
    first: float
    last: float
    count: int
    reasons: dict[str, int]  # how many gave which
    words: list[str]  # what they wrote


class _Thing(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    kind: Literal["line", "name"]
    account: str
    name: str
    text: str
    around: list[ChatLine]


async def report(
    context: Context,
    person: str,
    table: Table,
    *,
    line: int | None,
    seat: int | None,
    why: Why,
    words: str,
) -> None:
    """Once for each person and thing; what is reported again has a higher count."""
    if not table.admits(person):
        raise Refused(404, "not_found", "There is nothing at this address.")
    async with context.db.read() as connection:
        if line is not None:
            thing = await _line(connection, table, line)
        else:
            thing = await _name(connection, table, seat or 0)
    if thing.account == person:
        raise Refused(409, "yourself", "You can't report yourself.")
    async with context.db.write() as connection:
        await _store(connection, thing, table.id, person, why, _clean(words), context.now())


async def _line(connection: AsyncConnection, table: Table, number: int) -> _Thing:
    said = await _lines(connection, table.id, around=number)
    found = next((line for line in said if line.id == number), None)
    if found is None or found.person is None:
        raise Refused(404, "unknown_line", "There is no such line any more.")
    return _Thing(
        key=f"line {number}",
        kind="line",
        account=found.person,
        name=found.name,
        text=found.text,
        around=said,
    )


async def _name(connection: AsyncConnection, table: Table, seat: int) -> _Thing:
    place = table.seats[seat] if seat < len(table.seats) else None
    if place is None or place.account is None:
        raise Refused(404, "unknown_person", "There is no such person.")
    return _Thing(
        key=f"name {place.account} {place.name}",
        kind="name",
        account=place.account,
        name=place.name,
        text=place.name,
        around=await _lines(connection, table.id),
    )


async def _lines(
    connection: AsyncConnection, table: str, *, around: int | None = None
) -> list[ChatLine]:
    """The last lines, or those around one."""
    said = select(C.id, C.account, C.name, C.text, C.at).where(C.table == table)
    before = said if around is None else said.where(C.id <= around)
    rows = list(await connection.execute(before.order_by(C.id.desc()).limit(BEFORE + 1)))[::-1]
    if around is not None:
        after = said.where(C.id > around).order_by(C.id).limit(AFTER)
        rows += list(await connection.execute(after))
    return [
        ChatLine(id=n, person=who, name=name, guest_number=guest_number(name), text=text, at=at)
        for n, who, name, text, at in rows
    ]


async def _store(
    connection: AsyncConnection,
    thing: _Thing,
    table: str,
    person: str,
    why: Why,
    words: str,
    now: float,
) -> None:
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    await connection.execute(
        insert(schema.reports)
        .values(
            id=new_id(),
            key=thing.key,
            kind=thing.kind,
            account=thing.account,
            name=thing.name,
            table=table,
            text=thing.text,
            around=msgspec.json.encode(thing.around).decode(),
            first=now,
            last=now,
            count=0,
        )
        .on_conflict_do_nothing(index_elements=["key"])
    )
    number = (await connection.execute(select(R.id).where(R.key == thing.key))).scalar_one()
    voice = await connection.execute(
        insert(schema.report_voices)
        .values(report=number, account=person, reason=why, text=words, at=now)
        .on_conflict_do_nothing(index_elements=["report", "account"])
        .returning(V.report)
    )
    if voice.first() is not None:
        await connection.execute(
            update(schema.reports).where(R.id == number).values(count=R.count + 1, last=now)
        )


def _clean(words: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())


async def waiting(connection: AsyncConnection) -> list[Reported]:
    """What is to be judged: first what most people have reported."""
    a = schema.accounts.c
    rows = await connection.execute(
        select(schema.reports, R.count.label("times"), a.name.label("now"), a.login)
        .outerjoin(schema.accounts, a.id == R.account)
        .where(R.verdict.is_(None))
        .order_by(R.count.desc(), R.first)
        .limit(SHOWN)
    )
    found = rows.all()
    said = await connection.execute(
        select(V.report, V.reason, V.text)
        .where(V.report.in_([row.id for row in found]))
        .order_by(V.at)
    )
    voices: dict[str, list[tuple[str, str]]] = {}
    for report_id, reason, text in said:
        voices.setdefault(report_id, []).append((reason, text))
    return [
        Reported(
            id=row.id,
            kind=row.kind,
            person=row.account,
            name=row.name,
            now=row.now,
            guest=row.login is None,
            table=row.table,
            text=row.text,
            around=msgspec.json.decode(row.around, type=list[ChatLine]),
            first=row.first,
            last=row.last,
            count=row.times,
            reasons=dict(Counter(reason for reason, _ in voices.get(row.id, []))),
            words=[text for _, text in voices.get(row.id, []) if text],
        )
        for row in found
    ]


async def count_waiting(connection: AsyncConnection) -> int:
    query = select(func.count()).select_from(schema.reports).where(R.verdict.is_(None))
    return int((await connection.execute(query)).scalar_one())


async def judge(
    connection: AsyncConnection, number: str, verdict: str, now: float, account: str | None = None
) -> tuple[str | None, str, str | None]:
    """What was decided. Whom it is about, what that person was called, and where."""
    if not is_id(number):
        raise _judged()
    mine = [R.id == number, R.verdict.is_(None)]
    if account is not None:
        mine.append(R.account == account)
    done = await connection.execute(
        update(schema.reports)
        .where(*mine)
        .values(verdict=verdict, judged=now)
        .returning(R.account, R.name, R.table)
    )
    row = done.first()
    if row is None:
        raise _judged()
    return row.account, row.name, row.table


def _judged() -> Refused:
    return Refused(409, "judged", "This report is not waiting any more.")
