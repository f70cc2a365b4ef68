"""A server beside the test, for clients that block."""

from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from tests.server.support import Host, serving


@contextmanager
def serving_beside(db: str, **settings: Any) -> Iterator[tuple[Host, BlockingPortal]]:
    """A server in a thread of its own; what is called through the portal runs there too."""
    with (
        start_blocking_portal("asyncio") as portal,
        portal.wrap_async_context_manager(_hosting(db, settings)) as host,
    ):
        yield host, portal


@asynccontextmanager
async def _hosting(db: str, settings: dict[str, Any]) -> Any:
    async with serving(db, **settings) as host:
        yield host
