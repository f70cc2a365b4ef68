"""Finding a game by its name and options."""

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

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

BOARD_GAMES: dict[str, tuple[SpecMaker, tuple[Option, ...]]] = {
    "usa": (usa, (EDITION,)),
    "europe": (europe, ()),
    "northern_lights": (northern_lights, ()),
}
NAMES = (*BOARD_GAMES, "card_game")


def find_game(
    name: str,
    options: dict[str, OptionValue] | None = None,
    board: dict[str, Any] | None = None,
) -> Game:
    """The game of this name; with a custom board, its rules on that board."""
    if name not in NAMES:
        raise BadOptions(
            "unknown_game", f"There is no game “{name}”. Choose from: {', '.join(NAMES)}."
        )
    if name not in BOARD_GAMES:
        if board is not None:
            raise BadOptions("no_board", f"{_card_game().title} is played without a board.")
        return _card_game()
    chosen = _complete(BOARD_GAMES[name][1], options or {})
    return _board_game(name, tuple(sorted(chosen.items())), _raw(board))


def _raw(board: dict[str, Any] | None) -> bytes:
    """A custom board as JSON. What Python reads as JSON is not always fit to be written."""
    try:
        return msgspec.json.encode(board, order="sorted") if board is not None else b""
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
    return Path(__file__).parent / name


def board_file(name: str) -> Path:
    """The file of a game's own board."""
    return folder_of(name) / "board.json"


@cache
def _own_board(name: str) -> Board:
    return load_board(board_file(name))


@lru_cache(maxsize=16)  # the lookups of a big custom board take some megabytes
def _board_game(name: str, chosen: tuple[tuple[str, OptionValue], ...], raw: bytes) -> BoardGame:
    options = dict(chosen)
    spec = BOARD_GAMES[name][0](options)
    if not raw:
        return BoardGame(spec, _own_board(name), options)
    board = board_from_plain(msgspec.json.decode(raw))
    return BoardGame(spec, board, options, board_to_plain(board))


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
