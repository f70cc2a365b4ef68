"""Requests to servers that people name. They are hostile: see `check`, and what is not done here.

The name is resolved once, every address it has must be allowed, and the connection is made to the
address that was looked at. Redirects are not followed, no more than a head of an answer is read,
and all of it must be over in time.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import msgspec

from carrozza.server.alerts.threads import Threads
from carrozza.server.errors import Refused

LONGEST_URL = 1000
PORTS = (443, 8443, 8448)  # 8448: other servers of Matrix
LOWEST_PORT = 1024  # in private networks
HEAD_BYTES = 16_384  # of an answer
HINTS = 5  # answers like 103 before the real one
# Names looked up at once. Each may take three times as long as we wait for it: these are more than
# all alerts that are sent meanwhile, so that none has to wait for the names of others.
RESOLVERS = 150
LONGEST_WAIT = 3600.0  # that we let a server ask for

# What is reachable from everywhere, and nothing else.
PUBLIC_6 = ip_network("2000::/3")
NOT_PUBLIC = [
    ip_network(name)
    for name in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    )
]  # fmt: skip

_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.?", re.ASCII)
_PRINTABLE = re.compile(r"[!-~]+")
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)(?: [^\r\n]*)?\r\n")
_WAIT = re.compile(rb"\r\nretry-after:[ \t]*(\d{1,6})[ \t]*\r\n", re.IGNORECASE)

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], list[str]]


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    url: str
    body: bytes
    headers: dict[str, str]
    method: str = "POST"


class Undelivered(Exception):
    """An alert did not arrive. `code` says why, and stays the same."""

    def __init__(
        self, code: str, *, again: bool, gone: bool = False, wait: float | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.again = again  # it may arrive later
        self.gone = gone  # the target no longer exists
        self.wait = wait  # seconds that the receiver asks us to wait


def resolve(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[4][0]) for place in found))


class Outside:
    """The way to the servers that people name."""

    def __init__(self, *, private: bool, seconds: float, resolve: Resolve = resolve) -> None:
        self._private = private
        self._seconds = seconds
        self._resolve = resolve
        self._resolvers = Threads("resolve", RESOLVERS)
        self._tls = ssl.create_default_context()

    def check(self, url: str) -> SplitResult:
        """Refuse what cannot be a target, as far as its address as text says."""
        try:
            parts = _parts(url)
            port = _port(parts)
        except ValueError:
            raise Refused(422, "bad_target", "This is not an address of a web service.") from None
        if parts.scheme != "https" and not (self._private and parts.scheme == "http"):
            raise Refused(422, "bad_target", "The address must begin with https://.")
        if port not in PORTS and not (self._private and port >= LOWEST_PORT):
            ports = ", ".join(map(str, PORTS))
            raise Refused(422, "bad_target", f"Only these ports can be used: {ports}.")
        literal = _literal(parts.hostname or "")
        if literal is not None and not self._allowed(literal):
            raise Refused(422, "private_target", "Alerts cannot go to a private network.")
        return parts

    async def send(self, request: Outgoing) -> None:
        """Deliver, or raise Undelivered."""
        try:
            parts = self.check(request.url)
        except Refused as error:
            raise Undelivered(error.code, again=False) from None
        try:
            async with asyncio.timeout(self._seconds):
                address = await self._address(parts)
                status, wait = await self._exchange(parts, address, request)
        except TimeoutError:
            raise Undelivered("too_slow", again=True) from None
        except ssl.SSLError:
            raise Undelivered("tls", again=True) from None
        except (OSError, asyncio.IncompleteReadError):
            raise Undelivered("unreachable", again=True) from None
        except (asyncio.LimitOverrunError, ValueError):
            raise Undelivered("no_answer", again=False) from None
        _judge(status, wait)

    async def _address(self, parts: SplitResult) -> str:
        """The one address to connect to; nobody is asked again."""
        assert parts.hostname is not None
        found = await self._resolvers.call(self._resolve, parts.hostname, _port(parts))
        if not found:
            raise OSError("no address")
        if not all(self._allowed(ip_address(name)) for name in found):
            raise Undelivered("private_target", again=False)
        return found[0]

    def _allowed(self, address: Address) -> bool:
        return self._private or is_public(address)

    async def _exchange(
        self, parts: SplitResult, address: str, request: Outgoing
    ) -> tuple[int, float | None]:
        tls = parts.scheme == "https"
        reader, writer = await asyncio.open_connection(
            address,
            _port(parts),
            limit=HEAD_BYTES,
            ssl=self._tls if tls else None,
            server_hostname=parts.hostname if tls else None,
        )
        try:
            writer.write(_head(parts, request) + request.body)
            await writer.drain()
            for _ in range(HINTS):
                head = await reader.readuntil(b"\r\n\r\n")
                found = _STATUS.match(head)
                if found is None:
                    raise ValueError("not HTTP")
                if not found[1].startswith(b"1"):
                    wait = _WAIT.search(head)
                    return int(found[1]), float(wait[1]) if wait else None
            raise ValueError("no end of hints")
        finally:
            writer.transport.abort()  # whatever else it has to say


def is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address):
        if address.scope_id is not None or address not in PUBLIC_6:
            return False  # mapped, translated, local, multicast: all of them lie outside
        return not any(address in net for net in NOT_PUBLIC if net.version == 6)
    return not any(address in net for net in NOT_PUBLIC if net.version == 4)


def _parts(url: str) -> SplitResult:
    if len(url) > LONGEST_URL or not _PRINTABLE.fullmatch(url) or "\\" in url:
        raise ValueError("not an address")
    parts = urlsplit(url)
    if parts.username is not None or parts.password is not None or not parts.hostname:
        raise ValueError("a name in it, or none")
    if _literal(parts.hostname) is None and not _HOST.fullmatch(parts.hostname):
        raise ValueError("not a host")
    return parts


def _port(parts: SplitResult) -> int:
    return parts.port if parts.port is not None else {"https": 443}.get(parts.scheme, 80)


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _head(parts: SplitResult, request: Outgoing) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = parts.netloc
    lines = [f"{request.method} {path} HTTP/1.1", f"host: {host}"]
    given = request.headers | {
        "content-length": str(len(request.body)),
        "user-agent": "Carrozza",
        "accept": "*/*",
        "connection": "close",
    }
    lines += [f"{name}: {value}" for name, value in given.items()]
    text = "\r\n".join(lines)
    if text.count("\n") != len(lines) - 1 or text.count("\r") != len(lines) - 1:
        raise ValueError("a line within a line")
    return f"{text}\r\n\r\n".encode("ascii")


def _judge(status: int, wait: float | None) -> None:
    if 200 <= status < 300:
        return
    if status in (404, 410):
        raise Undelivered("gone", again=False, gone=True)
    if 300 <= status < 400:
        raise Undelivered("redirect", again=False)
    if status == 429 or status >= 500:
        wait = min(wait, LONGEST_WAIT) if wait is not None else None
        raise Undelivered("busy", again=True, wait=wait)
    raise Undelivered("refused", again=False)
