"""Many positions at once, on the processor."""

from typing import Any

from carrozza.bots.scholar.common import mark_choices
from carrozza.bots.scholar.compiled import compiled
from carrozza.bots.scholar.rules import look, see_keep
from carrozza.core.cards import KINDS
from carrozza.lane.bits import ONE, ZERO, lowest
from carrozza.lane.compact import is_choosing
from carrozza.lane.rules import Record, compact_id, compact_number


@compiled
def look_many(
    states: Any, lookups: Any, facts: Any, seats: Any, works: Any, papers: Any, rows: Any,
    marks: Any,
) -> None:  # fmt: skip
    """Into `rows` what each seat looks at, into `marks` what it may do."""
    for i in range(len(states)):
        s, seat = states[i], seats[i]
        look(s, lookups[0], facts[0], seat, works[0], papers[0], rows[i])
        if is_choosing(s):
            for keep in range(1, 1 << s.offered[seat]):
                see_keep(s, lookups[0], facts[0], seat, keep, papers[0], rows[i])
        mark_choices(s, lookups[0], seat, works[0], marks[i])


@compiled
def ids_many(states: Any, lookups: Any, seats: Any, works: Any, choices: Any, out: Any) -> None:
    for i in range(len(states)):
        out[i] = compact_id(states[i], lookups[0], seats[i], choices[i], works[0])


@compiled
def choices_many(states: Any, lookups: Any, ids: Any, out: Any) -> None:
    for i in range(len(states)):
        out[i] = compact_number(states[i], lookups[0], ids[i])


@compiled
def see_hidden(s: Record, facts: Record, seat: int, out: Any) -> None:
    """What the others hold, which a player learns to guess: their cards and their tickets."""
    for i in range(len(out)):
        out[i] = 0
    at_tickets = KINDS * (len(s.hands) - 1)
    for i in range(1, s.players):
        who = (seat + i) % s.players
        for kind in range(KINDS):
            out[KINDS * (i - 1) + kind] = s.hands[who, kind]
        held = s.tickets[who]
        while held != ZERO:
            out[at_tickets + facts.ticket_count * (i - 1) + lowest(held)] = 1
            held &= held - ONE


@compiled
def hidden_many(states: Any, facts: Any, seats: Any, out: Any) -> None:
    for i in range(len(states)):
        see_hidden(states[i], facts[0], seats[i], out[i])
