"""The way to a provider's servers. The operator trusts the issuer; what the issuer names besides,
such as an address for keys, must be reachable from everywhere, and so be no door into our network.

A name is resolved once and the connection made to the address that was looked at. Redirects are not
followed, and no more than a few pages of an answer are read.
"""

import ssl
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx2

from carrozza.server.alerts.outside import Resolve, is_public, resolve
from carrozza.server.alerts.threads import Threads
from carrozza.server.oidc.config import is_safe

MOST_BYTES = 200_000  # of an answer
AT_ONCE = 20  # names looked up
PORTS = {"http": 80, "https": 443}

_resolvers = Threads("resolve", AT_ONCE)


class Astray(httpx2.TransportError):
    """Somewhere or something that we do not take."""


class Way(httpx2.AsyncBaseTransport):
    def __init__(self, issuer: str, tls: ssl.SSLContext, resolve: Resolve = resolve) -> None:
        self._home = _origin(issuer)
        self._resolve = resolve
        self._inner = httpx2.AsyncHTTPTransport(verify=tls, trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        if not is_safe(urlsplit(str(url))):
            raise Astray("not https")
        address = await self._address(str(url))
        direct = httpx2.Request(
            request.method,
            url.copy_with(host=address),
            headers=request.headers,  # Host among them, as it was
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": url.host},
        )
        direct.headers["accept-encoding"] = "identity"
        reply = await self._inner.handle_async_request(direct)
        try:
            return httpx2.Response(
                reply.status_code, headers=reply.headers, content=await _body(reply)
            )
        finally:
            await reply.aclose()

    async def _address(self, url: str) -> str:
        scheme, host, port = _origin(url)
        found = await _resolvers.call(self._resolve, host, port)
        if not found:
            raise httpx2.ConnectError("no address")
        at_home = (scheme, host, port) == self._home
        if not at_home and not all(is_public(ip_address(one)) for one in found):
            raise Astray("a private network")
        return found[0]

    async def aclose(self) -> None:
        await self._inner.aclose()


async def _body(reply: httpx2.Response) -> bytes:
    if reply.headers.get("content-encoding", "identity") != "identity":
        raise Astray("compressed")
    body = bytearray()
    assert isinstance(reply.stream, httpx2.AsyncByteStream)
    async for part in reply.stream:
        body += part
        if len(body) > MOST_BYTES:
            raise Astray("too big")
    return bytes(body)


def _origin(url: str) -> tuple[str, str, int]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0)
