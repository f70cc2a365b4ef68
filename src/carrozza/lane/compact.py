"""Compact actions have numbers of their own, so that a learner need not tell apart what comes to
the same. The games differ in most of them (`compact.py` of each); here are those that all have:
cards by their kind, tickets to draw and to keep."""

from typing import Any

from carrozza.core import lookups as ids
from carrozza.core.card_state import START, TICKET_CHOICE
from carrozza.core.cards import KINDS
from carrozza.core.lookups import FACE_UP
from carrozza.lane.bits import ONE, ZERO, Word, Words, add, count, lowest, nth
from carrozza.lane.compiled import compiled

# The first numbers: cards by kind, then these.
BLIND, DRAW_TICKETS, STOP, PASS = range(KINDS, KINDS + 4)

State = Any  # a record of either kind of game, and its lookups
Lookups = Any


@compiled
def is_choosing(s: State) -> bool:
    """Whether tickets are on offer."""
    return s.phase == START or s.phase == TICKET_CHOICE


@compiled
def add_draws(s: State, draws: Word, mask: Words) -> int:
    """Cards and tickets, given as bits of their ids; how many."""
    found = 0
    while draws != ZERO:
        i = lowest(draws)
        draws &= draws - ONE
        found += 1
        if i >= FACE_UP:
            add(mask, s.market[i - FACE_UP])
        elif i == ids.BLIND:
            add(mask, BLIND)
        elif i == ids.TICKETS:
            add(mask, DRAW_TICKETS)
        else:
            add(mask, STOP)
    return found


@compiled
def draw_id(s: State, choice: int) -> int:
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
def draw_number(s: State, kind: int, slot: int) -> int:
    """And back: from the kind of an id and, for a face-up card, its slot."""
    if kind == FACE_UP:
        return int(s.market[slot])
    if kind == ids.BLIND:
        return BLIND
    if kind == ids.TICKETS:
        return DRAW_TICKETS
    return STOP if kind == ids.STOP else PASS


@compiled
def add_keeps(s: State, lookups: Lookups, keep_id: int, seat: int, first: int, mask: Words) -> None:
    """Where `is_choosing`: the sets of tickets to keep, numbered from `first` on; `keep_id` is the
    id that the masks of `lookups.keep` begin with."""
    if s.phase == START:
        for n in range(lookups.start_count):
            add(mask, first + lookups.keep[lookups.start_answers[n] - keep_id])
    else:
        offered = s.offered[seat]
        for n in range(lookups.plain_count[offered]):
            add(mask, first + lookups.keep[lookups.plain_answers[offered, n] - keep_id])


@compiled
def keep_answer(s: State, lookups: Lookups, keep_id: int, seat: int, keep: int) -> int:
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
def clear(mask: Words, size: int) -> int:
    """Room for so many bits; in how many words."""
    last = (size + 63) >> 6
    for w in range(last):
        mask[w] = ZERO
    return last


@compiled
def count_all(mask: Words, size: int) -> int:
    """How many of so many bits are set."""
    found = 0
    for w in range((size + 63) >> 6):
        found += count(mask[w])
    return found


@compiled
def nth_of(mask: Words, index: int) -> int:
    """The set bit number `index`; there must be so many."""
    w = 0
    here = count(mask[0])
    while index >= here:
        index -= here
        w += 1
        here = count(mask[w])
    return 64 * w + nth(mask[w], index)
