"""`carrozza serve` as people start it: a process of its own, with signals."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest
import websockets
from tests.cli.conftest import carrozza
from tests.server.postgres import free_port
from tests.server.raw import raw_socket
from tests.server.support import PATIENCE, Person
from tests.small_boards import STUCK

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def process(db: str, *options: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """A server process that answers, and its address."""
    port = free_port()
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "carrozza", "serve", "--port", str(port), "--db", db, *options),
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as http:
            while True:
                try:
                    if (await http.get(f"{address}/healthz")).is_success:
                        break
                except httpx.TransportError:
                    await asyncio.sleep(0.1)
        yield server, address
    finally:
        if server.returncode is None:
            os.killpg(server.pid, signal.SIGKILL)
        await server.wait()


async def test_it_stops_in_order_when_told(sqlite_db: str) -> None:
    async with process(sqlite_db) as (server, address):
        anna = Person(address)
        table = (await anna.post("/play-now", {"game": "usa", "level": "easy"}))["id"]
        async with anna.socket(table) as socket, anna.socket(table, silent=True) as mute:
            update = await socket.wait_for("update")
            sent = await socket.act(update, update["legal"][0])
            await socket.wait_for("ack", id=sent)
            server.send_signal(signal.SIGTERM)
            for each in (socket, mute):
                bye = await each.wait_for("bye")
                assert (bye["code"], bye["again"]) == ("restart", True)
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await each.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013
        _, errors = await asyncio.wait_for(server.communicate(), PATIENCE)
        await anna.http.aclose()
    assert server.returncode == 0
    lines = [json.loads(line) for line in errors.decode().splitlines() if line.startswith("{")]
    assert "stopped" in [line["message"] for line in lines]
    assert not [line for line in lines if line["level"] in ("error", "critical")]


async def test_its_long_work_is_done(sqlite_db: str) -> None:
    """By processes that it starts, and that end with it."""
    async with process(sqlite_db) as (server, address):
        async with Person(address) as anna:
            table = (await anna.post("/tables", {"game": "usa", "board": STUCK}))["id"]
            assert (await anna.get("/me/export"))["seats"]
            assert (await anna.get(f"/tables/{table}/board"))["simple"]
        server.send_signal(signal.SIGTERM)
        await asyncio.wait_for(server.communicate(), PATIENCE)  # when all have let go of its errors


async def test_it_does_not_wait_for_those_who_say_nothing(sqlite_db: str) -> None:
    """A socket whose client neither reads nor answers is hung up, and that is no error."""
    async with process(sqlite_db) as (server, address):
        async with Person(address) as anna:
            table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with raw_socket(address, table) as silent:
            await silent.say(type="hello", protocol=1)
            server.send_signal(signal.SIGTERM)
            _, errors = await asyncio.wait_for(server.communicate(), PATIENCE)
            assert b'"code":"restart"' in await silent.ended()
    lines = [json.loads(line) for line in errors.decode().splitlines() if line.startswith("{")]
    assert not [line for line in lines if line["level"] in ("error", "critical")]


async def test_it_does_not_wait_for_half_a_request(sqlite_db: str) -> None:
    head = "POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    async with (
        process(sqlite_db) as (server, address),
        raw_socket(address, "", handshake=False) as slow,
    ):
        slow.writer.write(f"{head}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n".encode())
        await slow.reader.readuntil(b"100 Continue")  # it is waited for
        slow.writer.write(b"{")
        server.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(server.communicate(), PATIENCE)
    lines = [json.loads(line) for line in errors.decode().splitlines() if line.startswith("{")]
    assert not [line for line in lines if line["level"] in ("error", "critical")]


async def test_two_workers_answer_as_one(postgres_db: str) -> None:
    async with process(postgres_db, "--workers", "2", "--bot-pace", "0", "0") as (_, address):
        people = [Person(address) for _ in range(4)]
        made = await people[0].post("/tables", {"game": "card_game", "players": 4})
        for person in people[1:]:
            await person.post(f"/tables/{made['id']}/join", {})
        await people[0].post(f"/tables/{made['id']}/start")
        for person in people:
            async with person.socket(made["id"]) as socket:
                update = await socket.wait_for("update")
                while not update["legal"]:
                    update = await socket.wait_for("update")
                sent = await socket.act(update, update["legal"][0])
                await socket.wait_for("ack", id=sent)
        async with httpx.AsyncClient() as http:
            figures = (await http.get(f"{address}/metrics")).text
        assert 'carrozza_moves_total{by="person"} 4.0' in figures
        for person in people:
            await person.http.aclose()


async def test_all_workers_say_goodbye(postgres_db: str) -> None:
    async with process(postgres_db, "--workers", "2") as (server, address):
        async with Person(address) as anna, AsyncExitStack() as stack:
            table = (await anna.post("/tables", {"game": "usa"}))["id"]
            sockets = [await stack.enter_async_context(anna.socket(table)) for _ in range(8)]
            for socket in sockets:
                await socket.wait_for("welcome")
            server.send_signal(signal.SIGTERM)
            for socket in sockets:
                assert (await socket.wait_for("bye"))["code"] == "restart"
        _, errors = await asyncio.wait_for(server.communicate(), PATIENCE)
    assert server.returncode == 0
    lines = [json.loads(line) for line in errors.decode().splitlines() if line.startswith("{")]
    assert [line["message"] for line in lines].count("stopped") == 2
    assert not [line for line in lines if line["level"] in ("error", "critical")]


def test_sqlite_has_one_worker(sqlite_db: str) -> None:
    refused = carrozza("serve", "--workers", 2, "--db", sqlite_db)
    assert refused.exit_code == 1
    assert "[workers]" in refused.stderr
