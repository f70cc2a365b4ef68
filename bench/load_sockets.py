"""A WebSocket client that costs next to nothing, for measuring servers and not itself.

It knows only what it needs: whole text frames, pings, and the end. What it sends is masked with
zeros, which the protocol allows and which changes nothing.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

PING, PONG, CLOSE, TEXT = 9, 10, 8, 1
FINAL, MASKED = 0x80, 0x80


class Socket(asyncio.Protocol):
    """Calls `hear(bytes)` for each message."""

    def __init__(self, path: str, host: str, cookie: str, hear: Callable[[bytes], None]) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        )
        self._hear = hear
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop has its own class
        transport.write(self._request.encode())

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed before it was open"))

    def send(self, data: bytes) -> None:
        self._frame(TEXT, data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open and not self._read_answer():
            return
        start, buffer = 0, self._buffer
        while (end := self._frame_end(start)) is not None:
            begin = start + (
                2 if buffer[start + 1] < 126 else 4 if buffer[start + 1] == 126 else 10
            )
            self._take(buffer[start] & 15, bytes(buffer[begin:end]))
            start = end
        del buffer[:start]

    def _read_answer(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if b" 101 " not in self._buffer[:20]:
            raise ConnectionError(bytes(self._buffer[:end]).decode())
        del self._buffer[: end + 4]
        self._open = True
        self.opened.set_result(None)
        return True

    def _frame_end(self, start: int) -> int | None:
        """Where the frame ends that begins here; None while it is not complete."""
        have, buffer = len(self._buffer), self._buffer
        if have < start + 2:
            return None
        size, head = buffer[start + 1], 2
        if size == 126:
            size, head = int.from_bytes(buffer[start + 2 : start + 4], "big"), 4
        elif size == 127:
            size, head = int.from_bytes(buffer[start + 2 : start + 10], "big"), 10
        end = start + head + size
        return end if have >= start + head and have >= end else None

    def _take(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            self._hear(data)
        elif kind == PING:
            self._frame(PONG, data)
        elif kind == CLOSE:
            self.close()

    def _frame(self, kind: int, data: bytes) -> None:
        size = len(data)
        head = bytes([FINAL | kind, MASKED | (size if size < 126 else 126)])
        if size >= 126:
            head += size.to_bytes(2, "big")
        assert self._transport is not None
        self._transport.write(head + bytes(4) + data)


async def connect(
    host: str, port: int, path: str, cookie: str, hear: Callable[[bytes], None]
) -> Socket:
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(path, f"{host}:{port}", cookie, hear), host, port
    )
    await socket.opened
    return socket
