"""A board game dealt and played; the twin of `carrozza.board.game` and of `BoardState._play`."""

from carrozza.board.lookups import CLAIM, DECLINE_TUNNEL, ENTER_TUNNEL, PAY_TUNNEL, STATION
from carrozza.core.card_state import START
from carrozza.core.cards import KINDS
from carrozza.core.lookups import BLIND, FACE_UP, KEEP, PASS, STOP, TICKETS
from carrozza.lane.bits import ZERO, bit
from carrozza.lane.board.claim import claim_route
from carrozza.lane.board.draw import draw_blind, draw_face_up, sweep, top_card, turn_up
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import NONE, PLAYERS, WORDS, State
from carrozza.lane.board.stations import build_station
from carrozza.lane.board.tickets import draw_tickets, keep_tickets, top_ticket
from carrozza.lane.board.tunnels import decline_tunnel, enter_tunnel, pay_tunnel
from carrozza.lane.board.turn import end_turn, pass_turn
from carrozza.lane.chance import Chance, some_of, some_seat
from carrozza.lane.compiled import compiled, compiled_apart


@compiled_apart
def deal(s: State, chance: Chance, board: Board, players: int) -> None:
    clear(s, board, players)
    s.first = some_seat(chance, players)
    draw_bonus_cards(s, chance, board)
    for seat in range(players):
        for _ in range(board.hand):
            s.hands[seat, top_card(s, chance)] += 1
    for slot in range(board.market):
        turn_up(s, chance, slot)
    sweep(s, chance, board)
    deal_tickets(s, chance, board)


@compiled_apart
def clear(s: State, board: Board, players: int) -> None:
    """Nothing is dealt yet."""
    s.players = players
    s.phase = START
    s.seat = 0
    s.pending = (1 << players) - 1
    s.last_turns = -1
    s.passes = 0
    s.tunnel = NONE
    s.deck_size = 0
    s.discarded = 0
    for kind in range(KINDS):
        s.deck[kind] = board.all_cards[kind]
        s.deck_size += board.all_cards[kind]
        s.discards[kind] = 0
    for w in range(WORDS):
        s.taken[w] = ZERO
        s.open[w] = board.all_routes[w]
    for seat in range(PLAYERS):
        for w in range(WORDS):
            s.routes[seat, w] = ZERO
            s.barred[seat, w] = ZERO
        for kind in range(KINDS):
            s.hands[seat, kind] = 0
            s.known[seat, kind] = 0
        s.stations[seat] = ZERO
        s.tickets[seat] = ZERO
        s.returned_at_start[seat] = ZERO
        s.kept_at_start[seat] = 0
        s.offered[seat] = 0
        s.trains[seat] = board.trains
        s.points[seat] = 0
    s.fresh = board.short_tickets
    s.mixed = ZERO
    s.under_first = 0
    s.under_size = 0


@compiled
def draw_bonus_cards(s: State, chance: Chance, board: Board) -> None:
    left = bit(board.bonus_count) - bit(0)
    s.bonus_cards = ZERO
    for _ in range(min(board.bonus_cards, board.bonus_count)):
        card = some_of(chance, left)
        left &= ~bit(card)
        s.bonus_cards |= bit(card)


@compiled
def deal_tickets(s: State, chance: Chance, board: Board) -> None:
    """The long tickets come first in an offer; those not dealt leave the game."""
    long = board.long_tickets
    for seat in range(s.players):
        for slot in range(board.deal_long):
            ticket = some_of(chance, long)
            long &= ~bit(ticket)
            s.offers[seat, slot] = ticket
        for slot in range(board.deal_tickets):
            s.offers[seat, board.deal_long + slot] = top_ticket(s, chance)
        s.offered[seat] = board.deal_long + board.deal_tickets


@compiled_apart
def play(s: State, chance: Chance, board: Board, seat: int, i: int) -> None:
    """Do the legal action with id `i`."""
    kind = board.kind[i]
    if kind == CLAIM:
        claim_route(s, chance, board, seat, i)
    elif kind == BLIND:
        draw_blind(s, chance, board, seat)
    elif kind == FACE_UP:
        draw_face_up(s, chance, board, seat, board.arg[i])
    elif kind == TICKETS:
        draw_tickets(s, chance, board, seat)
    elif kind == KEEP:
        keep_tickets(s, board, seat, i)
    elif kind == ENTER_TUNNEL:
        enter_tunnel(s, chance, board, seat, i)
    elif kind == PAY_TUNNEL:
        pay_tunnel(s, chance, board, seat, i)
    elif kind == DECLINE_TUNNEL:
        decline_tunnel(s, chance, board, seat)
    elif kind == STATION:
        build_station(s, chance, board, seat, i)
    elif kind == STOP:
        end_turn(s, board)
    elif kind == PASS:
        pass_turn(s, board)
