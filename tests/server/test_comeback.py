"""Games leave memory and come back from the log as they were."""

import asyncio
import random

import pytest
from tests.server.support import PATIENCE, Message, Person, Socket, serving

pytestmark = pytest.mark.anyio


async def play_some(socket: Socket, moves: int) -> Message:
    """So many actions of ours at random; returns the last update."""
    rng = random.Random(5)
    update = await socket.wait_for("update")
    for _ in range(moves):
        while not update["legal"]:
            update = await socket.wait_for("update")
        await socket.act(update, rng.choice(update["legal"]))
        update = await socket.wait_for("update")
    while not update["legal"]:
        update = await socket.wait_for("update")
    return update


@pytest.mark.parametrize("game", ["usa", "europe", "northern_lights", "card_game"])
async def test_a_game_goes_on_after_a_restart(sqlite_db: str, game: str) -> None:
    async with serving(sqlite_db) as host, host.person() as anna:
        table = (await anna.post("/play-now", {"game": game, "players": 2}))["id"]
        async with anna.socket(table) as socket:
            before = await play_some(socket, 12)
        cookie = anna.cookie()
    async with serving(sqlite_db) as host, Person(host.address) as anna:
        anna.http.headers["cookie"] = cookie
        async with anna.socket(table, headers={"cookie": cookie}) as socket:
            after = await socket.wait_for("update")
            assert [after[k] for k in ("version", "view", "legal", "undo")] == [
                before[k] for k in ("version", "view", "legal", "undo")
            ]
            await socket.act(after, after["legal"][0])
            await socket.wait_for("ack", version=before["version"] + 1)


async def test_an_idle_table_leaves_memory_and_returns(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host, host.person() as anna:
        table = (await anna.post("/play-now", {"game": "usa", "players": 2}))["id"]
        async with anna.socket(table) as socket:
            before = await play_some(socket, 5)
        context = host.context
        async with asyncio.timeout(PATIENCE):
            while len(context.tables):  # it is still noted that she has gone
                await asyncio.sleep(0.02)
                context.tables.forget_idle(context.now() + 1)
        async with anna.socket(table) as socket:
            after = await socket.wait_for("update")
        assert (after["version"], after["view"]) == (before["version"], before["view"])
