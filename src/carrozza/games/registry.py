"""Finding a game by its name and options: ours, and board games of others.

Somebody's own game is found when it is installed: its package names a `BoardRules` as an entry
point of the group `carrozza.games`. In a single process `register` does the same.
"""

import re
import warnings
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from carrozza.board.board import Board, board_from_plain, board_to_plain, load_board
from carrozza.board.game import BoardGame
from carrozza.board.spec import BoardSpec
from carrozza.core.errors import BadBoard, BadOptions
from carrozza.core.game import Game, Option, OptionValue, Setup, State
from carrozza.games.card_game.game import CardGame
from carrozza.games.europe.spec import spec as europe
from carrozza.games.northern_lights.spec import spec as northern_lights
from carrozza.games.usa.spec import EDITION
from carrozza.games.usa.spec import spec as usa

SpecMaker = Callable[[dict[str, OptionValue]], BoardSpec]


class BoardRules(NamedTuple):
    """A board game: its spec, and the folder with its `board.json`."""

    spec: SpecMaker
    folder: Path
    options: tuple[Option, ...] = ()


HERE = Path(__file__).parent
GROUP = "carrozza.games"  # of entry points
BOARD_GAMES: dict[str, BoardRules | EntryPoint] = {
    "usa": BoardRules(usa, HERE / "usa", (EDITION,)),
    "europe": BoardRules(europe, HERE / "europe"),
    "northern_lights": BoardRules(northern_lights, HERE / "northern_lights"),
}
NAMES = (*BOARD_GAMES, "card_game")  # of the games that come with Carrozza


def game_names() -> tuple[str, ...]:
    """All games that can be played, ours first."""
    return (*NAMES, *(name for name in BOARD_GAMES if name not in NAMES))


def register(name: str, rules: BoardRules | EntryPoint) -> None:
    """Add a board game under a name of its own, the one in its spec."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name):
        problem = f"“{name}” can't be the name of a game: use lower-case letters, digits and _."
        raise BadOptions("game_name", problem)
    if name in game_names():
        raise BadOptions("game_name", f"There is already a game “{name}”.")
    BOARD_GAMES[name] = rules


def _register_installed() -> None:
    for point in entry_points(group=GROUP):
        try:
            register(point.name, point)
        except BadOptions as error:
            warnings.warn(f"Skipped a game: {error.message}", stacklevel=2)


_register_installed()


def find_game(
    name: str,
    options: dict[str, OptionValue] | None = None,
    board: dict[str, Any] | None = None,
) -> Game:
    """The game of this name; with a custom board, its rules on that board."""
    if name not in game_names():
        known = ", ".join(game_names())
        raise BadOptions("unknown_game", f"There is no game “{name}”. Choose from: {known}.")
    if name not in BOARD_GAMES:
        if board is not None:
            raise BadOptions("no_board", f"{_card_game().title} is played without a board.")
        return _card_game()
    chosen = tuple(sorted(_complete(_rules(name).options, options or {}).items()))
    return _own_game(name, chosen) if board is None else _custom_game(name, chosen, _raw(board))


def _rules(name: str) -> BoardRules:
    """The rules of a board game; those of an installed one are loaded when they are needed."""
    rules = BOARD_GAMES[name]
    if isinstance(rules, EntryPoint):
        try:
            rules = rules.load()
        except Exception as error:  # whatever the module does when it is read
            problem = f"The game “{name}” cannot be loaded: {error!r}."
            raise BadOptions("own_game", problem) from error
        if not isinstance(rules, BoardRules):
            problem = f"The entry point “{name}” must be a carrozza.games.registry.BoardRules."
            raise BadOptions("own_game", problem)
        BOARD_GAMES[name] = rules
    return rules


def _raw(board: dict[str, Any]) -> bytes:
    """A custom board as JSON. What Python reads as JSON is not always fit to be written."""
    try:
        return msgspec.json.encode(board, order="sorted")
    except (OverflowError, RecursionError, UnicodeEncodeError):
        problem = "it holds numbers, letters or brackets that no board needs."
        raise BadBoard("not_json", "board", "", problem) from None


def _complete(known: tuple[Option, ...], options: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """All options with defaults filled in; wrong values are refused later, by Game.check."""
    chosen = {}
    for option in known:
        value = options.get(option.name)
        chosen[option.name] = value if value in option.choices else option.choices[0]
    return chosen


@cache
def _card_game() -> CardGame:
    return CardGame()


def folder_of(name: str) -> Path:
    """Where all that belongs to a game alone is kept."""
    return _rules(name).folder if name in BOARD_GAMES else HERE / name


def board_file(name: str) -> Path:
    """The file of a game's own board."""
    return folder_of(name) / "board.json"


@cache
def _own_board(name: str) -> Board:
    return load_board(board_file(name))


Chosen = tuple[tuple[str, OptionValue], ...]


@lru_cache(maxsize=16)
def _own_game(name: str, chosen: Chosen) -> BoardGame:
    return BoardGame(_spec(name, chosen), _own_board(name), dict(chosen))


@lru_cache(maxsize=6)  # the biggest takes 18 MB
def _custom_game(name: str, chosen: Chosen, raw: bytes) -> BoardGame:
    board = board_from_plain(msgspec.json.decode(raw))
    return BoardGame(_spec(name, chosen), board, dict(chosen), board_to_plain(board))


def _spec(name: str, chosen: Chosen) -> BoardSpec:
    spec = _rules(name).spec(dict(chosen))
    if spec.name != name:
        raise BadOptions("own_game", f"The game “{name}” calls itself “{spec.name}” in its spec.")
    return spec


def game_of(setup: Setup) -> Game:
    return find_game(setup.game, setup.options, setup.board)


def start(
    game: str,
    players: int = 2,
    seed: str = "",
    first: int | None = None,
    board: dict[str, Any] | None = None,
    **options: OptionValue,
) -> State:
    """Set up a game and return its first state."""
    setup = Setup(game=game, players=players, seed=seed, first=first, options=options, board=board)
    return game_of(setup).deal(setup)[0]
