"""Everything a socket refuses: the code is stable, the connection survives, nothing changes."""

import logging
from typing import Any

import pytest
import websockets
from tests.server.raw import request
from tests.server.support import Message, Person, Socket, serving

from carrozza.server.live import connection as socket_module

pytestmark = pytest.mark.anyio


async def refusal(socket: Socket, **message: Any) -> str:
    await socket.send(**message)
    answer = await socket.wait_for("refusal")
    assert answer["id"] == message.get("id")
    return str(answer["code"])


async def begun(anna: Person, bruno: Person) -> str:
    """A game of two in which both have chosen their tickets and one is to act."""
    table = (await anna.post("/tables", {"game": "usa"}))["id"]
    await bruno.post(f"/tables/{table}/join", {})
    await anna.post(f"/tables/{table}/start")
    for person in (anna, bruno):
        async with person.socket(table) as socket:
            update = await socket.wait_for("update")
            await socket.act(update, update["legal"][0])
            await socket.wait_for("ack")
    return str(table)


async def test_actions_that_are_refused(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        bruno = host.person()
        table = await begun(anna, bruno)
        async with anna.socket(table) as hers, bruno.socket(table) as his:
            both = {
                0: (hers, await hers.wait_for("update")),
                1: (his, await his.wait_for("update")),
            }
            turn = both[0][1]["view"]["to_act"][0]
            mine, update = both[turn]
            other, _ = both[1 - turn]
            draw = {"type": "DrawBlind"}
            version = update["version"]

            def act(action: Any = draw, seat: int = turn, at: int = version) -> Message:
                return {"type": "act", "id": "x", "seat": seat, "version": at, "action": action}

            assert await refusal(other, **act()) == "not_yours"
            assert await refusal(mine, **act(seat=4)) == "not_yours"
            assert await refusal(other, **act(seat=1 - turn)) == "not_your_turn"
            assert await refusal(mine, **act(at=version + 1)) == "stale"
            assert await refusal(mine, **act(at=0)) == "stale"
            assert await refusal(mine, **act({"type": "Pass"})) == "must_act"
            assert (
                await refusal(mine, **act({"type": "PayTunnel", "cards": []})) == "unknown_action"
            )
            slot = {"type": "DrawFaceUp", "slot": 99}
            assert await refusal(mine, **act(slot)) == "unknown_slot"
            for route in (-1, 10**6, 2**70):
                claim = {"type": "ClaimRoute", "route": route, "cards": ["red"]}
                assert await refusal(mine, **act(claim)) == "unknown_route"
            undo = {"type": "undo", "id": "x", "seat": turn, "version": version}
            assert await refusal(mine, **undo) == "no_undo"
            assert await refusal(mine, **undo | {"version": 0}) == "stale"
            now = await anna.get(f"/tables/{table}")
            assert (now["version"], now["to_act"]) == (version, [turn])

            await mine.send(**act())  # it can go on
            assert (await mine.wait_for("ack"))["version"] == version + 1


async def test_messages_that_are_refused(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            for text in (
                "",
                "null",
                "[]",
                '"hello"',
                "{",
                '{"type":"nonsense"}',
                '{"type":"ping"}',
                '{"type":"ping","id":1}',
                '{"type":"ping","id":""}',
                '{"type":"ping","id":"a b"}',
                '{"type":"ping","id":"\\u0000"}',
                '{"type":"ping","id":"' + "x" * 65 + '"}',
                '{"type":"ping","id":"x","more":1}',
                '{"type":"ping","id":"\\ud800"}',
                "[" * 16_000,
                '{"type":"act","id":"x","seat":0,"version":1e99,"action":{"type":"Pass"}}',
                '{"type":"act","id":"x","seat":0,"version":' + "9" * 5000 + "}",
                '{"type":"act","id":"x","seat":-1,"version":0,"action":{"type":"Pass"}}',
                '{"type":"act","id":"x","seat":0,"version":0,"action":{"type":"Win"}}',
                '{"type":"say","text":"' + "x" * 501 + '"}',
            ):
                await socket.connection.send(text)
                assert (await socket.wait_for("refusal"))["code"] == "malformed", text[:80]
            await socket.connection.send(b"\xff\x00")
            assert (await socket.wait_for("refusal"))["code"] == "malformed"
            await socket.connection.send(" " * 16_385)
            assert (await socket.wait_for("refusal"))["code"] == "too_big"
            await socket.connection.send("é" * 10_000)  # 20,000 bytes
            assert (await socket.wait_for("refusal"))["code"] == "too_big"
            assert await refusal(socket, type="hello", protocol=1) == "hello_twice"
            assert await refusal(socket, type="say", text=" \u202e ") == "no_text"
            act = {"type": "act", "id": "x", "seat": 0, "version": 0, "action": {"type": "Pass"}}
            assert await refusal(socket, **act) == "not_started"
            await socket.send(type="ping", id="still-here")
            await socket.wait_for("pong", id="still-here")


async def test_hellos_that_are_refused(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        for where, first, code in (
            (table, '{"type":"ping","id":"1"}', "no_hello"),
            (table, '{"type":"hello","protocol":0}', "protocol"),
            (table, '{"type":"hello"}', "malformed"),
            (table, "x" * 20_000, "too_big"),
            ("nowhere", '{"type":"hello","protocol":1}', "unknown_table"),
            ("%00", '{"type":"hello","protocol":1}', "unknown_table"),
        ):
            async with anna.socket(where, silent=True) as socket:
                await socket.connection.send(first)
                assert (await socket.receive())["code"] == code
                with pytest.raises(websockets.ConnectionClosed):
                    await socket.receive()


async def test_a_version_that_never_was_brings_everything_anew(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        async with anna.socket(table, since=2**31 - 1) as socket:
            assert (await socket.wait_for("update"))["since"] is None


async def test_too_many_messages_are_refused_and_far_too_many_are_abuse(sqlite_db: str) -> None:
    async with serving(sqlite_db, now=lambda: 1e9, limits=1.0) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            for number in range(90):
                await socket.send(type="ping", id=str(number))
            await socket.wait_for("pong", id="89")
            for _ in range(socket_module.PATIENCE):
                await socket.send(type="ping", id="x")
                assert (await socket.wait_for("refusal"))["code"] == "too_many"
            await socket.send(type="ping", id="x")
            bye = await socket.wait_for("bye")
            assert (bye["code"], bye["again"]) == ("abuse", False)


async def test_too_much_talk(sqlite_db: str) -> None:
    async with serving(sqlite_db, now=lambda: 1e9, limits=1.0) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            for _ in range(10):
                await socket.send(type="say", text="<b>ciao</b>")
                said = await socket.wait_for("said")
                assert said["line"]["text"] == "<b>ciao</b>"  # a client shows it as text
            assert await refusal(socket, type="say", text="ciao") == "too_many"


async def answer(socket: Socket, **message: Any) -> Any:
    """The version an action was stored as, or the code of its refusal."""
    await socket.send(**message)
    while True:
        heard = await socket.receive()
        if heard["type"] in ("ack", "refusal") and heard["id"] == message["id"]:
            return heard.get("code", heard["version"])


async def test_an_id_stands_for_one_action(db: str) -> None:
    """Sent again it is acknowledged again; another action or another moment needs another id."""
    async with serving(db) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        await anna.post(f"/tables/{table}/join", {"name": "Nonna"})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as hers:
            chosen, other = (await hers.wait_for("update", seat=0))["legal"][:2]
            theirs = (await hers.wait_for("update", seat=1))["legal"][0]
            first = {"type": "act", "id": "x", "seat": 0, "version": 0, "action": chosen}
            assert await answer(hers, **first) == 1
            assert await answer(hers, **first) == 1
            assert await answer(hers, **first | {"action": other}) == "id_reused"
            undo = {"type": "undo", "id": "x", "seat": 0, "version": 0}
            assert await answer(hers, **undo) == "id_reused"
            assert await answer(hers, **first | {"seat": 1, "action": theirs}) == 2
            await hers.send(type="sync")
            update = await hers.wait_for("update", seat=0, version=2)
            draw = {"type": "act", "id": "d", "seat": update["view"]["to_act"][0]}
            draw["action"] = {"type": "DrawBlind"}
            assert await answer(hers, **draw, version=2) == 3
            assert await answer(hers, **draw, version=2) == 3
            assert await answer(hers, **draw, version=3) == "id_reused"  # a second card
        host.context.tables.forget(table)  # read from the log it says the same
        async with anna.socket(table) as hers:
            assert await answer(hers, **first) == 1
            assert await answer(hers, **first | {"action": other}) == "id_reused"


async def test_a_refused_handshake_is_no_error(
    sqlite_db: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Strangers decide how many of them there are; the log is for what is wrong with the server."""
    caplog.set_level(logging.INFO)
    async with serving(sqlite_db, sockets_per_address=0) as host:
        path = "/api/v1/tables/x/socket"
        upgrade = f"Host: {host.address[7:]}\nUpgrade: websocket\nConnection: Upgrade"
        key = "Sec-WebSocket-Version: 13\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        for asked, more, status in (
            (path, key, 429),
            (path, f"{key}\nOrigin: https://evil.example", 403),
            ("/api/v1/nothing", key, 404),
            ("/nothing", key, 404),
            ("/t/table", key, 404),
            ("/assets/x.js", key, 404),
            (path, "Sec-WebSocket-Version: 13", 400),
            (path, f"{key}==", 400),
            (path, key.replace("13", "9"), 400),
        ):
            found, _ = await request(host.address, f"GET {asked} HTTP/1.1\n{upgrade}\n{more}")
            assert found == status, asked
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []
