"""Tickets: the opening choice of all seats at once, and later draws; the twin of
`carrozza.games.card_game.tickets` and of `carrozza.core.ticket_choice`."""

from carrozza.core.card_state import START, TICKET_CHOICE
from carrozza.games.card_game.spec import DRAW_TICKETS
from carrozza.lane.bits import ZERO, bit, count, lowest
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import OFFER, TICKETS, State
from carrozza.lane.card_game.turn import begin_turn, end_turn
from carrozza.lane.chance import Chance, some_of
from carrozza.lane.compiled import compiled


@compiled
def left(s: State) -> int:
    """Tickets in the deck."""
    return count(s.fresh) + s.under_size


@compiled
def draw_tickets(s: State, chance: Chance, seat: int) -> None:
    offer_tickets(s, chance, seat, min(left(s), DRAW_TICKETS))
    s.phase = TICKET_CHOICE


@compiled
def offer_tickets(s: State, chance: Chance, seat: int, size: int) -> None:
    for slot in range(size):
        s.offers[seat, slot] = top_ticket(s, chance)
    s.offered[seat] = size


@compiled
def top_ticket(s: State, chance: Chance) -> int:
    if s.fresh != ZERO:
        ticket = some_of(chance, s.fresh)
        s.fresh &= ~bit(ticket)
    else:
        ticket = int(s.under[s.under_first])
        s.under_first = (s.under_first + 1) % TICKETS
        s.under_size -= 1
    return ticket


@compiled
def keep_tickets(s: State, cards: Cards, seat: int, i: int) -> None:
    answer = i - cards.keep_id
    returned = ZERO
    for slot in range(s.offered[seat]):
        if cards.keep[answer] >> slot & 1:
            s.tickets[seat] |= bit(s.offers[seat, slot])
        else:
            returned |= bit(s.offers[seat, slot])
    s.offered[seat] = 0
    if s.phase == START:
        s.returned_at_start[seat] = returned
        begin_when_all_have_chosen(s, seat)
        return
    s.returned_later[seat] |= returned
    for n in range(OFFER):
        if cards.back[answer, n] >= 0:
            put_under(s, seat, s.offers[seat, cards.back[answer, n]])
    end_turn(s)


@compiled
def put_under(s: State, seat: int, ticket: int) -> None:
    """Their owner knows them there."""
    at = (s.under_first + s.under_size) % TICKETS
    s.under[at] = ticket
    s.under_by[at] = seat
    s.under_size += 1


@compiled
def begin_when_all_have_chosen(s: State, seat: int) -> None:
    """What everybody refused is shuffled into the whole ticket deck."""
    s.kept_at_start[seat] = count(s.tickets[seat])
    s.pending &= ~(1 << seat)
    if s.pending:
        s.seat = lowest(bit(0) * s.pending)
        return
    for other in range(s.players):
        s.fresh |= s.returned_at_start[other]
    begin_turn(s, s.first)
