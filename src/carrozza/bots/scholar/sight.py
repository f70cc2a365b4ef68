"""A view as a row for the network, and its answer as an action."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from carrozza.bots.scholar.layers import Answer, Array
from carrozza.core.game import View
from carrozza.core.rng import Rng


class Network(Protocol):
    @property
    def sizes(self) -> Any: ...

    def answer(self, rows: Array) -> Answer: ...


class Eyes(NamedTuple):
    """How positions of one kind of game are looked at."""

    work: np.dtype[Any]
    paper: np.dtype[Any]
    facts_of: Callable[[Any], Any]  # game
    record_of: Callable[[Any], Any]  # position
    look_many: Callable[..., None]
    ids_many: Callable[..., None]


class AnySight:
    """What a network makes of positions of one game. What is hidden plays no part: of all
    positions that fit a view any one will do."""

    def __init__(self, game: Any, network: Network, lookups: Any, eyes: Eyes) -> None:
        self.game, self.network, self.lookups, self.eyes = game, network, lookups, eyes
        self.facts = eyes.facts_of(game)
        self.works, self.papers = np.zeros(1, eyes.work), np.zeros(1, eyes.paper)
        self.rows = np.zeros((1, network.sizes.row), np.int8)
        self.marks = np.zeros((1, network.sizes.actions), np.int8)

    def look(self, view: View, rng: Rng) -> tuple[Any, Answer]:
        """A position that fits the view, and what the network says."""
        assert view.seat is not None
        states = self.eyes.record_of(self.game.resample(view, rng))
        seats = np.array([view.seat])
        self.eyes.look_many(
            states, self.lookups, self.facts, seats, self.works, self.papers, self.rows, self.marks
        )
        return states, self.network.answer(self.rows)

    def best(self, view: View, rng: Rng) -> int:
        """The id of the action that the network likes best."""
        states, answer = self.look(view, rng)
        logits = np.where(self.marks[0] > 0, answer.logits[0], -np.inf)
        chosen, out = np.array([int(logits.argmax())]), np.zeros(1, np.int64)
        seats = np.array([view.seat])
        self.eyes.ids_many(states, self.lookups, self.facts, seats, self.works, chosen, out)
        return int(out[0])
