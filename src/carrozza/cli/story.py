"""A save as a story: the game cut into parts and turns, each with what happened in it."""

from collections.abc import Iterable

import msgspec

from carrozza.core.events import CardsPutOnTrack, Event, RouteClaimed, TicketsScored
from carrozza.core.game import State
from carrozza.core.replay import Save, replay
from carrozza.games.registry import game_of


class Passage(msgspec.Struct):
    """What happened to one seat, or (seat None) to the whole table, without interruption."""

    seat: int | None
    events: list[Event]


class Part(msgspec.Struct):
    """A turn, or a phase in which all seats act at once."""

    phase: str | None  # None: a turn
    number: int  # of the turn; 0 for a phase
    passages: list[Passage]
    points: tuple[int, ...] = ()  # scored so far, after this part


class Story(msgspec.Struct):
    parts: list[Part]
    state: State  # the last position


def tell(save: Save, seat: int | None) -> Story:
    """The whole save, checked, as this seat has seen it; as it was when the seat is None."""
    teller = _Teller(save.setup.players)
    for step, state, events in replay(save, game_of):
        shown = events if seat is None else [event.seen_by(seat) for event in events]
        teller.step(step.seat if step else None, shown)
        teller.after(state)
    return Story(teller.parts, state)


class _Teller:
    """Knows which part of the story is being told."""

    def __init__(self, players: int) -> None:
        self.parts: list[Part] = []
        self.points = [0] * players
        self.turns = 0
        self.phase: str | None = None  # of the next step, when all seats act at once
        self.actor: int | None = None  # whose turn is being told

    def step(self, seat: int | None, events: list[Event]) -> None:
        own, next_turn = _split(seat, events)
        if seat is not None and self.phase is None and seat != self.actor:
            self._begin_turn(seat)
        self._add(seat, own)
        if next_turn:
            self._begin_turn(next_turn[0].seat)
            self._add(next_turn[0].seat, next_turn)

    def after(self, state: State) -> None:
        """Look at the position: do all act at once now, or does a turn go on?"""
        phase = state.view(None).phase
        if len(state.to_act) > 1 and phase != self.phase:
            self.phase = phase
            self.actor = None
            if self.turns:
                self.parts.append(Part(phase, 0, []))
            else:
                self.parts[0].phase = phase  # the deal is told in the opening
        elif phase != self.phase:
            self.phase = None

    def _begin_turn(self, seat: int) -> None:
        self.turns += 1
        self.actor = seat
        self.phase = None
        self.parts.append(Part(None, self.turns, []))

    def _add(self, actor: int | None, events: Iterable[Event]) -> None:
        if not self.parts:
            self.parts.append(Part("", 0, []))
        part = self.parts[-1]
        for event in events:
            if isinstance(event, RouteClaimed | TicketsScored):
                self.points[event.seat] += event.points
            seat = actor if part.phase is None else getattr(event, "seat", None)
            if not part.passages or part.passages[-1].seat != seat:
                part.passages.append(Passage(seat, []))
            part.passages[-1].events.append(event)
        part.points = tuple(self.points)


def _split(seat: int | None, events: list[Event]) -> tuple[list[Event], list[CardsPutOnTrack]]:
    """The start of another seat's turn may come with the end of this one: told apart."""
    own = [e for e in events if not isinstance(e, CardsPutOnTrack) or e.seat == seat]
    return own, [e for e in events if isinstance(e, CardsPutOnTrack) and e.seat != seat]
