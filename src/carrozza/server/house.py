"""The parts of a running server, to hand around. It does nothing itself."""

from collections.abc import Callable
from dataclasses import dataclass

from carrozza.server.bus import Bus
from carrozza.server.database import Database
from carrozza.server.floor import Floor
from carrozza.server.hub import Hub
from carrozza.server.journal import Journal
from carrozza.server.limits import Doors, Limit
from carrozza.server.settings import Settings
from carrozza.server.thinkers import Thinkers


@dataclass(frozen=True)
class House:
    settings: Settings
    now: Callable[[], float]
    db: Database
    bus: Bus
    journal: Journal
    floor: Floor
    hub: Hub
    thinkers: Thinkers
    secret: str  # signs cookies
    new_people: Limit
    logins: Limit
    chats: Limit
    new_tables: Limit
    new_boards: Limit
    replays: Limit
    doors: Doors  # for sockets
    person_doors: Doors
    wake: Callable[[str, float], None]  # attend to a table's bots after so many seconds
