"""For each kind of game: how to look at it, its network, its code, and who plays until that is
loaded."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, NamedTuple

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.bots.bot import Bot
from carrozza.bots.conductor.conductor import Conductor
from carrozza.bots.loading import Loader
from carrozza.bots.planner.planner import Planner
from carrozza.bots.scholar.boards import records as boards
from carrozza.bots.scholar.boards.network import Network as BoardNetwork
from carrozza.bots.scholar.cards import records as cards
from carrozza.bots.scholar.cards.network import Network as CardNetwork
from carrozza.bots.scholar.layers import Layers
from carrozza.core.errors import CarrozzaError
from carrozza.core.game import Game
from carrozza.games.card_game.game import CardGame
from carrozza.lane import twins
from carrozza.lane.board import numbering as board_numbers
from carrozza.lane.board.lookups import BOARD as BOARD_LOOKUPS
from carrozza.lane.card_game import numbering as card_numbers
from carrozza.lane.card_game.lookups import CARDS as CARD_LOOKUPS
from carrozza.lane.chance import CHANCE


class Kind(NamedTuple):
    twin: twins.Twin
    lookups: np.dtype[Any]
    facts: np.dtype[Any]
    paper: np.dtype[Any]
    first_keep: int  # compact actions from here on keep tickets
    keeps: int  # sets of tickets that may be on offer
    facts_of: Callable[[Any], Any]  # game
    sizes_of: Callable[[Any], Any]
    network: Callable[..., Layers]
    same_tokens: Callable[[Any, Any], bool]  # two games
    stand_in: Callable[[Game, str], Bot]


BOARD = Kind(
    twins.BOARD,
    BOARD_LOOKUPS,
    boards.FACTS,
    boards.PAPER,
    board_numbers.FIRST_KEEP,
    boards.KEEPS,
    boards.facts_of,
    boards.sizes_of,
    BoardNetwork,
    boards.same_tokens,
    Planner,
)
CARDS = Kind(
    twins.CARDS,
    CARD_LOOKUPS,
    cards.FACTS,
    cards.PAPER,
    card_numbers.FIRST_KEEP,
    cards.KEEPS,
    cards.facts_of,
    cards.sizes_of,
    CardNetwork,
    cards.same_tokens,
    Conductor,
)


def kind_of(game: Game) -> Kind:
    if isinstance(game, CardGame):
        return CARDS
    assert isinstance(game, BoardGame)
    return BOARD


def _load(kind: Kind) -> None:
    """Call everything once, with nothing to do."""
    from carrozza.bots.scholar.lookahead import begin_many, play_many, shares_of
    from carrozza.bots.scholar.many import ids_many, look_many

    fixed, known = np.zeros(1, kind.lookups), np.zeros(1, kind.facts)
    works, papers = np.zeros(1, kind.twin.work), np.zeros(1, kind.paper)
    states, chances = np.zeros(0, kind.twin.state), np.zeros(0, CHANCE)
    none, rows = np.zeros(0, np.int64), np.zeros((0, 1), np.int8)
    look_many(states, fixed, known, none, works, papers, rows, rows)
    ids_many(states, fixed, none, works, none, none)
    begin_many(states, none, states, chances, fixed, works, 0, none, 0, none)
    play_many(states, chances, fixed, works, none, none)
    shares_of(states, fixed, works, none, 0, np.zeros(0))


BOARD_LOADER = Loader("the learned player", partial(_load, BOARD))
CARD_LOADER = Loader("the learned player", partial(_load, CARDS))


def loader_of(game: Game) -> Loader:
    return CARD_LOADER if isinstance(game, CardGame) else BOARD_LOADER


def make_ready(game: Game) -> None:
    if not loader_of(game).loaded_in(inf):
        problem = "The learned player can't be compiled here; a simpler bot would play for it."
        raise CarrozzaError("not_compiled", problem)
