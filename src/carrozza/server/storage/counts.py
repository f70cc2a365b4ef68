"""How often something is done, counted for all workers: a row for each thing that is counted.

What a worker counts by itself is in limits.py; that is for what is done many times a second.
"""

import hmac
from collections.abc import Callable

from sqlalchemy import case
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.limits import Limit
from carrozza.server.storage import schema
from carrozza.server.storage.database import Database

MINUTE = 60.0
T = schema.tries.c


def key_of(secret: str, kind: str, subject: str) -> str:
    """Neither addresses nor names that somebody has typed are stored."""
    return hmac.digest(secret.encode(), f"{kind} {subject}".encode(), "sha256").hex()


async def count(
    connection: AsyncConnection, key: str, seconds: float, now: float
) -> tuple[int, float]:
    """One more. How many there were since when, beginning anew after so many seconds."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    # Or the clock was set back. Requests at once do not come here in the order of their times.
    over = (T.since <= now - seconds) | (T.since > now + MINUTE)
    counted = (
        insert(schema.tries)
        .values(key=key, count=1, since=now)
        .on_conflict_do_update(
            index_elements=[T.key],
            set_={
                "count": case((over, 1), else_=T.count + 1),
                "since": case((over, now), else_=T.since),
            },
        )
        .returning(T.count, T.since)
    )
    times, since = (await connection.execute(counted)).one()
    return times, since


class SharedLimit:
    """So many in so many seconds for each key, at all workers together. The only worker on SQLite
    counts by itself."""

    def __init__(
        self,
        db: Database,
        secret: str,
        kind: str,
        most: float,
        seconds: float,
        now: Callable[[], float],
    ) -> None:
        self.most = most
        self._db = db
        self._secret = secret
        self._kind = kind
        self._seconds = seconds
        self._now = now
        self._alone = Limit(most / seconds, most, now) if db.sqlite else None

    async def take(self, key: str, connection: AsyncConnection | None = None) -> bool:
        """Whether one more is allowed. `connection`: in a transaction that is being made."""
        if self._alone is not None:
            return self._alone.take(key)
        if connection is None:
            async with self._db.write() as own:
                return await self.take(key, own)
        row = key_of(self._secret, self._kind, key)
        times, _ = await count(connection, row, self._seconds, self._now())
        return times <= self.most
