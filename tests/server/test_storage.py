"""When the database cannot write: refused, nothing half done, reads go on, and later it works."""

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert, make_url, text
from tests.server.support import PATIENCE, Message, Person, Socket, serving
from tests.server.test_people import rows
from websockets import ConnectionClosedError

from carrozza.server.errors import Refused
from carrozza.server.play import game_log
from carrozza.server.storage import bus, schema
from carrozza.server.storage.database import Database, migrate, plain_engine

pytestmark = pytest.mark.anyio

BUSY = 1.0  # seconds


@asynccontextmanager
async def locked(db: str) -> AsyncIterator[None]:
    """Somebody else writes to the database and takes their time."""
    connection = sqlite3.connect(
        db.removeprefix("sqlite:///"), isolation_level=None, check_same_thread=False
    )
    try:
        await asyncio.to_thread(connection.execute, "begin exclusive")
        yield
        connection.execute("rollback")
    finally:
        connection.close()


async def own_table(anna: Person) -> str:
    """With nobody else at it, so that nothing happens but what Anna does."""
    table = (await anna.post("/tables", {"game": "usa"}))["id"]
    await anna.post(f"/tables/{table}/join", {"name": "Nonna"})
    await anna.post(f"/tables/{table}/start")
    return str(table)


def first_choice(update: Message) -> Message:
    return {
        "type": "act",
        "id": "first",
        "seat": update["seat"],
        "version": update["version"],
        "action": update["legal"][0],
    }


async def reads_work(anna: Person, table: str, version: int, *, health: str | None = None) -> None:
    assert (await anna.get(f"/tables/{table}"))["version"] == version
    assert table in [mine["table"]["id"] for mine in await anna.get("/me/tables")]
    assert await trouble(anna) == health


async def trouble(anna: Person) -> str | None:
    """The reason that /healthz gives; None if all is well."""
    reply = await anna.http.get(f"{anna.address}/healthz")
    said = reply.json()
    assert (reply.status_code, said["ok"]) in ((200, True), (503, False))
    if said["ok"]:
        return None
    assert said["message"].endswith(".")
    return str(said["code"])


async def healthy(anna: Person) -> None:
    """It is found out without anybody's help."""
    async with asyncio.timeout(PATIENCE):
        while await trouble(anna) is not None:
            await asyncio.sleep(0.1)


async def refused_then_done(
    socket: Socket, message: Message, version: int, cure: Callable[[], Awaitable[None]]
) -> None:
    """What cannot be stored is refused; the very same message is good once it can be, and once."""
    await socket.send(**message)
    refusal = await socket.wait_for("refusal", id=message["id"])
    assert (refusal["code"], refusal["version"]) == ("storage", version)
    await socket.send(type="sync")
    assert (await socket.wait_for("update"))["version"] == version
    await cure()
    for _ in range(2):
        await socket.send(**message)
        assert (await socket.wait_for("ack", id=message["id"]))["version"] == version + 1


async def test_sqlite_locked_by_another(sqlite_db: str) -> None:
    async with serving(sqlite_db, busy_seconds=BUSY) as host:
        anna = host.person()
        table = await own_table(anna)
        async with anna.socket(table) as socket:
            message = first_choice(await socket.wait_for("update"))
            lock = locked(sqlite_db)
            await lock.__aenter__()
            await reads_work(anna, table, 0)
            for path in ("/tables", "/play-now"):
                assert (await anna.post(path, {"game": "usa"}, 503))["code"] == "storage"
            async with anna.socket(table) as second:  # to be present can wait
                assert (await second.wait_for("welcome"))["table"]["version"] == 0

            async def unlock() -> None:
                await lock.__aexit__(None, None, None)

            await refused_then_done(socket, message, 0, unlock)
            await reads_work(anna, table, 1)
            assert len(await anna.get("/me/tables")) == 1


async def test_many_who_wait_for_a_locked_database_do_not_wait_for_each_other(
    sqlite_db: str,
) -> None:
    busy = 3.0  # so long that one after the other is told from all at once, also when it is late
    async with serving(sqlite_db, busy_seconds=busy) as host:
        anna = host.person()
        tables = [await own_table(anna) for _ in range(20)]

        async def act(table: str, ready: asyncio.Barrier) -> tuple[str, float]:
            async with anna.socket(table) as socket:
                message = first_choice(await socket.wait_for("update"))
                await ready.wait()
                begun = time.monotonic()
                await socket.send(**message)
                code = str((await socket.wait_for("refusal"))["code"])
                await ready.wait()
                return code, time.monotonic() - begun

        ready = asyncio.Barrier(len(tables) + 1)
        acting = [asyncio.create_task(act(table, ready)) for table in tables]
        async with locked(sqlite_db):
            await ready.wait()
            await ready.wait()
        answers = await asyncio.gather(*acting)
        assert {code for code, _ in answers} == {"storage"}
        assert max(seconds for _, seconds in answers) < len(tables) / 2 * busy


