"""A position of the engine as a record of the lane."""

from array import array
from functools import lru_cache
from typing import Any

import numpy as np

from carrozza.board.lookups import Lookups
from carrozza.board.state import BoardState
from carrozza.board.tickets import MIXED
from carrozza.board.tunnels import Tunnel
from carrozza.core.cards import KINDS
from carrozza.core.ticket_choice import FRESH
from carrozza.lane.bits import ZERO
from carrozza.lane.board.state import NONE, OFFER, PLAYERS, STATE, TICKETS, WORDS, State
from carrozza.lane.compiled import compiled_apart
from carrozza.lane.packing import (
    Ints,
    Rows,
    counted,
    fixed,
    mask_of,
    packer,
    rows_of,
    wide_rows_of,
    words_of,
)

_pack = packer(STATE).pack
NO_TUNNEL = Tunnel(NONE, 0, (), 0)


def record_of(s: BoardState) -> Any:
    """An array of one record."""
    return np.frombuffer(bytearray(pack(s)), STATE)


def pack(s: BoardState) -> bytes:
    """The bytes of the record, its fields in their order; what the lane does not keep, the order of
    decks, is left out."""
    tunnel = s.tunnel or NO_TUNNEL
    built = _built(s.lookups, tuple(s.routes), s.taken, s.open, tuple(s.barred), tuple(s.stations))
    held, offered, under = _tickets(
        fixed(s.tickets),
        fixed(s.returned_at_start),
        s.bonus_cards,
        fixed(s.offers),
        tuple(s.ticket_deck),
        tuple(s.ticket_marks),
    )
    return _pack(
        *built,
        *held,
        array("h", s.points).tobytes(),
        tunnel.laid,
        tunnel.route,
        bytes(tunnel.revealed),
        len(tunnel.revealed),
        tunnel.extra,
        rows_of(s.hands),
        rows_of(s.known),
        counted(s.deck, KINDS),
        bytes(s.discards),
        array("b", s.market).tobytes(),
        bytes(s.trains).ljust(PLAYERS, bytes([s.lookups.spec.trains])),
        *offered,
        bytes(s.kept_at_start),
        *under,
        len(s.deck),
        s.discarded,
        s.setup.players,
        s.phase,
        s.first,
        s.seat,
        s.pending,
        s.last_turns,
        s.passes,
    )


@lru_cache(maxsize=64)  # most steps build nothing
def _built(
    lookups: Lookups, routes: Ints, taken: int, claims: int, barred: Ints, stations: Ints
) -> tuple[bytes, ...]:
    """From `routes` to `stations`."""
    # The routes that are neither taken nor closed, from the claims that are open.
    free = mask_of(r for r, actions in enumerate(lookups.route_actions) if claims & actions)
    return (
        words_of(routes, WORDS),
        words_of([taken], WORDS),
        words_of([free], WORDS),
        words_of(barred, WORDS),
        words_of(stations),
    )


@lru_cache(maxsize=64)  # most steps leave all tickets where they are
def _tickets(
    tickets: Rows, returned: Rows, bonus_cards: Ints, offers: Rows, deck: Ints, marks: Ints
) -> tuple[tuple[Any, ...], ...]:
    """From `tickets` to `mixed`, `offers` and `offered`, and from `under` to `under_size`."""
    marked = list(zip(deck, marks, strict=True))
    under = [(ticket, mark) for ticket, mark in reversed(marked) if mark >= 0]
    held = (
        words_of(map(mask_of, tickets)),
        words_of(map(mask_of, returned)),
        mask_of(bonus_cards),
        mask_of(ticket for ticket, mark in marked if mark == FRESH),
        mask_of(ticket for ticket, mark in marked if mark == MIXED),
    )
    offered = wide_rows_of(offers, OFFER), bytes(map(len, offers))
    return held, offered, (bytes(t for t, _ in under), bytes(by for _, by in under), 0, len(under))


@compiled_apart
def tidy(s: State) -> None:
    """Make equal positions equal in every byte: clear what has no meaning, and begin the ring of
    tickets at its first place."""
    if s.tunnel == NONE:
        s.laid = 0
        s.extra = 0
        s.turned = 0
    for n in range(s.turned, 3):
        s.revealed[n] = 0
    for seat in range(s.offers.shape[0]):
        for slot in range(s.offered[seat], OFFER):
            s.offers[seat, slot] = 0
        if seat >= s.players:
            s.tickets[seat] = ZERO
    while s.under_first > 0:  # rotate by one
        ticket, by = s.under[0], s.under_by[0]
        for at in range(TICKETS - 1):
            s.under[at] = s.under[at + 1]
            s.under_by[at] = s.under_by[at + 1]
        s.under[TICKETS - 1] = ticket
        s.under_by[TICKETS - 1] = by
        s.under_first -= 1
    for at in range(s.under_size, TICKETS):
        s.under[at] = 0
        s.under_by[at] = 0
