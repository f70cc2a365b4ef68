"""Who is asking, as far as limits are concerned."""

import ipaddress

from starlette.requests import HTTPConnection

HOUSEHOLD = 64  # bits of an IPv6 address: who has one, has all that begin like it


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
