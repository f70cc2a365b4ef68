"""Hints: given where all agree, told to all, the same when asked again; and to nobody otherwise."""

import asyncio
import random
import time
from typing import Any

import msgspec
import pytest
from tests.server.receivers import until
from tests.server.support import Host, Message, Person, play_out, serving

from carrozza.core.rng import Rng
from carrozza.games.registry import NAMES
from carrozza.server.play import hints

pytestmark = pytest.mark.anyio

BOTS = {"game": "usa", "players": 2, "level": "easy"}


async def against_bots(person: Person, **plan: Any) -> str:
    return str((await person.post("/play-now", {**BOTS, **plan}))["id"])


async def ask(person: Person, table: str, seat: int = 0, status: int = 200) -> Any:
    return await person.post(f"/tables/{table}/hint", {"seat": seat}, status)


async def refused(person: Person, table: str, status: int, code: str, seat: int = 0) -> None:
    assert (await ask(person, table, seat, status))["code"] == code


async def two_people(host: Host, **plan: Any) -> tuple[Person, Person, str]:
    """Both are to choose tickets."""
    anna, bruno = host.person(), host.person()
    table = (await anna.post("/tables", {"game": "usa", "players": 2, **plan}))["id"]
    await bruno.post("/session")
    await bruno.post(f"/tables/{table}/join", {})
    return anna, bruno, table


@pytest.mark.parametrize("name", NAMES)
async def test_a_hint_against_bots_is_legal_and_told_to_all_at_the_table(
    sqlite_db: str, name: str
) -> None:
    async with serving(sqlite_db) as host:
        anna, watcher = host.person(), host.person()
        table = await against_bots(anna, game=name)
        async with anna.socket(table) as socket, watcher.socket(table) as watching:
            welcome = await socket.wait_for("welcome")
            assert (welcome["table"]["hints"], welcome["table"]["hinted"]) == ("on", [])
            update = await socket.wait_for("update")
            given = await ask(anna, table)
            hint = given["hint"]
            assert hint["action"] in update["legal"]
            assert 1 <= len(hint["reasons"]) <= 2
            assert [one["ticket"] for one in hint["offered"]] == update["view"]["offer"]
            assert given == await ask(anna, table)
            for line in (socket, watching):
                told = await line.wait_for("changed")
                assert told["table"]["hinted"] == [{"seat": 0, "version": 0, "move": 0}]
            assert not any('"offered"' in text for text in watching.heard)
            await socket.act(update, hint["action"])
            await socket.wait_for("ack")
        assert len((await anna.get("/me/tables"))[0]["table"]["hinted"]) == 1


