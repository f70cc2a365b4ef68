"""Starting the server: database, clocks, then the workers."""

import os
import tempfile
import time

import msgspec
import uvicorn
from sqlalchemy import select, update

from carrozza.core.errors import BadOptions
from carrozza.server.http import transport
from carrozza.server.settings import Settings, to_environment
from carrozza.server.storage import schema
from carrozza.server.storage.database import migrate, parse, plain_engine
from carrozza.server.tables.clocks import Clock
from carrozza.server.tables.table import encoded


def serve(settings: Settings) -> None:
    if settings.workers > 1 and parse(settings.db).get_backend_name() == "sqlite":
        raise BadOptions(
            "workers", "More than one worker needs PostgreSQL; SQLite allows only one."
        )
    migrate(settings.db)
    prepare(settings, time.time())
    to_environment(settings)
    if settings.workers > 1:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="carrozza-"))
    uvicorn.run(
        "carrozza.server.app:from_settings",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        **transport.options(settings),
    )


def prepare(settings: Settings, now: float) -> None:
    """After a time without a server: nobody lost time by that, and no bot is claimed by the dead.

    With PostgreSQL other servers may be at work; their claims run out by themselves.
    """
    engine = plain_engine(settings.db)
    t = schema.tables.c
    soonest = now + settings.restart_grace
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.execute(update(schema.tables).values(claimed_until=0.0))
        late = connection.execute(
            select(t.id, t.clocks, t.version).where(t.phase == "playing", t.wake < now)
        ).all()
        for table, clocks, version in late:
            connection.execute(
                update(schema.tables)
                .where(t.id == table, t.version == version)
                .values(clocks=encoded(_with_grace(clocks, soonest)))
            )
    engine.dispose()


def _with_grace(clocks: str, soonest: float) -> list[Clock]:
    return [
        msgspec.structs.replace(clock, deadline=max(clock.deadline, soonest))
        if clock.deadline is not None
        else clock
        for clock in msgspec.json.decode(clocks, type=list[Clock])
    ]
