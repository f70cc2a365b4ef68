"""Games between bots as a Parquet file with a row for each decision, for imitation learning."""

import os
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from carrozza import __version__
from carrozza.core.errors import BadOptions, CarrozzaError
from carrozza.core.extras import needing
from carrozza.core.game import Game as Rules
from carrozza.core.game import Setup
from carrozza.env.ids import id_of
from carrozza.env.observe import observer_of
from carrozza.env.selfplay import Game, Order
from carrozza.games.registry import game_of

with needing("export"):
    import pyarrow as pa
    import pyarrow.parquet as pq

ROWS = 4096  # at least so many in a row group; no more than one of them is in memory

COLUMNS = {
    "game": "the number of the game, from 1",
    "seed": "the seed that deals this game",
    "move": "the number of the decision in its game, from 0",
    "seat": "who decided",
    "bot": "the name of the bot in that seat",
    "observation": "what the seat saw; the parts are in the metadata",
    "legal_mask": "bit i % 8 of byte i // 8 says whether action i was legal",
    "action": "the number of the action taken",
    "action_text": "the action in words",
    "scores": "the final score of each seat",
    "rank": "the place of the deciding seat in the end; shared places are alike",
    "win": "its share of the victory",
    "reward": "its points until its next decision or the end; all of them sum up to its score",
}


def orders(
    setup: Setup, bots: tuple[str, ...], games: int, seconds: float = 1.0
) -> Iterator[Order]:
    """The games of a run. Each has a seed of its own, made of the common one and its number."""
    if len(bots) != setup.players:
        raise BadOptions("bots", f"{setup.players} bots are needed, not {len(bots)}.")
    return (Order(setup, number, bots, seconds) for number in range(1, games + 1))


