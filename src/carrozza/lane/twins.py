"""For each kind of game its records, and how they are filled from the engine."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.core.game import Game
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.spec import LOCOMOTIVES
from carrozza.lane.board import convert as board_convert
from carrozza.lane.board.lookups import lookups_of as board_lookups
from carrozza.lane.board.state import STATE as BOARD_STATE
from carrozza.lane.board.state import WORK as BOARD_WORK
from carrozza.lane.card_game import convert as card_convert
from carrozza.lane.card_game.lookups import lookups_of as card_lookups
from carrozza.lane.card_game.state import STATE as CARD_STATE
from carrozza.lane.card_game.state import WORK as CARD_WORK


class Twin(NamedTuple):
    state: np.dtype[Any]
    work: np.dtype[Any]
    lookups_of: Callable[[Any], Any]  # game
    record_of: Callable[[Any], Any]  # the engine's state
    pack: Callable[[Any], bytes]  # the same as bytes
    actions_of: Callable[[Any], int]  # how many ids a game has
    dealt_openly: int  # cards that every seat gets before the others are shuffled


def actions_of(game: Any) -> int:
    return len(game.lookups.space)


BOARD = Twin(
    BOARD_STATE,
    BOARD_WORK,
    board_lookups,
    board_convert.record_of,
    board_convert.pack,
    actions_of,
    dealt_openly=0,
)
CARDS = Twin(
    CARD_STATE,
    CARD_WORK,
    card_lookups,
    card_convert.record_of,
    card_convert.pack,
    actions_of,
    dealt_openly=LOCOMOTIVES,
)


def twin_of(game: Game) -> Twin:
    if isinstance(game, CardGame):
        return CARDS
    assert isinstance(game, BoardGame)
    return BOARD
