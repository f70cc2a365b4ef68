"""What a seat knows, as the vector that `carrozza.env` gives it: the parts that all games have.

Where each part begins, and by what its numbers are multiplied, comes from there.
"""

from typing import Any

import numpy as np

from carrozza.core.card_state import SECOND_CARD, TICKET_CHOICE, TURN
from carrozza.core.cards import KINDS
from carrozza.lane.bits import ONE, ZERO, Word, count, lowest
from carrozza.lane.compiled import compiled, compiled_apart

PARTS = (
    # of all games
    "turns_left", "deck", "hand", "discards", "hand_sizes", "seen_hands", "ticket_counts",
    "kept_at_start", "offer_sizes", "own_returns", "phase", "to_act", "turn", "first", "last_round",
    "market", "tickets", "offer", "returned_at_start", "ticket_deck",
    # of the board games
    "passes", "trains", "points", "tunnel_laid", "tunnel_revealed", "tunnel_extra", "joined",
    "routes", "stations", "bonus_cards", "tunnel",
    # of the card game
    "decks_left", "yard_cards", "yard_locomotives", "track_sizes", "remembered_tracks", "tracks",
    "resumes", "track_shown", "ever_returned", "chosen", "completed",
)  # fmt: skip
# Where each part begins; one that this game does not have begins at the end.
LAYOUT = np.dtype([("all_tickets", "i4"), *((name, "i4") for name in PARTS)])
State = Any  # a record of any game
Layout = Any  # a record of LAYOUT
Vector = Any


@compiled
def other(s: State, seat: int, i: int) -> int:
    """The seats in order, from the observer on."""
    found = seat + i
    return found - s.players if found >= s.players else found


@compiled
def mark(word: Word, start: int, out: Vector) -> None:
    """A 1 for each bit of a word."""
    while word != ZERO:
        out[start + lowest(word)] = 1
        word &= word - ONE


@compiled
def multiply(scale: Vector, out: Vector) -> None:
    for i in range(len(scale)):
        out[i] = np.float32(out[i] * scale[i])


@compiled_apart
def observe_seats(s: State, seat: int, at: Layout, out: Vector) -> None:
    for kind in range(KINDS):
        out[at.hand + kind] = s.hands[seat, kind]
    for i in range(s.players):
        who = other(s, seat, i)
        cards = 0
        for kind in range(KINDS):
            cards += s.hands[who, kind]
            out[at.seen_hands + KINDS * i + kind] = s.known[who, kind]
        out[at.hand_sizes + i] = cards
        out[at.ticket_counts + i] = count(s.tickets[who])
        out[at.kept_at_start + i] = s.kept_at_start[who]
        out[at.offer_sizes + i] = s.offered[who]
        out[at.to_act + i] = s.pending >> who & 1
        out[at.first + i] = who == s.first


@compiled_apart
def observe_table(s: State, market: int, seat: int, at: Layout, out: Vector) -> None:
    out[at.turns_left] = max(s.last_turns, 0)
    out[at.last_round] = s.last_turns >= 0
    out[at.deck] = s.deck_size
    out[at.phase + s.phase] = 1
    if s.phase == TURN or s.phase == SECOND_CARD or s.phase == TICKET_CHOICE:
        observe_turn(s, seat, at, out)
    for kind in range(KINDS):
        out[at.discards + kind] = s.discards[kind]
    for slot in range(market):
        if s.market[slot] >= 0:
            out[at.market + KINDS * slot + s.market[slot]] = 1
    mark(s.tickets[seat], at.tickets, out)
    mark(s.returned_at_start[seat], at.returned_at_start, out)
    for slot in range(s.offered[seat]):
        out[at.offer + at.all_tickets * slot + s.offers[seat, slot]] = 1


@compiled
def observe_turn(s: State, seat: int, at: Layout, out: Vector) -> None:
    out[at.turn + (s.seat - seat + s.players) % s.players] = 1


@compiled_apart
def observe_ticket_deck(
    s: State, above: int, marks: int, seat: int, at: Layout, out: Vector
) -> None:
    """Tickets put under the deck, below so many others: by whom, and where one's own lie."""
    size = len(s.under)
    for n in range(s.under_size):
        i = (s.under_first + n) % size
        by = (s.under_by[i] - seat + s.players) % s.players
        out[at.ticket_deck + (marks + s.players) * (above + n) + marks + by] = 1
        if by == 0:
            out[at.own_returns + s.under[i]] = above + n + 1
