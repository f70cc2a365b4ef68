"""How many sockets may be open, from where, for how long, and for whom."""

import asyncio
import json
import time

import msgspec
import pytest
import websockets
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket
from tests.server.raw import raw_socket
from tests.server.support import PATIENCE, serving

from carrozza.server.http.guard import address_of
from carrozza.server.limits import Bucket
from carrozza.server.live import connection as socket_module
from carrozza.server.live.hub import Client

pytestmark = pytest.mark.anyio


async def test_a_person_has_so_many_sockets_also_when_they_come_at_once(sqlite_db: str) -> None:
    async with serving(sqlite_db, limits=1.0, sockets_per_person=3) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]

        all_heard = asyncio.Barrier(8)

        async def first_message() -> str:
            async with anna.socket(table) as socket:
                message = await socket.receive()
                await all_heard.wait()
                return str(message.get("code", message["type"]))

        heard = await asyncio.gather(*(first_message() for _ in range(8)))
        assert sorted(heard) == ["too_many"] * 5 + ["welcome"] * 3
        async with anna.socket(table) as socket:
            assert (await socket.receive())["type"] == "welcome"


async def test_an_address_has_so_many_sockets_before_any_hello(sqlite_db: str) -> None:
    async with serving(sqlite_db, limits=1.0, sockets_per_address=4) as host:
        anna = host.person()
        nobody = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with asyncio.TaskGroup() as group, asyncio.timeout(PATIENCE):
            silent = [raw_socket(host.address, table) for _ in range(4)]
            for one in silent:
                group.create_task(one.__aenter__())
        with pytest.raises(websockets.InvalidStatus) as failure:
            async with nobody.socket(table):
                pass
        answer = failure.value.response
        assert answer.status_code == 429
        assert json.loads(answer.body or b"")["code"] == "too_many"
        for one in silent:
            await one.__aexit__(None, None, None)
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with anna.socket(table) as socket:
                        assert (await socket.receive())["type"] == "welcome"
                        break
                except websockets.InvalidStatus:
                    await asyncio.sleep(0.05)


async def test_opening_sockets_counts_as_asking(sqlite_db: str) -> None:
    async with serving(sqlite_db, now=lambda: 1e9, limits=0.1) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        for _ in range(14):
            async with anna.socket(table, silent=True):
                pass
        with pytest.raises(websockets.InvalidStatus) as failure:
            async with anna.socket(table):
                pass
        assert failure.value.response.status_code == 429


async def test_who_never_says_hello_is_let_go(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "HELLO_SECONDS", 0.2)
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with anna.socket(table, silent=True) as socket:
            assert (await socket.receive())["code"] == "no_hello"
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == socket_module.POLICY


async def test_who_has_signed_out_does_nothing_more(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even while the farewell is still on its way."""
    send, heard = socket_module._send, asyncio.Event()

    async def send_late(socket: WebSocket, client: Client) -> None:
        await heard.wait()
        await send(socket, client)

    monkeypatch.setattr(socket_module, "_send", send_late)
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        loaded = await host.context.tables.get(table)
        assert loaded.play is not None
        choice = msgspec.to_builtins(loaded.play.state.legal_actions(0)[0])
        async with anna.socket(table) as socket:
            while not host.context.hub.sockets:
                await asyncio.sleep(0.01)
            await anna.post("/session/sign-out")
            await socket.act({"seat": 0, "version": loaded.play.version}, choice)
            while host.context.hub.sockets:  # the server has read it, and listens no more
                await asyncio.sleep(0.01)
            heard.set()
            assert (await socket.wait_for("bye"))["code"] == "signed_out"
        assert [seat for seat, _ in loaded.play.actions if seat == 0] == []


async def test_a_session_that_ends_ends_its_sockets(sqlite_db: str) -> None:
    ahead = 0.0
    async with serving(sqlite_db, now=lambda: time.time() + ahead, sweep_seconds=0.05) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await socket.wait_for("update")
            ahead = 401 * 86_400.0
            assert (await socket.wait_for("bye"))["code"] == "no_session"


def test_a_household_of_addresses_counts_once() -> None:
    def counted(host: str) -> str:
        return address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))

    assert counted("2001:db8::1") == counted("2001:db8::ffff:1") != counted("2001:db8:1::1")
    assert counted("::ffff:192.0.2.7") == counted("192.0.2.7") == "192.0.2.7"
    assert counted("unix") == "unix"


@pytest.mark.parametrize("proxies", [("127.0.0.1",), ("192.0.2.1", "198.51.100.0/24")])
async def test_only_a_known_proxy_says_who_is_asking(
    sqlite_db: str, proxies: tuple[str, ...]
) -> None:
    async with serving(sqlite_db, now=lambda: 1e9, limits=0.1, proxies=proxies) as host:
        anna = host.person()
        replies = [
            (
                await anna.http.get("/games", headers={"x-forwarded-for": f"203.0.113.{i}"})
            ).status_code
            for i in range(20)
        ]
        assert (429 in replies) == ("127.0.0.1" not in proxies)


def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    bucket = Bucket(rate=1.0, size=3.0, now=10_000.0)
    assert bucket.take(0.0)
    assert bucket.take(1.0)