class GamesFile:
    """Takes games one by one; `with` completes the file, also when Ctrl-C ends it early. After any
    other error there is no file, or still the one that was there before."""

    def __init__(self, path: Path, setup: Setup, bots: tuple[str, ...]) -> None:
        path = path.resolve()  # through a link, to what it is a link to
        if path.exists() and not path.is_file():
            raise CarrozzaError(
                "not_a_file", f"{path} is not a regular file and can't be replaced."
            )
        self.path = path
        self.games = 0
        self._part = path.with_name(f"{path.name}.part")
        self._game = game_of(setup)
        self._schema = schema_of(setup, bots)
        self._waiting: list[Game] = []
        self._told = sha256()

    @property
    def checksum(self) -> str:
        """Of the games so far; `checksum_of` finds the same in the file."""
        return self._told.hexdigest()

    def __enter__(self) -> "GamesFile":
        self._writer = _said(
            self.path, lambda: pq.ParquetWriter(self._part, self._schema, compression="zstd")
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        kept = kind is None or issubclass(kind, KeyboardInterrupt)
        try:
            if kept:
                _said(self.path, self._write)
            _said(self.path, self._writer.close)
            if kept:
                _said(self.path, lambda: os.replace(self._part, self.path))
        finally:
            self._part.unlink(missing_ok=True)

    def add(self, game: Game) -> None:
        self._waiting.append(game)
        self.games += 1
        seats = [decision.seat for decision in game.decisions]
        actions = [decision.action for decision in game.decisions]
        self._told.update(told(game.seed, game.order.bots, seats, actions, game.scores))
        if sum(len(waiting.decisions) for waiting in self._waiting) >= ROWS:
            _said(self.path, self._write)

    def _write(self) -> None:
        games, self._waiting = self._waiting, []  # first, so that Ctrl-C here writes none twice
        if games:
            self._writer.write_batch(_rows(self._schema, self._game, games))


def told(
    seed: str,
    bots: Sequence[str],
    seats: Sequence[int],
    actions: Sequence[int],
    scores: Sequence[int],
) -> bytes:
    """A game in a line, as it counts for the checksum: all else in a file follows from this, but
    for how it is packed, which differs between versions of pyarrow."""
    return msgspec.json.encode([seed, bots, seats, actions, scores]) + b"\n"


def checksum_of(path: Path) -> str:
    """The SHA-256 of the games in a file."""
    try:
        file = pq.ParquetFile(path)
        bots = msgspec.json.decode(file.schema_arrow.metadata[b"carrozza.bots"])
    except (OSError, pa.ArrowInvalid, KeyError, TypeError) as error:
        raise CarrozzaError("not_games", f"{path} is no file of games: {error}.") from None
    found = sha256()
    with file:
        for _, rows in groupby(_decisions(file), itemgetter("game")):
            game = list(rows)
            seats, actions = [row["seat"] for row in game], [row["action"] for row in game]
            found.update(told(game[0]["seed"], bots, seats, actions, game[0]["scores"]))
    return found.hexdigest()


def _decisions(file: Any) -> Iterator[dict[str, Any]]:
    for batch in file.iter_batches(columns=["game", "seed", "seat", "action", "scores"]):
        yield from batch.to_pylist()


def _said(path: Path, work: Callable[[], Any]) -> Any:
    try:
        return work()
    except OSError as error:
        reason = error.strerror or error
        raise CarrozzaError("unwritable", f"{path} cannot be written: {reason}.") from None


def schema_of(setup: Setup, bots: tuple[str, ...]) -> Any:
    game = game_of(setup)
    layout = observer_of(game, setup.players).layout
    actions = len(game.deal(setup)[0].space)
    kinds = {
        "game": pa.int32(),
        "seed": pa.string(),
        "move": pa.int32(),
        "seat": pa.int8(),
        "bot": pa.string(),
        "observation": pa.list_(pa.float32(), layout.size),
        "legal_mask": pa.binary((actions + 7) // 8),
        "action": pa.int32(),
        "action_text": pa.string(),
        "scores": pa.list_(pa.int32(), setup.players),
        "rank": pa.int8(),
        "win": pa.float32(),
        "reward": pa.float32(),
    }
    metadata = {
        "carrozza.version": __version__,
        "carrozza.environment": id_of(setup.game),  # with the version of the observations
        "carrozza.setup": msgspec.json.encode(setup),
        "carrozza.bots": msgspec.json.encode(bots),
        "carrozza.actions": str(actions),
        "carrozza.layout": msgspec.json.encode(layout.parts),
        "carrozza.columns": msgspec.json.encode(COLUMNS),
    }
    return pa.schema([(name, kinds[name]) for name in COLUMNS], metadata)


def _rows(schema: Any, rules: Rules, games: list[Game]) -> Any:
    """The decisions of these games, in the order of the schema's columns."""
    pairs = [(game, decision) for game in games for decision in game.decisions]
    columns = {
        "game": [game.order.number for game, _ in pairs],
        "seed": [game.seed for game, _ in pairs],
        "move": [move for game in games for move in range(len(game.decisions))],
        "seat": [decision.seat for _, decision in pairs],
        "bot": [game.order.bots[decision.seat] for game, decision in pairs],
        "observation": _lists(np.concatenate([game.observations for game in games])),
        "legal_mask": [decision.mask for _, decision in pairs],
        "action": [decision.action for _, decision in pairs],
        "action_text": [rules.describe(decision.did) for _, decision in pairs],
        "scores": _lists(np.array([game.scores for game, _ in pairs], np.int32)),
        "rank": [game.ranks[decision.seat] for game, decision in pairs],
        "win": [game.shares[decision.seat] for game, decision in pairs],
        "reward": [decision.reward for _, decision in pairs],
    }
    arrays = [
        made if isinstance(made := columns[field.name], pa.Array) else pa.array(made, field.type)
        for field in schema
    ]
    return pa.record_batch(arrays, schema=schema)


def _lists(rows: npt.NDArray[Any]) -> Any:
    """The rows of a matrix as lists of one size."""
    return pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1])
