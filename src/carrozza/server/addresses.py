"""Where a server can be reached: on this machine, and from others in the same network."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

EVERYWHERE = ("0.0.0.0", "::")
PORTS = {"http": ":80", "https": ":443"}  # which browsers leave out
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_at(url: str, host: str) -> bool:
    """Whether a request that says it was sent to this host came by that address."""
    ours = urlsplit(url.lower())
    return host.lower() == ours.netloc.removesuffix(PORTS[ours.scheme])


def local_host(host: str) -> str:
    """Where this machine itself reaches a server that listens there."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def network_address(host: str) -> str | None:
    """Where others in the same network find this machine; None when they cannot."""
    if host in LOOPBACK:
        return None
    if host not in EVERYWHERE:
        return host
    # Nothing is sent: the system only says which of its addresses it would send from.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def is_this_machine(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:  # such as of a socket that is a file
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback
