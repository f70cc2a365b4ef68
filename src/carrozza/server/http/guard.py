"""Looks at every request before anything else does: whence, how often, how big."""

import asyncio
import ipaddress
import logging
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from carrozza.server import metrics, spans
from carrozza.server.errors import Refused, foreign_origin, nothing_here, too_many
from carrozza.server.http.responses import refusal
from carrozza.server.limits import Limit
from carrozza.server.settings import Settings
from carrozza.server.spans import Fact, Span

SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")
BURST = 3.0  # seconds' worth of requests that may come at once
# Nothing is taken for a script that is not one, and links to tables are not told to other sites.
HEADERS = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"same-origin"))
BODY_SECONDS = 30.0  # for all of a body
WATCHED = ("/healthz", "/metrics")  # asked again and again, by those who look from outside
BAD = 400  # the status from which on an answer is a refusal
HOUSEHOLD = 64  # bits of an IPv6 address: who has one, has all that begin like it

logger = logging.getLogger(__name__)


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings, now: Callable[[], float]) -> None:
        self._app = app
        self._settings = settings
        rate = settings.requests_per_second * settings.limits
        self._rate = Limit(rate, rate * BURST, now)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
            return
        try:
            if scope["type"] == "websocket":
                self._check(HTTPConnection(scope), safe=False)
        except Refused as error:
            await WebSocket(scope, receive, send).send_denial_response(refusal(error))
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in WATCHED:
            await self._answer(scope, receive, send, spans.NOTHING)
        else:
            with spans.trace("request") as span:
                await self._answer(scope, receive, send, span)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, span: Span) -> None:
        begun = time.perf_counter()
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = message.get("headers", ())
                names = {name.lower() for name, _ in given}
                missing = [header for header in HEADERS if header[0] not in names]
                message["headers"] = [*given, *missing]
            await send(message)

        try:
            request = HTTPConnection(scope)
            self._check(request, safe=scope["method"] in SAFE)
            self._check_length(request)
            await self._app(scope, self._measured(receive), note)
        except Refused as error:
            await refusal(error)(scope, receive, note)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            metrics.REQUESTS.labels(method=method, status=status).inc()
            span.note(method=method, status=status, **_place(scope, status))
            taken = round((time.perf_counter() - begun) * 1000, 1)
            path = scope["path"]
            logger.info("%s %s %s", scope["method"], path, status, extra={"ms": taken})

    def _check(self, request: HTTPConnection, *, safe: bool) -> None:
        if request.scope["path"].endswith("\n"):
            # To the router it is the same address without it, to a proxy in front it is another.
            raise nothing_here()
        if b"%00" in request.scope["query_string"]:
            raise nothing_here()  # no database can even be asked for it
        if not safe and not is_ours(request, self._settings):
            raise foreign_origin()
        if not self._rate.take(address_of(request)):
            raise too_many()

    def _check_length(self, request: HTTPConnection) -> None:
        if "content-length" in request.headers and "transfer-encoding" in request.headers:
            # Where one says it ends, somebody in between may see the next request begin.
            raise Refused(400, "malformed", "A request cannot have a length and be chunked.")
        length = request.headers.get("content-length", "0")
        digits = length.isascii() and length.isdigit() and len(length) < 20
        if not digits or int(length) > self._settings.body_bytes:
            raise self._too_big()

    def _measured(self, receive: Receive) -> Receive:
        """A body that says nothing of its length is counted as it comes, and must come in time."""
        size = 0
        until: float | None = asyncio.get_running_loop().time() + BODY_SECONDS

        async def counted() -> Message:
            nonlocal size, until
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise Refused(408, "too_slow", "The request took too long to arrive.") from None
            size += len(message.get("body", b""))
            if size > self._settings.body_bytes:
                raise self._too_big()
            if not message.get("more_body", False):
                until = None  # what comes now is that the client hangs up, whenever that is
            return message

        return counted

    def _too_big(self) -> Refused:
        return Refused(413, "too_big", "That is too big.")


def _place(scope: Scope, status: int) -> dict[str, Fact]:
    """Where a request went: the pattern of its address, as there may be tokens in the address
    itself, and the table, if there is one of that name."""
    place: dict[str, Fact] = {}
    if pattern := getattr(scope.get("route"), "path", ""):
        # It may begin where the router does that has it: what is before has no parameters.
        before = scope["path"].split("/")[: scope["path"].count("/") - pattern.count("/") + 1]
        place["route"] = pattern if ":" in pattern else "/".join(before) + pattern
    table = scope.get("path_params", {}).get("table")
    if table is not None and status < BAD:
        place["table"] = table
    return place


def is_ours(request: HTTPConnection, settings: Settings) -> bool:
    """Whether a request comes from our own page, or from no page at all: pages of other sites
    must not act for the people who visit them."""
    origin = request.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:  # such as a bracket without its partner
        return False


def address_of(request: HTTPConnection) -> str:
    """The address that limits count for. Behind a proxy it is the one the proxy names."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, HOUSEHOLD), strict=False))
    return host
