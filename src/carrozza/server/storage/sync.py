"""What to do when another worker has changed something."""

import logging
from collections.abc import Awaitable, Callable

from carrozza.core.errors import CarrozzaError
from carrozza.server.context import Context
from carrozza.server.live import chat
from carrozza.server.order import effects
from carrozza.server.people import connected
from carrozza.server.storage.bus import Hear

logger = logging.getLogger(__name__)


def listeners(context: Context) -> tuple[Hear, Callable[[], Awaitable[None]]]:
    """For the bus: what hears a message, and what catches up after a gap."""

    async def hear(kind: str, subject: str) -> None:
        try:
            await KINDS[kind](context, subject)
        except CarrozzaError as error:
            logger.warning("could not follow another worker: %s", error.code)

    async def missed() -> None:
        for table in context.tables.all_loaded():
            await hear("edited", table.id)

    return hear, missed


async def _moved(context: Context, name: str) -> None:
    table = await context.tables.in_memory(name)
    if table is not None:
        async with table.lock:
            await context.tables.refresh(table)
        context.hub.send_game(table)
        if table.row.phase != "playing":
            context.hub.send_table(table)


async def _edited(context: Context, name: str) -> None:
    table = await context.tables.in_memory(name)
    if table is not None:
        async with table.lock:
            before = table.row.clocks, table.row.version
            await context.tables.refresh(table)
        context.hub.send_table(table)
        if table.row.version == before[1] and table.row.clocks != before[0]:  # by a holiday
            context.hub.send_clocks(table)


async def _planned(context: Context, name: str) -> None:
    """One seat's own affair: nobody is told."""
    table = await context.tables.in_memory(name)
    if table is not None:
        async with table.lock:
            await context.tables.refresh(table)
        context.hub.send_game(table)


async def _said(context: Context, subject: str) -> None:
    table, line = subject.split(" ")
    for found in await chat.lines(context, table, only=int(line)):
        context.hub.send_line(table, found)


async def _revoked(context: Context, account: str) -> None:
    await connected.dismiss_ended(context, account)
    await connected.refresh_tables(context, account)


async def _renewed(context: Context, account: str) -> None:
    await connected.renew_sockets(context, account)


async def _muted(context: Context, account: str) -> None:
    await chat.follow_mutes(context, account)


async def _banned(context: Context, account: str) -> None:
    await effects.follow_ban(context, account)


async def _renamed(context: Context, account: str) -> None:
    await connected.refresh_tables(context, account)


KINDS: dict[str, Callable[[Context, str], Awaitable[None]]] = {
    "moved": _moved,
    "edited": _edited,
    "planned": _planned,
    "said": _said,
    "revoked": _revoked,
    "renewed": _renewed,
    "muted": _muted,
    "banned": _banned,
    "renamed": _renamed,
}
