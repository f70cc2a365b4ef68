"""Requests that no honest client sends: by hand, byte for byte."""

import asyncio
import base64
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from tests.server.support import PATIENCE

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


async def request(address: str, head: str, *chunks: bytes) -> tuple[int, Any]:
    """Send lines and then bytes as they are; the status and the JSON of the answer."""
    reader, writer = await _connect(address)
    writer.write(head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n")
    for chunk in chunks:
        writer.write(chunk)
    await writer.drain()
    try:
        async with asyncio.timeout(PATIENCE):
            status = int((await reader.readline()).split()[1])
            length = 0
            while (line := await reader.readline()).strip():
                name, _, value = line.decode().partition(":")
                length = int(value) if name.lower() == "content-length" else length
            body = await reader.readexactly(length)
    finally:
        writer.close()
    return status, json.loads(body) if body.startswith(b"{") else body.decode()


class RawSocket:
    """A WebSocket of which every byte can be chosen, and which reads only when told."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def frame(
        self,
        data: bytes,
        opcode: int = TEXT,
        *,
        first: int | None = None,
        length: int | None = None,
    ) -> None:
        """A frame; `first` is its first byte and `length` the one it claims, if not the true."""
        mask = os.urandom(4)
        said = len(data) if length is None else length
        head = bytes([0x80 | opcode if first is None else first])
        if said < 126:
            head += bytes([0x80 | said])
        elif said < 1 << 16:
            head += bytes([0x80 | 126]) + said.to_bytes(2, "big")
        else:
            head += bytes([0x80 | 127]) + said.to_bytes(8, "big")
        key = int.from_bytes((mask * (len(data) // 4 + 1))[: len(data)], "big")
        masked = (int.from_bytes(data, "big") ^ key).to_bytes(len(data), "big")
        self.writer.write(head + mask + masked)
        await self.writer.drain()

    async def say(self, **message: Any) -> None:
        await self.frame(json.dumps(message).encode())

    async def ended(self, seconds: float = PATIENCE) -> bytes:
        """Everything until the server hangs up, which it must."""
        async with asyncio.timeout(seconds):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""


@asynccontextmanager
async def raw_socket(
    address: str, table: str, cookie: str = "", *, buffer: int | None = None, handshake: bool = True
) -> AsyncIterator[RawSocket]:
    reader, writer = await _connect(address, buffer)
    try:
        if handshake:
            key = base64.b64encode(os.urandom(16)).decode()
            lines = [
                f"GET /api/v1/tables/{table}/socket HTTP/1.1",
                f"Host: {urlsplit(address).netloc}",
                "Upgrade: websocket",
                "Connection: Upgrade",
                f"Sec-WebSocket-Key: {key}",
                "Sec-WebSocket-Version: 13",
                f"Cookie: {cookie}",
            ]
            writer.write("\r\n".join([*lines, "", ""]).encode())
            answer = await reader.readuntil(b"\r\n\r\n")
            assert b" 101 " in answer, answer
        yield RawSocket(reader, writer)
    finally:
        writer.transport.abort()


async def _connect(
    address: str, buffer: int | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    where = urlsplit(address)
    assert where.hostname is not None
    extra = {"limit": buffer} if buffer is not None else {}
    return await asyncio.open_connection(where.hostname, where.port, **extra)
