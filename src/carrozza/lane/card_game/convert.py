"""A position of the engine as a record of the lane."""

from array import array
from functools import lru_cache
from typing import Any

import numpy as np

from carrozza.core.cards import KINDS
from carrozza.core.ticket_choice import FRESH
from carrozza.games.card_game.scoring import Completed
from carrozza.games.card_game.state import CardGameState
from carrozza.lane.card_game.state import OFFER, STATE, TICKETS, State
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
Done = tuple[tuple[Completed, ...], ...]


def record_of(s: CardGameState) -> Any:
    """An array of one record."""
    return np.frombuffer(bytearray(pack(s)), STATE)


def pack(s: CardGameState) -> bytes:
    """The bytes of the record, its fields in their order; what the lane does not keep, the order of
    decks and which cards a ticket used, is left out."""
    held, used, offered, under = _tickets(
        fixed(s.tickets),
        tuple(s.returned_at_start),
        tuple(s.returned_later),
        fixed(s.chosen),
        fixed(s.completed),
        fixed(s.offers),
        tuple(s.ticket_deck),
        tuple(s.ticket_marks),
    )
    return _pack(
        *held,
        rows_of(s.hands),
        rows_of(s.known),
        rows_of(s.tracks),
        *used,
        counted(s.deck, KINDS),
        bytes(s.discards),
        array("b", s.market).tobytes(),
        array("b", s.owners).tobytes(),
        bytes(s.row_cards),
        bytes(s.row_wilds),
        *offered,
        bytes(s.kept_at_start),
        *under,
        len(s.deck),
        s.setup.players,
        s.phase,
        s.first,
        s.seat,
        s.pending,
        s.last_turns,
        s.resumes,
        s.decks_left,
    )


@lru_cache(maxsize=64)  # most steps leave all tickets where they are
def _tickets(
    tickets: Rows,
    returned_at_start: Ints,
    returned_later: Ints,
    chosen: Done,
    completed: Done,
    offers: Rows,
    deck: Ints,
    marks: Ints,
) -> tuple[tuple[Any, ...], ...]:
    """From `tickets` to `fresh`, `chosen_cards`, `offers` and `offered`, and from `under` to
    `under_size`."""
    marked = list(zip(deck, marks, strict=True))
    under = [(ticket, mark) for ticket, mark in reversed(marked) if mark != FRESH]
    held = (
        words_of(map(mask_of, tickets)),
        words_of(returned_at_start),
        words_of(returned_later),
        words_of(mask_of(ticket for ticket, _ in done) for done in chosen),
        words_of(mask_of(ticket for ticket, _ in done) for done in completed),
        mask_of(ticket for ticket, mark in marked if mark == FRESH),
    )
    cards = [counted([card for _, used in done for card in used], KINDS) for done in chosen]
    offered = wide_rows_of(offers, OFFER), bytes(map(len, offers))
    put = bytes(ticket for ticket, _ in under), bytes(by for _, by in under), 0, len(under)
    return held, (b"".join(cards),), offered, put


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
