"""The last errors of the server, for operators: which kind, where, at which table. What was put
into a sentence of the log is left out, so that nothing secret can be among it."""

import logging
import re
from collections import deque
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.core.errors import CarrozzaError
from carrozza.server.ids import LENGTH, LETTERS
from carrozza.server.storage import schema
from carrozza.server.storage.database import Database

KEPT = 50
OURS = "carrozza."
T = schema.troubles.c

_TABLE = re.compile(rf"[{LETTERS}]{{{LENGTH}}}")
_CODE = re.compile(r"[a-z]+(_[a-z]+)*")


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """Something that went wrong."""

    at: float
    level: str  # warning or error
    source: str  # the part of the server
    what: str  # with a % in place of what was left out
    code: str | None
    table: str | None


class Troubles(logging.Handler):
    """Keeps what is logged as a warning or worse, until it is written to the database."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._new: deque[Trouble] = deque(maxlen=KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        self._new.append(_trouble(record))

    async def write(self, db: Database, worker: str) -> None:
        """Add what is new; only the last ones stay."""
        if not self._new:
            return
        rows = [{"worker": worker, **msgspec.structs.asdict(found)} for found in self._new]
        self._new.clear()
        last = select(T.id).order_by(T.id.desc()).limit(KEPT)
        async with db.write() as connection:
            await connection.execute(insert(schema.troubles), rows)
            await connection.execute(delete(schema.troubles).where(T.id.not_in(last)))


def _trouble(record: logging.LogRecord) -> Trouble:
    ours = record.name.startswith(OURS)
    values = record.args if isinstance(record.args, tuple) else ()
    first = values[0] if values else None
    last = values[-1] if values else None
    at_table = ours and "table %s" in str(record.msg) and _fits(_TABLE, first)
    return Trouble(
        at=record.created,
        level="error" if record.levelno >= logging.ERROR else "warning",
        source=record.name.removeprefix(OURS),
        what=str(record.msg)[:200].replace("%s", "%") if ours else "",
        code=_code(record, last if ours else None),
        table=str(first) if at_table else None,
    )


def _code(record: logging.LogRecord, last: object) -> str | None:
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, CarrozzaError):
        return error.code
    if error is not None:
        return type(error).__name__
    given = getattr(record, "code", None)
    for found in (given, last if str(record.msg).endswith(": %s") else None):
        if _fits(_CODE, found):
            return str(found)
    return None


def _fits(shape: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and shape.fullmatch(value) is not None


async def latest(connection: AsyncConnection) -> list[Trouble]:
    wanted = (T.at, T.level, T.source, T.what, T.code, T.table)
    rows = await connection.execute(select(*wanted).order_by(T.id.desc()).limit(KEPT))
    return [Trouble(**row) for row in rows.mappings()]
