"""Somebody at a table who plays on whatever happens to the server, and writes everything down."""

import asyncio
import random
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import msgspec
import websockets

TWICE = 0.05  # how often an impatient client sends the same action two times
UNDO = 0.1  # how often one takes back what may be taken back
SILENCE = 60.0  # seconds without a word, after which we look whether the connection is alive
# Refusals that say "not now"; the same action is then sent again.
LATER = ("storage", "storage_unknown", "busy", "too_many")


@dataclass(frozen=True)
class Habits:
    """Of those who play: in a hurry and never gone by themselves, unless told otherwise."""

    think: tuple[float, float] = (0.0, 0.0)  # seconds before an action
    stay: tuple[float, float] | None = None  # seconds for which one stays connected


class Step(msgspec.Struct):
    version: int
    seat: int | None
    kind: str
    by: str
    events: msgspec.Raw


class Message(msgspec.Struct):
    """Any message of the server's, as far as we need it."""

    type: str
    id: str | None = None
    code: str | None = None
    version: int | None = None
    seat: int | None = None
    since: int | None = None
    steps: list[Step] = []
    view: msgspec.Raw = msgspec.Raw(b"{}")
    legal: list[msgspec.Raw] = []
    undo: bool = False
    table: msgspec.Raw = msgspec.Raw(b"{}")


class Phase(msgspec.Struct):
    phase: str
    commitment: str | None = None


@dataclass
class Sent:
    """An action of ours: what it was and what became of it."""

    id: str
    table: str
    seat: int
    kind: str  # act or undo
    action: bytes | None
    text: bytes
    times: list[float] = field(default_factory=list)  # when it was sent, and sent again
    acks: list[int] = field(default_factory=list)
    refused: str | None = None


@dataclass
class Seen:
    """What one client was told of one table, over all its connections."""

    table: str
    seat: int | None
    sent: list[Sent] = field(default_factory=list)
    steps: list[tuple[int, int | None, str, str, bytes]] = field(default_factory=list)
    views: dict[int, int] = field(default_factory=dict)  # checksums by version
    jumps: list[tuple[int | None, int]] = field(default_factory=list)  # updates without steps
    commitments: set[str] = field(default_factory=set)
    refusals: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    connections: int = 0
    over: bool = False


