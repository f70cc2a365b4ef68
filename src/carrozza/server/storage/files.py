"""A SQLite file belongs to one server at a time, and the next one notices when it was killed.

Beside the file lies another one, `.lock` at the end of its name. The system takes the lock away
from a server that dies; what is written in it stays until a server has stopped in order.
"""

import errno
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from carrozza.core.errors import BadOptions
from carrozza.server.storage.database import BUSY_SECONDS, keep_private, sqlite_file
from carrozza.server.storage.wal import report_missing, written_before

if sys.platform != "win32":
    import fcntl

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class InUse(BadOptions):
    """Another server has the file."""


@contextmanager
def only_server(address: str) -> Iterator[None]:
    """Keep the file of a SQLite database from all other servers."""
    file = sqlite_file(address)
    if file is None:
        yield
        return
    with _locked(file) as note:
        opened = _opened(file, killed=bool(note.read()))  # as long as it is, there is a log
        try:
            _write(note, "A server is running, or was killed.\n")
            yield
        finally:
            opened.close()
            _write(note, "")


def look_after_crash(address: str) -> None:
    """Report what a crash has cost, for commands that may be the first to open the file again."""
    file = sqlite_file(address)
    note = Path(f"{file}.lock")
    if file is None or (note.is_file() and not note.stat().st_size):
        return  # the last server has stopped in order
    with suppress(InUse), only_server(address):  # a running server has looked already
        pass


@contextmanager
def _locked(file: Path) -> Iterator[IO[str]]:
    try:
        note = open(f"{file}.lock", "a+", encoding="utf-8")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise _cannot_be_used(file, error.errno, str(error.strerror)) from None
    with note:
        try:
            if sys.platform != "win32":
                fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            problem = f"Another server is using {file}. Stop it first, or choose another with --db."
            raise InUse("db_in_use", problem) from None
        note.seek(0)
        yield note


def _write(note: IO[str], text: str) -> None:
    note.truncate(0)
    note.write(text)
    note.flush()


def _opened(file: Path, *, killed: bool) -> sqlite3.Connection:
    """The file, known to be one that can be written."""
    before = written_before(file, killed=killed)
    keep_private(file)
    try:
        connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            connection.execute("begin immediate")
            connection.execute("rollback")
            if before is not None:
                report_missing(connection, file, before)
            connection.execute("pragma journal_mode = wal")
            connection.execute("select count(*) from sqlite_master").fetchall()
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise _refused(file, error) from None
    return connection


def _refused(file: Path, error: sqlite3.Error) -> BadOptions:
    code = error.sqlite_errorcode & 0xFF
    if code in DAMAGED:
        problem = f"{file} is damaged, or not a database: {error}. Restore a backup."
        return BadOptions("db_damaged", problem)
    if code == sqlite3.SQLITE_READONLY or not os.access(file.parent, os.W_OK):
        return _cannot_be_used(file, errno.EACCES, "")
    return BadOptions("db", f"The database cannot be used: {error}.")


def _cannot_be_used(file: Path, number: int | None, reason: str) -> BadOptions:
    if number in (errno.EACCES, errno.EPERM, errno.EROFS):
        problem = f"{file} cannot be written, or its folder cannot"
        return BadOptions("db_read_only", f"{problem}. Give this user the right to, for both.")
    return BadOptions("db", f"The database {file} cannot be used: {reason}.")
