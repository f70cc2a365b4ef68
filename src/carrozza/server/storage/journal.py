"""The one place where moves are stored.

Moves that arrive while a transaction is being written go together into the next one, so a slow
disk costs time but not throughput. The key (table, version) decides between two workers: the
second one's entry is not stored, and it is told so.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec
from sqlalchemy import BindParameter, bindparam, case, literal, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.core.actions import AnyAction
from carrozza.core.scores import ScoreSheet
from carrozza.server import spans
from carrozza.server.alerts.outbox import Turns, note_turns
from carrozza.server.errors import Refused
from carrozza.server.play.game_log import Entry
from carrozza.server.storage import schema
from carrozza.server.storage.bus import Bus
from carrozza.server.storage.database import Database
from carrozza.server.tables.clocks import Clock
from carrozza.server.tables.table import encoded

MOST_AT_ONCE = 200

_actions: msgspec.json.Decoder[AnyAction] = msgspec.json.Decoder(AnyAction)

Also = Callable[[AsyncConnection], Awaitable[None]]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What changes in the row of the table with a move."""

    phase: Literal["playing", "finished", "closed"]
    version: int
    to_act: int
    clocks: list[Clock]
    wake: float | None
    claimed_until: float
    moved: float
    ended: float | None
    sheet: ScoreSheet | None
    edited: int  # of the table as it was known here


class Job(msgspec.Struct, frozen=True, eq=False):
    table: str
    entry: Entry
    change: Change
    turns: Turns  # that begin and end with it
    also: Also | None  # more to store with it, when a game ends
    done: "asyncio.Future[bool]"
    span: spans.Span


class Journal:
    """Stores drafts; several at once when they come at once."""

    def __init__(self, db: Database, bus: Bus, alert_delay: float) -> None:
        self._db = db
        self._bus = bus
        self._alert_delay = alert_delay
        self._waiting: list[Job] = []
        self._writing: asyncio.Task[None] | None = None
        insert = sqlite.insert if db.sqlite else postgresql.insert
        self._insert = (
            insert(schema.log)
            .on_conflict_do_nothing()
            .returning(schema.log.c.table, schema.log.c.version)
        )
        self._update = (
            update(schema.tables)
            .where(schema.tables.c.id == bindparam("of"))
            .values(
                {name: _new(name) for name in Change.__struct_fields__ if name != "edited"}
                | {"wake": _unless_edited("wake", _new("moved"))}
                | {"claimed_until": _unless_edited("claimed_until", literal(0.0))}
            )
        )

    async def append(
        self, table: str, entry: Entry, change: Change, turns: Turns, also: Also | None
    ) -> bool:
        """Store a move. False: another worker was first, and nothing was stored.

        Raises when the database cannot write; nothing was stored then either.
        """
        done = asyncio.get_running_loop().create_future()
        job = Job(table, entry, change, turns, also, done, spans.here())
        self._waiting.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await job.done

    async def close(self) -> None:
        """Wait for what is being stored."""
        while self._writing is not None:
            await asyncio.wait([self._writing])

    async def _write(self) -> None:
        spans.apart()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                await self._try(batch)
        finally:
            self._writing = None

    async def _try(self, batch: list[Job]) -> None:
        try:
            stored = await self._store(batch)
        except Exception as error:
            # One that cannot be stored must not spoil the others; when the database refuses them
            # all, each would wait as long as the first.
            if len(batch) > 1 and not isinstance(error, Refused):
                for job in batch:
                    await self._try([job])
                return
            for job in batch:
                if not job.done.cancelled():
                    job.done.set_exception(error)
            return
        for job in batch:
            if not job.done.cancelled():
                job.done.set_result((job.table, job.entry.version) in stored)

    async def _store(self, batch: list[Job]) -> set[tuple[str, int]]:
        with spans.shared_step("transaction", [job.span for job in batch], moves=len(batch)):
            return await self._transact(batch)

    async def _transact(self, batch: list[Job]) -> set[tuple[str, int]]:
        async with self._db.write(moves=True) as connection:
            lines = [{"table": job.table, **columns(job.entry)} for job in batch]
            inserted = await connection.execute(self._insert, lines)
            stored = {(table, version) for table, version in inserted}
            kept = [job for job in batch if (job.table, job.entry.version) in stored]
            if kept:
                changes = [{"of": job.table, **_changes(job.change)} for job in kept]
                await connection.execute(self._update, changes)
                await note_turns(connection, [job.turns for job in kept], self._alert_delay)
            for job in kept:
                if job.also is not None:
                    await job.also(connection)
                await self._bus.tell(connection, "moved", job.table)
        return stored


def _unless_edited(name: str, otherwise: Any) -> Any:
    """Seats were changed that this worker has not heard of: look at the table again at once."""
    known = schema.tables.c.edited == _new("edited")
    return case((known, _new(name)), else_=otherwise)


def _new(column: str) -> BindParameter[Any]:
    """Where the new value of a column goes; its plain name is taken by SQLAlchemy."""
    return bindparam(f"new_{column}", type_=schema.tables.c[column].type)


def columns(entry: Entry) -> dict[str, Any]:
    """The row that stores an entry."""
    row = msgspec.structs.asdict(entry)
    if entry.action is not None:
        row["action"] = msgspec.json.encode(entry.action).decode()
    return row


def _changes(change: Change) -> dict[str, Any]:
    columns = msgspec.structs.asdict(change)
    columns["clocks"] = encoded(change.clocks)
    columns["sheet"] = encoded(change.sheet) if change.sheet is not None else None
    return {f"new_{name}": value for name, value in columns.items()}


def entry_of(row: Any) -> Entry:
    """The entry that was stored as this row."""
    action = row["action"] and _actions.decode(row["action"])
    return Entry(**{**row, "action": action})
