"""Results on disk: one JSON line a block, only ever appended.

Each line says everything about itself, so files can be put together with `cat`. Several processes
may append to one file. A line cut off by a crash is left out when read, and nothing is lost after.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from carrozza import __version__
from carrozza.arena.block import Block
from carrozza.core.errors import NOT_JSON, BadData, CarrozzaError
from carrozza.core.game import OptionValue, Setup

FORMAT = 1
ENDED_DIFFERENTLY = (
    "the same block ended differently before; keep a changed bot's results in another file"
)


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """Under which conditions games were played; only like is rated with like."""

    game: str
    players: int
    options: dict[str, OptionValue] = {}
    first: int | None = None
    board: str | None = None  # a custom one: its name and fingerprint
    seconds: float
    version: str = __version__

    @property
    def key(self) -> str:
        return msgspec.json.encode(self, order="deterministic").decode()


class Line(msgspec.Struct, frozen=True, kw_only=True):
    format: int = FORMAT
    match: Match
    seed: str  # of the run
    block: Block

    def __post_init__(self) -> None:
        """Whoever wrote it: what does not fit together is not counted."""
        bots = sorted(self.block.lineup)
        if not self.block.games:
            raise ValueError("it has no games")
        for game in self.block.games:
            if len(bots) != self.match.players or sorted(seat.bot for seat in game.seats) != bots:
                raise ValueError("the seats don't match the line-up")
            if not game.winners or not set(game.winners) <= set(range(len(bots))):
                raise ValueError("the winners are not at the table")
            if len(game.timing) != len(bots):
                raise ValueError("some seats have no time")

    @property
    def deal(self) -> str:
        return f"{self.seed}/{self.block.block}"


class LeftOut(msgspec.Struct, frozen=True):
    """A line that is not counted."""

    path: Path
    number: int
    problem: str


def line_of(setup: Setup, seconds: float, block: Block) -> Line:
    return Line(match=match_of(setup, seconds), seed=setup.seed, block=block)


def match_of(setup: Setup, seconds: float) -> Match:
    return Match(
        game=setup.game,
        players=setup.players,
        options=setup.options,
        first=setup.first,
        board=_board(setup.board),
        seconds=seconds,
    )


def _board(board: dict[str, Any] | None) -> str | None:
    if board is None:
        return None
    mark = sha256(msgspec.json.encode(board, order="sorted")).hexdigest()[:8]
    return f"{board['name']} ({mark})"


def append(path: Path, line: Line) -> None:
    """Add a line, whole, whoever else is adding at the moment."""
    data = msgspec.json.encode(line) + b"\n"
    try:
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            with _alone(file):
                if _cut_off(file):
                    data = b"\n" + data
                while data:
                    data = data[os.write(file, data) :]
        finally:
            os.close(file)
    except OSError as error:
        raise CarrozzaError("unwritable", f"{path} cannot be written: {error.strerror}.") from None


@contextmanager
def _alone(file: int) -> Iterator[None]:
    """A lock among processes. Where there is none, appending is whole for lines of this size."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _cut_off(file: int) -> bool:
    """Whether the last line has no end: its writer died."""
    size = os.lseek(file, 0, os.SEEK_END)
    if not size:
        return False
    os.lseek(file, size - 1, os.SEEK_SET)
    return os.read(file, 1) != b"\n"


def read(paths: Iterable[Path]) -> tuple[list[Line], list[LeftOut]]:
    """All lines, each block once: the same one played again tells nothing new. If it ended
    otherwise, it is reported: games of a bot and of a later version must not be mixed."""
    lines: dict[tuple[object, ...], Line] = {}
    left_out: list[LeftOut] = []
    for path in paths:
        for number, raw in enumerate(_raw_lines(path), 1):
            if not raw.strip():
                continue
            try:
                line = _line(raw, path)
            except msgspec.ValidationError as error:
                left_out.append(LeftOut(path, number, f"it is damaged: {error}"))
            except NOT_JSON:
                left_out.append(LeftOut(path, number, "it is incomplete"))
            else:
                lineup = tuple(sorted(line.block.lineup))
                key = (line.match.key, line.seed, line.block.block, lineup)
                known = lines.setdefault(key, line)
                if known.block.untimed() != line.block.untimed():
                    left_out.append(LeftOut(path, number, ENDED_DIFFERENTLY))
    return list(lines.values()), left_out


def _raw_lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().split(b"\n")
    except FileNotFoundError:
        raise CarrozzaError("no_file", f"There is no file {path}.") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or error
        raise CarrozzaError("unreadable", f"{path} cannot be read: {reason}.") from None


def _line(raw: bytes, path: Path) -> Line:
    found = msgspec.json.decode(raw, type=_Format).format
    if found > FORMAT:
        problem = f"{path} holds results in format {found}; this version reads format {FORMAT}."
        raise BadData("newer_format", problem)
    return msgspec.json.decode(raw, type=Line)


class _Format(msgspec.Struct):
    format: int