async def test_hints_outlast_the_server_and_the_game(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        table = await against_bots(anna)
        given = await ask(anna, table)
        person = Person(host.address)
        person.http.cookies.update(anna.http.cookies)
    async with person, serving(db) as host:
        person.move_to(host.address)
        assert await ask(person, table) == given
        async with person.socket(table) as socket:
            await play_out(socket, random.Random(3))
        for found in (await person.get(f"/tables/{table}/result"), await person.get("/me/history")):
            info = found["table"] if "table" in found else found["tables"][0]
            assert info["hinted"] == [{"seat": 0, "version": 0, "move": 0}]
        replay = await person.get(f"/tables/{table}/replay")
        assert len(replay["steps"]) > 20
        await refused(person, table, 409, "over")


async def test_the_expert_is_told_nothing_that_is_hidden(sqlite_db: str) -> None:
    """The question is the same, byte for byte, when all that is hidden is dealt anew; that answers
    follow from questions alone is for tests/review."""
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = await host.context.tables.get(await against_bots(anna, players=3))
        async with table.lock:
            assert table.play is not None
            kept = table.play.state
            told = msgspec.json.encode(hints._question(host.context, table, table.play, 0))
            table.play.state = kept.resample(0, Rng.from_seed("another deal"))
            assert table.play.state.plain() != kept.plain()
            again = msgspec.json.encode(hints._question(host.context, table, table.play, 0))
            table.play.state = kept
        assert told == again
        assert kept.setup.seed.encode() not in told


async def test_no_hints_at_rated_tables(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno = host.person(), host.person()
        for person, name in ((anna, "anna"), (bruno, "bruno")):
            await person.post("/session")
            await person.post("/me/account", {"name": name, "password": "tra Milano e Lecco"})
        rated = {"game": "usa", "players": 2, "rated": True}
        problem = await anna.post("/tables", {**rated, "hints": True}, 422)
        assert problem["code"] == "hints_rated"
        table = (await anna.post("/tables", rated))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.ask("PATCH", f"/tables/{table}/seats/0", {"hints": True})
        await bruno.ask("PATCH", f"/tables/{table}/seats/1", {"hints": True})
        started = await anna.post(f"/tables/{table}/start")
        assert started["hints"] == "off"
        await refused(anna, table, 403, "no_hints")


async def test_with_other_people_only_when_each_has_agreed(db: str) -> None:
    async with serving(db) as host:
        anna, bruno, table = await two_people(host, hints=True)
        assert [s["hints"] for s in (await anna.get(f"/tables/{table}"))["seats"]] == [True, False]
        seat = f"/tables/{table}/seats/1"
        assert (await anna.ask("PATCH", seat, {"hints": True}, 403))["code"] == "not_yours"
        await anna.post(f"/tables/{table}/start")
        await refused(anna, table, 403, "hints_unagreed")
        assert (await bruno.ask("PATCH", seat, {"hints": True}, 409))["code"] == "begun"
        await refused(bruno, table, 403, "hints_unagreed", 1)

        anna, bruno, table = await two_people(host, hints=True)
        seat = f"/tables/{table}/seats/1"
        assert (await bruno.ask("PATCH", seat, {"hints": True}))["hints"] == "on"
        await bruno.post(f"/tables/{table}/leave")
        again = await bruno.post(f"/tables/{table}/join", {})
        assert again["hints"] == "unagreed"  # who comes anew has not agreed
        await bruno.ask("PATCH", seat, {"hints": True})
        assert (await anna.post(f"/tables/{table}/start"))["hints"] == "on"
        await ask(anna, table)
        await ask(bruno, table, 1)
        told = (await anna.get(f"/tables/{table}"))["hinted"]
        assert [one["seat"] for one in told] == [0, 1]


async def test_nobody_else_gets_one_and_never_at_another_time(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno, watcher, stranger = (host.person() for _ in range(4))
        await watcher.post("/session")
        await bruno.post("/session")
        table = (await anna.post("/tables", {"game": "usa", "players": 2, "hints": True}))["id"]
        await refused(anna, table, 409, "not_started")
        await anna.ask("PATCH", f"/tables/{table}/seats/1", {"bot": "easy"})
        await anna.post(f"/tables/{table}/start")
        await refused(anna, table, 403, "not_yours", 1)  # the bot's
        await refused(watcher, table, 403, "not_yours")
        await refused(stranger, table, 401, "no_session")
        await anna.post(f"/tables/{table}/hint", {"seat": 9}, 422)
        await anna.post(f"/tables/{table}/hint", {"seat": 0, "version": 0}, 422)
        without = await against_bots(anna, hints=False)
        await refused(anna, without, 403, "no_hints")

        anna, bruno, table = await two_people(host, hints=True)
        await bruno.ask("PATCH", f"/tables/{table}/seats/1", {"hints": True})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as socket:
            update = await socket.wait_for("update")
            await socket.send(type="hint", id="h", seat=0)
            assert (await socket.wait_for("refusal"))["code"] == "malformed"
            await socket.act(update, update["legal"][0])
            await socket.wait_for("ack")
        await refused(anna, table, 409, "not_your_turn")
        assert (await anna.get(f"/tables/{table}"))["hinted"] == []


async def test_asking_is_limited(sqlite_db: str) -> None:
    async with serving(sqlite_db, limits=0.1) as host:  # one at a time
        anna = host.person()
        table = await against_bots(anna)
        given = await ask(anna, table)
        assert given == await ask(anna, table)  # no work, no limit
        async with anna.socket(table) as socket:
            update = await socket.wait_for("update")
            await socket.act(update, given["hint"]["action"])
            while update["view"]["phase"] != "turn" or not update["legal"]:
                update = await socket.wait_for("update")
        await refused(anna, table, 429, "too_many")


async def test_many_guests_of_one_address_hold_up_nobody_elsewhere(sqlite_db: str) -> None:
    """Everybody may be as many guests as they like; it is addresses that have their turns."""
    async with serving(sqlite_db) as host:
        line = host.context.bots._hints
        busy = asyncio.create_task(line.do("", "busy", time.sleep, 1_000_000))
        await until(lambda: line.running)
        asking = []
        for address in ["192.0.2.1"] * 3 + ["192.0.2.2"]:
            person = host.person()
            person.http.headers["x-forwarded-for"] = address
            table = await against_bots(person, game="card_game")
            asking.append(asyncio.create_task(ask(person, table)))
        await until(lambda: line._asked.total() == 5)
        assert dict(line._asked) == {"": 1, "192.0.2.1": 3, "192.0.2.2": 1}
        await line.close()
        for one in (busy, *asking):
            one.cancel()
        await asyncio.gather(busy, *asking, return_exceptions=True)


async def test_undo_and_several_seats(sqlite_db: str) -> None:
    """Two at one device, who have both agreed; a hint stands when what followed is undone."""
    async with serving(sqlite_db, undo_seconds=30.0) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa", "players": 2, "hints": True}))["id"]
        joined = await anna.post(f"/tables/{table}/join", {"name": "Bea"})
        assert joined["hints"] == "unagreed"
        await anna.ask("PATCH", f"/tables/{table}/seats/1", {"hints": True})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as socket:
            updates = [await socket.wait_for("update", seat=seat) for seat in (0, 1)]
            first = await ask(anna, table, 1)
            assert first["hint"]["seat"] == 1
            assert first["hint"]["action"] in updates[1]["legal"]
            await socket.act(updates[1], first["hint"]["action"])
            now = await socket.wait_for("update", seat=1, version=1)
            if now["undo"]:
                await socket.send(type="undo", id="u", seat=1, version=1)
                await socket.wait_for("ack", id="u")
                second = await ask(anna, table, 1)
                assert (second["version"], second["hint"]["seat"]) == (2, 1)
        hinted: list[Message] = (await anna.get(f"/tables/{table}"))["hinted"]
        assert {one["move"] for one in hinted} == {0}
        assert {one["seat"] for one in hinted} == {1}


async def test_a_rematch_asks_nobody_twice(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno, table = await two_people(host, hints=True)
        await bruno.ask("PATCH", f"/tables/{table}/seats/1", {"hints": True})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as one, bruno.socket(table) as other:
            await asyncio.gather(play_out(one, random.Random(1)), play_out(other, random.Random(2)))
        again = await bruno.post(f"/tables/{table}/rematch")
        assert [seat["hints"] for seat in again["seats"]] == [False, True]
        assert (await anna.post(f"/tables/{table}/rematch"))["hints"] == "on"
