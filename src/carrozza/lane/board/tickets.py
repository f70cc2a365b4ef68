"""Tickets: the opening choice of all seats at once, and later draws; the twin of
`carrozza.board.tickets` and of `carrozza.core.ticket_choice`."""

from carrozza.core.card_state import START, TICKET_CHOICE, TURN
from carrozza.lane.bits import ZERO, bit, count, lowest
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import OFFER, TICKETS, State
from carrozza.lane.board.turn import end_turn
from carrozza.lane.chance import Chance, some_of
from carrozza.lane.compiled import compiled


@compiled
def left(s: State) -> int:
    """Tickets in the deck."""
    return count(s.fresh) + count(s.mixed) + s.under_size


@compiled
def draw_tickets(s: State, chance: Chance, board: Board, seat: int) -> None:
    s.passes = 0
    offered = min(left(s), board.draw_tickets)
    for slot in range(offered):
        s.offers[seat, slot] = top_ticket(s, chance)
    s.offered[seat] = offered
    s.phase = TICKET_CHOICE


@compiled
def top_ticket(s: State, chance: Chance) -> int:
    if s.fresh != ZERO:
        ticket = some_of(chance, s.fresh)
        s.fresh &= ~bit(ticket)
    elif s.mixed != ZERO:
        ticket = some_of(chance, s.mixed)
        s.mixed &= ~bit(ticket)
    else:
        ticket = int(s.under[s.under_first])
        s.under_first = (s.under_first + 1) % TICKETS
        s.under_size -= 1
    return ticket


@compiled
def keep_tickets(s: State, board: Board, seat: int, i: int) -> None:
    opening = s.phase == START
    for slot in range(s.offered[seat]):
        if board.keep[i] >> slot & 1:
            s.tickets[seat] |= bit(s.offers[seat, slot])
        elif opening:
            s.returned_at_start[seat] |= bit(s.offers[seat, slot])
    if opening:
        s.offered[seat] = 0
        begin_when_all_have_chosen(s, board, seat)
        return
    for n in range(OFFER):
        if board.back[i, n] >= 0:
            put_under(s, seat, s.offers[seat, board.back[i, n]])
    s.offered[seat] = 0
    end_turn(s, board)


@compiled
def put_under(s: State, seat: int, ticket: int) -> None:
    """Their owner knows them there."""
    at = (s.under_first + s.under_size) % TICKETS
    s.under[at] = ticket
    s.under_by[at] = seat
    s.under_size += 1


@compiled
def begin_when_all_have_chosen(s: State, board: Board, seat: int) -> None:
    """The tickets refused go under the deck, shuffled together, or leave."""
    s.kept_at_start[seat] = count(s.tickets[seat])
    s.pending &= ~(1 << seat)
    if s.pending:
        s.seat = lowest(bit(0) * s.pending)
        return
    if not board.returned_leave_game:
        for other in range(s.players):
            s.mixed |= s.returned_at_start[other]
    s.phase = TURN
    s.seat = s.first
    s.pending = 1 << s.seat