class Player:
    """A client of one table: of a seat, or (seat None) a spectator."""

    def __init__(
        self,
        table: str,
        seat: int | None,
        cookie: str,
        servers: list[str],
        rng: random.Random,
        habits: Habits,
    ) -> None:
        self.seen = Seen(table, seat)
        self.version: int | None = None
        self.latest: Message | None = None
        self.pending: Sent | None = None
        self.cookie = cookie
        self.servers = servers
        self.rng = rng
        self.habits = habits

    async def play(self, moved: Callable[[], None]) -> Seen:
        """Until the game is over and all we sent is answered."""
        while not self.done:
            stay = self.habits.stay and self.rng.uniform(*self.habits.stay)
            try:
                async with asyncio.timeout(stay):
                    await self._connection(moved)
            except (OSError, TimeoutError, EOFError, websockets.WebSocketException):
                self.rng.shuffle(self.servers)  # the other one may be alive
                await asyncio.sleep(self.rng.uniform(0.02, 0.1))
        return self.seen

    @property
    def done(self) -> bool:
        return self.seen.over and self.pending is None

    async def _connection(self, moved: Callable[[], None]) -> None:
        address = self.servers[0].replace("http", "ws", 1)
        async with websockets.connect(
            f"{address}/api/v1/tables/{self.seen.table}/socket",
            additional_headers={"cookie": self.cookie},
            compression=None,
            max_size=None,
            open_timeout=10,
            close_timeout=1,
        ) as socket:
            self.seen.connections += 1
            hello = {"type": "hello", "protocol": 1, "since": self.version}
            await socket.send(msgspec.json.encode(hello | {"watch": self.seen.seat is None}))
            while not self.done:
                async with asyncio.timeout(SILENCE):
                    message = decode(await socket.recv())
                self._hear(message)
                if message.type == "update" and message.version == self.version:
                    moved()
                if message.type == "bye":
                    return
                await self._answer(socket, message)

    def _hear(self, message: Message) -> None:
        match message.type:
            case "update":
                self._take_update(message)
            case "ack":
                self._take_ack(message)
            case "refusal":
                self._take_refusal(message)
            case "welcome" | "changed":
                table = msgspec.json.decode(message.table, type=Phase)
                if table.commitment is not None:
                    self.seen.commitments.add(table.commitment)

    async def _answer(self, socket: Any, message: Message) -> None:
        if self.pending is not None:
            again = message.type == "welcome" or message.type == "refusal"
            if again:  # the same id: done once, however often it comes
                if message.type == "refusal":
                    await asyncio.sleep(0.2)
                await self._send(socket, self.pending)
        elif message.type == "refusal":
            self.latest = None
            await asyncio.sleep(0.05)
            await socket.send('{"type":"sync"}')
        elif (chosen := self._choose()) is not None:
            await asyncio.sleep(self.rng.uniform(*self.habits.think))
            self.pending = chosen
            self.seen.sent.append(chosen)
            await self._send(socket, chosen)
            if self.rng.random() < TWICE:
                await self._send(socket, chosen)

    def _choose(self) -> Sent | None:
        """Something to do at random, if we are asked."""
        update, name, seat = self.latest, uuid.uuid4().hex, self.seen.seat
        if update is None or seat is None or update.version != self.version:
            return None
        asked = {"id": name, "seat": seat, "version": update.version}
        if update.undo and self.rng.random() < UNDO:
            text = msgspec.json.encode({"type": "undo", **asked})
            return Sent(name, self.seen.table, seat, "undo", None, text)
        if update.legal:
            action = self.rng.choice(update.legal)
            text = msgspec.json.encode({"type": "act", **asked, "action": action})
            return Sent(name, self.seen.table, seat, "act", bytes(action), text)
        return None

    async def _send(self, socket: Any, sent: Sent) -> None:
        sent.times.append(time.time())
        await socket.send(sent.text, text=True)

    def _take_update(self, update: Message) -> None:
        assert update.version is not None
        if update.seat != self.seen.seat:
            self.seen.wrong.append(f"an update of seat {update.seat}")
            return
        if update.since is None:
            self.seen.jumps.append((self.version, update.version))
            if self.version is not None and update.version < self.version:
                self.seen.wrong.append(f"taken back from {self.version} to {update.version}")
        else:
            versions = [step.version for step in update.steps]
            expected = list(range(update.since + 1, update.version + 1))
            if update.since != self.version or versions != expected:
                self.seen.wrong.append(
                    f"at {self.version} came steps {versions} since {update.since}"
                )
        for step in update.steps:
            heard = step.version, step.seat, step.kind, step.by, bytes(step.events)
            self.seen.steps.append(heard)
        self.version = update.version
        fingerprint = crc32(bytes(update.view)) ^ crc32(msgspec.json.encode(update.legal))
        if self.seen.views.setdefault(update.version, fingerprint) != fingerprint:
            self.seen.wrong.append(f"version {update.version} was shown in two ways")
        self.latest = update
        self.seen.over = msgspec.json.decode(update.view, type=Phase).phase == "over"

    def _take_ack(self, ack: Message) -> None:
        assert ack.version is not None
        found = [sent for sent in self.seen.sent if sent.id == ack.id]
        if not found:
            self.seen.wrong.append(f"an acknowledgement of {ack.id}, which we did not send")
            return
        found[0].acks.append(ack.version)
        if found[0] is self.pending:
            self.pending = None

    def _take_refusal(self, refusal: Message) -> None:
        assert refusal.code is not None
        self.seen.refusals.append(refusal.code)
        ours = self.pending is not None and refusal.id == self.pending.id
        if self.pending is not None and ours and refusal.code not in LATER:
            self.pending.refused = refusal.code
            self.pending = None


def decode(text: str | bytes) -> Message:
    return msgspec.json.decode(text, type=Message)
