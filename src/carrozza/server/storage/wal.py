"""SQLite's write-ahead log: was all of it still there after a crash?

What is saved goes to `FILE-wal` first and is copied into the file later. SQLite opens a file whose
log was cut short or removed without a word, as it was some time before. But a killed server
leaves behind `FILE-shm`, which says how much of the log there was (sqlite.org/walformat.html).
"""

import logging
import sqlite3
import sys
import time
from pathlib import Path

import msgspec

HEADER = 48  # bytes of the description of the log in FILE-shm, which is there twice
COPIED = slice(96, 100)  # how many frames of the log are in the file already
FRAMES = slice(16, 20)
SALTS = slice(32, 40)  # must be the same as in the log itself
WAL_SALTS = slice(16, 24)

logger = logging.getLogger(__name__)


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """What a killed server had in its log. A frame is a page of the file as it shall be."""

    frames: int | None  # None: it had a log, nobody knows of what size
    copied: int = 0


def written_before(file: Path, *, killed: bool) -> Written | None:
    """To be read before the file is opened, which makes a new log. None: nothing is known."""
    wal, index = _start(Path(f"{file}-wal"), 32), _start(Path(f"{file}-shm"), 136)
    if index is None:
        return Written(frames=None) if killed and wal is None else None
    first, second = index[:HEADER], index[HEADER : 2 * HEADER]
    salts = (wal or b"")[WAL_SALTS]
    if len(index) < 136 or first != second or (salts and salts != first[SALTS]):
        return None  # left from an older log by a machine that lost its power
    return Written(frames=_number(first[FRAMES]), copied=_number(index[COPIED]))


def report_missing(connection: sqlite3.Connection, file: Path, before: Written) -> None:
    """Compare with what SQLite has found in the log."""
    _, found, _ = connection.execute("pragma wal_checkpoint(passive)").fetchone()
    if before.frames is not None and before.frames <= max(found, before.copied):
        return
    lost = "all" if before.frames is None else f"{before.frames - max(found, before.copied)} pages"
    logger.error(
        "The server was killed, and %s of what it had in %s-wal is gone. What was saved last may "
        "be missing: moves, chat, accounts. %s; %s. If that is not right, restore a backup.",
        lost,
        file,
        _latest(connection),
        _soundness(connection),
    )


def _start(file: Path, most: int) -> bytes | None:
    try:
        with file.open("rb") as opened:
            return opened.read(most)
    except OSError:
        return None


def _number(four: bytes) -> int:
    return int.from_bytes(four, sys.byteorder)  # it is for this machine only


def _latest(connection: sqlite3.Connection) -> str:
    try:
        latest = connection.execute("select max(at) from log").fetchone()[0]
    except sqlite3.Error:
        latest = None
    if latest is None:
        return "There is no move in the file"
    at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(latest))
    return f"The latest move in the file is of {at} UTC"


def _soundness(connection: sqlite3.Connection) -> str:
    found = connection.execute("pragma quick_check(1)").fetchone()[0]
    return "the file is sound" if found == "ok" else f"the file is damaged ({found})"
