"""What a server is told when it starts."""

import os
from typing import Literal

import msgspec

VARIABLE = "CARROZZA_SETTINGS"
SLOWEST = 1.7  # times the usual pace: what the calmest people ask of bots


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    db: str  # an address as SQLAlchemy reads it
    host: str = "127.0.0.1"
    port: int = 8150
    workers: int = 1
    log: Literal["json", "text"] = "json"  # text is for people: warnings and errors
    https: bool = False  # cookies are then sent over HTTPS alone
    origins: tuple[str, ...] = ()  # other addresses whose pages may speak to this server
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # are believed when they say who is asking

    traces: bool = False  # are sent to where the variables OTEL_* say

    busy_seconds: float = 5.0  # a move waits for the database, until it is refused

    bot_pace: tuple[float, float] = (1.2, 1.7)  # seconds for a bot's whole turn, from and to
    undo_seconds: float = 3.0  # for which bots hold back after what a person may undo
    bot_seconds: float = 1.0  # of computing that a bot may use for a move
    bot_processes: int = 1
    bot_patience: float = 10.0  # over its time, until another worker may move the bot

    job_seconds: float = 120.0  # for a replay, a save, a drawing, an export; each in a process
    layout_seconds: float = 20.0  # of improving the drawing of somebody's own board

    review_processes: int = 1  # reviews made at once, per worker
    review_seconds: float = 3600.0  # for one; those who play come first, so it may take long
    review_niceness: int = 10  # of their processes beside the server's; other long work has 5

    sweep_seconds: float = 1.0  # how often due clocks and bots are looked for; and reviews
    idle_seconds: float = 60.0  # a table nobody looks at leaves memory after this
    away_seconds: float = 180.0  # without a connection, until a bot plays a seat others wait for
    restart_grace: float = 60.0  # seconds each clock has at least after the server was down

    url: str | None = None  # where people reach this server; for links that are sent to them
    smtp: str | None = None  # smtp://USER:PASSWORD@HOST:PORT; smtps:// begins with TLS
    mail_from: str | None = None
    oidc: str | None = None  # a file of providers at which people may sign in
    oidc_seconds: float = 10.0  # for a provider to answer
    alert_delay: float = 20.0  # seconds of a turn, until who is not at the table is told of it
    alert_hold: float = 300.0  # for which who is at the table is not
    alert_private: bool = False  # alerts may go to private networks, and by plain HTTP
    alert_seconds: float = 10.0  # for one to be delivered

    limits: float = 1.0  # a factor for the following twenty-three
    alert_tests_per_hour: int = 20  # of a person; mails to confirm an address count as well
    new_people_per_hour: int = 120  # guests from one address
    logins_per_hour: int = 60  # from one address, and whatever else needs a password
    passwords_per_account: int = 20  # wrong ones in a quarter of an hour, from everywhere
    tables_per_hour: int = 120  # from one address
    friend_asks_per_day: int = 30  # of a person; of the same other one, three
    invitations_per_hour: int = 60  # of a person
    reports_per_hour: int = 20  # of a person; three times as many from one address
    open_tables_per_person: int = 10  # that have not started
    open_tables_per_address: int = 40  # of these, made since this worker started
    boards_per_hour: int = 20  # of these, on boards of their own
    boards_at_once: int = 8  # different ones, at whose tables an address has sockets
    replays_per_minute: float = 30.0  # from one address, each some megabytes
    reviews_per_hour: int = 30  # new ones, from one address
    reviews_per_person: int = 5  # new ones, for which somebody is waiting
    requests_per_second: float = 50.0  # from one address
    messages_per_second: float = 30.0  # on one socket
    chats_per_minute: float = 20.0
    hints_per_minute: float = 20.0  # of one person
    plans_per_minute: float = 60.0  # of one person: changes of planned moves
    holidays_per_hour: int = 30  # of one person: added, ended or dropped
    sockets_per_person: int = 40
    sockets_per_address: int = 200  # also of people who have not said who they are
    body_bytes: int = 600_000
    message_bytes: int = 16_384
    session_days: int = 400

    @property
    def longest_claim(self) -> float:
        """Seconds for which a worker may have claimed a table's bots."""
        return self.longest_wait + self.bot_seconds + self.bot_patience

    @property
    def longest_wait(self) -> float:
        """Seconds between a move and the time at which a bot begins to answer it."""
        return max(self.bot_pace[1] * SLOWEST, self.undo_seconds)


def to_environment(settings: Settings) -> None:
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()


def from_environment() -> Settings:
    return msgspec.json.decode(os.environ[VARIABLE], type=Settings)
