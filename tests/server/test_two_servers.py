"""Two servers on one database: whoever changes from one to the other notices nothing.

Where a server must not have heard of something yet, its listeners are closed.
"""

import asyncio
import math
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.server.support import PATIENCE, Host, Person, play_out, serving

from carrozza.server.context import Context
from carrozza.server.storage import sync
from carrozza.server.tables import cache

pytestmark = pytest.mark.anyio

TWO = {"game": "usa", "players": 2}


@asynccontextmanager
async def two(db: str) -> AsyncIterator[tuple[Host, Host]]:
    async with serving(db) as one, serving(db) as other:
        yield one, other


@asynccontextmanager
async def at_both(one: Host, other: Host) -> AsyncIterator[tuple[Person, Person]]:
    """A person with the same cookie at both servers."""
    async with one.person() as person, other.person() as again:
        await person.post("/session")
        again.http.cookies = person.http.cookies
        yield person, again


async def until(true: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


async def test_what_was_seen_at_one_server_is_known_at_the_other(postgres_db: str) -> None:
    async with two(postgres_db) as (one, other), at_both(one, other) as (anna, moved):
        table = (await anna.post("/play-now", TWO))["id"]
        await moved.get(f"/tables/{table}")
        await other.context.bus.close()
        async with anna.socket(table) as socket:
            update = await socket.wait_for("update")
            await socket.act(update, update["legal"][0])
            seen = await socket.wait_for("update", legal=[])
        async with moved.socket(table, since=seen["version"]) as socket:
            update = await socket.wait_for("update")
            assert update["since"] == seen["version"]
            assert update["version"] >= seen["version"]


async def test_an_action_on_a_version_seen_elsewhere_is_taken(postgres_db: str) -> None:
    async with two(postgres_db) as (one, other), at_both(one, other) as (anna, moved):
        table = (await anna.post("/play-now", TWO))["id"]
        async with anna.socket(table) as socket, moved.socket(table) as second:
            await second.wait_for("update")
            await other.context.bus.close()
            update = await socket.wait_for("update")
            await socket.act(update, update["legal"][0])
            await socket.wait_for("ack")
            await socket.send(type="sync")
            update = await socket.wait_for("update", since=None)
            while not update["legal"]:
                update = await socket.wait_for("update")
            sent = await second.act(update, update["legal"][0])
            await second.wait_for("ack", id=sent, version=update["version"] + 1)


async def test_a_game_that_ended_at_one_server_is_over_at_the_other(postgres_db: str) -> None:
    async with two(postgres_db) as (one, other), at_both(one, other) as (anna, moved):
        table = (await anna.post("/play-now", {"game": "card_game", "players": 2}))["id"]
        await moved.get(f"/tables/{table}")
        await moved.get(f"/tables/{table}/save", status=409)
        await other.context.bus.close()
        async with anna.socket(table) as socket:
            await play_out(socket, random.Random(1))
        assert (await moved.get(f"/tables/{table}/save"))["totals"]


async def test_sit_down_at_one_server_and_start_at_the_other(postgres_db: str) -> None:
    async with two(postgres_db) as (one, other), one.person() as anna, other.person() as bruno:
        table = (await anna.post("/tables", TWO))["id"]
        await one.context.bus.close()
        await bruno.post(f"/tables/{table}/join", {})
        assert (await anna.post(f"/tables/{table}/start"))["phase"] == "playing"


async def all_heard(one: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other server has dealt with all that this one told it: messages come in their order."""
    last = asyncio.Event()

    async def hear(*_: object) -> None:
        last.set()

    monkeypatch.setitem(sync.KINDS, "last", hear)
    async with one.context.db.write() as connection:
        await one.context.bus.tell(connection, "last", "x")
    async with asyncio.timeout(PATIENCE):
        await last.wait()


async def test_a_move_made_while_the_table_is_being_read_is_not_missed(
    postgres_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, go_on, heard = asyncio.Event(), asyncio.Event(), asyncio.Event()
    log_since, moved = cache._log_since, sync.KINDS["moved"]

    async def slowly(*args: Any) -> Any:
        log = await log_since(*args)
        if asyncio.current_task() is loading:
            read.set()
            await go_on.wait()
        return log

    async def hear(context: Context, subject: str) -> None:
        if context is other.context:
            heard.set()
        await moved(context, subject)

    async with (
        serving(postgres_db) as one,
        serving(postgres_db, sweep_seconds=math.inf) as other,  # it reads nothing by itself
        one.person() as anna,
        one.person() as bruno,
    ):
        table = (await anna.post("/tables", TWO))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as socket:
            update = await socket.wait_for("update")
            await all_heard(one, monkeypatch)  # also that she is here
            monkeypatch.setattr(cache, "_log_since", slowly)
            monkeypatch.setitem(sync.KINDS, "moved", hear)
            loading = asyncio.create_task(other.context.tables.get(table))
            await read.wait()
            heard.clear()
            await socket.act(update, update["legal"][0])
            await socket.wait_for("ack")
            await heard.wait()
            go_on.set()
            loaded = await loading
            await until(lambda: loaded.play is not None and loaded.play.version == 1)
