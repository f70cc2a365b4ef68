"""A position of the engine as a record of the lane."""

from typing import Any

import numpy as np

from carrozza.core.cards import counts_of
from carrozza.core.ticket_choice import FRESH
from carrozza.games.card_game.state import CardGameState
from carrozza.lane.card_game.state import OFFER, STATE, TICKETS, State
from carrozza.lane.compiled import compiled_apart


def record_of(s: CardGameState) -> Any:
    """An array of one record; what the lane does not keep, the order of decks and which cards a
    ticket used, is left out."""
    rows = np.zeros(1, STATE)
    r: Any = rows[0]
    n = s.setup.players
    _load_tickets(r, s)
    r["hands"][:n] = s.hands
    r["known"][:n] = s.known
    r["tracks"][:n] = s.tracks
    r["deck"] = counts_of(s.deck)
    r["deck_size"] = len(s.deck)
    for name in (
        "discards", "market", "owners", "row_cards", "row_wilds", "phase", "first", "seat",
        "pending", "last_turns", "resumes", "decks_left",
    ):  # fmt: skip
        r[name] = getattr(s, name)
    r["players"] = n
    return rows


def _load_tickets(r: Any, s: CardGameState) -> None:
    n = s.setup.players
    r["tickets"][:n] = [_mask(held) for held in s.tickets]
    r["returned_at_start"][:n] = s.returned_at_start
    r["returned_later"][:n] = s.returned_later
    r["kept_at_start"][:n] = s.kept_at_start
    for seat in range(n):
        r["chosen"][seat] = _mask(ticket for ticket, _ in s.chosen[seat])
        r["chosen_cards"][seat] = counts_of(card for _, used in s.chosen[seat] for card in used)
        r["completed"][seat] = _mask(ticket for ticket, _ in s.completed[seat])
        offer = s.offers[seat]
        r["offers"][seat, : len(offer)] = offer
        r["offered"][seat] = len(offer)
    marked = list(zip(s.ticket_deck, s.ticket_marks, strict=True))
    r["fresh"] = _mask(ticket for ticket, mark in marked if mark == FRESH)
    under = [(ticket, mark) for ticket, mark in reversed(marked) if mark != FRESH]
    for i, (ticket, mark) in enumerate(under):
        r["under"][i], r["under_by"][i] = ticket, mark
    r["under_size"] = len(under)


def _mask(numbers: Any) -> int:
    return sum(1 << number for number in numbers)


@compiled_apart
def tidy(s: State) -> None:
    """Make equal positions equal in every byte: clear what has no meaning, and begin the ring of
    tickets at its first place."""
    for seat in range(s.offers.shape[0]):
        for slot in range(s.offered[seat], OFFER):
            s.offers[seat, slot] = 0
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
