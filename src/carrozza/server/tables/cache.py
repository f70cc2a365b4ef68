"""The tables in memory. Those nobody looks at leave, and come back from the log when asked for."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.errors import no_such_table
from carrozza.server.ids import is_id
from carrozza.server.live.protocol import Hinted
from carrozza.server.play.executors import prepare_board, replayed
from carrozza.server.play.game_log import Entry
from carrozza.server.storage import schema
from carrozza.server.storage.database import Database
from carrozza.server.storage.journal import entry_of
from carrozza.server.tables.clocks import with_holidays
from carrozza.server.tables.planned import DAYS, Planned, planned_of
from carrozza.server.tables.table import (
    Row,
    Seat,
    Table,
    brief_rows,
    hinted_of,
    hints_given,
    row_of,
    seat_of,
    seats_of_tables,
    whole_rows,
)

MOST_IDLE_BOARDS = 8  # tables on boards of people's own that nobody is at: each some megabytes
IN_USE_SECONDS = 10.0  # a request may still be busy with its table for so long


class TableCache:
    def __init__(self, db: Database, now: Callable[[], float], busy: Callable[[str], bool]) -> None:
        self._db = db
        self._now = now
        self._busy = busy  # whether somebody is at a table
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def loaded(self, table: str) -> Table | None:
        return self._tables.get(table)

    def all_loaded(self) -> list[Table]:
        return list(self._tables.values())

    async def get(self, table: str) -> Table:
        """The table, from memory or from the database; refused when there is none."""
        found = self._tables.get(table)
        if found is None:
            if not is_id(table):
                raise no_such_table()
            found = await self._load_once(table)
        found.used = self._now()
        return found

    async def in_memory(self, table: str) -> Table | None:
        """The table if it is here or being read; what was read may by now be out of date."""
        if table in self._loading:
            return await asyncio.shield(self._loading[table])
        return self._tables.get(table)

    def forget(self, table: str) -> None:
        self._tables.pop(table, None)

    def forget_idle(self, before: float) -> None:
        """Let tables go that nobody has used since then."""
        for table in self.all_loaded():
            if table.used < before and self._is_idle(table):
                self.forget(table.id)

    def _forget_boards(self) -> None:
        """Let idle tables on custom boards go before their time, if there are too many of them."""
        idle = [t for t in self.all_loaded() if t.row.board is not None and self._is_idle(t)]
        for table in sorted(idle, key=lambda t: t.used)[:-MOST_IDLE_BOARDS]:
            if table.used < self._now() - IN_USE_SECONDS:
                self.forget(table.id)

    def _is_idle(self, table: Table) -> bool:
        return not table.lock.locked() and not self._busy(table.id)

    async def refresh(self, table: Table) -> None:
        """Take in what other workers, or an administrator, have stored. Call with its lock held."""
        await prepare_board(table.row.setup)  # before a connection is held up by it
        play = table.play
        async with self._db.read() as connection:
            row, seats = await _read(connection, table.id, table.row.setup.board)
            hinted = await _hinted(connection, table.id)
            planned = await _planned(connection, row)
            invited = await _invited(connection, row)
            await self._note_holidays(connection, row, seats)
            log = await _log_since(connection, table.id, play.version if play is not None else 0)
        if play is not None:
            for entry in log:
                play.read(entry)
        elif row.started is not None:
            play = await replayed(row.setup, log)
        table.row, table.seats, table.play, table.hinted = row, seats, play, hinted
        table.planned, table.invited = planned, invited

    async def _note_holidays(
        self, connection: AsyncConnection, row: Row, seats: list[Seat]
    ) -> None:
        """At a table of days: the holidays that may concern clocks that run or will run."""
        people = {seat.account for seat in seats if seat.account is not None}
        if row.pace.kind != DAYS or row.phase not in ("open", "playing") or not people:
            return
        h = schema.holidays.c
        since = min([self._now(), *(c.since for c in row.clocks if c.since is not None)])
        found = await connection.execute(
            select(h.account, h.first, h.last)
            .where(h.account.in_(people), h.last > since)
            .order_by(h.first)
        )
        rows = found.all()
        for seat in seats:
            seat.holidays = tuple((r.first, r.last) for r in rows if r.account == seat.account)
        if row.phase == "playing":  # a move may have been stored without having heard of them
            row.clocks = [
                with_holidays(clock, row.pace, seat.holidays)
                for clock, seat in zip(row.clocks, seats, strict=True)
            ]

    async def _load_once(self, table: str) -> Table:
        """However many ask at the same time, one reads."""
        if table in self._loading:
            return await asyncio.shield(self._loading[table])
        future = asyncio.get_running_loop().create_future()
        self._loading[table] = future
        try:
            async with self._db.read() as connection:
                loaded = Table(*await _read(connection, table))
            await self.refresh(loaded)
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # whether or not somebody else waits for it
            raise
        else:
            if loaded.row.board is not None:
                self._forget_boards()
            self._tables[table] = loaded
            future.set_result(loaded)
            return loaded
        finally:
            del self._loading[table]


async def _read(
    connection: AsyncConnection, table: str, board: dict[str, Any] | None = None
) -> tuple[Row, list[Seat]]:
    """A table's row and seats. The board is read if there is one and it is not known."""
    rows = whole_rows() if board is None else brief_rows()
    found = await connection.execute(rows.where(schema.tables.c.id == table))
    row = found.mappings().first()
    if row is None:
        raise no_such_table()
    seats = await connection.execute(
        seats_of_tables().where(schema.seats.c.table == table).order_by(schema.seats.c.seat)
    )
    read = row_of(row, brief=board is not None)
    if board is not None:
        read.setup = msgspec.structs.replace(read.setup, board=board)
    return read, [seat_of(seat) for seat in seats.mappings()]


async def _hinted(connection: AsyncConnection, table: str) -> list[Hinted]:
    rows = await connection.execute(hints_given().where(schema.hints.c.table == table))
    return [hinted_of(row) for row in rows.mappings()]


async def _invited(connection: AsyncConnection, row: Row) -> set[str]:
    if row.phase != "open":
        return set()
    i = schema.invitations.c
    invited = select(i.account).where(i.table == row.id, ~i.declined)
    return set((await connection.execute(invited)).scalars())


async def _planned(connection: AsyncConnection, row: Row) -> dict[int, Planned]:
    if row.pace.kind != DAYS:
        return {}
    rows = await connection.execute(select(schema.planned).where(schema.planned.c.table == row.id))
    return {found["seat"]: planned_of(found) for found in rows.mappings()}


async def _log_since(connection: AsyncConnection, table: str, version: int) -> list[Entry]:
    log = schema.log
    columns = [column for column in log.c if column.name != "table"]
    rows = await connection.execute(
        select(*columns)
        .where(log.c.table == table, log.c.version > version)
        .order_by(log.c.version)
    )
    return [entry_of(row) for row in rows.mappings()]
