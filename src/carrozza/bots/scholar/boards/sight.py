"""Looking at a board."""

from functools import lru_cache
from typing import Any

from carrozza.board.game import BoardGame
from carrozza.bots.scholar.boards.many import ids_many, look_many
from carrozza.bots.scholar.boards.network import Network
from carrozza.bots.scholar.boards.records import PAPER, can_look, facts_of
from carrozza.bots.scholar.sight import AnySight, Eyes
from carrozza.bots.scholar.weights import has_weights, weights_for
from carrozza.core.errors import BadOptions
from carrozza.games.registry import find_game
from carrozza.lane.board.convert import record_of
from carrozza.lane.board.lookups import lookups_of
from carrozza.lane.board.state import WORK

EYES = Eyes(WORK, PAPER, facts_of, record_of, look_many, ids_many)


def can_see(game: BoardGame) -> bool:
    """Whether there is a network for these rules, and room for the board."""
    if not has_weights(game) or not can_look(game):
        return False
    try:
        _lookups(game)
    except BadOptions:
        return False
    return True


class Sight(AnySight):
    def __init__(self, game: BoardGame) -> None:
        super().__init__(game, _network(game), _lookups(game), EYES)


@lru_cache(maxsize=16)
def _lookups(game: BoardGame) -> Any:
    return lookups_of(game)


@lru_cache(maxsize=16)
def _network(game: BoardGame) -> Network:
    home = find_game(game.name)
    assert isinstance(home, BoardGame)
    at_home = home.board.routes == game.board.routes and len(home.board.tickets) == len(
        game.board.tickets
    )
    return Network(weights_for(game.name), game, at_home=at_home)
