"""Tickets offered, kept and put back: the steps that all games share."""

from carrozza.core.actions import KeepTickets
from carrozza.core.card_state import TICKET_CHOICE, CardState
from carrozza.core.events import TicketsKept, TicketsOffered

FRESH = -1  # the mark of a ticket in the deck that nobody has put to the bottom


def offer_tickets(s: CardState, seat: int, most: int) -> TicketsOffered:
    """Tickets from the top of the deck, fewer if there are no more."""
    offer = s.ticket_deck[: -most - 1 : -1]
    del s.ticket_deck[-most:]
    del s.ticket_marks[-most:]
    s.offers[seat] = offer
    s.phase = TICKET_CHOICE
    return TicketsOffered(seat, len(offer), tuple(offer))


def choose(s: CardState, seat: int, i: int) -> tuple[list[int], TicketsKept]:
    """Keep what the answer keeps; the tickets that it gives back."""
    action = s.lookups.space.actions[i]
    assert type(action) is KeepTickets
    offer = s.offers[seat]
    kept = [offer[slot] for slot in action.keep]
    back = [offer[slot] for slot in action.back]
    s.tickets[seat] += kept
    s.offers[seat] = []
    return back, TicketsKept(seat, len(kept), len(back), tuple(kept), tuple(back))


def all_have_chosen(s: CardState, seat: int) -> bool:
    """A seat has made its opening choice. Was it the last one?"""
    s.kept_at_start[seat] = len(s.tickets[seat])
    s.pending &= ~(1 << seat)
    if s.pending:
        s.seat = (s.pending & -s.pending).bit_length() - 1
    return not s.pending


def put_under(s: CardState, seat: int, back: list[int]) -> None:
    """Tickets go to the bottom of the deck in this order, and their owner knows them there."""
    s.ticket_deck[:0] = reversed(back)
    s.ticket_marks[:0] = [seat] * len(back)
