"""Tickets: the opening choice of all seats at once, and later draws."""

from typing import TYPE_CHECKING

from carrozza.board.turn import end_turn
from carrozza.core.card_state import START, TURN
from carrozza.core.events import Event
from carrozza.core.ticket_choice import all_have_chosen, choose, offer_tickets, put_under

if TYPE_CHECKING:
    from carrozza.board.state import BoardState

MIXED = -2  # the mark of a ticket returned at the start and shuffled with those of the others


def draw_tickets(s: "BoardState", seat: int, i: int) -> list[Event]:
    s.passes = 0
    return [offer_tickets(s, seat, s.lookups.spec.draw_tickets)]


def keep_tickets(s: "BoardState", seat: int, i: int) -> list[Event]:
    back, kept = choose(s, seat, i)
    events: list[Event] = [kept]
    if s.phase == START:
        s.returned_at_start[seat] = back
        if all_have_chosen(s, seat):
            _begin(s)
    else:
        put_under(s, seat, back)
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
