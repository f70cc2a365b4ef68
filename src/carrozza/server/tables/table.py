"""A table in memory: its row, its seats and, once dealt, the game."""

import asyncio
from hashlib import sha256
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Select, select

from carrozza.atlas.theme import LIVERIES
from carrozza.core.game import OptionValue, Setup
from carrozza.core.scores import ScoreSheet
from carrozza.server.live.protocol import Hinted, Practice, SeatInfo, TableInfo
from carrozza.server.people.names import guest_number
from carrozza.server.play.game_log import Play
from carrozza.server.storage import schema
from carrozza.server.tables.clocks import Clock, Pace, Span
from carrozza.server.tables.planned import Planned

ONLINE_SECONDS = 45.0  # a heartbeat older than this is none

# In the order in which seats are given them.
COLOURS = tuple(colour for colour, _ in LIVERIES)


class Row(msgspec.Struct, kw_only=True):
    """The row of the table in the database, read."""

    id: str
    host: str | None
    game: str
    players: int
    setup: Setup
    board: str | None  # the hash of one that is not the game's own
    phase: Literal["open", "playing", "finished", "closed"]
    public: bool
    spectators: bool
    rated: bool
    hints: bool
    pace: Pace
    commitment: str | None
    created: float
    started: float | None
    ended: float | None
    moved: float
    version: int
    to_act: int
    clocks: list[Clock]
    wake: float | None
    claimed_until: float
    sheet: ScoreSheet | None
    rematch: str | None
    edited: int
    practice: Practice | None


class Seat(msgspec.Struct, kw_only=True):
    table: str
    seat: int
    account: str | None
    bot: str | None
    name: str
    colour: str
    away: bool
    seen: float
    worker: str | None = None
    score: int | None
    place: int | None
    hints: bool
    guest: bool = False  # the person has no account
    holidays: tuple[Span, ...] = ()  # of the person, at a table of days, in order

    @property
    def free(self) -> bool:
        return self.bot is None and self.name == ""

    @property
    def by_bot(self) -> bool:
        """Whether a bot acts for this seat now."""
        return self.bot is not None or self.away or self.account is None

    def online(self, now: float) -> bool:
        return self.account is not None and now - self.seen < ONLINE_SECONDS


class Table:
    def __init__(self, row: Row, seats: list[Seat]) -> None:
        self.row = row
        self.seats = seats
        self.play: Play | None = None
        self.hinted: list[Hinted] = []
        self.invited: set[str] = set()  # people; told to nobody but the host
        self.planned: dict[int, Planned] = {}  # by seat; told to nobody else
        self.lock = asyncio.Lock()  # held while something about the table changes
        self.claimed = False  # whether this worker is the one that moves its bots
        self.used = 0.0  # when somebody last asked for it
        self.due = 0.0  # when its bot is to act
        self.hurried = asyncio.Event()  # it is to act now

    @property
    def id(self) -> str:
        return self.row.id

    def seats_of(self, account: str | None) -> list[int]:
        if account is None:
            return []
        return [seat.seat for seat in self.seats if seat.account == account]

    @property
    def kept(self) -> set[str]:
        """For whom seats are kept: those invited who have not sat down yet."""
        return self.invited - {seat.account for seat in self.seats if seat.account is not None}

    def admits(self, account: str | None) -> bool:
        """Whether this person, or anybody who is not known, may see the game."""
        open_to_all = self.row.spectators or self.row.phase != "playing"
        return open_to_all or bool(self.seats_of(account))

    def others(self, seat: int) -> bool:
        """Whether somebody else plays here, who would wait for this seat."""
        mine = self.seats[seat].account
        return any(s.account not in (None, mine) for s in self.seats)

    @property
    def hints(self) -> Literal["off", "unagreed", "on"]:
        """Who plays against bots alone has nobody to ask."""
        if not self.row.hints or self.row.rated:
            return "off"
        people = [seat for seat in self.seats if seat.account is not None]
        agreed = len(people) < 2 or all(seat.hints for seat in people)
        return "on" if agreed else "unagreed"

    @property
    def bots_wait(self) -> float | None:
        """Until when the bots that are to act hold back."""
        bots = any(s.by_bot for s in self.seats if self.row.to_act >> s.seat & 1)
        return self.row.wake if bots else None

    def info(self, now: float) -> TableInfo:
        row = self.row
        over = row.phase in ("finished", "closed")
        board = row.setup.board
        return TableInfo(
            id=row.id,
            game=row.setup.game,
            options=row.setup.options,
            custom_board=str(board.get("name", "")) if board is not None else None,
            players=row.setup.players,
            host=row.host,
            phase=row.phase,
            public=row.public,
            spectators=row.spectators,
            rated=row.rated,
            hints=self.hints,
            hinted=self.hinted,
            pace=row.pace,
            seats=[seat_info(seat, now) for seat in self.seats],
            to_act=[s.seat for s in self.seats if row.to_act >> s.seat & 1],
            version=row.version,
            commitment=row.commitment,
            seed=row.setup.seed if over and row.commitment is not None else None,
            created=row.created,
            started=row.started,
            ended=row.ended,
            rematch=row.rematch is not None,
            practice=row.practice,
        )


