"""The same server, reached in two ways."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.support import Host, Person, serving


@asynccontextmanager
async def two_doors(db: str) -> AsyncIterator[tuple[Host, Host]]:
    """Two servers on one database, or one twice where there can be only one."""
    async with serving(db) as first:
        if db.startswith("sqlite"):
            yield first, first
        else:
            async with serving(db) as second:
                yield first, second


def at(host: Host, person: Person) -> Person:
    """The same person at another server."""
    copy = host.person()
    copy.http.cookies = person.http.cookies
    return copy
