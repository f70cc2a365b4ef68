"""For each kind of game the functions by which it is dealt, played and scored on the lane, all
called alike."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.core.game import Game
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.spec import LOCOMOTIVES
from carrozza.lane.board import convert as board_convert
from carrozza.lane.board import game as board_game
from carrozza.lane.board import legal as board_legal
from carrozza.lane.board.lookups import lookups_of as board_lookups
from carrozza.lane.board.scoring import score as board_score
from carrozza.lane.board.state import STATE as BOARD_STATE
from carrozza.lane.board.state import WORK as BOARD_WORK
from carrozza.lane.card_game import convert as card_convert
from carrozza.lane.card_game import game as card_game
from carrozza.lane.card_game import legal as card_legal
from carrozza.lane.card_game.lookups import lookups_of as card_lookups
from carrozza.lane.card_game.scoring import score as card_score
from carrozza.lane.card_game.state import STATE as CARD_STATE
from carrozza.lane.card_game.state import WORK as CARD_WORK
from carrozza.lane.compiled import compiled_apart


class Twin(NamedTuple):
    state: np.dtype[Any]
    work: np.dtype[Any]
    lookups_of: Callable[[Any], Any]  # game
    record_of: Callable[[Any], Any]  # the engine's state
    tidy: Callable[[Any], None]  # state
    deal: Callable[[Any, Any, Any, int], None]  # state, chance, lookups, players
    play: Callable[[Any, Any, Any, int, int, Any], None]  # state, chance, lookups, seat, id, work
    find_mask: Callable[[Any, Any, int, Any], int]  # state, lookups, seat, work
    list_choices: Callable[[Any, Any, int, Any, Any], int]  # the same, and an array to fill
    score: Callable[[Any, Any, Any], None]  # state, lookups, work
    actions_of: Callable[[Any], int]  # how many ids a game has
    dealt_openly: int  # cards that every seat gets before the others are shuffled


def actions_of(game: Any) -> int:
    return len(game.lookups.space)


def _play_board(s: Any, chance: Any, board: Any, seat: int, i: int, _work: Any) -> None:
    board_game.play(s, chance, board, seat, i)


@compiled_apart
def _list_board_choices(s: Any, board: Any, seat: int, work: Any, out: Any) -> int:
    n = board_legal.find_choices(s, board, seat, work)
    for k in range(n):
        out[k] = board_legal.nth_choice(s, board, seat, k, work)
    return n


@compiled_apart
def _list_card_choices(s: Any, cards: Any, seat: int, work: Any, out: Any) -> int:
    n = card_legal.find_choices(s, cards, seat, work)
    for k in range(n):
        out[k] = card_legal.nth_choice(s, cards, seat, k, work)
    return n


BOARD = Twin(
    BOARD_STATE,
    BOARD_WORK,
    board_lookups,
    board_convert.record_of,
    board_convert.tidy,
    board_game.deal,
    _play_board,
    board_legal.find_mask,
    _list_board_choices,
    board_score,
    actions_of,
    dealt_openly=0,
)
CARDS = Twin(
    CARD_STATE,
    CARD_WORK,
    card_lookups,
    card_convert.record_of,
    card_convert.tidy,
    card_game.deal,
    card_game.play,
    card_legal.find_mask,
    _list_card_choices,
    card_score,
    actions_of,
    dealt_openly=LOCOMOTIVES,
)


def twin_of(game: Game) -> Twin:
    if isinstance(game, CardGame):
        return CARDS
    assert isinstance(game, BoardGame)
    return BOARD
