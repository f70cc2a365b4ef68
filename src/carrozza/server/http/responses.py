"""What the server answers to requests, besides what sockets carry too (live/protocol.py)."""

from typing import Any, Literal

import msgspec
from starlette.responses import Response

from carrozza.core.actions import AnyAction
from carrozza.core.errors import CarrozzaError
from carrozza.core.game import Option
from carrozza.core.scores import ScoreSheet
from carrozza.games.words import GameWords
from carrozza.review.hints.model import Hint
from carrozza.review.model import Review
from carrozza.server.errors import Refused, Sanction
from carrozza.server.live.protocol import AnyView, TableInfo
from carrozza.server.oidc.config import Elsewhere
from carrozza.server.tables.planned import PlannedMove

COMPONENT = "#/components/schemas/{name}"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was refused: a code that stays the same and a sentence for people."""

    code: str
    message: str
    sanction: Sanction | msgspec.UnsetType = msgspec.UNSET  # with the codes `muted` and `banned`


class Me(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    guest_number: int | None  # of a guest who has given no name; the name is English then
    guest: bool
    operator: bool  # who keeps order here
    muted: Sanction | None
    password: bool  # whether there is one
    renamed: bool  # by an operator; until I choose a name I sign in by the former one
    asks: int  # people who have asked to be my friends and wait for an answer


class Ways(msgspec.Struct, frozen=True, kw_only=True):
    """How people get into their accounts here, besides by a password."""

    mail: bool  # a link for a new password can be sent
    passkeys: bool  # they can be used at the address that was asked
    elsewhere: list[Elsewhere]  # providers, likewise


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    title: str
    players: list[int]
    options: list[Option]
    board: bool  # whether it is played on one, or with cards alone
    sections: list[str]  # of the rules that it is played by, by their letters
    words: dict[str, GameWords]  # by language; what is missing is called as above


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be chosen when a table is created."""

    games: list[GameInfo]
    levels: list[str]
    colours: list[str]
    name_length: int  # the most characters that a person's name has
    version: str
    protocol: int
    # Where others in the network reach this server, told to who asks from its own machine.
    network: str | None


class PlannedTurn(msgspec.Struct, frozen=True, kw_only=True):
    """What one of my seats has planned, and what it might do if it were its turn now."""

    moves: list[PlannedMove]  # in the order in which they are tried
    most: int  # so many can be planned
    chosen: int | None  # which of them was done in the turn that has come
    used: bool  # that turn has come; nothing more of it will be done
    version: int  # of the game
    view: AnyView | None  # as if it were my turn; None when it is
    legal: list[AnyAction]


class MyTable(msgspec.Struct, frozen=True, kw_only=True):
    table: TableInfo
    seats: list[int]
    your_turn: bool
    deadline: float | None


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody I played with wants to play again, or a friend has invited me."""

    table: str | None  # where we played; None: it is an invitation
    again: TableInfo  # where they are waiting


class Page(msgspec.Struct, frozen=True, kw_only=True):
    tables: list[TableInfo]
    more: bool


class Stats(msgspec.Struct, frozen=True, kw_only=True):
    """A person's games of one kind."""

    game: str
    players: int
    played: int
    won: int
    best: int
    average: float
    rating: float | None  # a cautious estimate of strength: mu − 3 sigma
    mu: float | None
    sigma: float | None
    rated: int


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game."""

    table: TableInfo
    sheet: ScoreSheet
    moves: int


class GivenHint(msgspec.Struct, frozen=True, kw_only=True):
    """What an expert would do."""

    version: int  # of the game, in which it was asked for
    hint: Hint


class PuzzleInfo(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    game: str
    players: int
    seat: int  # whose move is asked for
    turn: int


class PuzzlePosition(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as it is set: all that its seat knew, and what that seat may do."""

    puzzle: PuzzleInfo
    options: dict[str, str | int | bool]
    view: AnyView
    legal: list[AnyAction]


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """How anyone can check that the cards were fixed before the game."""

    commitment: str
    seed: str
    setup: str  # the text whose SHA-256 is the commitment


class ReviewState(msgspec.Struct, frozen=True, kw_only=True):
    """How far the review of a finished game is. While it is being made and `of` is 0, it is being
    prepared, which takes minutes the first time on a machine."""

    state: Literal["none", "waiting", "working", "done", "failed", "impossible"]
    done: int  # so many steps
    of: int  # of so many
    ahead: int  # reviews that are made before this one
    problem: Problem | None  # why it failed, or is impossible
    review: Review | None  # once it is done


# How they are sent and documented


class Json(Response):
    media_type = "application/json"

    def render(self, content: object) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content)


def refusal(error: Refused) -> Json:
    return Json(problem(error), status_code=error.status)


def problem(error: CarrozzaError) -> Problem:
    return Problem(
        code=error.code, message=error.message, sanction=getattr(error, "sanction", msgspec.UNSET)
    )


def documented(
    kind: Any, status: int = 200, about: str = "Done"
) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a path that answers with this type."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=COMPONENT)
    return {status: {"description": about, "content": {"application/json": {"schema": schema}}}}


def documented_as(media: str, about: str) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a path that answers with a file of this kind."""
    return {200: {"description": about, "content": {media: {"schema": {"type": "string"}}}}}


# What any request may be refused with: see Guard, and what app.py makes of errors.
ALWAYS = {
    400: "The request could not be read",
    403: "Not allowed, or from another site",
    408: "Too slow",
    413: "Too big",
    422: "Malformed",
    429: "Too many requests",
    503: "The database is unavailable right now",
}
SOMETIMES = {401: "No session", 404: "Unknown", 409: "Not now"}


def refusals(*sometimes: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of paths that may refuse, all of them with a Problem."""
    found: dict[int | str, dict[str, Any]] = {}
    for status, about in (ALWAYS | {s: SOMETIMES[s] for s in sometimes}).items():
        found |= documented(Problem, status, about)
    return found
