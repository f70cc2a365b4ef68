"""Whatever comes over a socket: the server is well, the game is as it was, and others play on."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from tests.server.mutations import messages
from tests.server.raw import BINARY, CLOSE, PING, RawSocket, raw_socket
from tests.server.support import PATIENCE, Host, Message, Person, Socket, serving

from carrozza.server.http import transport
from carrozza.server.live import connection as socket_module
from carrozza.server.live import hub

pytestmark = pytest.mark.anyio


class Attacked:
    """A table of Anna and Bruno, who play on while somebody attacks."""

    def __init__(self, host: Host, table: str, sockets: list[Socket], update: Message) -> None:
        self.host = host
        self.table = table
        self.sockets = sockets
        self.update = update  # as the one to act has it
        self.eve = host.person()

    @property
    def idle(self) -> Person:
        """The player who is not to act."""
        return self.host.people[1 - self.update["seat"]]

    async def is_well(self) -> None:
        """Nothing has changed, and the one to act does so."""
        async with httpx.AsyncClient() as anybody:
            health = await anybody.get(f"{self.host.address}/healthz", timeout=PATIENCE)
            assert health.status_code == 200
        shown = await self.host.people[0].get(f"/tables/{self.table}")
        assert shown["version"] == self.update["version"]
        assert shown["to_act"] == [self.update["seat"]]
        actor = self.sockets[self.update["seat"]]
        name = await actor.act(self.update, {"type": "DrawBlind"})
        acknowledged = await actor.wait_for("ack", id=name)
        await self.follow(acknowledged["version"])

    async def follow(self, version: int) -> None:
        """Both know of this version."""
        for socket in self.sockets:
            await socket.send(type="sync")
            update = await socket.wait_for("update", version=version)
            if update["legal"]:
                self.update = update


@asynccontextmanager
async def attacked(db: str, **settings: Any) -> AsyncIterator[Attacked]:
    async with serving(db, **settings) as host:
        anna, bruno = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa", "public": True}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as hers, bruno.socket(table) as his:
            for socket in (hers, his):
                update = await socket.wait_for("update")
                await socket.act(update, update["legal"][0])
                await socket.wait_for("ack")
            scene = Attacked(host, table, [hers, his], {})
            await scene.follow(2)
            await scene.eve.post("/session")
            yield scene


@pytest.fixture(autouse=True)
def no_errors(caplog: pytest.LogCaptureFixture) -> Any:
    """Nothing that a client does is an error of the server."""
    caplog.set_level(logging.INFO)
    yield
    # uvicorn says so itself of a frame that is not UTF-8, and closes the connection.
    theirs = "Invalid UTF-8 sequence received from client."
    records = caplog.get_records("call")
    errors = [r for r in records if r.levelno >= logging.ERROR and r.msg != theirs]
    assert not errors, [record.getMessage() for record in errors]


@pytest.mark.parametrize("who", ["spectator", "player"])
async def test_messages_that_are_almost_right(db: str, who: str) -> None:
    """The player sends them while it is the other's turn, so that none of them can be a move."""
    async with attacked(db) as scene:
        answered = 0
        for seed in range(3):
            person = scene.eve if who == "spectator" else scene.idle
            async with person.socket(scene.table) as socket:
                await socket.wait_for("update")
                for message in messages(seed, 200):
                    await socket.connection.send(message)
                await socket.send(type="ping", id="the-end")
                while (heard := await socket.receive()) != {"type": "pong", "id": "the-end"}:
                    answered += heard["type"] == "refusal"
                    if heard["type"] == "pong" and heard["id"] == "the-end":
                        break
            await scene.is_well()
        assert answered > 300


async def test_first_messages_that_are_no_hello(sqlite_db: str) -> None:
    async with attacked(sqlite_db) as scene:
        for message in messages(9, 60):
            async with scene.eve.socket(scene.table, silent=True) as socket:
                await socket.connection.send(message)
                assert (await socket.receive())["type"] in ("bye", "welcome")
        await scene.is_well()


async def frames(socket: RawSocket, kind: str) -> None:
    """Bytes that no library would send."""
    match kind:
        case "not UTF-8":
            await socket.frame(b"\xff\xfe{}")
        case "an unknown opcode":
            await socket.frame(b"{}", first=0x83)
        case "reserved bits":
            await socket.frame(b"{}", first=0xF1)
        case "a continuation of nothing":
            await socket.frame(b"{}", first=0x80)
        case "not masked":
            socket.writer.write(b"\x81\x02{}")
        case "too long":
            await socket.frame(b" " * 70_000)
        case "too long, it says":
            await socket.frame(b"{", length=2**62)
        case "too long in pieces":
            await socket.frame(b" " * 40_000, first=0x01)
            await socket.frame(b" " * 40_000, first=0x80)
        case "a ping too long":
            await socket.frame(b"x" * 126, PING)
        case "a mangled goodbye":
            await socket.frame(b"\x00", CLOSE)
        case "a goodbye":
            await socket.frame(b"\x03\xe8", CLOSE)
        case "garbage":
            socket.writer.write(bytes(range(256)) * 40)
        case "HTTP":
            socket.writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")


