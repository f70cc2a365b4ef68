"""The parts of a running server, to hand around. It does nothing itself."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from carrozza.server.alerts.sender import Sender
from carrozza.server.errands import Errands
from carrozza.server.jobs import Jobs
from carrozza.server.limits import Limit, OpenLimit, VarietyLimit
from carrozza.server.live.hub import Hub
from carrozza.server.oidc.client import Client
from carrozza.server.order.troubles import Troubles
from carrozza.server.play.bot_pool import BotPool
from carrozza.server.settings import Settings
from carrozza.server.storage.bus import Bus
from carrozza.server.storage.counts import SharedLimit
from carrozza.server.storage.database import Database
from carrozza.server.storage.journal import Journal
from carrozza.server.tables.cache import TableCache


@dataclass(frozen=True)
class Context:
    settings: Settings
    now: Callable[[], float]
    db: Database
    bus: Bus
    journal: Journal
    tables: TableCache
    hub: Hub
    bots: BotPool
    short_jobs: Jobs  # seconds at most
    long_jobs: Jobs
    review_jobs: Jobs
    secret: str  # signs cookies and links
    sender: Sender  # of alerts
    errands: Errands
    providers: dict[str, Client]  # at which people may sign in, by their keys
    issuers: frozenset[str]  # of these
    push_key: str  # that browsers must know to take alerts of this server
    new_people: SharedLimit
    chats: SharedLimit
    hints: Limit
    plans: Limit  # changes of planned moves
    holidays: Limit  # changes of them
    asks: SharedLimit  # to be somebody's friend
    asks_again: SharedLimit  # of one person by another
    invitations: SharedLimit
    new_tables: SharedLimit
    new_boards: SharedLimit
    replays: Limit
    reviews: SharedLimit
    trials: Limit  # of alerts, and mails to confirm an address
    sockets: OpenLimit  # open from one address
    person_sockets: OpenLimit  # of one person
    boards: VarietyLimit  # custom ones, at whose tables one address has sockets
    made_from: defaultdict[str, set[str]]  # the tables made here, by the address that asked
    troubles: Troubles  # what went wrong lately
    wake: Callable[[str, float], None]  # attend to a table's bots after so many seconds
    look_for_reviews: Callable[[], None]  # one is asked for, or not wanted any more