def seat_info(seat: Seat, now: float) -> SeatInfo:
    return SeatInfo(
        seat=seat.seat,
        name=seat.name,
        guest_number=guest_number(seat.name),
        person=seat.account,
        guest=seat.guest,
        bot=seat.bot,
        colour=seat.colour,
        away=seat.away,
        online=seat.online(now),
        score=seat.score,
        place=seat.place,
        hints=seat.hints,
        holiday=next((span for span in seat.holidays if span[1] > now), None),
    )


def whole_rows() -> Select[Any]:
    """What row_of reads: the rows of tables, with the boards that are not the games' own."""
    return _rows(schema.boards.c.board)


def brief_rows() -> Select[Any]:
    """The same for lists, with no more of a board than its name."""
    return _rows(schema.boards.c.name)


def _rows(custom: ColumnElement[str]) -> Select[Any]:
    return select(schema.tables, custom.label("custom")).outerjoin(
        schema.boards, schema.boards.c.hash == schema.tables.c.board
    )


_JSON: dict[str, Any] = {
    "setup": Setup,
    "pace": Pace,
    "clocks": list[Clock],
    "sheet": ScoreSheet,
    "practice": Practice,
}


class _Outline(msgspec.Struct, frozen=True):
    """Of a Setup, all but what came before the game: reading that takes long."""

    game: str
    players: int
    seed: str
    first: int | None = None
    options: dict[str, OptionValue] = {}


def listed_row_of(columns: Any) -> Row:
    """For lists: without what a board consists of, and what came before a game taken up."""
    outline = msgspec.json.decode(columns["setup"], type=_Outline)
    setup = Setup(**msgspec.structs.asdict(outline))
    return row_of({**columns, "setup": stored_setup(setup)}, brief=True)


def row_of(columns: Any, *, brief: bool = False) -> Row:
    """The row as the database gives it; in brief without what a board consists of."""
    plain = dict(columns)
    custom = plain.pop("custom")
    for name, kind in _JSON.items():
        if plain[name] is not None:
            plain[name] = msgspec.json.decode(plain[name], type=kind)
    if custom is not None:
        board = {"name": custom} if brief else msgspec.json.decode(custom)
        plain["setup"] = msgspec.structs.replace(plain["setup"], board=board)
    return Row(**plain)


def seats_of_tables() -> Select[Any]:
    """What seat_of reads: the rows of seats, and whether the people in them are guests."""
    a = schema.accounts.c
    guest = a.id.is_not(None) & a.login.is_(None)
    return select(schema.seats, guest.label("guest")).outerjoin(
        schema.accounts, a.id == schema.seats.c.account
    )


def seat_of(columns: Any) -> Seat:
    return Seat(**columns)


def hints_given() -> Select[Any]:
    """What hinted_of reads: at which tables which hints were given."""
    h = schema.hints.c
    return select(h.table, h.seat, h.version, h.move).order_by(h.table, h.version, h.seat)


def hinted_of(columns: Any) -> Hinted:
    return Hinted(seat=columns["seat"], version=columns["version"], move=columns["move"])


def stored_setup(setup: Setup) -> str:
    """As it is stored in the table's row: without the board, which is stored once."""
    return encoded(msgspec.structs.replace(setup, board=None))


def stored_board(board: dict[str, Any]) -> dict[str, str]:
    """The row of a board; equal boards have the same."""
    text = msgspec.json.encode(board, order="deterministic")
    return {
        "hash": sha256(text).hexdigest(),
        "name": str(board.get("name", "")),
        "board": text.decode(),
    }


def encoded(value: object) -> str:
    """As it is stored in the columns that hold JSON."""
    return msgspec.json.encode(value).decode()