async def test_sqlite_on_a_full_disk(
    sqlite_db: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_log, "MOST_UNDONE", 1000)  # what is undone fills the disk, too
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = await own_table(anna)

        async def limit(pages: int) -> None:
            async with host.context.db.write() as connection:
                await connection.execute(text(f"pragma max_page_count = {pages}"))

        async with anna.socket(table) as socket:
            choice = first_choice(await socket.wait_for("update"))
            back = {"type": "undo", "seat": choice["seat"]}
            await limit(1)  # SQLite makes the present size of it
            for version in range(200):  # the last page has room for some more
                message = {**(back if version % 2 else choice), "id": f"step-{version}"}
                message["version"] = version
                if not await is_stored(socket, message):
                    break
            await reads_work(anna, table, version, health="disk_full")
            await refused_then_done(socket, message, version, lambda: limit(2**31))
            await healthy(anna)
            await reads_work(anna, table, version + 1)
    said = [r.getMessage() for r in caplog.records if r.name.endswith(".health")]
    assert len(said) == 2  # that it is full, and that it is not, however often it was tried
    assert "is full" in said[0]
    assert "again" in said[1]
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR and r.exc_info]


async def test_sqlite_whose_file_is_moved_away(
    sqlite_db: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What would be stored now, nobody would find: it is refused until the file is back."""
    file, elsewhere = tmp_path / "carrozza.db", tmp_path / "elsewhere"
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = await own_table(anna)
        async with anna.socket(table) as socket:
            choice = first_choice(await socket.wait_for("update"))
            message = {**choice, "id": "step", "version": 0}
            file.rename(elsewhere)
            async with asyncio.timeout(PATIENCE):
                while await trouble(anna) != "db_gone":
                    await asyncio.sleep(0.02)

            async def put_back() -> None:
                elsewhere.rename(file)
                await healthy(anna)

            await refused_then_done(socket, message, 0, put_back)
    said = [r.getMessage() for r in caplog.records if r.name.endswith(".health")]
    assert len(said) == 2
    assert str(file) in said[0]


async def is_stored(socket: Socket, message: Message) -> bool:
    await socket.send(**message)
    while (answer := await socket.receive())["type"] not in ("ack", "refusal"):
        pass
    assert answer.get("code", "storage") == "storage"
    return bool(answer["type"] == "ack")


def execute(db: str, *statements: str) -> None:
    """In a thread: it may have to wait for the server."""
    engine = plain_engine(db)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


async def test_postgres_on_a_full_disk(postgres_db: str, caplog: pytest.LogCaptureFixture) -> None:
    """The error is PostgreSQL's own, which a trigger has it give."""
    full = (
        "raise exception 'could not extend file: No space left on device' using errcode = '53100'"
    )
    body = f"create function no_room() returns trigger language plpgsql as $$begin {full}; end$$"
    refuse = "create trigger no_room before insert on {} execute function no_room()"
    tables = ("log", "server")

    async def change(*statements: str) -> None:
        await asyncio.to_thread(execute, postgres_db, *statements)

    async with serving(postgres_db) as host:
        anna = host.person()
        table = await own_table(anna)
        async with anna.socket(table) as socket:
            message = first_choice(await socket.wait_for("update"))
            await change(body, *(refuse.format(each) for each in tables))
            assert not await is_stored(socket, message)
            await reads_work(anna, table, 0, health="disk_full")
            empty = [f"drop trigger no_room on {each}" for each in tables]
            await refused_then_done(socket, message, 0, lambda: change(*empty))
            await healthy(anna)
    assert len([r for r in caplog.records if "is full" in r.getMessage()]) == 1


async def test_a_missing_table(db: str, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(db) as host:
        anna = host.person()
        table = await own_table(anna)
        assert await trouble(anna) is None
        await asyncio.to_thread(execute, db, "drop table chat")
        async with anna.socket(table) as socket:
            assert (await socket.wait_for("bye"))["code"] == "storage"
        for _ in range(3):
            assert await trouble(anna) == "db_damaged"
        assert (await anna.post("/tables", {"game": "usa"}))["id"]  # what can be done is done
        assert await trouble(anna) == "db_damaged"
    said = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert [("chat" in r.getMessage(), r.exc_info) for r in said] == [(True, None)]


async def test_a_damaged_file(sqlite_db: str, caplog: pytest.LogCaptureFixture) -> None:
    file = sqlite_db.removeprefix("sqlite:///")
    async with serving(sqlite_db) as host:
        table = await own_table(host.person())
    with contextlib.closing(sqlite3.connect(file)) as connection:
        wanted = "select rootpage from sqlite_master where name = 'seats'"
        page = connection.execute(wanted).fetchone()[0] - 1
        size = connection.execute("pragma page_size").fetchone()[0]
    with open(file, "r+b") as opened:
        opened.seek(page * size)
        opened.write(b"\xff" * size)
    async with serving(sqlite_db) as host:
        anna = host.person()
        for _ in range(3):
            assert (await anna.get(f"/tables/{table}", 503))["code"] == "storage"
            assert await trouble(anna) == "db_damaged"
    said = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert [("malformed" in r.getMessage(), r.exc_info) for r in said] == [(True, None)]


async def test_postgres_goes_away_for_a_while(
    postgres_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "RETRY_SECONDS", 0.1)
    async with (
        serving(postgres_db, busy_seconds=BUSY) as host,
        serving(postgres_db) as second,
    ):
        anna = host.person()
        anna_elsewhere = second.person()
        table = await own_table(anna)
        anna_elsewhere.http.cookies = anna.http.cookies
        async with anna.socket(table) as socket, anna_elsewhere.socket(table) as other:
            message = first_choice(await socket.wait_for("update"))
            await other.wait_for("update", seat=1)
            await asyncio.to_thread(let_in, postgres_db, False)
            assert (await anna.get("/me", 503))["code"] == "storage"
            assert (await anna.get(f"/tables/{table}"))["version"] == 0  # out of memory
            await refused_then_done(
                socket, message, 0, lambda: asyncio.to_thread(let_in, postgres_db, True)
            )
            await reads_work(anna, table, 1)
            await hears_or_comes_back(anna_elsewhere, other, table)


async def hears_or_comes_back(person: Person, socket: Socket, table: str) -> None:
    """The servers hear each other again. One that could not look at the table in the meantime sent
    its people away for a moment."""
    try:
        await socket.wait_for("update", version=1)
        return
    except ConnectionClosedError as closed:
        code = closed.rcvd.code if closed.rcvd else None
    assert code == 1013
    async with person.socket(table) as again:
        await again.wait_for("update", version=1)


def let_in(db: str, allowed: bool) -> None:
    """Let nobody use a database any more, or everybody again."""
    server, name = db.rsplit("/", 1)
    engine = plain_engine(f"{server}/postgres")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"alter database {name} allow_connections {allowed}"))
        if not allowed:
            hang_up = "select pg_terminate_backend(pid) from pg_stat_activity where datname = :of"
            connection.execute(text(hang_up), {"of": name})
    engine.dispose()


