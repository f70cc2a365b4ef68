"""Many positions at once, on the processor."""

from typing import Any

from carrozza.board.game import BoardGame
from carrozza.bots.scholar.boards.choices import choice_of, id_of, mark_choices
from carrozza.bots.scholar.boards.features import is_choosing, look, see_keep
from carrozza.bots.scholar.boards.records import Facts
from carrozza.bots.scholar.compiled import compiled
from carrozza.core.cards import KINDS
from carrozza.lane.bits import ONE, ZERO, lowest
from carrozza.lane.board.state import PLAYERS, State

HIDDEN_SEATS = PLAYERS - 1


@compiled
def look_many(
    states: Any, board: Any, facts: Any, seats: Any, works: Any, papers: Any, rows: Any, marks: Any
) -> None:
    """Into `rows` what each seat looks at, into `marks` what it may do."""
    for i in range(len(states)):
        s, seat = states[i], seats[i]
        look(s, board[0], facts[0], seat, works[0], papers[0], rows[i])
        if is_choosing(s):
            for keep in range(1, 1 << s.offered[seat]):
                see_keep(s, board[0], facts[0], seat, keep, papers[0], rows[i])
        mark_choices(states[i], board[0], facts[0], seats[i], works[0], marks[i])


@compiled
def ids_many(
    states: Any, board: Any, facts: Any, seats: Any, works: Any, choices: Any, out: Any
) -> None:
    for i in range(len(states)):
        out[i] = id_of(states[i], board[0], facts[0], seats[i], choices[i], works[0])


@compiled
def choices_many(states: Any, board: Any, facts: Any, ids: Any, out: Any) -> None:
    for i in range(len(states)):
        out[i] = choice_of(states[i], board[0], facts[0], ids[i])


def hidden_size(game: BoardGame) -> int:
    return HIDDEN_SEATS * (KINDS + len(game.board.tickets))


@compiled
def see_hidden(s: State, facts: Facts, seat: int, out: Any) -> None:
    """What the others hold, which a player learns to guess: their cards and their tickets."""
    for i in range(HIDDEN_SEATS * (KINDS + facts.ticket_count)):
        out[i] = 0
    at_tickets = HIDDEN_SEATS * KINDS
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
