"""What may be abused is counted for all workers together, and what is done all the time is not."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event
from tests.server.pair import at
from tests.server.support import Host, serving
from tests.server.test_people import rows

from carrozza.server.storage import schema
from carrozza.server.storage.counts import SharedLimit

pytestmark = pytest.mark.anyio

ONCE = {"limits": 1.0, "now": lambda: 1e9}


async def codes(*asked: Any) -> list[int]:
    return [(await reply).status_code for reply in asked]


async def two_servers(db: str, **settings: Any) -> Any:
    return serving(db, **ONCE, **settings), serving(db, **ONCE, **settings)


@pytest.mark.parametrize(
    ("setting", "path", "body"),
    [
        ("new_people_per_hour", "/session", None),
        ("tables_per_hour", "/tables", {"game": "usa"}),
    ],
)
async def test_two_workers_allow_no_more_than_one(
    postgres_db: str, setting: str, path: str, body: Any
) -> None:
    one, other = await two_servers(postgres_db, **{setting: 3})
    async with one as first, other as second:
        answers = [
            (await host.person().http.post(path, json=body)).status_code
            for host in (first, second, first, second, first)
        ]
    assert [status < 300 for status in answers] == [True, True, True, False, False]
    assert answers[-1] == 429
    assert "127.0.0.1" not in str(rows(postgres_db, schema.tries))


async def test_somebody_with_two_windows_talks_no_more(postgres_db: str) -> None:
    one, other = await two_servers(postgres_db, chats_per_minute=8)
    async with one as first, other as second:
        anna = first.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        said = []
        for person in (anna, at(second, anna), anna):
            async with person.socket(table) as socket:
                await socket.wait_for("welcome")
                for _ in range(2):
                    await socket.send(type="say", text="again")
                    heard = await socket.receive()
                    while heard["type"] not in ("said", "refusal"):
                        heard = await socket.receive()
                    said.append(heard.get("code"))
    assert said == [None] * 4 + ["too_many"] * 2
    assert len(rows(postgres_db, schema.chat)) == 4


async def test_the_window_opens_again(db: str) -> None:
    now = [1e9]
    async with serving(db, lambda: now[0]) as host:
        limit = SharedLimit(host.context.db, "s", "x", 2, 60.0, lambda: now[0])
        assert [await limit.take("a") for _ in range(3)] == [True, True, False]
        assert await limit.take("b")
        now[0] += 60.0
        assert await limit.take("a")


async def test_many_at_once_are_counted_one_by_one(postgres_db: str) -> None:
    async with serving(postgres_db) as host:
        limits = [
            SharedLimit(host.context.db, "s", "x", 5, 60.0, host.context.now) for _ in range(2)
        ]
        taken = await asyncio.gather(*(limits[n % 2].take("a") for n in range(20)))
    assert sum(taken) == 5


@contextmanager
def statements(host: Host) -> Iterator[list[str]]:
    """Everything that a server says to its database, and each transaction it stores."""
    heard: list[str] = []
    engine = host.context.db.writer.sync_engine

    def execute(_c: Any, _u: Any, statement: str, *_: Any) -> None:
        heard.append(statement)

    def commit(_: Any) -> None:
        heard.append("COMMIT")

    event.listen(engine, "before_cursor_execute", execute)
    event.listen(engine, "commit", commit)
    try:
        yield heard
    finally:
        event.remove(engine, "before_cursor_execute", execute)
        event.remove(engine, "commit", commit)


async def test_moves_are_not_counted_in_the_database(db: str) -> None:
    """A move is one transaction, with limits as without."""
    async with serving(db, sweep_seconds=3600.0) as host:
        anna, bruno = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa", "players": 2}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as one, bruno.socket(table) as other:
            moves = 0
            updates = [await socket.wait_for("update") for socket in (one, other)]
            with statements(host) as heard:
                while moves < 30:
                    moves += 1
                    seat = next(n for n, update in enumerate(updates) if update["legal"])
                    socket = (one, other)[seat]
                    action = random.Random(moves).choice(updates[seat]["legal"])
                    await socket.act(updates[seat], action)
                    version = updates[seat]["version"] + 1
                    updates = [await s.wait_for("update", version=version) for s in (one, other)]
                    await socket.send(type="ping", id="p")
                    await socket.wait_for("pong")
        stored = [s for s in heard if s.startswith("INSERT INTO log")]
        assert len(stored) == moves
        assert not [statement for statement in heard if "INTO tries" in statement]
        assert heard.count("COMMIT") == moves
