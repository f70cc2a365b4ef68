"""Connections that want to last for ever do not."""

import asyncio
import socket
from urllib.parse import urlsplit

import pytest
from tests.server.raw import PING, RawSocket, raw_socket, request
from tests.server.support import PATIENCE, Host, serving

from carrozza.server.http import guard, transport

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("sent", [b"", b"G", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: "])
async def test_headers_that_do_not_come(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(transport, "HEAD_SECONDS", 0.3)
    async with (
        serving(sqlite_db) as host,
        raw_socket(host.address, "", handshake=False) as slow,
    ):
        slow.writer.write(sent)
        await slow.ended()


async def test_headers_that_come_drop_by_drop(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "HEAD_SECONDS", 0.3)
    async with (
        serving(sqlite_db) as host,
        raw_socket(host.address, "", handshake=False) as slow,
    ):
        whole = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        slow.writer.write(whole)  # a first request that is as it should be
        await slow.reader.readuntil(b'"ok"')
        ended = asyncio.create_task(slow.ended())
        for byte in whole * 3:
            if ended.done():
                break
            slow.writer.write(bytes([byte]))
            await asyncio.sleep(0.05)
        assert b"200 OK" not in await ended


async def test_an_honest_client_keeps_its_connection(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "HEAD_SECONDS", 2.0)
    async with serving(sqlite_db) as host:
        anna = host.person()
        for _ in range(4):
            await anna.get("/games")
            await asyncio.sleep(0.6)
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            await asyncio.sleep(2.2)
            await socket.send(type="ping", id="x")
            await socket.wait_for("pong")


async def test_a_body_that_does_not_come(sqlite_db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)
    head = (
        "POST /api/v1/tables HTTP/1.1\nHost: x\nContent-Type: application/json\nContent-Length: 9"
    )
    async with serving(sqlite_db) as host:
        status, problem = await request(host.address, head, b"{")
        assert (status, problem["code"]) == (408, "too_slow")


async def test_a_request_with_two_lengths(sqlite_db: str) -> None:
    head = "POST /api/v1/session HTTP/1.1\nHost: x\nContent-Length: 5\nTransfer-Encoding: chunked"
    async with serving(sqlite_db) as host:
        status, problem = await request(host.address, head, b"0\r\n\r\n")
        assert (status, problem["code"]) == (400, "malformed")


async def small_socket(address: str) -> socket.socket:
    """A connection of which the system keeps little, so that the server must keep the rest."""
    where = urlsplit(address)
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.setblocking(False)
    await asyncio.get_running_loop().sock_connect(plain, (where.hostname, where.port))
    return plain


async def all_hung_up(host: Host) -> None:
    async with asyncio.timeout(PATIENCE):
        while host.server.server_state.connections:
            await asyncio.sleep(0.05)


async def test_answers_that_nobody_reads(sqlite_db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many, asked for at once, that the system does not keep them all."""
    monkeypatch.setattr(transport, "UNREAD_SECONDS", 1.0)
    async with serving(sqlite_db) as host:
        ask = b"GET /api/v1/art/light/europe/ground.svg HTTP/1.1\r\nHost: x\r\n\r\n"
        plain = await small_socket(host.address)
        await asyncio.get_running_loop().sock_sendall(plain, ask * 200)
        async with asyncio.timeout(PATIENCE):
            while not host.server.server_state.connections:
                await asyncio.sleep(0.01)
        await all_hung_up(host)
        plain.close()


async def test_a_slow_reader_gets_the_whole_answer(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "UNREAD_SECONDS", 1.0)
    async with serving(sqlite_db) as host:
        whole = (await host.person().http.get("/art/light/europe/ground.svg")).content
        plain = await small_socket(host.address)
        loop = asyncio.get_running_loop()
        ask = b"GET /api/v1/art/light/europe/ground.svg HTTP/1.1\r\nHost: x\r\n"
        await loop.sock_sendall(plain, ask + b"Connection: close\r\n\r\n")
        got = b""
        async with asyncio.timeout(PATIENCE):
            while part := await loop.sock_recv(plain, 4096):
                got += part
                await asyncio.sleep(0.02)
        assert got.endswith(whole)
        plain.close()


async def test_pings_from_somebody_who_never_reads(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "MOST_UNSENT", 100_000)
    async with serving(sqlite_db) as host:
        table = (await host.person().post("/tables", {"game": "usa"}))["id"]
        async with raw_socket(host.address, table, buffer=1000) as socket:
            await socket.say(type="hello", protocol=1)
            with pytest.raises(ConnectionError):
                await ping_for_ever(socket)
        assert (await host.person().http.get(f"{host.address}/healthz")).status_code == 200


async def ping_for_ever(socket: RawSocket) -> None:
    for _ in range(1_000_000):
        await socket.frame(b"x" * 125, PING)
