"""Where alerts arrive in tests: real servers for SMTP and HTTP, on this machine."""

import asyncio
import json
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from tests.server.support import PATIENCE

from carrozza.server.alerts.push import public_bytes

LOOK = 0.01


@dataclass
class Taken:
    """A request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Hooks:
    """A server that takes any request."""

    url: str
    taken: list[Taken] = field(default_factory=list)
    answer: Callable[[Taken], bytes] = lambda _: ok()

    async def wait_for(self, count: int) -> list[Taken]:
        await until(lambda: len(self.taken) >= count)
        return self.taken


def ok(status: str = "200 OK", *headers: str) -> bytes:
    head = "".join(f"{line}\r\n" for line in headers)
    return f"HTTP/1.1 {status}\r\n{head}content-length: 0\r\n\r\n".encode()


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(LOOK)


@asynccontextmanager
async def hooks() -> AsyncIterator[Hooks]:
    made = Hooks("")

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
            headers = {
                name.lower(): value for name, value in (line.split(": ", 1) for line in lines)
            }
            body = await reader.readexactly(int(headers["content-length"]))
            method, path, _ = first.split(" ")
            taken = Taken(method, path, headers, body)
            made.taken.append(taken)
            writer.write(made.answer(taken))
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        await server.wait_closed()


@dataclass
class Mailbox:
    url: str
    taken: list[EmailMessage] = field(default_factory=list)
    to: list[str] = field(default_factory=list)
    answer: str = "250 OK"
    answer_rcpt: str = "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, to: str, options: list[str]
    ) -> str:
        if self.answer_rcpt.startswith("250"):
            envelope.rcpt_tos.append(to)
            envelope.rcpt_options.extend(options)
        return self.answer_rcpt

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            assert isinstance(envelope.content, bytes)
            message = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(message, EmailMessage)
            self.taken.append(message)
            self.to += envelope.rcpt_tos
        return self.answer

    async def wait_for(self, count: int) -> list[EmailMessage]:
        await until(lambda: len(self.taken) >= count)
        return self.taken


@asynccontextmanager
async def mailbox() -> AsyncIterator[Mailbox]:
    made = Mailbox("")
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(made, loop=loop), "127.0.0.1", 0)
    made.url = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        await server.wait_closed()


class Browser:
    """One that has subscribed to push: its keys, and what others make of what it was sent."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    def subscription(self) -> dict[str, str]:
        return {
            "url": self.endpoint,
            "p256dh": urlsafe_b64encode(public_bytes(self.key)).rstrip(b"=").decode(),
            "auth": urlsafe_b64encode(self.auth).rstrip(b"=").decode(),
        }

    def read(self, taken: Taken) -> Any:
        """Decrypted by another library than ours; the sender's signature checked by a third."""
        assert taken.headers["content-encoding"] == "aes128gcm"
        assert Vapid02.verify(taken.headers["authorization"])
        plain = http_ece.decrypt(
            taken.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return json.loads(plain)
