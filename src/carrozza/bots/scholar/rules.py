"""What a learned player does with a position, found by the kind of its record when the caller is
compiled, as in `carrozza.lane.rules`."""

from typing import Any

from numba.extending import overload

from carrozza.bots.scholar.boards.choices import choice_of as board_choice_of
from carrozza.bots.scholar.boards.choices import id_of as board_id_of
from carrozza.bots.scholar.boards.choices import mark_choices as board_mark_choices
from carrozza.bots.scholar.boards.features import look as board_look
from carrozza.bots.scholar.boards.features import see_keep as board_see_keep
from carrozza.bots.scholar.boards.features import see_one_keep as board_see_one_keep
from carrozza.bots.scholar.cards.choices import choice_of as card_choice_of
from carrozza.bots.scholar.cards.choices import id_of as card_id_of
from carrozza.bots.scholar.cards.choices import mark_choices as card_mark_choices
from carrozza.bots.scholar.cards.features import look as card_look
from carrozza.bots.scholar.cards.features import see_keep as card_see_keep
from carrozza.bots.scholar.cards.features import see_one_keep as card_see_one_keep
from carrozza.lane.rules import Record, is_board

# The functions marked `overload` bear no types: Numba wants them like those that they return.


def look(
    s: Record, lookups: Record, facts: Record, seat: int, work: Record, paper: Record, out: Any
) -> None:
    """Into `out`: all of a row but the sets of tickets to keep."""
    raise NotImplementedError


@overload(look)
def _look(s, lookups, facts, seat, work, paper, out):
    if is_board(s):
        return lambda s, lookups, facts, seat, work, paper, out: board_look(
            s, lookups, facts, seat, work, paper, out
        )
    return lambda s, lookups, facts, seat, work, paper, out: card_look(
        s, lookups, facts, seat, paper, out
    )


def see_keep(
    s: Record, lookups: Record, facts: Record, seat: int, keep: int, paper: Record, out: Any
) -> None:
    """Into `out`: a set of tickets on offer, after `look`."""
    raise NotImplementedError


@overload(see_keep)
def _see_keep(s, lookups, facts, seat, keep, paper, out):
    if is_board(s):
        return lambda s, lookups, facts, seat, keep, paper, out: board_see_keep(
            s, lookups, facts, seat, keep, paper, out
        )
    return lambda s, lookups, facts, seat, keep, paper, out: card_see_keep(
        s, lookups, facts, seat, keep, paper, out
    )


def see_one_keep(
    s: Record, lookups: Record, facts: Record, seat: int, keep: int, work: Record, paper: Record,
    out: Any,
) -> None:  # fmt: skip
    """`see_keep` for whoever has not looked at the rest."""
    raise NotImplementedError


@overload(see_one_keep)
def _see_one_keep(s, lookups, facts, seat, keep, work, paper, out):
    if is_board(s):
        return lambda s, lookups, facts, seat, keep, work, paper, out: board_see_one_keep(
            s, lookups, facts, seat, keep, work, paper, out
        )
    return lambda s, lookups, facts, seat, keep, work, paper, out: card_see_one_keep(
        s, lookups, facts, seat, keep, paper, out
    )


def mark_choices(
    s: Record, lookups: Record, facts: Record, seat: int, work: Record, out: Any
) -> None:
    """Into `out`: a 1 for each compact action that a seat may take."""
    raise NotImplementedError


@overload(mark_choices)
def _mark_choices(s, lookups, facts, seat, work, out):
    if is_board(s):
        return lambda s, lookups, facts, seat, work, out: board_mark_choices(
            s, lookups, facts, seat, work, out
        )
    return lambda s, lookups, facts, seat, work, out: card_mark_choices(
        s, lookups, facts, seat, work, out
    )


def id_of(s: Record, lookups: Record, facts: Record, seat: int, choice: int, work: Record) -> int:
    """The id of a compact action that is marked."""
    raise NotImplementedError


@overload(id_of)
def _id_of(s, lookups, facts, seat, choice, work):
    if is_board(s):
        return lambda s, lookups, facts, seat, choice, work: board_id_of(
            s, lookups, facts, seat, choice, work
        )
    return lambda s, lookups, facts, seat, choice, work: card_id_of(s, lookups, seat, choice)


def choice_of(s: Record, lookups: Record, facts: Record, i: int) -> int:
    """The compact action that an id comes to."""
    raise NotImplementedError


@overload(choice_of)
def _choice_of(s, lookups, facts, i):
    if is_board(s):
        return lambda s, lookups, facts, i: board_choice_of(s, lookups, facts, i)
    return lambda s, lookups, facts, i: card_choice_of(s, lookups, facts, i)
