"""Starting the server: its port, database, clocks, then the workers."""

import errno
import http.client
import logging
import math
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec
import uvicorn
from sqlalchemy import Connection, select, update

from carrozza.core.errors import BadOptions
from carrozza.server.addresses import local_host
from carrozza.server.alerts.mail import check_mail
from carrozza.server.http import transport
from carrozza.server.http.cors import check_origins
from carrozza.server.logs import set_up_logs
from carrozza.server.oidc.config import read_providers
from carrozza.server.settings import Settings, to_environment
from carrozza.server.storage import schema
from carrozza.server.storage.database import migrate, parse, plain_engine, said_in_a_sentence
from carrozza.server.storage.files import only_server
from carrozza.server.tables.clocks import Clock
from carrozza.server.tables.table import encoded

LOOK_SECONDS = 0.1  # between two looks whether it answers

logger = logging.getLogger(__name__)


def serve(settings: Settings, ready: Callable[[Settings], None] = lambda _: None) -> None:
    """Run until told to stop. `ready` is called once requests are answered."""
    _check(settings)
    # Before anything is changed: most often it runs already.
    port = free_port(settings.host, settings.port)
    settings = msgspec.structs.replace(settings, port=port)
    set_up_logs(settings.log)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # uvicorn minds it first, in between
    with only_server(settings.db):
        migrate(settings.db)
        prepare(settings, time.time())
        to_environment(settings)
        if settings.workers > 1:
            os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="carrozza-"))
        threading.Thread(target=_tell_when_ready, args=(settings, ready), daemon=True).start()
        uvicorn.run(
            "carrozza.server.app:from_settings",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            **transport.options(settings),
        )


def _check(settings: Settings) -> None:
    check_origins(settings.origins)
    check_mail(settings.smtp, settings.mail_from)
    _check_url(settings.url)
    read_providers(settings.oidc, settings.url)
    if settings.traces:
        import carrozza.server.otel  # says what is missing  # noqa: F401
    kind = parse(settings.db).get_backend_name()
    if settings.workers > 1 and kind == "sqlite":
        raise BadOptions(
            "workers", "More than one worker needs PostgreSQL; SQLite allows only one."
        )
    shortest, longest = settings.bot_pace
    if not 0 <= shortest <= longest < math.inf:
        problem = f"Bots cannot think for {shortest:g} to {longest:g} seconds"
        raise BadOptions("bot_pace", f"{problem}: give the shorter time first, such as 1.2 1.7.")
    if not 0 <= settings.undo_seconds < math.inf:
        problem = f"Bots cannot hold back for {settings.undo_seconds:g} seconds"
        raise BadOptions("undo_seconds", f"{problem}: give a number such as 3.")


def _check_url(address: str | None) -> None:
    parts = urlsplit(address or "http://localhost")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BadOptions("url", "Give the address of this server as https://games.example.")


def free_port(host: str, port: int) -> int:
    """The port, if one may listen there; for 0 a free one."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.create_server((host, port), family=family) as probe:
            found: int = probe.getsockname()[1]
            return found
    except OSError as error:
        raise _cannot_listen(host, port, error) from None


def _cannot_listen(host: str, port: int, error: OSError) -> BadOptions:
    if error.errno == errno.EADDRINUSE:
        problem = f"Port {port} is taken, perhaps by Carrozza itself. Choose another with --port."
        return BadOptions("port_taken", problem)
    if error.errno == errno.EACCES:
        problem = f"You may not open port {port}. Choose one from 1024 on with --port."
        return BadOptions("port_denied", problem)
    return BadOptions("host", f"This machine cannot listen at “{host}”: {error.strerror}.")


def _tell_when_ready(settings: Settings, ready: Callable[[Settings], None]) -> None:
    while not _answers(settings):
        time.sleep(LOOK_SECONDS)
    logger.info("listening", extra={"host": settings.host, "port": settings.port})
    ready(settings)


def _answers(settings: Settings) -> bool:
    asked = http.client.HTTPConnection(local_host(settings.host), settings.port)
    try:
        asked.request("GET", "/healthz")
        asked.getresponse()
        return True  # also if it says that something is wrong
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def prepare(settings: Settings, now: float) -> None:
    """After a time without a server: nobody lost time by that, and no bot is claimed by the dead.

    Nor did anybody win time, should the clock have been set back: what was written down in what is
    now the future is moved to the present. With PostgreSQL other servers may be at work; their
    claims run out by themselves.
    """
    engine = plain_engine(settings.db)
    t = schema.tables.c
    soonest = now + settings.restart_grace
    with said_in_a_sentence(), engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            for claimed in (schema.tables, schema.reviews, schema.alerts):
                connection.execute(update(claimed).values(claimed_until=0.0))
        _set_back(connection, now)
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


def _set_back(connection: Connection, now: float) -> None:
    """Tables where something last happened in the future: the clock was set back since."""
    t, s = schema.tables.c, schema.seats.c
    ahead = connection.execute(
        select(t.id, t.moved, t.clocks, t.wake, t.version).where(
            t.phase.in_(("open", "playing")), t.moved > now
        )
    ).all()
    for table, moved, clocks, wake, version in ahead:
        by = moved - now
        connection.execute(
            update(schema.tables)
            .where(t.id == table, t.version == version)
            .values(
                moved=now,
                clocks=encoded(_earlier(clocks, by)),
                wake=wake - by if wake is not None else None,
                claimed_until=0.0,
            )
        )
    connection.execute(update(schema.seats).where(s.seen > now).values(seen=now))


def _earlier(clocks: str, by: float) -> list[Clock]:
    return [
        msgspec.structs.replace(
            clock,
            since=clock.since - by if clock.since is not None else None,
            deadline=clock.deadline - by if clock.deadline is not None else None,
        )
        for clock in msgspec.json.decode(clocks, type=list[Clock])
    ]


def _with_grace(clocks: str, soonest: float) -> list[Clock]:
    return [
        msgspec.structs.replace(clock, deadline=max(clock.deadline, soonest))
        if clock.deadline is not None
        else clock
        for clock in msgspec.json.decode(clocks, type=list[Clock])
    ]
