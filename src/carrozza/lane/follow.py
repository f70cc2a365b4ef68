"""The lane beside the engine: it plays the same actions with the same outcomes of chance, and every
difference is found at the step where it arises."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from carrozza.board.game import BoardGame
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
from carrozza.core.game import Game
from carrozza.lane.chance import CHANCE
from carrozza.lane.twins import twin_of


class Difference(AssertionError):
    """The lane and the engine do not agree."""


class Follower:
    """One game of the lane that follows one of the engine."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.twin = twin_of(game)
        self.lookups = self.twin.lookups_of(game)[0]
        self.state = np.zeros(1, self.twin.state)[0]
        self.check = np.zeros(1, self.twin.state)
        self.chance = np.zeros(1, CHANCE)[0]
        self.work = np.zeros(1, self.twin.work)[0]
        self.choices = np.zeros(64 * self.work["mask"].size, np.int64)

    def deal(self, s: Any, events: Sequence[Event]) -> None:
        players = s.setup.players
        openly = players if self.twin.dealt_openly else 0  # so many events tell of it
        self._give(self._outcomes([events[0], *events[1 + openly :]], len(s.ticket_deck)))
        self.twin.deal(self.state, self.chance, self.lookups, players)
        self._compare(s)

    def take_over(self, s: Any) -> None:
        """Follow a game from a position on."""
        self.state = self.twin.record_of(s)[0]

    def play(self, s: Any, seat: int, i: int) -> None:
        """Apply an action to both."""
        fresh = sum(mark < 0 for mark in s.ticket_marks)  # tickets whose order is chance
        self._give(self._outcomes(s.apply_id(i, seat), fresh))
        self.twin.play(self.state, self.chance, self.lookups, seat, i, self.work)
        self._compare(s)

    def compare_legal(self, s: Any, seat: int) -> list[int]:
        """The mask of ids, and that the compact choices are among them; the choices."""
        twin, size = self.twin, len(s.space)
        mask = s.legal_mask(seat)
        n = twin.find_mask(self.state, self.lookups, seat, self.work)
        ours = int.from_bytes(self.work["mask"].tobytes(), "little") & (1 << size) - 1
        if ours != mask or n != mask.bit_count():
            wrong = [str(s.space.actions[i]) for i in range(size) if (ours ^ mask) >> i & 1]
            raise Difference(f"legal actions: {wrong[:5]}")
        n = twin.list_choices(self.state, self.lookups, seat, self.work, self.choices)
        chosen = [int(i) for i in self.choices[:n]]
        if not n or len(set(chosen)) != n or not all(mask >> i & 1 for i in chosen):
            raise Difference(f"compact choices: {chosen}")
        return chosen

    def compare_score(self, s: Any) -> None:
        sheet = s.score_sheet()
        self.twin.score(self.state, self.lookups, self.work)
        n = s.setup.players
        totals = tuple(int(total) for total in self.work["totals"][:n])
        winners = tuple(seat for seat in range(n) if int(self.work["winners"]) >> seat & 1)
        if totals != sheet.totals or winners != sheet.winners:
            raise Difference(f"scores: {totals} {winners}, not {sheet.totals} {sheet.winners}")

    def _give(self, outcomes: list[int]) -> None:
        self.chance["given"] = max(len(outcomes), 1)  # never the generator
        self.chance["used"] = 0
        self.chance["outcomes"][: len(outcomes)] = outcomes
        self._given = len(outcomes)

    def _compare(self, s: Any) -> None:
        if int(self.chance["used"]) != self._given:
            raise Difference(f"chance was asked {self.chance['used']}, not {self._given} times")
        self.check[0] = self.state
        self.twin.tidy(self.check[0])
        theirs = self.twin.record_of(s)
        if self.check.tobytes() == theirs.tobytes():
            return
        for name in self.twin.state.names or ():
            ours_, theirs_ = self.check[name][0], theirs[name][0]
            if not np.array_equal(ours_, theirs_):
                raise Difference(f"{name}: {ours_}, not {theirs_}")

    def _outcomes(self, events: Sequence[Event], tickets: int) -> list[int]:
        """What came by chance, in the order in which the lane asks for it; of the tickets offered
        later only those from the part of the deck that has no known order."""
        found: list[int] = []
        for event in events:
            if isinstance(event, GameStarted):
                found.append(event.first)
                if isinstance(self.game, BoardGame):
                    names = [card.name for card in self.game.board.bonus_cards]
                    found += [names.index(name) for name in event.bonus_cards]
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
