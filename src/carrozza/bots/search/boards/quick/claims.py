"""Claiming a route: what it takes, and which action that is."""

from typing import Any

from carrozza.bots.search.boards.quick.compiled import compiled
from carrozza.bots.search.boards.quick.plans import is_open
from carrozza.bots.search.boards.quick.records import ANY_COLOUR, NO_WAY, Record
from carrozza.core.cards import LOCOMOTIVE as WILD
from carrozza.lane.bits import has
from carrozza.lane.board.lookups import HELD, LENGTH, Board
from carrozza.lane.board.state import State

THRIFTY = 0.62  # of a route's length, the Locomotives it may take while there is time to save them
NEITHER = (-1, -1)
NO_CLAIM = -1


@compiled
def most_held(cards: Any) -> int:
    best = 0
    for c in range(1, WILD):
        if cards[c] > cards[best]:
            best = c
    return best


@compiled
def spaces(m: Record, route: int) -> tuple[int, int]:
    """Cards of a colour and Locomotives to hold for a route; one to spare for a tunnel."""
    if m.pairs:
        return m.length[route] + m.loco[route] + m.tunnel[route], 0
    return m.length[route] - m.loco[route] + m.tunnel[route], m.loco[route]


@compiled
def payment(m: Record, route: int, held: int, wild: int) -> tuple[int, int]:
    """Cards of a colour and Locomotives to pay with, as few of these as possible."""
    length, symbols = m.length[route], m.loco[route]
    paid = symbols
    need = length - symbols
    if m.pairs:  # a symbol takes a Locomotive, or two cards
        paid = 0
        while paid < symbols and held < length + symbols - 2 * paid:
            paid += 1
        need = length + symbols - 2 * paid
    if held < need:
        if not m.wild[route]:
            return NEITHER
        paid += need - held
        need = held
    if paid > wild:
        return NEITHER
    return need, paid


@compiled
def thrifty(m: Record, route: int, wild: int) -> bool:
    return bool(wild <= m.loco[route] + THRIFTY * m.length[route])


@compiled
def claim_of(m: Record, board: Board, route: int, colour: int, cards: int, wild: int) -> int:
    """The action that claims a route so, or NO_CLAIM."""
    if cards >= HELD or wild > LENGTH:
        return NO_CLAIM
    way = m.way[board.route_class[route], colour, cards, wild]
    return NO_CLAIM if way == NO_WAY else int(board.first_id[route] + way)


@compiled
def may_claim(s: State, seat: int, route: int) -> bool:
    return has(s.open, route) and not has(s.barred[seat], route)


@compiled
def link_claim(
    m: Record, s: State, t: Record, board: Board, seat: int, link: int, saving: bool
) -> int:
    """Claims a link with few Locomotives and cards that are not needed elsewhere; or NO_CLAIM."""
    best, colour, wild = NO_CLAIM, 0, 99
    if m.link_length[link] > s.trains[seat] or not is_open(m, s, seat, link):
        return NO_CLAIM
    for k in range(m.track_count[link]):
        route = m.tracks[link, k]
        if not may_claim(s, seat, route):
            continue
        for c in range(WILD):
            if m.colour[route] != ANY_COLOUR and m.colour[route] != c:
                continue
            need, paid = payment(m, route, s.hands[seat, c], s.hands[seat, WILD])
            if need < 0 or (saving and not thrifty(m, route, paid)):
                continue
            if paid < wild or (paid == wild and t.spare[c] > t.spare[colour]):
                found = claim_of(m, board, route, c, need, paid)
                if found != NO_CLAIM:
                    best, colour, wild = found, c, paid
    return best
