"""What looking at a board and looking at the card game have in common."""

from typing import Any

from carrozza.bots.scholar.compiled import compiled
from carrozza.core import lookups as ids
from carrozza.core.card_state import START, TICKET_CHOICE
from carrozza.core.cards import KINDS
from carrozza.core.lookups import FACE_UP
from carrozza.lane.bits import ONE, ZERO, Word, lowest

MOST = 127  # numbers are cut off there

# The first compact actions: cards by kind, then these. Other simple ones follow, and then, from
# `simple` on, the sets of tickets to keep.
BLIND, DRAW_TICKETS, STOP, PASS = range(KINDS, KINDS + 4)

State = Any  # a record of either kind of game, and its lookups
Lookups = Any


@compiled
def put(out: Any, at: int, value: int) -> int:
    """A number, cut off where it no longer fits; the next place."""
    out[at] = max(-MOST, min(int(value), MOST))  # it may be a yes or no
    return at + 1


@compiled
def is_choosing(s: State) -> bool:
    """Whether tickets are on offer."""
    return s.phase == START or s.phase == TICKET_CHOICE


@compiled
def mark_keeps(s: State, lookups: Lookups, keep_id: int, seat: int, simple: int, out: Any) -> None:
    """Where `is_choosing`; `keep_id` is the id that the masks of `lookups.keep` begin with."""
    if s.phase == START:
        for n in range(lookups.start_count):
            out[simple + lookups.keep[lookups.start_answers[n] - keep_id]] = 1
    else:
        offered = s.offered[seat]
        for n in range(lookups.plain_count[offered]):
            out[simple + lookups.keep[lookups.plain_answers[offered, n] - keep_id]] = 1


@compiled
def answer_id(s: State, lookups: Lookups, keep_id: int, seat: int, keep: int) -> int:
    """The id of keeping these tickets."""
    if s.phase == START:
        for n in range(lookups.start_count):
            if lookups.keep[lookups.start_answers[n] - keep_id] == keep:
                return int(lookups.start_answers[n])
    offered = s.offered[seat]
    for n in range(lookups.plain_count[offered]):
        if lookups.keep[lookups.plain_answers[offered, n] - keep_id] == keep:
            return int(lookups.plain_answers[offered, n])
    return -1


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
def first_id(s: State, choice: int) -> int:
    """The id of one of the first compact actions, up to `PASS`."""
    if choice < KINDS:
        slot = 0
        while s.market[slot] != choice:
            slot += 1
        return FACE_UP + slot
    if choice == BLIND:
        return ids.BLIND
    if choice == DRAW_TICKETS:
        return ids.TICKETS
    return ids.STOP if choice == STOP else ids.PASS


@compiled
def first_choice(s: State, kind: int, slot: int) -> int:
    """And back: from the kind of an id and, for a face-up card, its slot."""
    if kind == FACE_UP:
        return int(s.market[slot])
    if kind == ids.BLIND:
        return BLIND
    if kind == ids.TICKETS:
        return DRAW_TICKETS
    return STOP if kind == ids.STOP else PASS
