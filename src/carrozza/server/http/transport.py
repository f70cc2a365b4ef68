"""What is between the network and the app: uvicorn, less patient than it is by itself.

It waits for ever for the headers of a request, and for a client that takes nothing of what it was
sent. Few such connections would use up all that a process may have open.
"""

import asyncio
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from carrozza.server.settings import Settings

SHUTDOWN_SECONDS = 10
HEAD_SECONDS = 15.0  # from the first byte of a request, or from connecting, to its last header
UNREAD_SECONDS = 15.0  # in which a client takes some of what it asked for
SLOWEST = 4_000  # bytes a second, on average over that time
GOODBYE_SECONDS = 3.0  # for a client to answer a goodbye when the server stops
RESTART = 1012  # the closing code that tells a conversation of it
LINGER_SECONDS = 10.0  # for the last bytes to leave after a conversation has ended
MOST_UNSENT = 1_000_000  # bytes of pongs that nobody takes
TIMES_TOO_BIG = 4  # a message over its limit is refused; one so many times over is abuse


def options(settings: Settings) -> dict[str, Any]:
    """For uvicorn."""
    return {
        "http": Requests,
        "ws": Sockets,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "ws_max_size": settings.message_bytes * TIMES_TOO_BIG,
        "ws_per_message_deflate": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": ",".join(settings.proxies),
        "timeout_graceful_shutdown": SHUTDOWN_SECONDS,
    }


class Requests(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Hangs up when headers do not come, and when answers are not taken."""

    _timer: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # be told of every byte that is not taken
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._see_taken(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        super().resume_writing()
        self._all_taken()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def handle_websocket_upgrade(self, *given: Any) -> None:
        self._stop()
        self._all_taken()
        super().handle_websocket_upgrade(*given)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._all_taken()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Who is still sending a request, or waits for long work, is not waited for."""
        super().shutdown()
        self.loop.call_later(GOODBYE_SECONDS, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is not None and not self.cycle.response_started:
            self.transport.abort()

    def _watch(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop()  # a whole head has come; the app minds the rest
        elif self._timer is None:
            self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _see_taken(self, unsent: int) -> None:
        """Look again later; also when the connection is closing, which waits for the last byte."""

        def look() -> None:
            left = self.transport.get_write_buffer_size()
            if unsent - left < min(unsent, SLOWEST * UNREAD_SECONDS):
                self.transport.abort()
            else:
                self._see_taken(left)

        self._all_taken()
        self._taking = self.loop.call_later(UNREAD_SECONDS, look)

    def _all_taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Sockets(WebSocketsSansIOProtocol):
    """Hangs up when nothing is taken, and lets conversations end with a goodbye."""

    def shutdown(self) -> None:
        """Tell the conversation, which says goodbye and closes; uvicorn would just hang up."""
        if self.close_sent or not self.handshake_complete:
            super().shutdown()
            return
        self.stop_keepalive()
        self.close_timeout = GOODBYE_SECONDS
        self.queue.put_nowait({"type": "websocket.disconnect", "code": RESTART})
        self.loop.call_later(2 * GOODBYE_SECONDS, self._hang_up)

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # by a refusal, which uvicorn would log as an error

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()
        else:
            super().handle_ping()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(LINGER_SECONDS, self._hang_up)

    def _hang_up(self) -> None:
        if not self.disconnected:
            self.transport.abort()
