"""Reviews of finished games: asked for, queued, made once, stored."""

import asyncio
import random
from typing import Any

import pytest
from tests.server.support import Host, Person, play_out, serving

pytestmark = pytest.mark.anyio


async def a_finished_game(host: Host) -> str:
    anna = host.person()
    table: str = (await anna.post("/play-now", {"game": "card_game", "level": "easy"}))["id"]
    async with anna.socket(table) as socket:
        await play_out(socket, random.Random(1))
    return table


async def reviewed(person: Person, table: str) -> Any:
    while (state := await person.get(f"/tables/{table}/review"))["state"] in ("waiting", "working"):
        await asyncio.sleep(0.1)
    return state


async def test_a_review_is_made_once_and_kept(db: str) -> None:
    async with serving(db) as host:
        table = await a_finished_game(host)
        bruno = host.person()
        assert (await bruno.get(f"/tables/{table}/review"))["state"] == "none"
        asked = await bruno.post(f"/tables/{table}/review")
        assert asked["state"] in ("waiting", "working")
        made = await reviewed(bruno, table)
        assert made["state"] == "done"
        assert made["review"]["decisions"]
    async with serving(db) as host:
        assert await host.person().post(f"/tables/{table}/review") == made
