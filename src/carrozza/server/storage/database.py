"""Reading and writing the database, the same for SQLite and PostgreSQL."""

import asyncio
import math
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from carrozza.core.errors import BadOptions
from carrozza.server import spans
from carrozza.server.errors import Refused, storage_busy, storage_unknown
from carrozza.server.storage import schema
from carrozza.server.storage.health import GONE, Health

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 5.0
MIGRATION_LOCK = 0x_CA_770_22A  # any number, the same for all workers
TRIAL = {"key": "trial", "value": "." * 100_000}  # more than a few moves need

# What says that a database is busy, full or gone, rather than that we made a mistake.
TROUBLE = (OperationalError, InterfaceError, PoolTimeout, sqlite3.OperationalError)


class Database:
    """Two engines: many readers, and for SQLite a single writer, as it allows no more."""

    def __init__(self, address: str, busy_seconds: float = BUSY_SECONDS) -> None:
        url = parse(address)
        self.busy_seconds = busy_seconds
        self.sqlite = url.get_backend_name() == "sqlite"
        self.url = url.set(drivername="sqlite+aiosqlite" if self.sqlite else "postgresql+psycopg")
        # An error with its parameters would bring seeds and hands into the logs.
        common: Any = {"pool_timeout": busy_seconds, "hide_parameters": True}
        if self.sqlite:
            there = _if_there(self.url, sqlite_file(address))
            self.reader = create_async_engine(there, pool_size=4, max_overflow=0, **common)
            self.writer = create_async_engine(there, pool_size=1, max_overflow=0, **common)
            _tune_sqlite(self.reader.sync_engine, busy_seconds, immediate=False)
            _tune_sqlite(self.writer.sync_engine, busy_seconds, immediate=True)
        else:
            self.writer = create_async_engine(
                self.url,
                pool_size=8,
                pool_pre_ping=True,
                connect_args={"connect_timeout": math.ceil(busy_seconds)},
                **common,
            )
            _tune_postgres(self.writer.sync_engine, busy_seconds)
            # What is read in one block belongs together, as SQLite does it by itself.
            self.reader = self.writer.execution_options(isolation_level="REPEATABLE READ")
        self._turn = asyncio.Lock()
        self._turn_of_others = asyncio.Lock()  # than moves
        self.health = Health()
        self._file = sqlite_file(address)
        self._identity = self._identify()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        try:
            with spans.step("read"):
                async with self.reader.connect() as connection:
                    yield connection
        except (*TROUBLE, DBAPIError) as error:
            if self._is_ours(error):
                raise
            raise storage_busy() from error

    @asynccontextmanager
    async def write(self, *, moves: bool = False) -> AsyncIterator[AsyncConnection]:
        """One transaction: all of it is stored when the block ends, or none. Moves come first."""
        if self.health.trouble is GONE:  # it would be stored where nobody finds it
            raise storage_busy()
        committing = False
        try:
            with spans.step("write") as span:
                async with self._my_turn(moves), self.writer.connect() as connection:
                    transaction = await connection.begin()
                    span.mark("begun")
                    try:
                        yield connection
                    except BaseException:
                        await transaction.rollback()
                        raise
                    committing = True
                    span.mark("to be committed")
                    await transaction.commit()
        except (*TROUBLE, DBAPIError) as error:
            if self._is_ours(error):
                raise
            lost = isinstance(error, DBAPIError) and error.connection_invalidated
            raise (storage_unknown() if committing and lost else storage_busy()) from error

    def _is_ours(self, error: Exception) -> bool:
        """Whether an error is a mistake of ours, and nothing is wrong with the database."""
        return not self.health.note(error) and not isinstance(error, TROUBLE)

    async def look_again(self) -> None:
        """Is the file still there? And after a trouble: is it over?"""
        found = self._identify()
        self._identity = self._identity or found
        if found != self._identity:
            self.health.report(GONE, str(self._file))
            return
        if self.health.trouble is GONE:
            self.health.recover()
        if self.health.trouble is None or self.health.trouble.lasting:
            return
        remove = delete(schema.server).where(schema.server.c.key == TRIAL["key"])
        try:
            async with self.write() as connection:
                await connection.execute(remove)
                await connection.execute(insert(schema.server).values(TRIAL))
            async with self.write() as connection:
                await connection.execute(remove)
        except Refused:
            return
        self.health.recover()

    def _identify(self) -> tuple[int, int] | None:
        """Which file it is: the one we have open, or another of the same name?"""
        try:
            found = os.stat(self._file) if self._file is not None else None
        except OSError:
            return None
        return (found.st_dev, found.st_ino) if found is not None else None

    @asynccontextmanager
    async def _my_turn(self, moves: bool) -> AsyncIterator[None]:
        """SQLite has one writer at a time. Who waits behind others waits no longer than they do,
        and moves no longer than for one of them: many alerts may have to be noted at once."""
        if not self.sqlite:
            yield
            return
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout(self.busy_seconds):
                    if not moves:
                        await held.enter_async_context(self._turn_of_others)
                    await held.enter_async_context(self._turn)
            except TimeoutError as error:
                raise storage_busy() from error
            yield

    async def close(self) -> None:
        await self.reader.dispose()
        await self.writer.dispose()


