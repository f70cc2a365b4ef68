"""Backups: the whole database as one compressed file of JSON lines.

It is read in one transaction, so it is of one moment, also while servers are running. The same
file can be restored to SQLite or to PostgreSQL, whichever it came from.
"""

import gzip
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Column, Connection, LargeBinary, MetaData, delete, func, insert, select, text
from sqlalchemy.exc import StatementError

from carrozza.core.errors import CarrozzaError
from carrozza.server.storage import schema
from carrozza.server.storage.database import (
    downgrade,
    keep_private,
    migrate,
    plain_engine,
    revisions,
    upgrade,
)

FORMAT = 1
BATCH = 500

Progress = Callable[[str, int], None]


class BadBackup(CarrozzaError):
    """A backup that cannot be read, or not be restored here."""


def back_up(address: str, path: Path, progress: Progress) -> int:
    """Write a backup; returns the number of rows. An existing file is replaced when all is done."""
    engine = plain_engine(address, snapshot=True)
    path = path.resolve()  # what a link leads to is replaced, not the link
    unfinished = path.with_name(path.name + ".part")
    unfinished.unlink(missing_ok=True)
    keep_private(unfinished)
    rows = 0
    with engine.connect() as connection, gzip.open(unfinished, "wt", encoding="utf-8") as out:
        revision = MigrationContext.configure(connection).get_current_revision()
        _write(out, {"carrozza_backup": FORMAT, "schema": revision})
        for table in schema.metadata.sorted_tables:
            count = 0
            for row in connection.execute(select(table).order_by(*table.primary_key)).mappings():
                _write(out, {"t": table.name, "r": list(row.values())})
                count += 1
            progress(table.name, count)
            rows += count
        _write(out, {"rows": rows})
    engine.dispose()
    unfinished.replace(path)
    return rows


def restore(address: str, path: Path, progress: Progress, *, replace: bool) -> int:
    """Fill a database from a backup: all of it, or nothing."""
    lines = _lines(path)
    head = next(lines, {})
    if head.get("carrozza_backup") != FORMAT:
        raise BadBackup("not_a_backup", f"{path.name} is not a backup made by this version.")
    revision = str(head.get("schema"))
    if revision not in revisions():
        problem = f"It has schema {revision}, which this version does not know."
        raise BadBackup("other_schema", f"{problem} Restore it with the version it came from.")
    migrate(address)
    engine = plain_engine(address)
    with engine.begin() as connection:
        _make_room(connection, replace)
        # An older backup fills the tables of its time, which then become those of today.
        downgrade(connection, revision)
        tables = MetaData()
        tables.reflect(connection)
        rows = _fill(connection, tables, lines, progress)
        upgrade(connection)
        for once in (schema.resets, schema.challenges):  # may have been used since
            connection.execute(delete(once))
        _renumber(connection)
    engine.dispose()
    return rows


def _make_room(connection: Connection, replace: bool) -> None:
    used = connection.execute(select(func.count()).select_from(schema.accounts)).scalar_one()
    if used and not replace:
        raise BadBackup(
            "not_empty", "The database is not empty. Use --replace to overwrite what is in it."
        )
    for table in reversed(schema.metadata.sorted_tables):
        connection.execute(delete(table))


def _fill(
    connection: Connection, known: MetaData, lines: Iterator[dict[str, Any]], progress: Progress
) -> int:
    tables = known.tables
    name, waiting = "", list[dict[str, Any]]()

    def flush() -> None:
        if waiting:
            connection.execute(insert(tables[name]), waiting)
            progress(name, len(waiting))
            waiting.clear()

    try:
        for done, line in enumerate(lines):
            if "rows" in line:
                flush()
                if line["rows"] == done and next(lines, None) is None:
                    return done
                break
            if line["t"] != name or len(waiting) >= BATCH:
                flush()
                name = line["t"]
            waiting.append(
                {
                    column.name: _as_stored(column, value)
                    for column, value in zip(tables[name].columns, line["r"], strict=True)
                }
            )
    except (KeyError, ValueError, TypeError, StatementError):
        raise BadBackup("damaged", "A line of this backup makes no sense.") from None
    raise BadBackup("damaged", "Lines are missing from this backup.")


def _renumber(connection: Connection) -> None:
    """PostgreSQL counts new lines, of chat and others, by itself, from where the old ones end."""
    if connection.dialect.name == "postgresql":
        for table in ("chat", "audit", "troubles"):
            sequence = f"pg_get_serial_sequence('{table}', 'id')"
            last = f"select setval({sequence}, coalesce(max(id), 0) + 1, false) from {table}"
            connection.execute(text(last))


def _as_stored(column: Column[Any], value: Any) -> Any:
    if isinstance(column.type, LargeBinary) and value is not None:
        return b64decode(value, validate=True)
    return value


def _as_text(value: object) -> str:
    assert isinstance(value, bytes)
    return b64encode(value).decode()


def _write(out: IO[str], line: dict[str, Any]) -> None:
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"), default=_as_text)
    out.write(text + "\n")


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)
    except FileNotFoundError:
        raise BadBackup("no_file", f"There is no file {path}.") from None
    except (OSError, EOFError, ValueError):
        raise BadBackup("damaged", f"{path.name} is damaged, or not a backup.") from None
