"""The compact actions of a board: cards by their kind, routes and stations by the colour that pays
for them, sets of tickets to keep. Ways to pay that only waste cards are left out."""

from typing import Any

from carrozza.board.lookups import CLAIM, DECLINE_TUNNEL, ENTER_TUNNEL, PAY_TUNNEL, STATION
from carrozza.bots.scholar.boards.records import CLAIMS, DECLINE, PAY, SIMPLE, Facts
from carrozza.bots.scholar.common import (
    PASS,
    answer_id,
    first_choice,
    first_id,
    is_choosing,
    mark_draws,
    mark_keeps,
)
from carrozza.bots.scholar.compiled import compiled
from carrozza.core.card_state import SECOND_CARD, TURN
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import KEEP
from carrozza.lane.bits import ONE, ZERO, lowest
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
    if is_choosing(s):
        mark_keeps(s, board, 0, seat, SIMPLE, out)
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
    if choice <= PASS:
        return first_id(s, choice)
    if choice == DECLINE:
        return board.decline_id
    if choice == PAY:
        return board.tunnel_id + lowest(tunnels.payments(s, board, seat))
    if choice < CLAIMS:
        return answer_id(s, board, 0, seat, choice - SIMPLE)
    if choice < facts.stations:
        at = choice - CLAIMS
        return claim_id(s, board, seat, at // KINDS, at % KINDS, work)
    at = choice - facts.stations
    ways = stations.payments(s, board, seat) & board.station_colour[at % KINDS]
    return board.station_id + board.station_size * (at // KINDS) + lowest(ways)


@compiled
def choice_of(s: State, board: Board, facts: Facts, i: int) -> int:
    """The compact action that an id comes to, whatever else it pays."""
    kind = board.kind[i]
    if kind in (CLAIM, ENTER_TUNNEL):
        return CLAIMS + KINDS * board.arg[i] + board.colour[i]
    if kind == KEEP:
        return SIMPLE + board.keep[i]
    if kind == STATION:
        return facts.stations + KINDS * board.arg[i] + board.colour[i]
    if kind == PAY_TUNNEL:
        return PAY
    if kind == DECLINE_TUNNEL:
        return DECLINE
    return first_choice(s, kind, board.arg[i])
