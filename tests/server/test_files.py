"""SQLite's file: one server at a time, one that can write it, and nothing missing after a crash."""

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from tests.cli.conftest import carrozza
from tests.server.support import PATIENCE, Person
from tests.server.test_process import process

from carrozza.server.storage.wal import written_before

pytestmark = pytest.mark.anyio

NOBODY = 65_534
LOG_HEADER, FRAME = 32, 24 + 4096  # bytes in SQLite's log


def start_and_fail(db: str) -> str:
    """The one line that a server says which does not start."""
    done = subprocess.run(
        [sys.executable, "-m", "carrozza", "serve", "--port", "0", "--db", db],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    return done.stderr


async def test_what_is_stored_is_for_its_owner_only(tmp_path: Path) -> None:
    db, backup = tmp_path / "carrozza.db", tmp_path / "backup.gz"
    old = os.umask(0o022)
    try:
        async with process(f"sqlite:///{db}"):
            pass
        assert carrozza("admin", "backup", backup, "--db", f"sqlite:///{db}").exit_code == 0
    finally:
        os.umask(old)
    for file in (db, backup):
        assert file.stat().st_mode & 0o777 == 0o600


async def test_a_second_server_on_one_file_is_refused(sqlite_db: str, tmp_path: Path) -> None:
    async with process(sqlite_db) as (server, address):
        said = await asyncio.to_thread(start_and_fail, sqlite_db)
        assert said.endswith("[db_in_use]\n")
        async with Person(address) as anna:
            table = (await anna.post("/tables", {"game": "usa"}))["id"]
        listed = await asyncio.to_thread(carrozza, "admin", "tables", "--db", sqlite_db)
        assert table in listed.stdout  # to look after it is not to serve
        copy = str(tmp_path / "all.gz")
        await asyncio.to_thread(carrozza, "admin", "backup", copy, "--db", sqlite_db)
        restore = ("admin", "restore", copy, "--replace", "--db", sqlite_db)
        refused = await asyncio.to_thread(carrozza, *restore)
        assert refused.stderr.endswith("[db_in_use]\n")
        os.killpg(server.pid, signal.SIGKILL)
        await server.wait()
    async with process(sqlite_db) as (_, address), Person(address) as anna:
        await anna.get(f"/tables/{table}")


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Root may write everything, so as root the block is run as somebody else, who may be unable to
    read our code: it has to be imported."""
    import_module("carrozza.cli.printing.welcome")
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize("what", ["file", "folder"])
@pytest.mark.parametrize("command", [("admin", "tables"), ("serve", "--port", 0)])
def test_a_file_that_cannot_be_written(what: str, command: tuple[object, ...]) -> None:
    folder = Path(tempfile.mkdtemp())
    file = folder / "carrozza.db"
    db = f"sqlite:///{file}"
    try:
        with sqlite3.connect(file) as connection:
            connection.execute("create table other (x)")
        connection.close()
        file.chmod(0o444 if what == "file" else 0o666)
        folder.chmod(0o555 if what == "folder" else 0o777)
        before = file.read_bytes()
        with ordinary_user():
            refused = carrozza(*command, "--db", db)
        assert refused.exit_code == 1
        assert refused.stderr.endswith("[db_read_only]\n")
        assert str(file) in refused.stderr
        assert file.read_bytes() == before
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)


@pytest.mark.parametrize("content", [b"no database" * 1000, b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "carrozza.db"
    file.write_bytes(content)
    assert start_and_fail(f"sqlite:///{file}").endswith("[db_damaged]\n")
    assert file.read_bytes() == content


def untouched(_: Path) -> None:
    pass


def middle(file: Path) -> int:
    """Of what counts in the log: it begins anew once it is copied, and older frames lie behind."""
    before = written_before(file, killed=True)
    assert before is not None
    assert before.frames
    return LOG_HEADER + before.frames // 2 * FRAME + FRAME // 2


def cut(file: Path) -> None:
    os.truncate(f"{file}-wal", middle(file))


def emptied(file: Path) -> None:
    os.truncate(f"{file}-wal", 0)


def garbled(file: Path) -> None:
    log = Path(f"{file}-wal")
    data = bytearray(log.read_bytes())
    data[middle(file)] ^= 1
    log.write_bytes(data)


def removed(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def both_removed(file: Path) -> None:
    Path(f"{file}-wal").unlink()
    Path(f"{file}-shm").unlink()


def looked_after(file: Path) -> None:
    """An administrator's command opens the file first, and puts its log in order."""
    assert carrozza("admin", "tables", "--db", f"sqlite:///{file}").exit_code == 0


@pytest.mark.parametrize(
    ("accident", "reported"),
    [
        (untouched, False),
        (looked_after, False),
        (cut, True),
        (emptied, True),
        (garbled, True),
        (removed, True),
        (both_removed, True),
    ],
)
async def test_a_log_that_was_cut_short_is_reported(
    tmp_path: Path, accident: Callable[[Path], None], reported: bool
) -> None:
    file = tmp_path / "carrozza.db"
    db = f"sqlite:///{file}"
    async with process(db) as (server, address):
        async with Person(address) as anna:
            for _ in range(3):
                await anna.post("/tables", {"game": "usa"})
        os.killpg(server.pid, signal.SIGKILL)
        await server.wait()
    await asyncio.to_thread(accident, file)
    for again in (True, False):
        async with process(db) as (server, _):
            server.send_signal(signal.SIGTERM)
            _, errors = await asyncio.wait_for(server.communicate(), PATIENCE)
        lines = [json.loads(line) for line in errors.decode().splitlines()]
        told = [line["message"] for line in lines if line["level"] == "error"]
        assert bool(told) == (reported and again), told  # and once only
        assert all(f"{file}-wal" in line and "may be missing" in line for line in told)
