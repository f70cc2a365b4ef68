"""A view as a row for the network, and its answer as an action."""

from functools import lru_cache
from typing import Any

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.bots.scholar.boards.records import can_look
from carrozza.bots.scholar.kinds import kind_of
from carrozza.bots.scholar.layers import Answer, Layers
from carrozza.bots.scholar.many import ids_many, look_many
from carrozza.bots.scholar.weights import has_weights, weights_for
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game, View
from carrozza.core.rng import Rng
from carrozza.games.card_game.game import CardGame
from carrozza.games.registry import find_game


def has_learned(game: Game) -> bool:
    """Whether there is a network for these rules, and room for the board or the cards."""
    if not isinstance(game, BoardGame | CardGame) or not has_weights(game):
        return False
    if isinstance(game, BoardGame) and not can_look(game):
        return False
    try:
        _lookups(game)
    except BadOptions:
        return False
    return True


class Sight:
    """What a network makes of positions of one game. What is hidden plays no part: of all
    positions that fit a view any one will do."""

    def __init__(self, game: Any) -> None:
        kind = kind_of(game)
        self.game, self.network, self.lookups = game, _network(game), _lookups(game)
        self.facts, self.record_of = kind.facts_of(game), kind.twin.record_of
        self.works, self.papers = np.zeros(1, kind.twin.work), np.zeros(1, kind.paper)
        self.rows = np.zeros((1, self.network.sizes.row), np.int8)
        self.marks = np.zeros((1, self.network.sizes.actions), np.int8)

    def look(self, view: View, rng: Rng) -> tuple[Any, Answer]:
        """A position that fits the view, and what the network says."""
        assert view.seat is not None
        states = self.record_of(self.game.resample(view, rng))
        seats = np.array([view.seat])
        look_many(
            states, self.lookups, self.facts, seats, self.works, self.papers, self.rows, self.marks
        )
        return states, self.network.answer(self.rows)

    def best(self, view: View, rng: Rng) -> int:
        """The id of the action that the network likes best."""
        states, answer = self.look(view, rng)
        logits = np.where(self.marks[0] > 0, answer.logits[0], -np.inf)
        chosen, out = np.array([int(logits.argmax())]), np.zeros(1, np.int64)
        seats = np.array([view.seat])
        ids_many(states, self.lookups, seats, self.works, chosen, out)
        return int(out[0])


@lru_cache(maxsize=16)
def _lookups(game: Game) -> Any:
    return kind_of(game).twin.lookups_of(game)


@lru_cache(maxsize=16)
def _network(game: Game) -> Layers:
    kind = kind_of(game)
    at_home = kind.same_tokens(game, find_game(game.name))
    return kind.network(weights_for(game.name), game, at_home=at_home)
