"""What an administrator does to a database, also while servers are running on it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.core.game import Setup
from carrozza.games.registry import game_of
from carrozza.server.alerts.links import reset_link as link_of
from carrozza.server.errors import Refused, no_such_table
from carrozza.server.order import acts, audit, reports
from carrozza.server.order.audit import Operator
from carrozza.server.order.sanctions import Kind
from carrozza.server.order.traces import NOBODY
from carrozza.server.people.farewell import forget
from carrozza.server.people.resets import BY_OPERATOR, hashed, new_token
from carrozza.server.play.game_log import closing
from carrozza.server.storage import schema
from carrozza.server.storage.bus import CHANNEL
from carrozza.server.storage.database import Database, plain_engine
from carrozza.server.storage.journal import columns
from carrozza.server.tables.table import row_of, whole_rows

R = TypeVar("R")
T, L = schema.tables.c, schema.log.c


def list_tables(address: str, phases: list[str]) -> list[dict[str, Any]]:
    """The tables in these phases, the latest first, with who sits there."""
    engine = plain_engine(address)
    wanted = (T.id, T.game, T.players, T.phase, T.version, T.moved)
    with engine.begin() as connection:
        query = select(*wanted).where(T.phase.in_(phases)).order_by(T.moved.desc())
        tables = {row["id"]: {**row, "seats": []} for row in connection.execute(query).mappings()}
        seats = connection.execute(select(schema.seats).order_by(schema.seats.c.seat))
        for seat in seats.mappings():
            if seat["table"] in tables:
                tables[seat["table"]]["seats"].append(seat["bot"] or seat["name"] or "·")
    engine.dispose()
    return list(tables.values())


def close_table(address: str, table: str, operator: Operator, reason: str) -> None:
    within(address, lambda connection: close(connection, operator, table, reason, time.time()))


async def close(
    connection: AsyncConnection, operator: Operator, table: str, reason: str, now: float
) -> None:
    """End a table. For a game under way that is an entry of its log, which no server can miss."""
    await connection.run_sync(_close, table, now)
    await audit.note(connection, operator, "close", now, table=table, reason=reason)
    await connection.run_sync(_tell, "moved", table)


def _close(connection: Connection, table: str, now: float) -> None:
    found = connection.execute(whole_rows().where(T.id == table)).mappings().first()
    if found is None:
        raise no_such_table()
    row = row_of(found)
    if row.phase not in ("open", "playing"):
        raise Refused(409, "over", f"This table is already {row.phase}.")
    if row.phase == "playing":
        entry = closing(row.version + 1, now, _last_hash(connection, table, row.setup))
        connection.execute(insert(schema.log).values(table=table, **columns(entry)))
    connection.execute(
        update(schema.tables)
        .where(T.id == table)
        .values(
            phase="closed",
            ended=now,
            to_act=0,
            version=row.version + (row.phase == "playing"),
            wake=now,
            claimed_until=0.0,
        )
    )
    connection.execute(delete(schema.planned).where(schema.planned.c.table == table))


def _last_hash(connection: Connection, table: str, setup: Setup) -> str:
    last = select(L.hash).where(L.table == table).order_by(L.version.desc()).limit(1)
    stored = connection.execute(last).scalar()
    if stored is not None:
        return str(stored)
    return game_of(setup).deal(setup)[0].state_hash()


def delete_account(address: str, name: str, operator: Operator) -> None:
    """Delete an account by its name, or a guest by the id."""

    async def work(connection: AsyncConnection) -> None:
        person, now = await acts.find(connection, name), time.time()
        await forget(connection, person.id, now)
        await audit.note(connection, operator, "delete", now, name=NOBODY)
        await connection.run_sync(_tell, "revoked", person.id)

    within(address, work)


def sanction(
    address: str,
    operator: Operator,
    name: str,
    kind: Kind,
    reason: str,
    hours: float | None,
    report: str | None,
) -> acts.Subject:
    async def work(connection: AsyncConnection) -> acts.Subject:
        person, now = await acts.find(connection, name), time.time()
        await acts.sanction(connection, operator, person.id, kind, reason, hours, now, report)
        if kind == "ban":
            await connection.run_sync(_tell, "banned", person.id)
        return person

    return within(address, work)


def lift(address: str, operator: Operator, name: str, kind: Kind, reason: str) -> acts.Subject:
    async def work(connection: AsyncConnection) -> acts.Subject:
        person = await acts.find(connection, name)
        return await acts.lift(connection, operator, person.id, kind, reason, time.time())

    return within(address, work)


def rename(
    address: str, operator: Operator, name: str, reason: str, report: str | None
) -> tuple[acts.Subject, str]:
    async def work(connection: AsyncConnection) -> tuple[acts.Subject, str]:
        person = await acts.find(connection, name)
        done = await acts.rename(connection, operator, person.id, reason, time.time(), report)
        await connection.run_sync(_tell, "renamed", done[0].id)
        return done

    return within(address, work)


def dismiss(address: str, operator: Operator, report: str, reason: str) -> None:
    within(
        address, lambda connection: acts.dismiss(connection, operator, report, reason, time.time())
    )


def appoint(address: str, operator: Operator, name: str, *, remove: bool) -> acts.Subject:
    return within(
        address,
        lambda connection: acts.appoint(connection, operator, name, time.time(), remove=remove),
    )


def waiting_reports(address: str) -> list[reports.Reported]:
    return within(address, reports.waiting)


def audit_log(address: str, before: int | None = None) -> list[audit.AuditLine]:
    return within(address, lambda connection: audit.latest(connection, before))


def within(address: str, work: Callable[[AsyncConnection], Awaitable[R]]) -> R:
    """Do something in one transaction."""

    async def all_of_it() -> R:
        db = Database(address)
        try:
            async with db.write() as connection:
                return await work(connection)
        finally:
            await db.close()

    return asyncio.run(all_of_it())


def reset_link(address: str, operator: Operator, name: str, url: str) -> str:
    """A link by which the owner of an account sets a new password, where no mail arrives."""
    token = new_token()

    async def work(connection: AsyncConnection) -> None:
        person, now = await acts.find(connection, name), time.time()
        if person.guest:
            raise Refused(409, "no_account", f"“{name}” is a guest and has no password.")
        link = insert(schema.resets)
        await connection.execute(
            link.values(token=hashed(token), account=person.id, expires=now + BY_OPERATOR)
        )
        await audit.note(connection, operator, "reset", now, account=person.id, name=person.name)

    within(address, work)
    return link_of(url, token)


def _tell(connection: Connection, kind: str, subject: str) -> None:
    """Let running servers know; one on SQLite finds it in its next sweep."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("select pg_notify(:channel, :message)"),
            {"channel": CHANNEL, "message": f"{kind} admin {subject}"},
        )
