"""What is wrong with the database for longer than a moment: said once, and shown at /healthz."""

import logging
import sqlite3

import msgspec

logger = logging.getLogger(__name__)


class Trouble(msgspec.Struct, frozen=True):
    code: str
    message: str
    lasting: bool = False  # until the server is started again


DISK_FULL = Trouble("disk_full", "The disk of the database is full. Nothing can be saved.")
DISK_ERROR = Trouble("disk_error", "The disk of the database reports errors.")
READ_ONLY = Trouble("db_read_only", "The database can be read, but not written.")
GONE = Trouble(
    "db_gone",
    "The file of the database was moved or deleted. Put it back, or stop the server.",
)
DAMAGED = Trouble(
    "db_damaged",
    "The database is damaged. Stop the server, restore a backup and start it again.",
    lasting=True,
)

SQLITE = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_IOERR: DISK_ERROR,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
POSTGRES = {
    "53100": DISK_FULL,
    "58030": DISK_ERROR,
    "25006": READ_ONLY,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "42P01": DAMAGED,  # a table is missing
    "42703": DAMAGED,  # a column is
}
MISSING = ("no such table", "no such column")  # as SQLite says it, without a code


class Health:
    """Of a database, as this process has found it."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None

    def note(self, error: Exception) -> bool:
        """Whether an error is more than a passing one."""
        cause = getattr(error, "orig", None) or error  # the driver's own
        found = _trouble(cause)
        if found is not None:
            self.report(found, str(cause).strip().partition("\n")[0])
        return found is not None

    def report(self, found: Trouble, detail: str) -> None:
        if found != self.trouble and not (self.trouble and self.trouble.lasting):
            self.trouble = found
            logger.error("%s (%s)", found.message, detail, extra={"code": found.code})

    def recover(self) -> None:
        """It has been written to."""
        if self.trouble and not self.trouble.lasting:
            logger.warning("The database can be written again.", extra={"code": self.trouble.code})
            self.trouble = None


def _trouble(cause: object) -> Trouble | None:
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the rest are details
        return DAMAGED if str(cause).startswith(MISSING) else SQLITE.get(code)
    return POSTGRES.get(getattr(cause, "sqlstate", None) or "")