KINDS = [
    "not UTF-8", "an unknown opcode", "reserved bits", "a continuation of nothing", "not masked",
    "too long", "too long, it says", "too long in pieces", "a ping too long", "a mangled goodbye",
    "a goodbye", "garbage", "HTTP",
]  # fmt: skip


@pytest.mark.parametrize("greeted", [True, False])
async def test_frames_that_are_wrong_end_the_connection(sqlite_db: str, greeted: bool) -> None:
    async with attacked(sqlite_db) as scene:
        for kind in KINDS:
            async with raw_socket(scene.host.address, scene.table, scene.eve.cookie()) as socket:
                if greeted:
                    await socket.say(type="hello", protocol=1)
                await frames(socket, kind)
                await socket.ended()
        await scene.is_well()
        await everybody_gone(scene)


async def everybody_gone(scene: Attacked) -> None:
    """Besides the two who play nobody is left, and nothing is kept for them."""
    async with asyncio.timeout(PATIENCE):
        while scene.host.context.hub.sockets > 2:
            await asyncio.sleep(0.02)
        while scene.host.context.sockets.inside("127.0.0.1") > 2:
            await asyncio.sleep(0.02)


async def test_connections_that_break_off(sqlite_db: str) -> None:
    async with attacked(sqlite_db) as scene:
        cookie = scene.idle.cookie()
        where = scene.host.address, scene.table, cookie
        for _ in range(5):
            async with raw_socket(*where):
                pass  # no hello
            async with raw_socket(*where) as socket:
                await socket.say(type="hello", protocol=1)
            async with raw_socket(*where) as socket:
                await socket.say(type="hello", protocol=1)
                await socket.frame(b'{"type":"act"', length=500)  # and no more of it
            async with raw_socket(*where) as socket:
                await socket.say(type="hello", protocol=1)
                for number in range(20):
                    await socket.say(type="act", id=str(number), seat=0, version=0, action={})
            async with raw_socket(*where) as socket:
                await socket.say(type="hello", protocol=1)
                socket.writer.write_eof()  # says nothing more, and would like to hear
                await asyncio.sleep(0.05)
            async with raw_socket(*where, handshake=False) as socket:
                socket.writer.write(b"GET /api/v1/tables/x/socket HTTP/1.1\r\nUpgrade: webs")
        await scene.is_well()
        await everybody_gone(scene)


async def test_binary_frames_are_read_as_text_is(sqlite_db: str) -> None:
    async with attacked(sqlite_db) as scene:
        async with raw_socket(scene.host.address, scene.table) as socket:
            await socket.frame(b'{"type":"hello","protocol":1}', BINARY)
            await socket.frame(b'{"type":"ping","id":"x"}', BINARY)
            async with asyncio.timeout(PATIENCE):
                await socket.reader.readuntil(b'"pong"')
        await scene.is_well()


async def test_a_flood_is_cut_off_and_nobody_else_notices(sqlite_db: str) -> None:
    async with attacked(sqlite_db, limits=1.0, requests_per_second=1000.0) as scene:
        floods = []
        for person in (scene.idle, scene.eve):
            raw = raw_socket(scene.host.address, scene.table, person.cookie())
            socket = await raw.__aenter__()
            floods.append((raw, socket))
            await socket.say(type="hello", protocol=1)

        async def flood(socket: RawSocket) -> None:
            reading = asyncio.create_task(socket.reader.readuntil(b'"abuse"'))
            with contextlib.suppress(ConnectionError):
                for number in range(5000):
                    await socket.say(type="ping", id=str(number))
            async with asyncio.timeout(PATIENCE):
                await reading

        flooding = [asyncio.create_task(flood(socket)) for _, socket in floods]
        await scene.is_well()
        await asyncio.gather(*flooding)
        for raw, _ in floods:
            await raw.__aexit__(None, None, None)
        await scene.is_well()


async def test_who_never_reads_costs_little_and_is_let_go(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "SEND_SECONDS", 1.0)
    monkeypatch.setattr(transport, "LINGER_SECONDS", 0.2)
    async with attacked(sqlite_db) as scene:
        slow = raw_socket(scene.host.address, scene.table, scene.eve.cookie(), buffer=1000)
        socket = await slow.__aenter__()
        await socket.say(type="hello", protocol=1)
        eve = (await scene.eve.get("/me"))["id"]
        at_table = scene.host.context.hub.at
        async with asyncio.timeout(PATIENCE):
            while not (clients := [c for c in at_table(scene.table) if c.person == eve]):
                await asyncio.sleep(0.01)
        most, asked = 0, 0
        async with asyncio.timeout(PATIENCE):
            while clients[0] in at_table(scene.table):
                if asked < 3000:
                    asked += 1
                    await socket.say(type="sync")
                most = max(most, clients[0].waiting)
                if asked % 500 == 0:
                    await scene.is_well()
                    asked += 1
                await asyncio.sleep(0)
        assert 100_000 < most <= hub.MOST_BYTES
        await scene.is_well()
        await socket.ended()  # also as far as the operating system is concerned
        await slow.__aexit__(None, None, None)
        await everybody_gone(scene)
