"""Finding the observer of a game."""

from functools import lru_cache
from typing import Any

from carrozza.board.game import BoardGame
from carrozza.core.game import Game
from carrozza.env.board_observer import BoardObserver
from carrozza.env.card_observer import CardObserver
from carrozza.env.observer import Observer
from carrozza.games.card_game.game import CardGame


@lru_cache(maxsize=16)
def observer_of(game: Game, players: int) -> Observer[Any, Any]:
    if isinstance(game, BoardGame):
        return BoardObserver(game, players)
    assert isinstance(game, CardGame)
    return CardObserver(game, players)
