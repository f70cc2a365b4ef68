"""From what a seat knows to a vector.

`from_view` is the measure: it sees the view and nothing else. `observe` gives the same numbers
straight from the state, and much faster; a test compares them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from carrozza.core.cards import KINDS
from carrozza.core.game import State, View
from carrozza.env.common import Shape, common_bits, common_counts, common_values
from carrozza.env.layout import Layout, Part, Vector

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Observer(ABC, Generic[S, V]):
    """The observations of one game with one number of players.

    Seats are counted from the observer on, in the order of turns: 0 is the observer, 1 plays next.
    """

    def __init__(self, shape: Shape, counts: Sequence[Part], bits: Sequence[Part]) -> None:
        first = [*common_counts(shape), *counts]
        self.layout = Layout([*first, *common_bits(shape), *bits])
        self.shape = shape
        self.players = n = shape.players
        self.orders = [[(seat + i) % n for i in range(n)] for seat in range(n)]
        self._counted = sum(part.size for part in first)
        self._scale = self.layout.scale[: self._counted]
        start = self.layout.start
        self._phase_at = start("phase")
        self._to_act_at = start("to_act")
        self._turn_at = start("turn")
        self._first_at = start("first")
        self._last_round_at = start("last_round")
        self._market_at = [start("market") + KINDS * slot for slot in range(shape.market)]
        self._tickets_at = start("tickets")
        self._offer_at = [start("offer") + slot * shape.tickets for slot in range(shape.offered)]
        self._refused_at = start("returned_at_start")
        width = len(shape.marks) + n
        deck = start("ticket_deck")
        # For each observer and mark (the marks that are no seats come from the end of a list).
        self._marks_at = [
            [deck + len(shape.marks) + (mark - seat) % n for mark in range(n)]
            + [deck + i for i in reversed(range(len(shape.marks)))]
            for seat in range(n)
        ]
        self._places = [place * width for place in range(shape.tickets)]

    def from_view(self, view: V) -> Vector:
        assert view.seat is not None
        order = self.orders[view.seat]
        return self.layout.vector(
            {**common_values(view, order, self.shape), **self.values(view, order)}
        )

    @abstractmethod
    def values(self, view: V, order: list[int]) -> dict[str, Any]:
        """The game's own parts by name, for seats in this order."""

    @abstractmethod
    def counts(self, s: S, seat: int) -> list[int]:
        """The game's own parts that count something, which come before the others."""

    @abstractmethod
    def ones(self, s: S, seat: int) -> list[int]:
        """Where the game's own parts of yes or no say yes."""

    def observe(self, s: S, seat: int) -> Vector:
        vector: Vector = np.zeros(self.layout.size, np.float32)
        np.multiply(self._all_counts(s, seat), self._scale, out=vector[: self._counted])
        vector[np.array(self._all_ones(s, seat), np.intp)] = 1
        return vector

    def observe_all(self, pairs: Iterable[tuple[S, int]]) -> Vector:
        """A matrix with a row for each state and seat; quicker than one by one."""
        counts: list[list[int]] = []
        ones: list[int] = []
        size = self.layout.size
        for row, (s, seat) in enumerate(pairs):
            counts.append(self._all_counts(s, seat))
            base = row * size
            ones += [base + i for i in self._all_ones(s, seat)]
        matrix: Vector = np.zeros((len(counts), size), np.float32)
        np.multiply(counts, self._scale, out=matrix[:, : self._counted])
        matrix.reshape(-1)[np.array(ones, np.intp)] = 1
        return matrix

    def _all_counts(self, state: S, seat: int) -> list[int]:
        s: Any = state  # the games call these things alike
        order = self.orders[seat]
        found = [max(s.last_turns, 0), len(s.deck), *s.hands[seat], *s.discards]
        found += [sum(s.hands[other]) for other in order]
        for other in order:
            found += s.known[other]
        found += [self.tickets_of(state, other) for other in order]
        found += [s.kept_at_start[other] for other in order]
        found += [len(s.offers[other]) for other in order]
        places = [0] * self.shape.tickets
        if seat in s.ticket_marks:
            size = len(s.ticket_deck)
            for i, mark in enumerate(s.ticket_marks):
                if mark == seat:
                    places[s.ticket_deck[i]] = size - i
        found += places
        found += self.counts(state, seat)
        return found

    def tickets_of(self, s: S, seat: int) -> int:
        """How many tickets others see a seat hold."""
        return len(s.tickets[seat])  # type: ignore[attr-defined]

    def _all_ones(self, state: S, seat: int) -> list[int]:
        s: Any = state
        n = self.players
        found = [self._phase_at + s.phase, self._first_at + (s.first - seat) % n]
        found += [
            self._to_act_at + i for i, o in enumerate(self.orders[seat]) if s.pending >> o & 1
        ]
        if self.shape.phases[s.phase] in TURNS:
            found.append(self._turn_at + (s.seat - seat) % n)
        if s.last_turns >= 0:
            found.append(self._last_round_at)
        found += [at + c for at, c in zip(self._market_at, s.market, strict=True) if c >= 0]
        found += [self._tickets_at + t for t in s.tickets[seat]]
        found += [at + t for at, t in zip(self._offer_at, s.offers[seat], strict=False)]
        marks = self._marks_at[seat]
        places = zip(self._places, reversed(s.ticket_marks), strict=False)
        found += [place + marks[mark] for place, mark in places]
        found += self.ones(state, seat)
        return found


TURNS = {"turn", "second_card", "ticket_choice", "tunnel"}  # the phases that are somebody's turn
