"""From what a seat knows to a vector.

`from_view` is the measure: it sees the view and nothing else. `observe` gives the same numbers
straight from the state, and much faster; a test compares them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

import numpy as np

from carrozza.core.cards import KINDS
from carrozza.core.game import State, View
from carrozza.env.common import Shape, common_bits, common_counts, common_values
from carrozza.env.layout import Layout, Part, Vector
from carrozza.env.masks import unpacked

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

TURNS = {"turn", "second_card", "ticket_choice", "tunnel"}  # the phases that are somebody's turn


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
        self.counted = sum(part.size for part in first)
        self._scale = self.layout.scale[: self.counted]
        self._bits = self.layout.size - self.counted
        self._phase_at = self.bit("phase")
        self._to_act_at = self.bit("to_act")
        self._turn_at = self.bit("turn")
        self._first_at = self.bit("first")
        self._last_round = 1 << self.bit("last_round")
        self._market_at = [self.bit("market") + KINDS * slot for slot in range(shape.market)]
        self._tickets_at = self.bit("tickets")
        self._offer_at = [self.bit("offer") + i * shape.tickets for i in range(shape.offered)]
        # Marks change when tickets are drawn, and all seats look at them in every position.
        self._deck = lru_cache(maxsize=4096)(self._deck_bits)

    def bit(self, name: str) -> int:
        """Where a part of yes or no begins among these parts, which come last."""
        return self.layout.start(name) - self.counted

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
    def bits(self, s: S, seat: int) -> int:
        """The game's own parts of yes or no, as one bit mask."""

    def observe(self, s: S, seat: int) -> Vector:
        row: Vector = self.observe_all([(s, seat)])[0]
        return row

    def observe_all(self, pairs: Iterable[tuple[S, int]]) -> Vector:
        """A matrix with a row for each state and seat; quicker than one by one."""
        counts: list[int] = []
        masks: list[int] = []
        for s, seat in pairs:
            counts += self._all_counts(s, seat)
            masks.append(self._all_bits(s, seat))
        matrix: Vector = np.empty((len(masks), self.layout.size), np.float32)
        rows = np.array(counts).reshape(len(masks), self.counted)
        np.multiply(rows, self._scale, out=matrix[:, : self.counted])
        matrix[:, self.counted :] = unpacked(masks, self._bits)
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

    def _all_bits(self, state: S, seat: int) -> int:
        s: Any = state
        n = self.players
        to_act = (s.pending >> seat | s.pending << n - seat) & (1 << n) - 1
        found: int = 1 << self._phase_at + s.phase | to_act << self._to_act_at
        found |= 1 << self._first_at + (s.first - seat) % n
        if self.shape.phases[s.phase] in TURNS:
            found |= 1 << self._turn_at + (s.seat - seat) % n
        if s.last_turns >= 0:
            found |= self._last_round
        for at, card in zip(self._market_at, s.market, strict=True):
            if card >= 0:
                found |= 1 << at + card
        for ticket in s.tickets[seat]:
            found |= 1 << self._tickets_at + ticket
        for at, ticket in zip(self._offer_at, s.offers[seat], strict=False):
            found |= 1 << at + ticket
        return found | self._deck(seat, tuple(s.ticket_marks)) | self.bits(state, seat)

    def _deck_bits(self, seat: int, marks: tuple[int, ...]) -> int:
        """The part `ticket_deck`; the marks are those of a state, the last one of the top."""
        kinds = len(self.shape.marks)
        at, found = self.bit("ticket_deck"), 0
        for mark in reversed(marks):
            found |= 1 << at + (kinds + (mark - seat) % self.players if mark >= 0 else -1 - mark)
            at += kinds + self.players
        return found


def mask_of(numbers: Iterable[int]) -> int:
    """Distinct numbers as a bit mask."""
    return sum([1 << number for number in numbers])
