"""Looks at every request before anything else does: whence, how often, how big."""

import logging
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carrozza.server import metrics
from carrozza.server.answers import Problem
from carrozza.server.errors import Refused, too_many
from carrozza.server.limits import Limit
from carrozza.server.origins import is_ours
from carrozza.server.replies import Json
from carrozza.server.settings import Settings

SAFE = ("GET", "HEAD", "OPTIONS")
BURST = 3.0  # seconds' worth of requests that may come at once

logger = logging.getLogger(__name__)


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings, now: Callable[[], float]) -> None:
        self._app = app
        self._settings = settings
        rate = settings.requests_per_second * settings.limits
        self._rate = Limit(rate, rate * BURST, now)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        request = Request(scope)
        try:
            self._check(request)
            await self._app(scope, self._measured(receive), note)
        except Refused as error:
            reply = Json(Problem(code=error.code, message=error.message), status_code=error.status)
            await reply(scope, receive, note)
        finally:
            metrics.REQUESTS.labels(method=scope["method"], status=status).inc()
            taken = round((time.perf_counter() - begun) * 1000, 1)
            path = scope["path"]
            logger.info("%s %s %s", scope["method"], path, status, extra={"ms": taken})

    def _check(self, request: Request) -> None:
        if request.method not in SAFE and not is_ours(request, self._settings):
            raise Refused(403, "foreign_origin", "This request comes from another site.")
        if not self._rate.take(request.client.host if request.client else ""):
            raise too_many()
        length = request.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._settings.body_bytes:
            raise self._too_big()

    def _measured(self, receive: Receive) -> Receive:
        """A body that says nothing of its length is counted as it comes."""
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._settings.body_bytes:
                raise self._too_big()
            return message

        return counted

    def _too_big(self) -> Refused:
        return Refused(413, "too_big", "That is too big.")
