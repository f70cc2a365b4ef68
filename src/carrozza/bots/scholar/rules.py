"""What a learned player does with a position, found by the kind of its record when the caller is
compiled, as in `carrozza.lane.rules`."""

from typing import Any

from numba.extending import overload

from carrozza.bots.scholar.boards.features import look as board_look
from carrozza.bots.scholar.boards.features import see_keep as board_see_keep
from carrozza.bots.scholar.boards.features import see_one_keep as board_see_one_keep
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
