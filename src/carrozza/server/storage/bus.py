"""How the workers on one PostgreSQL database hear of each other's changes.

With SQLite there is one worker and nothing to tell. A message is `kind worker subject`; it is sent
inside the transaction that makes the change, so it arrives when the change can be read.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable

import psycopg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.storage.database import Database

CHANNEL = "carrozza"
NAME = "carrozza "  # begins that of each worker's connection
RETRY_SECONDS = 1.0

Hear = Callable[[str, str], Awaitable[None]]

logger = logging.getLogger(__name__)


class Bus:
    def __init__(self, db: Database) -> None:
        self.worker = secrets.token_hex(6)
        self._db = db
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def tell(self, connection: AsyncConnection, kind: str, subject: str) -> None:
        """Tell the other workers, if and when this transaction is stored."""
        if not self._db.sqlite:
            await connection.execute(
                text("select pg_notify(:channel, :message)"),
                {"channel": CHANNEL, "message": f"{kind} {self.worker} {subject}"},
            )

    async def living(self, connection: AsyncConnection) -> set[str]:
        """The workers that hear us now. One that was killed is not among them at once."""
        if self._db.sqlite:
            return {self.worker}
        found = await connection.execute(
            text("select application_name from pg_stat_activity where datname = current_database()")
        )
        names = [name for name in found.scalars() if name.startswith(NAME)]
        return {name.removeprefix(NAME) for name in names}

    async def listen(self, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        """Call `hear(kind, subject)` for what others tell, and `missed` after each gap.

        Returns when it hears, or when that takes too long: better late than not to start.
        """
        if not self._db.sqlite:
            self._task = asyncio.create_task(self._listen(hear, missed))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._listening.wait(), self._db.busy_seconds)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        address = self._db.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    address, autocommit=True, application_name=NAME + self.worker
                ) as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    self._listening.set()
                    await missed()
                    async for notice in connection.notifies():
                        kind, worker, subject = notice.payload.split(" ", 2)
                        if worker != self.worker:
                            await hear(kind, subject)
            except psycopg.OperationalError as error:
                logger.warning("the bus was interrupted: %s", type(error).__name__)
            except Exception:
                logger.exception("the bus was interrupted")
            await asyncio.sleep(RETRY_SECONDS)
