"""A real server on a real port inside the test, and people who use it."""

import asyncio
import json
import random
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from carrozza.server.app import make_app
from carrozza.server.context import Context
from carrozza.server.http import transport
from carrozza.server.settings import Settings
from carrozza.server.storage.database import migrate

PATIENCE = 90.0  # seconds for anything a test waits for; a busy machine may need them

NICENESS_OF_REVIEWS = 1  # tests wait for them

Message = dict[str, Any]


class Host:
    """A running server."""

    def __init__(self, address: str, context: Context, server: uvicorn.Server) -> None:
        self.address = address
        self.context = context
        self.server = server
        self.people: list[Person] = []

    def person(self) -> "Person":
        self.people.append(Person(self.address))
        return self.people[-1]


@asynccontextmanager
async def serving(
    db: str, now: Callable[[], float] | None = None, **settings: Any
) -> AsyncIterator[Host]:
    """A server in this process; bots do not dawdle unless told."""
    migrate(db)
    quick = {
        "bot_pace": (0.0, 0.0),
        "undo_seconds": 0.0,
        "limits": 1000.0,
        "sweep_seconds": 0.2,
        "review_niceness": NICENESS_OF_REVIEWS,
        **settings,
    }
    told = Settings(db=db, **quick)
    app = make_app(told, **({"now": now} if now else {}))
    config = uvicorn.Config(
        app,
        port=settings.get("port", 0),
        **{**transport.options(told), "timeout_graceful_shutdown": 3},
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    try:
        async with asyncio.timeout(PATIENCE):
            while not server.started:
                assert not task.done(), "the server did not start"
                await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        host = Host(f"http://127.0.0.1:{port}", app.state.context, server)
        try:
            yield host
        finally:
            for person in host.people:
                await person.http.aclose()
    finally:
        server.should_exit = True
        await task


class Person:
    """A visitor with cookies of their own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=PATIENCE)

    async def __aenter__(self) -> "Person":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        """The answer as JSON; its status must be the one expected, or else a good one."""
        reply = await self.http.request(method, path, json=body)
        if status is None:
            assert reply.is_success, f"{path}: {reply.status_code} {reply.text}"
        else:
            assert reply.status_code == status, f"{path}: {reply.status_code} {reply.text}"
        return reply.json() if reply.content else None

    async def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        return await self.ask("POST", path, body, status)

    async def get(self, path: str, status: int | None = None) -> Any:
        return await self.ask("GET", path, None, status)

    def move_to(self, address: str) -> None:
        """Go on at another server, with the same cookies."""
        self.address = address
        self.http.base_url = f"{address}/api/v1"

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @asynccontextmanager
    async def socket(
        self, table: str, *, headers: dict[str, str] | None = None, **hello: Any
    ) -> AsyncIterator["Socket"]:
        """An open socket, the hello said unless `hello=None`."""
        address = self.address.replace("http", "ws", 1) + f"/api/v1/tables/{table}/socket"
        async with websockets.connect(
            address,
            additional_headers={"cookie": self.cookie(), **(headers or {})},
            compression=None,
            max_size=None,
        ) as connection:
            socket = Socket(connection)
            if hello.pop("silent", False) is False:
                await socket.send(type="hello", protocol=1, **hello)
            yield socket


class Socket:
    """What is said and heard over a socket; every byte heard is kept."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[str] = []

    async def send(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    async def receive(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            text = await self.connection.recv()
        assert isinstance(text, str)
        self.heard.append(text)
        message: Message = json.loads(text)
        return message

    async def wait_for(self, kind: str, **fields: Any) -> Message:
        """The next message of this kind, whatever comes before it."""
        while True:
            message = await self.receive()
            if message["type"] == kind and all(message.get(k) == v for k, v in fields.items()):
                return message

    async def act(self, update: Message, action: Any, **changes: Any) -> str:
        """Send an action for the seat and version of an update; returns its id."""
        message = {
            "type": "act",
            "id": uuid.uuid4().hex,
            "seat": update["seat"],
            "version": update["version"],
            "action": action,
            **changes,
        }
        await self.send(**message)
        return str(message["id"])


async def play_out(socket: Socket, rng: random.Random) -> Message:
    """Act at random whenever asked, until the game is over; returns the last update."""
    while True:
        update = await socket.wait_for("update")
        if update["view"]["phase"] == "over":
            return update
        if update["legal"]:
            await socket.act(update, rng.choice(update["legal"]))
