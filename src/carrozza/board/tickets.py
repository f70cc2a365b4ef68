"""Tickets: the opening choice of all seats at once, and later draws."""

from typing import TYPE_CHECKING

from carrozza.board.turn import START, TICKET_CHOICE, TURN, end_turn
from carrozza.core.actions import KeepTickets
from carrozza.core.events import Event, TicketsKept, TicketsOffered

if TYPE_CHECKING:
    from carrozza.board.state import BoardState

# Marks of tickets in the deck, besides the seat that put one there.
FRESH = -1  # never seen by anybody
MIXED = -2  # returned at the start and shuffled with those of the others


def draw_tickets(s: "BoardState", seat: int, i: int) -> list[Event]:
    s.passes = 0
    count = min(s.lookups.spec.draw_tickets, len(s.ticket_deck))
    offer = [s.ticket_deck.pop() for _ in range(count)]
    del s.ticket_marks[-count:]
    s.offers[seat] = offer
    s.phase = TICKET_CHOICE
    return [TicketsOffered(seat, count, tuple(offer))]


def keep_tickets(s: "BoardState", seat: int, i: int) -> list[Event]:
    action = s.lookups.space.actions[i]
    assert type(action) is KeepTickets
    offer = s.offers[seat]
    kept = [offer[slot] for slot in action.keep]
    back = [offer[slot] for slot in action.back]
    s.tickets[seat] += kept
    s.offers[seat] = []
    events: list[Event] = [TicketsKept(seat, len(kept), len(back), tuple(kept), tuple(back))]
    if s.phase == START:
        s.returned_at_start[seat] = back
        s.kept_at_start[seat] = len(kept)
        s.pending &= ~(1 << seat)
        if s.pending:
            s.seat = (s.pending & -s.pending).bit_length() - 1
        else:
            _begin(s)
    else:
        s.ticket_deck[:0] = reversed(back)
        s.ticket_marks[:0] = [seat] * len(back)
        end_turn(s, events)
    return events


def _begin(s: "BoardState") -> None:
    """Everybody has chosen. The tickets refused go under the deck, shuffled together, or leave."""
    if not s.lookups.spec.returned_leave_game:
        back = s.rng.shuffled(ticket for returned in s.returned_at_start for ticket in returned)
        s.ticket_deck[:0] = back
        s.ticket_marks[:0] = [MIXED] * len(back)
    s.phase = TURN
    s.seat = s.first
    s.pending = 1 << s.seat
