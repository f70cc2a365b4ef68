"""Tickets: the opening choice of all seats at once, and later draws."""

from typing import TYPE_CHECKING

from carrozza.core.card_state import START
from carrozza.core.events import Event
from carrozza.core.space import bits
from carrozza.core.ticket_choice import FRESH, all_have_chosen, choose, offer_tickets, put_under
from carrozza.games.card_game.spec import DRAW_TICKETS
from carrozza.games.card_game.turn import begin_turn, end_turn

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState


def draw_tickets(s: "CardGameState", seat: int, i: int) -> list[Event]:
    return [offer_tickets(s, seat, DRAW_TICKETS)]


def keep_tickets(s: "CardGameState", seat: int, i: int) -> list[Event]:
    back, kept = choose(s, seat, i)
    events: list[Event] = [kept]
    if s.phase == START:
        s.returned_at_start[seat] = _mask(back)
        if all_have_chosen(s, seat):
            _begin(s, events)
    else:
        s.returned_later[seat] |= _mask(back)
        put_under(s, seat, back)
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
