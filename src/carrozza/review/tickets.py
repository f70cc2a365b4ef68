"""The story of each ticket: when it was kept, when it was completed or lost, and by whose route."""

from collections.abc import Sequence
from typing import Any

import msgspec

from carrozza.board.state import BoardState
from carrozza.core.events import Event, RouteClaimed, StationBuilt, TicketsKept, TicketsScored
from carrozza.core.game import State
from carrozza.core.scores import TicketItem
from carrozza.review.model import Setback, TicketStory
from carrozza.review.ways import trains_to_complete

LONGER = 3  # trains: a detour by fewer is not worth telling


class TicketTeller:
    """Follows a game step by step."""

    def __init__(self) -> None:
        self._stories: dict[tuple[int, int], TicketStory] = {}  # by seat and ticket
        self._trains: dict[tuple[int, int], int] = {}  # that each open ticket takes

    def step(
        self, number: int, turn: int, seat: int, state: State, events: Sequence[Event]
    ) -> None:
        for event in events:
            if isinstance(event, TicketsKept):
                for ticket in event.kept or ():
                    self._stories[event.seat, ticket] = _begun(event.seat, ticket, number, turn)
            elif isinstance(event, TicketsScored):
                for ticket in event.tickets:
                    self._change(event.seat, ticket, completed=number, completed_turn=turn)
        built = (RouteClaimed, StationBuilt, TicketsKept)
        if isinstance(state, BoardState) and any(isinstance(e, built) for e in events):
            route = next((e.route for e in events if isinstance(e, RouteClaimed)), None)
            self._look(number, turn, seat, state, route)

    def stories(self) -> tuple[TicketStory, ...]:
        return tuple(self._stories[key] for key in sorted(self._stories))

    def _look(self, number: int, turn: int, seat: int, s: BoardState, route: int | None) -> None:
        done = {
            (score.seat, item.ticket)
            for score in s.score_sheet().seats
            for item in score.items
            if isinstance(item, TicketItem) and item.completed
        }
        for (owner, ticket), story in list(self._stories.items()):
            if story.completed is not None or story.lost is not None:
                continue
            if (owner, ticket) in done:
                self._change(owner, ticket, completed=number, completed_turn=turn)
                continue
            goal = s.game.board.tickets[ticket]
            borrow = s.game.spec.stations > 0
            if trains_to_complete(s, owner, goal, borrow=borrow) > s.trains[owner]:
                self._change(
                    owner, ticket, lost=number, lost_turn=turn, lost_by=seat, lost_route=route
                )
                continue
            trains = trains_to_complete(s, owner, goal)
            more = trains - self._trains.get((owner, ticket), trains)
            self._trains[owner, ticket] = trains
            if more >= LONGER and owner != seat and route is not None:
                new = Setback(step=number, turn=turn, seat=seat, route=route, trains=more)
                self._change(owner, ticket, setbacks=(*story.setbacks, new))

    def _change(self, owner: int, ticket: int, **changes: Any) -> None:
        old = self._stories[owner, ticket]
        self._stories[owner, ticket] = msgspec.structs.replace(old, **changes)


def _begun(seat: int, ticket: int, number: int, turn: int) -> TicketStory:
    return TicketStory(
        seat=seat,
        ticket=ticket,
        kept=number,
        kept_turn=turn,
        completed=None,
        completed_turn=None,
        lost=None,
        lost_turn=None,
        lost_by=None,
        lost_route=None,
        setbacks=(),
    )
