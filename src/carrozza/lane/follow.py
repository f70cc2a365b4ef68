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
from carrozza.core.lookups import TICKETS
from carrozza.core.space import bits
from carrozza.lane.chance import CHANCE
from carrozza.lane.steps import deal_given, find_legal, play_given, score_now
from carrozza.lane.twins import twin_of


class Difference(AssertionError):
    """The lane and the engine do not agree."""


class Follower:
    """One game of the lane that follows one of the engine."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.twin = twin_of(game)
        self.lookups = self.twin.lookups_of(game)
        self.states = np.zeros(2, self.twin.state)  # the game, and a tidy copy to compare
        self.chances = np.zeros(1, CHANCE)
        self.works = np.zeros(1, self.twin.work)
        self.masks = np.zeros((2, -(-self.twin.actions_of(game) // 64)), np.uint64)
        self.choices = np.zeros(64 * self.masks.shape[1], np.int64)
        self.state, self.work = self.states[0], self.works[0]
        self._outcomes = self.chances["outcomes"][0]
        self._tidy, self._mask = self.states[1:], self.masks[0]  # looked up once

    def deal(self, s: Any, events: Sequence[Event]) -> None:
        players = s.setup.players
        openly = players if self.twin.dealt_openly else 0  # so many events tell of it
        given = self._give([events[0], *events[1 + openly :]], len(s.ticket_deck))
        used = deal_given(self.states, self.chances, self.lookups, players, given)
        self._compare(s, used, given)

    def take_over(self, s: Any) -> None:
        """Follow a game from a position on."""
        self.states[0] = self.twin.record_of(s)[0]

    def play(self, s: Any, seat: int, i: int) -> None:
        """Apply an action to both."""
        fresh = 0
        if i == TICKETS:  # those whose order is chance
            fresh = sum(mark < 0 for mark in s.ticket_marks)
        given = self._give(s.apply_id(i, seat), fresh)
        used = play_given(self.states, self.chances, self.lookups, self.works, seat, i, given)
        self._compare(s, used, given)

    def compare_legal(self, s: Any, seat: int) -> list[int]:
        """The mask of ids, and that the compact choices are among them; the choices."""
        mask = s.legal_mask(seat)
        ids, found, good = find_legal(
            self.states, self.lookups, self.works, seat, self.masks, self.choices
        )
        ours = int.from_bytes(self._mask.tobytes(), "little")
        if ours != mask or ids != mask.bit_count():
            wrong = [str(s.space.actions[i]) for i in bits(ours ^ mask) if i < len(s.space)]
            raise Difference(f"{ids} legal actions, not {mask.bit_count()}: {wrong[:5]}")
        chosen: list[int] = self.choices[:found].tolist()
        if not found or not good:
            raise Difference(f"compact choices: {chosen}")
        return chosen

    def compare_score(self, s: Any) -> None:
        sheet = s.score_sheet()
        score_now(self.states, self.lookups, self.works)
        n = s.setup.players
        totals = tuple(int(total) for total in self.work["totals"][:n])
        winners = tuple(seat for seat in range(n) if int(self.work["winners"]) >> seat & 1)
        if totals != sheet.totals or winners != sheet.winners:
            raise Difference(f"scores: {totals} {winners}, not {sheet.totals} {sheet.winners}")

    def _give(self, events: Sequence[Event], tickets: int) -> int:
        """Prepare the outcomes of chance; how many."""
        outcomes = self._told(events, tickets)
        if outcomes:
            self._outcomes[: len(outcomes)] = outcomes
        return len(outcomes)

    def _compare(self, s: Any, used: int, given: int) -> None:
        if used != given:
            raise Difference(f"chance was asked {used}, not {given} times")
        packed = self.twin.pack(s)
        if self._tidy.tobytes() == packed:
            return
        theirs = np.frombuffer(packed, self.twin.state)
        for name in self.twin.state.names or ():
            ours_, theirs_ = self._tidy[name][0], theirs[name][0]
            if not np.array_equal(ours_, theirs_):
                raise Difference(f"{name}: {ours_}, not {theirs_}")
        raise Difference("bytes between the fields")

    def _told(self, events: Sequence[Event], tickets: int) -> list[int]:
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
