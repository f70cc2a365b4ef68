"""The story of each ticket: when it was kept, when it was completed or lost, and by whose route."""

from collections.abc import Sequence
from typing import Any

import msgspec

from carrozza.board.state import BoardState
from carrozza.core.events import Event, RouteClaimed, StationBuilt, TicketsKept, TicketsScored
from carrozza.core.game import State
from carrozza.core.scores import TicketItem
from carrozza.review.model import Setback, TicketStory
from carrozza.review.ways import FAR, needing, trains_to_complete

Key = tuple[int, int]  # seat and ticket

LONGER = 3  # trains: a detour by fewer is not worth telling


class TicketTeller:
    """Follows a game step by step."""

    def __init__(self) -> None:
        self._stories: dict[Key, TicketStory] = {}
        self._trains: dict[Key, int] = {}  # that each open ticket takes
        self._before: BoardState | None = None

    def begin(self, state: State) -> None:
        """A game may begin in the middle, where tickets are held already."""
        for seat in range(state.setup.players):
            for ticket in getattr(state.view(seat), "tickets", None) or ():
                self._stories[seat, ticket] = _begun(seat, ticket, 0, 0)

    def remember(self, state: State) -> None:
        """The position before the next step, if there are routes."""
        self._before = state.clone() if isinstance(state, BoardState) else None

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
        theirs = self._needing(seat, route)
        for (owner, ticket), story in list(self._stories.items()):
            if not self._is_open(owner, ticket):
                continue
            if (owner, ticket) in done:
                self._change(owner, ticket, completed=number, completed_turn=turn)
                continue
            goal = s.game.board.tickets[ticket]
            borrow = s.game.spec.stations > 0
            if trains_to_complete(s, owner, goal, borrow=borrow) > s.trains[owner]:
                self._change(
                    owner, ticket, lost=number, lost_turn=turn, lost_by=seat, lost_route=route,
                    lost_theirs=theirs if owner != seat else None,
                )  # fmt: skip
                continue
            trains = trains_to_complete(s, owner, goal)
            more = trains - self._trains.get((owner, ticket), trains)
            self._trains[owner, ticket] = trains
            if more >= LONGER and owner != seat and route is not None:
                new = Setback(
                    step=number, turn=turn, seat=seat, route=route,
                    trains=None if trains >= FAR else more, theirs=theirs,
                )  # fmt: skip
                self._change(owner, ticket, setbacks=(*story.setbacks, new))

    def _needing(self, seat: int, route: int | None) -> int | None:
        """The ticket for which a seat took a route, as far as it shows."""
        if route is None or self._before is None:
            return None
        own = [t for owner, t in self._stories if owner == seat and self._is_open(owner, t)]
        return needing(self._before, seat, own, route)

    def _is_open(self, owner: int, ticket: int) -> bool:
        story = self._stories[owner, ticket]
        return story.completed is None and story.lost is None

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
        lost_theirs=None,
        setbacks=(),
    )
