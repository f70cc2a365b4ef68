"""A position of the engine as a record of the lane."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from carrozza.board.lookups import Lookups
from carrozza.board.state import BoardState
from carrozza.board.tickets import MIXED
from carrozza.core.cards import counts_of
from carrozza.core.ticket_choice import FRESH
from carrozza.lane.bits import ZERO
from carrozza.lane.board.lookups import words
from carrozza.lane.board.state import NONE, OFFER, STATE, TICKETS, State
from carrozza.lane.compiled import compiled_apart


def record_of(s: BoardState) -> Any:
    """An array of one record; what the lane does not keep, the order of decks, is left out."""
    rows = np.zeros(1, STATE)
    r: Any = rows[0]
    n = s.setup.players
    _load_tickets(r, s)
    r["routes"][:n] = [words(mask) for mask in s.routes]
    r["taken"] = words(s.taken)
    r["open"] = words(_open_routes(s.lookups, s.open))
    r["barred"][:n] = [words(mask) for mask in s.barred]
    r["stations"][:n] = s.stations
    r["bonus_cards"] = _mask(s.bonus_cards)
    r["points"][:n] = s.points
    r["tunnel"] = NONE
    if s.tunnel is not None:
        r["tunnel"], r["laid"], r["extra"] = s.tunnel.route, s.tunnel.laid, s.tunnel.extra
        r["turned"] = len(s.tunnel.revealed)
        r["revealed"][: len(s.tunnel.revealed)] = s.tunnel.revealed
    r["hands"][:n] = s.hands
    r["known"][:n] = s.known
    r["deck"] = counts_of(s.deck)
    r["deck_size"] = len(s.deck)
    r["discards"] = s.discards
    r["discarded"] = s.discarded
    r["market"][: len(s.market)] = s.market
    r["trains"] = s.lookups.spec.trains
    r["trains"][:n] = s.trains
    for name in ("phase", "first", "seat", "pending", "last_turns", "passes"):
        r[name] = getattr(s, name)
    r["players"] = n
    return rows


def _load_tickets(r: Any, s: BoardState) -> None:
    n = s.setup.players
    r["tickets"][:n] = [_mask(held) for held in s.tickets]
    r["returned_at_start"][:n] = [_mask(back) for back in s.returned_at_start]
    r["kept_at_start"][:n] = s.kept_at_start
    for seat, offer in enumerate(s.offers):
        r["offers"][seat, : len(offer)] = offer
        r["offered"][seat] = len(offer)
    marked = list(zip(s.ticket_deck, s.ticket_marks, strict=True))
    r["fresh"] = _mask(ticket for ticket, mark in marked if mark == FRESH)
    r["mixed"] = _mask(ticket for ticket, mark in marked if mark == MIXED)
    under = [(ticket, mark) for ticket, mark in reversed(marked) if mark >= 0]
    for i, (ticket, mark) in enumerate(under):
        r["under"][i], r["under_by"][i] = ticket, mark
    r["under_size"] = len(under)


def _mask(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


@lru_cache(maxsize=4096)  # it changes only when a route is claimed
def _open_routes(lookups: Lookups, claims: int) -> int:
    """The routes that are neither taken nor closed, from the claims that are open."""
    return _mask(r for r, actions in enumerate(lookups.route_actions) if claims & actions)


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