async def test_postgres_locked_by_another(postgres_db: str) -> None:
    async with serving(postgres_db, busy_seconds=BUSY) as host:
        anna = host.person()
        table = await own_table(anna)
        engine = plain_engine(postgres_db)
        async with anna.socket(table) as socket:
            message = first_choice(await socket.wait_for("update"))
            connection = engine.connect()
            connection.execute(text("lock table log, tables in exclusive mode"))
            await reads_work(anna, table, 0)

            async def unlock() -> None:
                connection.rollback()

            await refused_then_done(socket, message, 0, unlock)
            connection.close()
        engine.dispose()


@asynccontextmanager
async def cut_at_commit(db: str) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """The address of a database whose line breaks, once it is told to, after a COMMIT is sent."""
    url = make_url(db)
    armed = asyncio.Event()

    async def pipe(reader: asyncio.StreamReader, *writers: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                writers[0].write(data)
                await writers[0].drain()
                if len(writers) > 1 and armed.is_set() and b"COMMIT" in data:
                    break
        for writer in writers:
            writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(url.host, url.port)
        await asyncio.gather(pipe(reader, back, writer), pipe(there, writer))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False), armed
    finally:
        server.close()


async def test_a_line_that_breaks_while_saving_leaves_it_open(postgres_db: str) -> None:
    """It was saved here, and could just as well not have been: nobody may say that it was not."""
    migrate(postgres_db)
    async with cut_at_commit(postgres_db) as (address, armed):
        db = Database(address)

        async def save() -> None:
            async with db.write() as connection:
                await connection.execute(insert(schema.server).values(key="a", value="b"))
                armed.set()

        with pytest.raises(Refused) as refused:
            await save()
        assert refused.value.code == "storage_unknown"
        assert "Nothing was changed" not in refused.value.message
        await db.close()
    assert [row["key"] for row in rows(postgres_db, schema.server)] == ["a"]


async def test_moves_wait_for_no_more_than_one_other_who_writes(sqlite_db: str) -> None:
    """However many alerts are to be noted."""
    migrate(sqlite_db)
    db = Database(sqlite_db)
    order: list[str] = []

    async def write(what: str) -> None:
        async with db.write(moves=what == "moves"):
            order.append(what)

    async with db.write():
        others = [asyncio.create_task(write("other")) for _ in range(5)]
        await asyncio.sleep(0)
        moves = asyncio.create_task(write("moves"))
        await asyncio.sleep(0)
    await asyncio.gather(moves, *others)
    await db.close()
    assert order.count("other") == 5
    assert order.index("moves") <= 1
