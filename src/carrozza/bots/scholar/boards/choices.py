"""The compact actions of a board: cards by their kind, routes and stations by the colour that pays
for them, sets of tickets to keep. Ways to pay that only waste cards are left out."""

from typing import Any

from carrozza.board.lookups import CLAIM, DECLINE_TUNNEL, ENTER_TUNNEL, PAY_TUNNEL, STATION
from carrozza.bots.scholar.boards.records import (
    BLIND,
    CLAIMS,
    DECLINE,
    DRAW_TICKETS,
    PASS,
    PAY,
    SIMPLE,
    STOP,
    Facts,
)
from carrozza.bots.scholar.compiled import compiled
from carrozza.core import lookups as ids
from carrozza.core.card_state import SECOND_CARD, START, TICKET_CHOICE, TURN
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import FACE_UP
from carrozza.lane.bits import ONE, ZERO, Word, lowest
from carrozza.lane.board import stations, tunnels
from carrozza.lane.board.draw import second_card_mask
from carrozza.lane.board.legal import claim_id, find_claims, find_sites, turn_draws
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import WORDS, State, Work


@compiled
def mark_choices(s: State, board: Board, facts: Facts, seat: int, work: Work, out: Any) -> None:
    """A 1 for each compact action that a seat may take."""
    for i in range(facts.actions):
        out[i] = 0
    if s.phase == START:
        for n in range(board.start_count):
            out[SIMPLE + board.keep[board.start_answers[n]]] = 1
    elif s.phase == TICKET_CHOICE:
        offered = s.offered[seat]
        for n in range(board.plain_count[offered]):
            out[SIMPLE + board.keep[board.plain_answers[offered, n]]] = 1
    elif s.phase == TURN:
        draws = turn_draws(s, board)
        found = mark_draws(s, draws, out)
        found += mark_builds(s, board, facts, seat, work, out)
        if not found:
            out[PASS] = 1
    elif s.phase == SECOND_CARD:
        mark_draws(s, second_card_mask(s, board), out)
    else:
        out[DECLINE] = 1
        if tunnels.payments(s, board, seat) != ZERO:
            out[PAY] = 1


@compiled
def mark_draws(s: State, draws: Word, out: Any) -> int:
    found = 0
    while draws != ZERO:
        i = lowest(draws)
        draws &= draws - ONE
        found += 1
        if i >= FACE_UP:
            out[s.market[i - FACE_UP]] = 1
        elif i == ids.BLIND:
            out[BLIND] = 1
        elif i == ids.TICKETS:
            out[DRAW_TICKETS] = 1
        else:
            out[STOP] = 1
    return found


@compiled
def mark_builds(s: State, board: Board, facts: Facts, seat: int, work: Work, out: Any) -> int:
    """Locomotives alone pay only where nothing else does."""
    found = find_claims(s, board, seat, work)
    for w in range(WORDS):
        coloured = ZERO
        for colour in range(KINDS):
            routes = work.claims[colour, w]
            if colour == LOCOMOTIVE:
                routes &= ~coloured
            coloured |= routes
            while routes != ZERO:
                route = 64 * w + lowest(routes)
                routes &= routes - ONE
                out[CLAIMS + KINDS * route + colour] = 1
    if board.stations:
        found += find_sites(s, board, seat, work)
        coloured = ZERO
        for colour in range(KINDS):
            cities = work.sites[colour]
            if colour == LOCOMOTIVE:
                cities &= ~coloured
            coloured |= cities
            while cities != ZERO:
                city = lowest(cities)
                cities &= cities - ONE
                out[facts.stations + KINDS * city + colour] = 1
    return found


@compiled
def id_of(s: State, board: Board, facts: Facts, seat: int, choice: int, work: Work) -> int:
    """The id of a compact action that is marked."""
    if choice < KINDS:
        slot = 0
        while s.market[slot] != choice:
            slot += 1
        return FACE_UP + slot
    if choice < SIMPLE:
        return simple_id(s, board, seat, choice)
    if choice < CLAIMS:
        return answer_id(s, board, seat, choice - SIMPLE)
    if choice < facts.stations:
        at = choice - CLAIMS
        return claim_id(s, board, seat, at // KINDS, at % KINDS, work)
    at = choice - facts.stations
    ways = stations.payments(s, board, seat) & board.station_colour[at % KINDS]
    return board.station_id + board.station_size * (at // KINDS) + lowest(ways)


@compiled
def simple_id(s: State, board: Board, seat: int, choice: int) -> int:
    if choice == BLIND:
        return ids.BLIND
    if choice == DRAW_TICKETS:
        return ids.TICKETS
    if choice == STOP:
        return ids.STOP
    if choice == PASS:
        return ids.PASS
    if choice == DECLINE:
        return board.decline_id
    return board.tunnel_id + lowest(tunnels.payments(s, board, seat))


@compiled
def answer_id(s: State, board: Board, seat: int, keep: int) -> int:
    if s.phase == START:
        for n in range(board.start_count):
            if board.keep[board.start_answers[n]] == keep:
                return board.start_answers[n]
    offered = s.offered[seat]
    for n in range(board.plain_count[offered]):
        if board.keep[board.plain_answers[offered, n]] == keep:
            return board.plain_answers[offered, n]
    return -1


@compiled
def choice_of(s: State, board: Board, facts: Facts, i: int) -> int:
    """The compact action that an id comes to, whatever else it pays."""
    kind = board.kind[i]
    if kind in (CLAIM, ENTER_TUNNEL):
        return CLAIMS + KINDS * board.arg[i] + board.colour[i]
    if kind == FACE_UP:
        return s.market[board.arg[i]]
    if kind == ids.KEEP:
        return SIMPLE + board.keep[i]
    if kind == STATION:
        return facts.stations + KINDS * board.arg[i] + board.colour[i]
    if kind == PAY_TUNNEL:
        return PAY
    if kind == DECLINE_TUNNEL:
        return DECLINE
    if kind == ids.BLIND:
        return BLIND
    if kind == ids.TICKETS:
        return DRAW_TICKETS
    return STOP if kind == ids.STOP else PASS