def _if_there(url: URL, file: Path | None) -> URL:
    """SQLite makes a new, empty file in place of one that was moved away, unless told not to."""
    if file is None:
        return url
    return url.set(database=f"file:{quote(str(file))}", query={"mode": "rw", "uri": "true"})


def sqlite_file(address: str) -> Path | None:
    url = parse(address)
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database).removeprefix("file:"))


def keep_private(file: Path) -> None:
    """A new file is for its owner only: there are seeds and hashes of passwords in it."""
    with suppress(OSError):  # it is there; or it cannot be made, which whoever opens it will say
        file.touch(mode=0o600, exist_ok=False)


def parse(address: str) -> URL:
    """The address of a database: sqlite:///file or postgresql://…"""
    right = "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # ValueError: the port is no number
        # What was given stays unsaid: there may be a password in it.
        raise BadOptions("db", f"That is not a database address: {right}.") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        problem = f"Carrozza knows no database of the kind “{url.get_backend_name()}”"
        raise BadOptions("db", f"{problem}: {right}.")
    return url


def migrate(address: str) -> None:
    """Bring the database to the present schema; workers that start together take turns."""
    engine = plain_engine(address)
    if (file := sqlite_file(address)) is not None:
        keep_private(file)
    try:
        with said_in_a_sentence(), engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("select pg_advisory_lock(:n)"), {"n": MIGRATION_LOCK})
                connection.commit()
            _check_known(connection)
            upgrade(connection)
            connection.commit()
            if engine.dialect.name == "sqlite":  # the tables are in the file, not only in its log
                connection.connection.cursor().execute("pragma wal_checkpoint(passive)")
    finally:
        engine.dispose()


@contextmanager
def said_in_a_sentence() -> Iterator[None]:
    """For what is done before the server runs: whoever starts it is told why it cannot be."""
    try:
        yield
    except DBAPIError as error:
        problem = str(error.orig).strip().splitlines()[0]
        raise BadOptions("db", f"The database cannot be used: {problem}.") from None


def _check_known(connection: Connection) -> None:
    """Refuse what a newer version has made, before anything is touched."""
    revision = MigrationContext.configure(connection).get_current_revision()
    connection.rollback()
    if revision is not None and revision not in revisions():
        problem = f"This database was made by a newer version of Carrozza (schema {revision})."
        raise BadOptions("db", f"{problem} Update Carrozza to use it.")


def upgrade(connection: Connection) -> None:
    command.upgrade(_config(connection), "head")


def downgrade(connection: Connection, revision: str) -> None:
    """Take the tables back to those of an older version; what they hold must allow it."""
    command.downgrade(_config(connection), revision)


def revisions() -> set[str]:
    """The schemas this version knows."""
    return {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def plain_engine(address: str, *, snapshot: bool = False) -> Engine:
    """For work outside the event loop. A snapshot reads everything as of one moment."""
    url = parse(address)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool)
        _tune_sqlite(engine, BUSY_SECONDS, immediate=not snapshot)
        return engine
    url = url.set(drivername="postgresql+psycopg")
    level = "REPEATABLE READ" if snapshot else "READ COMMITTED"
    return create_engine(url, poolclass=NullPool, isolation_level=level)


def _tune_sqlite(engine: Engine, busy_seconds: float, *, immediate: bool) -> None:
    """Readers never wait for the writer, and what is committed survives a power cut."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        cursor = connection.cursor()
        cursor.execute("pragma journal_mode = wal")
        cursor.execute("pragma synchronous = full")
        cursor.execute("pragma foreign_keys = on")
        cursor.execute(f"pragma busy_timeout = {int(busy_seconds * 1000)}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("begin immediate" if immediate else "begin")


def _tune_postgres(engine: Engine, busy_seconds: float) -> None:
    """Nobody waits for ever for somebody else's lock."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"set lock_timeout = {int(busy_seconds * 1000)}")
        cursor.close()
        connection.commit()
