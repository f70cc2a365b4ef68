"""Tickets: the opening choice of all seats at once, and later draws."""

from typing import TYPE_CHECKING

from carrozza.core.actions import KeepTickets
from carrozza.core.events import Event, TicketsKept, TicketsOffered
from carrozza.core.space import bits
from carrozza.games.card_game.spec import DRAW_TICKETS
from carrozza.games.card_game.turn import START, TICKET_CHOICE, begin_turn, end_turn

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState

FRESH = -1  # the mark of a ticket in the deck that no seat has put to the bottom


def draw_tickets(s: "CardGameState", seat: int, i: int) -> list[Event]:
    offer = s.ticket_deck[: -DRAW_TICKETS - 1 : -1]
    del s.ticket_deck[-DRAW_TICKETS:]
    del s.ticket_marks[-DRAW_TICKETS:]
    s.offers[seat] = offer
    s.phase = TICKET_CHOICE
    return [TicketsOffered(seat, len(offer), tuple(offer))]


def keep_tickets(s: "CardGameState", seat: int, i: int) -> list[Event]:
    action = s.lookups.space.actions[i]
    assert type(action) is KeepTickets
    offer = s.offers[seat]
    kept = [offer[slot] for slot in action.keep]
    back = [offer[slot] for slot in action.back]
    s.tickets[seat] += kept
    s.offers[seat] = []
    events: list[Event] = [TicketsKept(seat, len(kept), len(back), tuple(kept), tuple(back))]
    if s.phase == START:
        s.returned_at_start[seat] = _mask(back)
        s.kept_at_start[seat] = len(kept)
        s.pending &= ~(1 << seat)
        if s.pending:
            s.seat = (s.pending & -s.pending).bit_length() - 1
        else:
            _begin(s, events)
        return events
    if back:
        s.returned_later[seat] |= _mask(back)
        s.ticket_deck[:0] = reversed(back)
        s.ticket_marks[:0] = [seat] * len(back)
    end_turn(s, events)
    return events


def _mask(tickets: list[int]) -> int:
    return sum(1 << ticket for ticket in tickets)


def _begin(s: "CardGameState", events: list[Event]) -> None:
    """Everybody has chosen. What they refused is shuffled into the whole ticket deck."""
    for returned in s.returned_at_start:
        s.ticket_deck += bits(returned)
    s.rng.shuffle(s.ticket_deck)
    s.ticket_marks = [FRESH] * len(s.ticket_deck)
    begin_turn(s, s.first, events)
