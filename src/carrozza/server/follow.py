"""What to do when another worker has changed something."""

import logging
from collections.abc import Awaitable, Callable

from carrozza.core.errors import CarrozzaError
from carrozza.server import chat, people
from carrozza.server.bus import Hear
from carrozza.server.house import House

logger = logging.getLogger(__name__)


def ears(house: House) -> tuple[Hear, Callable[[], Awaitable[None]]]:
    """For the bus: what hears a message, and what catches up after a gap."""

    async def hear(kind: str, subject: str) -> None:
        try:
            await KINDS[kind](house, subject)
        except CarrozzaError as error:
            logger.warning("could not follow another worker: %s", error.code)

    async def missed() -> None:
        for table in house.floor.all_loaded():
            await hear("edited", table.id)

    return hear, missed


async def _moved(house: House, name: str) -> None:
    table = await house.floor.in_memory(name)
    if table is not None:
        async with table.lock:
            await house.floor.refresh(table)
        house.hub.send_game(table)
        if table.row.phase != "playing":
            house.hub.send_table(table)


async def _edited(house: House, name: str) -> None:
    table = await house.floor.in_memory(name)
    if table is not None:
        async with table.lock:
            await house.floor.refresh(table)
        house.hub.send_table(table)


async def _said(house: House, subject: str) -> None:
    table, line = subject.split(" ")
    for found in await chat.lines(house, table, only=int(line)):
        house.hub.send_line(table, found)


async def _revoked(house: House, account: str) -> None:
    await people.dismiss_ended(house, account)
    await people.refresh_tables(house, account)


async def _renewed(house: House, account: str) -> None:
    await people.renew_sockets(house, account)


async def _muted(house: House, account: str) -> None:
    await chat.follow_mutes(house, account)


KINDS: dict[str, Callable[[House, str], Awaitable[None]]] = {
    "moved": _moved,
    "edited": _edited,
    "said": _said,
    "revoked": _revoked,
    "renewed": _renewed,
    "muted": _muted,
}
