"""Two who want the same at the same time: one gets it, the other is told, and nothing is left over.

With PostgreSQL they ask two servers.
"""

import asyncio
import random
from typing import Any

import pytest
from tests.server.pair import at, two_doors
from tests.server.support import Message, Socket, play_out

pytestmark = pytest.mark.anyio


async def statuses(*requests: Any) -> list[int]:
    return sorted([reply.status_code for reply in await asyncio.gather(*requests)])


async def test_one_seat_for_two(db: str) -> None:
    async with two_doors(db) as (first, second):
        anna, bruno, carla = first.person(), first.person(), second.person()
        table = (await anna.post("/tables", {"game": "usa", "players": 3}))["id"]
        join = f"/tables/{table}/join"
        for person in (bruno, carla):
            await person.post("/session")
        got = await statuses(*(p.http.post(join, json={"seat": 1}) for p in (bruno, carla)))
        assert got == [200, 409]
        got = await statuses(*(p.http.post(join, json={}) for p in (bruno, carla, anna, carla)))
        assert got == [200, 409, 409, 409]


async def test_a_guest_becomes_one_account(db: str) -> None:
    """However many ask for it, under whatever names: one is told yes, and that is the account."""
    async with two_doors(db) as (first, second):
        anna = first.person()
        await anna.post("/session")
        names = [f"Anna {letter}" for letter in "bcdef"]
        copies = [at(door, anna) for door in (first, second, first, second, first)]
        replies = await asyncio.gather(
            *(
                copy.http.post("/me/account", json={"name": name, "password": f"password {name}"})
                for copy, name in zip(copies, names, strict=True)
            )
        )
        told = [name for name, reply in zip(names, replies, strict=True) if reply.is_success]
        assert len(told) == 1, [reply.status_code for reply in replies]
        assert {reply.status_code for reply in replies} <= {204, 401, 409}
        for name in names:
            login = {"name": name, "password": f"password {name}"}
            await first.person().post("/session/sign-in", login, 204 if name in told else 403)


async def test_a_password_is_changed_once(db: str) -> None:
    async with two_doors(db) as (first, second):
        anna = first.person()
        await anna.post("/session")
        await anna.post("/me/account", {"name": "Anna", "password": "the old one"})
        new = ["the first new one", "the other new one"]
        got = await statuses(
            *(
                at(door, anna).http.post("/me/password", json={"old": "the old one", "new": word})
                for door, word in zip((first, second), new, strict=True)
            )
        )
        assert got == [204, 403]


async def test_start_twice(db: str) -> None:
    async with two_doors(db) as (first, second):
        anna = first.person()
        table = (await anna.post("/tables", {"game": "usa", "bots": [None, "easy"]}))["id"]
        start = f"/tables/{table}/start"
        got = await statuses(*(at(h, anna).http.post(start) for h in (first, second, first)))
        assert got == [200, 409, 409]
        shown = [await at(h, anna).get(f"/tables/{table}") for h in (first, second)]
        assert shown[0]["commitment"] == shown[1]["commitment"]


async def test_a_rematch_is_one_table_however_many_ask(db: str) -> None:
    async with two_doors(db) as (first, second):
        anna, bruno = first.person(), first.person()
        table = (await anna.post("/tables", {"game": "card_game"}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as hers, bruno.socket(table) as his:
            await asyncio.gather(play_out(hers, random.Random(1)), play_out(his, random.Random(2)))
        again = f"/tables/{table}/rematch"
        people = [anna, at(second, anna), bruno, at(second, bruno)]
        replies = await asyncio.gather(*(person.http.post(again) for person in people))
        assert {reply.status_code for reply in replies} == {200}
        (new,) = {reply.json()["id"] for reply in replies}
        for person in (anna, bruno):
            assert [mine["table"]["id"] for mine in await person.get("/me/tables")] == [new]


async def test_two_tabs_act_at_once(db: str) -> None:
    async with two_doors(db) as (first, second):
        anna = first.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        await anna.post(f"/tables/{table}/join", {"name": "Nonna"})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as one, at(second, anna).socket(table) as two:
            tabs = {"one": one, "two": two}
            seen = {name: await tab.wait_for("update", seat=0) for name, tab in tabs.items()}
            for name, tab in tabs.items():
                await tab.act(seen[name], seen[name]["legal"][0], id=name)
            answers = [await answer_to(tab, name) for name, tab in tabs.items()]
            kinds = sorted([(answer["type"], answer.get("code")) for answer in answers])
            assert kinds == [("ack", None), ("refusal", "not_your_turn")]
            assert (await anna.get(f"/tables/{table}"))["version"] == 1


async def answer_to(socket: Socket, name: str) -> Message:
    while (message := await socket.receive()).get("id") != name:
        pass
    return message
