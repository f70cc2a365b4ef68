"""What the server answers to requests, besides what sockets carry too (protocol.py)."""

import msgspec

from carrozza.core.game import Option
from carrozza.core.scores import ScoreSheet
from carrozza.server.protocol import TableInfo


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was refused: a code that stays the same and a sentence for people."""

    code: str
    message: str


class Me(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    guest: bool


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    title: str
    players: list[int]
    options: list[Option]
    board: bool  # whether it is played on one


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be chosen when a table is made."""

    games: list[GameInfo]
    levels: list[str]
    colours: list[str]
    version: str
    protocol: int


class MyTable(msgspec.Struct, frozen=True, kw_only=True):
    table: TableInfo
    seats: list[int]
    your_turn: bool
    deadline: float | None


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


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """How everybody can see that the cards were fixed before the game."""

    commitment: str
    seed: str
    setup: str  # the text whose SHA-256 is the commitment
