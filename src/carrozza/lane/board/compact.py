"""Compact actions of a board by their numbers. Of the payments in a colour it is the best one, as
in the compact form of `legal.py`."""

from carrozza.board.lookups import CLAIM, DECLINE_TUNNEL, ENTER_TUNNEL, PAY_TUNNEL, STATION
from carrozza.core.card_state import SECOND_CARD, TURN
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import KEEP
from carrozza.lane.bits import ONE, ZERO, Word, Words, add, lowest
from carrozza.lane.board import stations, tunnels
from carrozza.lane.board.draw import second_card_mask
from carrozza.lane.board.legal import claim_id, find_claims, find_sites, turn_draws
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.numbering import DECLINE, FIRST_KEEP, PAY
from carrozza.lane.board.state import WORDS, State, Work
from carrozza.lane.compact import (
    PASS,
    add_draws,
    add_keeps,
    clear,
    count_all,
    draw_id,
    draw_number,
    is_choosing,
    keep_answer,
)
from carrozza.lane.compiled import compiled


@compiled
def find_compact(s: State, board: Board, seat: int, work: Work, wasteful: bool) -> int:
    """Into `work.mask`: the numbers of the compact actions that a seat may take; how many. Not
    `wasteful`, Locomotives alone pay only where nothing else does."""
    clear(work.mask, board.compact_size)
    if is_choosing(s):
        add_keeps(s, board, 0, seat, FIRST_KEEP, work.mask)
    elif s.phase == TURN:
        found = add_draws(s, turn_draws(s, board), work.mask)
        found += add_builds(s, board, seat, work, wasteful)
        if not found:
            add(work.mask, PASS)
    elif s.phase == SECOND_CARD:
        add_draws(s, second_card_mask(s, board), work.mask)
    else:
        add(work.mask, DECLINE)
        if tunnels.payments(s, board, seat) != ZERO:
            add(work.mask, PAY)
    return count_all(work.mask, board.compact_size)


@compiled
def add_builds(s: State, board: Board, seat: int, work: Work, wasteful: bool) -> int:
    found = find_claims(s, board, seat, work)
    for w in range(WORDS):
        coloured = ZERO
        for colour in range(KINDS):
            routes = work.claims[colour, w]
            if colour == LOCOMOTIVE and not wasteful:
                routes &= ~coloured
            coloured |= routes
            add_by_colour(routes, 64 * w, board.first_claim, colour, work.mask)
    if board.stations:
        found += find_sites(s, board, seat, work)
        coloured = ZERO
        for colour in range(KINDS):
            cities = work.sites[colour]
            if colour == LOCOMOTIVE and not wasteful:
                cities &= ~coloured
            coloured |= cities
            add_by_colour(cities, 0, board.first_station, colour, work.mask)
    return found


@compiled
def add_by_colour(places: Word, offset: int, first: int, colour: int, mask: Words) -> None:
    """Routes or cities, a word of them, in a colour."""
    while places != ZERO:
        place = offset + lowest(places)
        places &= places - ONE
        add(mask, first + KINDS * place + colour)


@compiled
def compact_id(s: State, board: Board, seat: int, number: int, work: Work) -> int:
    """The id of a compact action that may be taken."""
    if number <= PASS:
        return draw_id(s, number)
    if number == DECLINE:
        return board.decline_id
    if number == PAY:
        return board.tunnel_id + lowest(tunnels.payments(s, board, seat))
    if number < board.first_claim:
        return keep_answer(s, board, 0, seat, number - FIRST_KEEP)
    if number < board.first_station:
        at = number - board.first_claim
        return claim_id(s, board, seat, at // KINDS, at % KINDS, work)
    at = number - board.first_station
    ways = stations.payments(s, board, seat) & board.station_colour[at % KINDS]
    return board.station_id + board.station_size * (at // KINDS) + lowest(ways)


@compiled
def compact_number(s: State, board: Board, i: int) -> int:
    """The compact action that an id comes to, whatever else it pays."""
    kind = board.kind[i]
    if kind in (CLAIM, ENTER_TUNNEL):
        return board.first_claim + KINDS * board.arg[i] + board.colour[i]
    if kind == KEEP:
        return FIRST_KEEP + board.keep[i]
    if kind == STATION:
        return board.first_station + KINDS * board.arg[i] + board.colour[i]
    if kind == PAY_TUNNEL:
        return PAY
    if kind == DECLINE_TUNNEL:
        return DECLINE
    return draw_number(s, kind, board.arg[i])
