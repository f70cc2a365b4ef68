"""What a seat knows, as the vector that `carrozza.env` gives it. Where each part of it begins, and
by what its numbers are multiplied, comes from there."""

from typing import Any

import numpy as np

from carrozza.board.turn import TUNNEL
from carrozza.core.card_state import SECOND_CARD, TICKET_CHOICE, TURN
from carrozza.core.cards import KINDS
from carrozza.lane.bits import ONE, ZERO, count, lowest
from carrozza.lane.board.goals import points_with
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.paths import find_components
from carrozza.lane.board.state import NONE, TICKETS, WORDS, State, Work
from carrozza.lane.compiled import compiled, compiled_apart

PARTS = (
    "turns_left", "deck", "hand", "discards", "hand_sizes", "seen_hands", "ticket_counts",
    "kept_at_start", "offer_sizes", "own_returns", "passes", "trains", "points", "tunnel_laid",
    "tunnel_revealed", "tunnel_extra", "phase", "to_act", "turn", "first", "last_round", "market",
    "tickets", "offer", "returned_at_start", "ticket_deck", "joined", "routes", "stations",
    "bonus_cards", "tunnel",
)  # fmt: skip
# Where each part begins; one that this game does not have begins at the end, at `size`.
LAYOUT = np.dtype([("size", "i4"), ("all_tickets", "i4"), *((name, "i4") for name in PARTS)])
Layout = Any  # a record of it
Vector = Any  # numbers, all of them 0 at first


@compiled_apart
def observe(
    s: State, board: Board, seat: int, at: Layout, scale: Vector, out: Vector, work: Work
) -> None:
    for i in range(at.size):
        out[i] = 0
    observe_hands(s, seat, at, out)
    observe_table(s, board, seat, at, out)
    observe_tickets(s, board, seat, at, out, work)
    observe_ticket_deck(s, seat, at, out)
    observe_networks(s, board, seat, at, out)
    if at.tunnel < at.size and s.tunnel != NONE:
        observe_tunnel(s, board, at, out)
    for i in range(len(scale)):
        out[i] = np.float32(out[i] * scale[i])


@compiled
def other(s: State, seat: int, i: int) -> int:
    """The seats in order, from the observer on."""
    found = seat + i
    return found - s.players if found >= s.players else found


@compiled_apart
def observe_hands(s: State, seat: int, at: Layout, out: Vector) -> None:
    for kind in range(KINDS):
        out[at.hand + kind] = s.hands[seat, kind]
        out[at.discards + kind] = s.discards[kind]
    for i in range(s.players):
        who = other(s, seat, i)
        cards = 0
        for kind in range(KINDS):
            cards += s.hands[who, kind]
            out[at.seen_hands + KINDS * i + kind] = s.known[who, kind]
        out[at.hand_sizes + i] = cards
        out[at.trains + i] = s.trains[who]
        out[at.points + i] = s.points[who]
        out[at.ticket_counts + i] = count(s.tickets[who])
        out[at.kept_at_start + i] = s.kept_at_start[who]
        out[at.offer_sizes + i] = s.offered[who]
        out[at.to_act + i] = s.pending >> who & 1
        out[at.first + i] = who == s.first


@compiled_apart
def observe_table(s: State, board: Board, seat: int, at: Layout, out: Vector) -> None:
    out[at.turns_left] = max(s.last_turns, 0)
    out[at.last_round] = s.last_turns >= 0
    out[at.deck] = s.deck_size
    out[at.passes] = s.passes
    out[at.phase + s.phase] = 1
    turn = s.phase == TURN or s.phase == SECOND_CARD
    if turn or s.phase == TICKET_CHOICE or s.phase == TUNNEL:
        out[at.turn + (s.seat - seat + s.players) % s.players] = 1
    for slot in range(board.market):
        if s.market[slot] >= 0:
            out[at.market + KINDS * slot + s.market[slot]] = 1
    cards = s.bonus_cards
    while cards != ZERO:
        out[at.bonus_cards + lowest(cards)] = 1
        cards &= cards - ONE


@compiled_apart
def observe_tickets(s: State, board: Board, seat: int, at: Layout, out: Vector, work: Work) -> None:
    find_components(s, board, seat, work)
    held = s.tickets[seat]
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        out[at.tickets + ticket] = 1
        out[at.joined + ticket] = points_with(board, ticket, work.label) > 0
    refused = s.returned_at_start[seat]
    while refused != ZERO:
        out[at.returned_at_start + lowest(refused)] = 1
        refused &= refused - ONE
    for slot in range(s.offered[seat]):
        out[at.offer + at.all_tickets * slot + s.offers[seat, slot]] = 1


@compiled_apart
def observe_ticket_deck(s: State, seat: int, at: Layout, out: Vector) -> None:
    """From the top: by whom each ticket was put there, and where one's own lie."""
    width = 2 + s.players
    place = 0
    for _ in range(count(s.fresh)):
        out[at.ticket_deck + width * place] = 1
        place += 1
    for _ in range(count(s.mixed)):
        out[at.ticket_deck + width * place + 1] = 1
        place += 1
    for n in range(s.under_size):
        i = (s.under_first + n) % TICKETS
        by = (s.under_by[i] - seat + s.players) % s.players
        out[at.ticket_deck + width * place + 2 + by] = 1
        place += 1
        if by == 0:
            out[at.own_returns + s.under[i]] = place


@compiled_apart
def observe_networks(s: State, board: Board, seat: int, at: Layout, out: Vector) -> None:
    for i in range(s.players):
        who = other(s, seat, i)
        for w in range(WORDS):
            routes = s.routes[who, w]
            while routes != ZERO:
                out[at.routes + board.route_count * i + 64 * w + lowest(routes)] = 1
                routes &= routes - ONE
        cities = s.stations[who]
        while cities != ZERO:
            out[at.stations + board.city_count * i + lowest(cities)] = 1
            cities &= cities - ONE


@compiled_apart
def observe_tunnel(s: State, board: Board, at: Layout, out: Vector) -> None:
    out[at.tunnel + s.tunnel] = 1
    out[at.tunnel_extra] = s.extra
    for kind in range(KINDS):
        out[at.tunnel_laid + kind] = board.cost[s.laid, kind]
    for n in range(s.turned):
        out[at.tunnel_revealed + s.revealed[n]] += 1
