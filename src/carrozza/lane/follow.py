"""The lane beside the engine: it plays the same actions with the same outcomes of chance, and every
difference is found at the step where it arises."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.board.state import BoardState
from carrozza.core.cards import CARD_INDEX
from carrozza.core.events import (
    CardDrawn,
    CardsDealt,
    Event,
    GameStarted,
    MarketFilled,
    TicketsOffered,
    TunnelRevealed,
)
from carrozza.lane.board.convert import record_of, tidy
from carrozza.lane.board.game import deal, play
from carrozza.lane.board.legal import find_choices, find_mask, nth_choice
from carrozza.lane.board.lookups import lookups_of
from carrozza.lane.board.scoring import score
from carrozza.lane.board.state import STATE, WORK
from carrozza.lane.chance import CHANCE
from carrozza.lane.compiled import compiled_apart


@compiled_apart
def _deal(states: Any, chances: Any, boards: Any, players: int, check: Any) -> None:
    deal(states[0], chances[0], boards[0], players)
    check[0] = states[0]
    tidy(check[0])


@compiled_apart
def _play(states: Any, chances: Any, boards: Any, seat: int, i: int, check: Any) -> None:
    play(states[0], chances[0], boards[0], seat, i)
    check[0] = states[0]
    tidy(check[0])


@compiled_apart
def _mask(states: Any, boards: Any, seat: int, work: Any) -> int:
    return find_mask(states[0], boards[0], seat, work[0])


@compiled_apart
def _choices(states: Any, boards: Any, seat: int, work: Any, out: Any) -> int:
    n = find_choices(states[0], boards[0], seat, work[0])
    for k in range(n):
        out[k] = nth_choice(states[0], boards[0], seat, k, work[0])
    return n


@compiled_apart
def _score(states: Any, boards: Any, work: Any) -> None:
    score(states[0], boards[0], work[0])


class Difference(AssertionError):
    """The lane and the engine do not agree."""


class Follower:
    """One game of the lane that follows one of the engine."""

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self.boards = lookups_of(game)
        self.states = np.zeros(1, STATE)
        self.check = np.zeros(1, STATE)
        self.chances = np.zeros(1, CHANCE)
        self.work = np.zeros(1, WORK)
        self.choices = np.zeros(4096, np.int64)
        self.size = (len(game.lookups.space) + 7) // 8

    def deal(self, s: BoardState, events: Sequence[Event]) -> None:
        self._give(self._outcomes(events, len(s.ticket_deck)))
        _deal(self.states, self.chances, self.boards, s.setup.players, self.check)
        self._compare(s)

    def load(self, s: BoardState) -> None:
        """Take over a position of the engine."""
        self.states[:] = record_of(s)

    def play(self, s: BoardState, seat: int, i: int) -> None:
        """Apply an action to both."""
        known = sum(mark >= 0 for mark in s.ticket_marks)  # tickets whose order is no chance
        chance = len(s.ticket_deck) - known
        events = s.apply_id(i, seat)
        self._give(self._outcomes(events, chance))
        _play(self.states, self.chances, self.boards, seat, i, self.check)
        self._compare(s)

    def compare_legal(self, s: BoardState, seat: int) -> list[int]:
        """The mask of ids, and that the compact choices are among them; the choices."""
        mask = s.legal_mask(seat)
        n = _mask(self.states, self.boards, seat, self.work)
        ours = int.from_bytes(self.work["mask"][0].tobytes()[: self.size + 8], "little")
        if ours & (1 << len(s.space)) - 1 != mask or n != mask.bit_count():
            wrong = [str(s.space.actions[i]) for i in range(len(s.space)) if (ours ^ mask) >> i & 1]
            raise Difference(f"legal actions: {wrong[:5]}")
        n = _choices(self.states, self.boards, seat, self.work, self.choices)
        chosen = [int(i) for i in self.choices[:n]]
        if not n or len(set(chosen)) != n or not all(mask >> i & 1 for i in chosen):
            raise Difference(f"compact choices: {chosen}")
        return chosen

    def compare_score(self, s: BoardState) -> None:
        sheet = s.score_sheet()
        _score(self.states, self.boards, self.work)
        n = s.setup.players
        totals = tuple(int(total) for total in self.work["totals"][0, :n])
        winners = tuple(seat for seat in range(n) if int(self.work["winners"][0]) >> seat & 1)
        if totals != sheet.totals or winners != sheet.winners:
            raise Difference(f"scores: {totals} {winners}, not {sheet.totals} {sheet.winners}")

    def _give(self, outcomes: list[int]) -> None:
        self.chances["given"] = max(len(outcomes), 1)  # never the generator
        self.chances["used"] = 0
        self.chances["outcomes"][0, : len(outcomes)] = outcomes
        self._given = len(outcomes)

    def _compare(self, s: BoardState) -> None:
        if int(self.chances["used"][0]) != self._given:
            raise Difference(f"chance was asked {self.chances['used'][0]}, not {self._given} times")
        theirs = record_of(s)
        if self.check.tobytes() == theirs.tobytes():
            return
        for name in STATE.names or ():
            ours_, theirs_ = self.check[name][0], theirs[name][0]
            if not np.array_equal(ours_, theirs_):
                raise Difference(f"{name}: {ours_}, not {theirs_}")

    def _outcomes(self, events: Sequence[Event], tickets: int) -> list[int]:
        """What came by chance, in the order in which the lane asks for it; of the tickets offered
        later only those from the part of the deck that has no known order."""
        found: list[int] = []
        for event in events:
            if isinstance(event, GameStarted):
                names = [card.name for card in self.game.board.bonus_cards]
                found += [event.first, *[names.index(name) for name in event.bonus_cards]]
            elif isinstance(event, CardsDealt):
                assert event.cards is not None
                found += [CARD_INDEX[card] for card in event.cards]
            elif isinstance(event, CardDrawn) and event.slot is None:
                assert event.card is not None
                found.append(CARD_INDEX[event.card])
            elif isinstance(event, MarketFilled):
                found.append(CARD_INDEX[event.card])
            elif isinstance(event, TunnelRevealed):
                found += [CARD_INDEX[card] for card in event.revealed]
            elif isinstance(event, TicketsOffered):
                assert event.tickets is not None
                opening = isinstance(events[0], GameStarted)
                found += event.tickets if opening else event.tickets[:tickets]
        return found
