"""What travels over a table's socket, each message a JSON object with its `type`.

Clients generate their types from a schema of these (see http/openapi.py). A change an
older client would misunderstand raises PROTOCOL; such a client is asked to reload.
"""

from typing import Annotated, Any, Literal

import msgspec

from carrozza.core.actions import AnyAction
from carrozza.core.events import AnyEvent
from carrozza.server.errors import Sanction
from carrozza.server.tables.clocks import Clock, Pace

PROTOCOL = 1

ClientId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$(?!\n)")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Seen = Annotated[int, msgspec.Meta(ge=-1, le=2**31 - 1)]
SpeedName = Literal["calm", "normal", "quick", "instant"]  # calmest first
# A BoardView or a CardGameView: two shapes that the field `game` tells apart.
AnyView = Annotated[Any, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/View"})]


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    name: str  # empty while the seat is free
    guest_number: int | None  # of a guest who has given no name; the name is English then
    person: str | None  # who sits here
    guest: bool  # who has no account
    bot: str | None  # or the level of the bot that does
    colour: str
    away: bool  # a bot plays until the person returns
    online: bool
    score: int | None  # after the end
    place: int | None
    hints: bool  # whether the person agrees that there are hints at this table
    # At a table of days: from when to when the person is away, now or next; null in lists.
    holiday: tuple[float, float] | None


class Hinted(msgspec.Struct, frozen=True, kw_only=True):
    """A hint was given, to this seat in this version."""

    seat: int
    version: int
    move: int  # after so many actions that were not undone


class Practice(msgspec.Struct, frozen=True, kw_only=True):
    """From where a finished game is played on to practise."""

    table: str  # of that game
    step: int  # after so many of its actions
    turn: int  # that begins there, or is under way; 0 before the first
    seat: int  # that the person plays
    deal: Literal["same", "new"]  # the hidden cards: as they were, or dealt anew


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What anyone with the link may know about a table."""

    id: str
    game: str
    options: dict[str, str | int | bool]
    custom_board: str | None  # the name of a board that is not the game's own
    players: int
    host: str | None
    phase: Literal["open", "playing", "finished", "closed"]
    public: bool
    spectators: bool
    rated: bool
    # Whether there are hints: the host does not allow them; somebody has not agreed; or there are.
    hints: Literal["off", "unagreed", "on"]
    hinted: list[Hinted]  # all that were given
    pace: Pace
    seats: list[SeatInfo]
    to_act: list[int]
    version: int
    commitment: str | None  # from the start on: the fingerprint of the setup with its seed
    seed: str | None  # after the end
    created: float
    started: float | None
    ended: float | None
    rematch: bool  # somebody plays again; where is told to those who played, by /me/calls
    practice: Practice | None  # such a game counts for nothing


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    id: int
    person: str | None
    name: str
    guest_number: int | None
    text: str
    at: float


# ---- from the client


class ClientMessage(
    msgspec.Struct, frozen=True, kw_only=True, tag=str.lower, forbid_unknown_fields=True
):
    """Base of what a client may say."""


class Hello(ClientMessage, frozen=True, kw_only=True):
    """Must come first. `since` is the last version this client has seen of its seats.

    With -1 everything is sent, from the deal on; without it, only the current position.
    """

    protocol: int
    since: Seen | None = None
    watch: bool = False  # see the table as a spectator does, also when seated


class Act(ClientMessage, frozen=True, kw_only=True):
    """Do an action. If sent twice with the same id, it is acknowledged twice and done once."""

    id: ClientId
    seat: SeatNumber
    version: Version  # that the choice was made on
    action: AnyAction


class Undo(ClientMessage, frozen=True, kw_only=True):
    """Take back the last action, while the table allows it."""

    id: ClientId
    seat: SeatNumber
    version: Version


class Confirm(ClientMessage, frozen=True, kw_only=True):
    """The last action stands: bots need not hold back so that it can be undone."""

    seat: SeatNumber
    version: Version


class Why(ClientMessage, frozen=True, kw_only=True):
    """Why may this action not be done now?"""

    id: ClientId
    seat: SeatNumber
    action: AnyAction


class Say(ClientMessage, frozen=True, kw_only=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Leave(ClientMessage, frozen=True, kw_only=True):
    """Let a bot play on for this seat."""

    seat: SeatNumber


class Return(ClientMessage, frozen=True, kw_only=True):
    """Take the seat back from the bot."""

    seat: SeatNumber


class Speed(ClientMessage, frozen=True, kw_only=True):
    """How fast this person likes bots to play; the calmest at the table decides."""

    speed: SpeedName


class Skip(ClientMessage, frozen=True, kw_only=True):
    """Let the bot that is to act do so now, if all who play here ask for it."""


class Sync(ClientMessage, frozen=True, kw_only=True):
    """Ask for everything again."""


class Ping(ClientMessage, frozen=True, kw_only=True):
    id: ClientId


FromClient = Hello | Act | Undo | Confirm | Why | Say | Leave | Return | Speed | Skip | Sync | Ping


# ---- from the server


class ServerMessage(msgspec.Struct, frozen=True, kw_only=True, tag=str.lower):
    """Base of what the server says."""


class Welcome(ServerMessage, frozen=True, kw_only=True):
    """The answer to Hello; updates of a game under way follow it."""

    protocol: int
    server: str  # its version
    person: str | None
    seats: list[int]  # held by this person
    table: TableInfo
    chat: list[ChatLine]
    now: float  # the server's time, for clocks


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What one version brought, as far as the receiver may know."""

    version: int
    seat: int | None  # who acted; None at the deal
    kind: Literal["deal", "act", "undo", "close"]
    by: Literal["person", "bot", "server"]
    events: list[AnyEvent]


class Update(ServerMessage, frozen=True, kw_only=True):
    """The game as one seat sees it now, and what has happened since version `since`.

    Without `since` it replaces all the client knew. A person with several seats gets one for each.
    """

    seat: int | None  # None: as a spectator sees it
    version: int
    since: int | None
    steps: list[Step]
    view: AnyView
    legal: list[AnyAction]  # what this seat may do now
    undo: bool  # whether this seat may take back what it did last
    undo_until: float | None  # when bots, which hold back for it, will act; unless confirmed before
    clocks: list[Clock]


class Ack(ServerMessage, frozen=True, kw_only=True):
    """The action with this id is stored, as this version."""

    id: str
    version: int


class Refusal(ServerMessage, frozen=True, kw_only=True):
    """Something was refused, and nothing has changed; with `storage_unknown` it may have."""

    id: str | None
    code: str
    message: str
    version: int | None  # of the table, so that a client sees when it is behind
    sanction: Sanction | msgspec.UnsetType = msgspec.UNSET  # with the code `muted`


class Reason(ServerMessage, frozen=True, kw_only=True):
    """The answer to Why; without code and message when the action is allowed."""

    id: str
    code: str | None
    message: str | None


class Changed(ServerMessage, frozen=True, kw_only=True):
    """The table itself has changed: people, seats, presence, phase."""

    table: TableInfo


class Said(ServerMessage, frozen=True, kw_only=True):
    line: ChatLine


class Pong(ServerMessage, frozen=True, kw_only=True):
    id: str
    now: float


class Bye(ServerMessage, frozen=True, kw_only=True):
    """The server is closing the connection. Unless `again` is true, do not reconnect."""

    code: str
    message: str
    again: bool
    sanction: Sanction | msgspec.UnsetType = msgspec.UNSET  # with the code `banned`


FromServer = Welcome | Update | Ack | Refusal | Reason | Changed | Said | Pong | Bye
