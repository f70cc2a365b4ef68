"""For each kind of game: how to look at it, whether a network has learned it, and its code."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.bots.bot import Bot
from carrozza.bots.conductor.conductor import Conductor
from carrozza.bots.loading import Loader
from carrozza.bots.planner.planner import Planner
from carrozza.bots.scholar.boards import records as board_records
from carrozza.bots.scholar.boards import sight as boards
from carrozza.bots.scholar.cards import records as card_records
from carrozza.bots.scholar.cards import sight as cards
from carrozza.bots.scholar.sight import AnySight, Eyes
from carrozza.core.errors import CarrozzaError
from carrozza.core.game import Game
from carrozza.games.card_game.game import CardGame
from carrozza.lane.board.lookups import BOARD
from carrozza.lane.board.state import STATE as BOARD_STATE
from carrozza.lane.card_game.lookups import CARDS
from carrozza.lane.card_game.state import STATE as CARD_STATE
from carrozza.lane.chance import CHANCE


def _load(eyes: Eyes, state: Any, lookups: Any, facts: Any) -> None:
    """Call everything once, with nothing to do."""
    from carrozza.bots.scholar.lookahead import begin_many, play_many, shares_of

    fixed, known = np.zeros(1, lookups), np.zeros(1, facts)
    works, papers = np.zeros(1, eyes.work), np.zeros(1, eyes.paper)
    states, chances = np.zeros(0, state), np.zeros(0, CHANCE)
    none, rows = np.zeros(0, np.int64), np.zeros((0, 1), np.int8)
    eyes.look_many(states, fixed, known, none, works, papers, rows, rows)
    eyes.ids_many(states, fixed, known, none, works, none, none)
    begin_many(states, none, states, chances, fixed, works, 0, none, 0, none)
    play_many(states, chances, fixed, works, none, none)
    shares_of(states, fixed, works, none, 0, np.zeros(0))


BOARD_LOADER = Loader(
    "the learned player", partial(_load, boards.EYES, BOARD_STATE, BOARD, board_records.FACTS)
)
CARD_LOADER = Loader(
    "the learned player", partial(_load, cards.EYES, CARD_STATE, CARDS, card_records.FACTS)
)


def has_learned(game: Game) -> bool:
    if isinstance(game, CardGame):
        return cards.can_see(game)
    return isinstance(game, BoardGame) and boards.can_see(game)


def sight_of(game: Any) -> AnySight:
    return cards.Sight(game) if isinstance(game, CardGame) else boards.Sight(game)


def loader_of(game: Game) -> Loader:
    return CARD_LOADER if isinstance(game, CardGame) else BOARD_LOADER


def stand_in_of(game: Game) -> Callable[[Game, str], Bot]:
    """Who plays until the code is loaded."""
    return Conductor if isinstance(game, CardGame) else Planner


def make_ready(game: Game) -> None:
    if not loader_of(game).loaded_in(inf):
        problem = "The learned player can't be compiled here; a simpler bot would play for it."
        raise CarrozzaError("not_compiled", problem)
