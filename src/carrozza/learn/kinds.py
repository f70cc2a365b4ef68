"""The kinds of games that can be learned, each with its eyes, its choices and its network."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from torch import nn

from carrozza.board.game import BoardGame
from carrozza.bots.scholar.boards import choices as board_choices
from carrozza.bots.scholar.boards import features as board_features
from carrozza.bots.scholar.boards import many as board_many
from carrozza.bots.scholar.boards import records as board_records
from carrozza.bots.scholar.cards import choices as card_choices
from carrozza.bots.scholar.cards import features as card_features
from carrozza.bots.scholar.cards import many as card_many
from carrozza.bots.scholar.cards import records as card_records
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game
from carrozza.games.card_game.game import CardGame
from carrozza.lane.board.state import WORK as BOARD_WORK
from carrozza.lane.card_game.state import WORK as CARD_WORK
from carrozza.learn.card_network import CardNet
from carrozza.learn.network import BoardNet


class Kind(NamedTuple):
    work: np.dtype[Any]
    paper: np.dtype[Any]
    keeps: int  # sets of tickets that may be on offer
    facts_of: Callable[[Any], Any]  # game
    sizes_of: Callable[[Any], Any]
    hidden_of: Callable[[Any], int]  # how many numbers tell what others hold
    network: Callable[[Any], nn.Module]
    # for one position, also on a GPU
    look: Callable[..., None]
    is_choosing: Callable[..., bool]
    see_one_keep: Callable[..., None]
    mark_choices: Callable[..., None]
    id_of: Callable[..., int]
    see_hidden: Callable[..., None]
    # for many, on the processor
    look_many: Callable[..., None]
    ids_many: Callable[..., None]
    choices_many: Callable[..., None]
    hidden_many: Callable[..., None]


BOARD = Kind(
    BOARD_WORK,
    board_records.PAPER,
    board_records.KEEPS,
    board_records.facts_of,
    board_records.sizes_of,
    board_many.hidden_size,
    BoardNet,
    board_features.look,
    board_features.is_choosing,
    board_features.see_one_keep,
    board_choices.mark_choices,
    board_choices.id_of,
    board_many.see_hidden,
    board_many.look_many,
    board_many.ids_many,
    board_many.choices_many,
    board_many.hidden_many,
)

CARDS = Kind(
    CARD_WORK,
    card_records.PAPER,
    card_records.KEEPS,
    card_records.facts_of,
    card_records.sizes_of,
    card_many.hidden_size,
    CardNet,
    card_features.look,
    card_features.is_choosing,
    card_features.see_one_keep,
    card_choices.mark_choices,
    card_choices.id_of,
    card_many.see_hidden,
    card_many.look_many,
    card_many.ids_many,
    card_many.choices_many,
    card_many.hidden_many,
)


def kind_of(game: Game) -> Kind:
    if isinstance(game, BoardGame):
        return BOARD
    if isinstance(game, CardGame):
        return CARDS
    raise BadOptions("learn_game", f"{game.title} cannot be learned.")
