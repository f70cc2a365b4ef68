"""What a seat that follows its plan does next."""

from carrozza.board.turn import TUNNEL
from carrozza.bots.planner.clock import CARDS_A_TURN, TRAINS_A_CLAIM, USEFUL
from carrozza.bots.search.boards.quick.claims import NO_CLAIM, link_claim
from carrozza.bots.search.boards.quick.compiled import compiled
from carrozza.bots.search.boards.quick.fillers import filler_claim
from carrozza.bots.search.boards.quick.hand import share_out
from carrozza.bots.search.boards.quick.plans import clear, mend
from carrozza.bots.search.boards.quick.records import NOBODY, Record
from carrozza.core.card_state import SECOND_CARD, START, TICKET_CHOICE
from carrozza.core.cards import KINDS
from carrozza.core.cards import LOCOMOTIVE as WILD
from carrozza.core.lookups import BLIND, FACE_UP
from carrozza.core.market import GAP
from carrozza.lane.bits import ZERO, bit, lowest
from carrozza.lane.board.legal import find_choices, nth_choice
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import State, Work
from carrozza.lane.board.tunnels import payments

HURRY = 1.6  # turns to the end when nothing is saved any more
NEAR_END = 18  # trains: before, there is no hurry
BLIND_COLOUR, BLIND_WILD = 0.109, 0.127  # the chance of each kind, drawn blind
NO_DRAW = -1


@compiled
def decide(m: Record, s: State, t: Record, board: Board, seat: int, work: Work) -> int:
    """The id of an action that is legal for the seat to act."""
    if s.phase == SECOND_CARD:
        return second_draw(m, s, t, board, seat)
    if s.phase == TUNNEL:
        ways = payments(s, board, seat)
        return int(board.decline_id if ways == ZERO else board.tunnel_id + lowest(ways))
    if s.phase in (START, TICKET_CHOICE):
        return answer(s, t, board, seat)
    t.turns[seat] += 1
    found = turn(m, s, t, board, seat)
    if found >= 0:
        return found
    # There is no card to draw: rarely so, and then it hardly matters what is done.
    return int(nth_choice(s, board, seat, find_choices(s, board, seat, work) - 1, work))


@compiled
def answer(s: State, t: Record, board: Board, seat: int) -> int:
    """To an offer of tickets: the wanted ones, or as nearly so as one may."""
    wanted = 0
    for slot in range(s.offered[seat]):
        if t.tickets[seat] & bit(s.offers[seat, slot]) != ZERO:
            wanted |= 1 << slot
    opening = s.phase == START
    size = board.start_count if opening else board.plain_count[s.offered[seat]]
    best, wrong = 0, 99
    for n in range(size):
        i = board.start_answers[n] if opening else board.plain_answers[s.offered[seat], n]
        off = 0
        for slot in range(s.offered[seat]):
            off += (board.keep[i] ^ wanted) >> slot & 1
        if off < wrong:
            best, wrong = i, off
    return int(best)


@compiled
def turn(m: Record, s: State, t: Record, board: Board, seat: int) -> int:
    if t.to_mend[seat]:
        mend(m, s, t, seat)
    if s.last_turns > 0:
        found = last_claim(m, s, t, board, seat)
        return found if found != NO_CLAIM else first_draw(s, t, board)
    ready = share_out(m, s, t, seat)
    if ready != NOBODY:
        found = link_claim(m, s, t, board, seat, m.link[ready], True)
        if found != NO_CLAIM:
            return found
    hurry = in_a_hurry(s, board)
    if hurry:
        for place in range(t.planned[seat]):
            found = link_claim(m, s, t, board, seat, t.plan[seat, place], False)
            if found != NO_CLAIM:
                return found
    if hurry or t.planned[seat] == 0:
        found = filler_claim(m, s, t, board, seat, hurry)
        if found != NO_CLAIM:
            return found
    return first_draw(s, t, board)


@compiled
def in_a_hurry(s: State, board: Board) -> bool:
    """Whether somebody is about to run out of trains."""
    for seat in range(s.players):
        if s.trains[seat] <= NEAR_END:
            to_lay = s.trains[seat] - board.last_round_at
            cards = 0
            for c in range(KINDS):
                cards += s.hands[seat, c]
            turns = max(0.0, to_lay - USEFUL * cards) / CARDS_A_TURN + to_lay / TRAINS_A_CLAIM
            if turns <= HURRY:
                return True
    return False


@compiled
def last_claim(m: Record, s: State, t: Record, board: Board, seat: int) -> int:
    """The last link of the plan, or what scores most at once."""
    for c in range(KINDS):
        t.spare[c] = s.hands[seat, c]
        t.values[c] = 0.0
    if t.planned[seat] == 1:
        found = link_claim(m, s, t, board, seat, t.plan[seat, 0], False)
        if found != NO_CLAIM:
            return found
    clear(m, t, seat)
    return filler_claim(m, s, t, board, seat, True)


@compiled
def blind_value(s: State, t: Record) -> float:
    if s.deck_size + s.discarded == 0:
        return -1.0
    value = BLIND_WILD * t.values[WILD]
    for c in range(WILD):
        value += BLIND_COLOUR * t.values[c]
    return float(value)


@compiled
def first_draw(s: State, t: Record, board: Board) -> int:
    """The card that is best with the one to follow."""
    best, value, next_value, wild = NO_DRAW, -1.0, -1.0, NO_DRAW
    for slot in range(board.market):
        card = s.market[slot]
        if card == WILD:
            wild = slot
        elif card != GAP and t.values[card] > value:
            best, value, next_value = slot, t.values[card], value
        elif card != GAP and t.values[card] > next_value:
            next_value = t.values[card]
    blind = blind_value(s, t)
    shown = value + max(next_value, blind)
    hidden = blind + max(value, blind)
    if wild != NO_DRAW and t.values[WILD] > max(shown, hidden):
        return FACE_UP + wild
    if best != NO_DRAW and shown >= hidden:
        return FACE_UP + best
    return BLIND if blind >= 0 else NO_DRAW


@compiled
def second_draw(m: Record, s: State, t: Record, board: Board, seat: int) -> int:
    share_out(m, s, t, seat)
    best, value = BLIND, blind_value(s, t)
    for slot in range(board.market):
        card = s.market[slot]
        if card != WILD and card != GAP and t.values[card] >= value:
            best, value = FACE_UP + slot, t.values[card]
    return best
