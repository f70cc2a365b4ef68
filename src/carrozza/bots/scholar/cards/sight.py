"""Looking at the card game."""

from functools import lru_cache
from typing import Any

from carrozza.bots.scholar.cards.many import ids_many, look_many
from carrozza.bots.scholar.cards.network import Network
from carrozza.bots.scholar.cards.records import PAPER, facts_of
from carrozza.bots.scholar.sight import AnySight, Eyes
from carrozza.bots.scholar.weights import has_weights, weights_for
from carrozza.core.errors import BadOptions
from carrozza.games.card_game.game import CardGame
from carrozza.games.registry import find_game
from carrozza.lane.card_game.convert import record_of
from carrozza.lane.card_game.lookups import lookups_of
from carrozza.lane.card_game.state import WORK

EYES = Eyes(WORK, PAPER, facts_of, record_of, look_many, ids_many)


def can_see(game: CardGame) -> bool:
    """Whether there is a network, and room for the cards."""
    if not has_weights(game):
        return False
    try:
        _lookups(game)
    except BadOptions:
        return False
    return True


class Sight(AnySight):
    def __init__(self, game: CardGame) -> None:
        super().__init__(game, _network(game), _lookups(game), EYES)


@lru_cache(maxsize=16)
def _lookups(game: CardGame) -> Any:
    return lookups_of(game)


@lru_cache(maxsize=16)
def _network(game: CardGame) -> Network:
    home = find_game(game.name)
    assert isinstance(home, CardGame)
    at_home = len(home.cards.tickets) == len(game.cards.tickets)
    return Network(weights_for(game.name), game, at_home=at_home)
