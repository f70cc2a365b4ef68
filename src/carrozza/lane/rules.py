"""The functions of a game, found by the kind of its record when their caller is compiled, so that
what plays many games is written once for all of them."""

from typing import Any

from numba.extending import overload

from carrozza.lane.board.compact import compact_id as board_compact_id
from carrozza.lane.board.compact import compact_number as board_compact_number
from carrozza.lane.board.compact import find_compact as board_find_compact
from carrozza.lane.board.convert import tidy as board_tidy
from carrozza.lane.board.game import deal as board_deal
from carrozza.lane.board.game import play as board_play
from carrozza.lane.board.legal import find_choices as board_choices
from carrozza.lane.board.legal import find_mask as board_mask
from carrozza.lane.board.legal import nth_choice as board_nth_choice
from carrozza.lane.board.legal import nth_id as board_nth_id
from carrozza.lane.board.observe import observe as board_observe
from carrozza.lane.board.scoring import score as board_score
from carrozza.lane.card_game.compact import compact_id as card_compact_id
from carrozza.lane.card_game.compact import compact_number as card_compact_number
from carrozza.lane.card_game.compact import find_compact as card_find_compact
from carrozza.lane.card_game.convert import tidy as card_tidy
from carrozza.lane.card_game.game import deal as card_deal
from carrozza.lane.card_game.game import play as card_play
from carrozza.lane.card_game.game import takes_long as card_takes_long
from carrozza.lane.card_game.legal import find_choices as card_choices
from carrozza.lane.card_game.legal import find_mask as card_mask
from carrozza.lane.card_game.legal import nth_choice as card_nth_choice
from carrozza.lane.card_game.legal import nth_id as card_nth_id
from carrozza.lane.card_game.observe import observe as card_observe
from carrozza.lane.card_game.scoring import score as card_score

Record = Any
# The functions marked `overload` bear no types: Numba wants them like those that they return.


def is_board(record: Any) -> bool:
    """Whether a type of records is the state of a board game."""
    return "trains" in record.fields


def deal(s: Record, chance: Record, lookups: Record, players: int) -> None:
    """Deal a new game."""
    raise NotImplementedError


@overload(deal)
def _deal(s, chance, lookups, players):
    if is_board(s):
        return lambda s, chance, lookups, players: board_deal(s, chance, lookups, players)
    return lambda s, chance, lookups, players: card_deal(s, chance, lookups, players)


def play(s: Record, chance: Record, lookups: Record, seat: int, i: int, work: Record) -> None:
    """Do the legal action with id `i`."""
    raise NotImplementedError


@overload(play)
def _play(s, chance, lookups, seat, i, work):
    if is_board(s):
        return lambda s, chance, lookups, seat, i, work: board_play(s, chance, lookups, seat, i)
    return lambda s, chance, lookups, seat, i, work: card_play(s, chance, lookups, seat, i, work)


def takes_long(s: Record, lookups: Record, i: int) -> bool:
    """Whether an action takes far longer than all others: games that are played side by side do it
    together."""
    raise NotImplementedError


@overload(takes_long)
def _takes_long(s, lookups, i):
    if is_board(s):
        return lambda s, lookups, i: False
    return lambda s, lookups, i: card_takes_long(lookups, i)


def find_choices(s: Record, lookups: Record, seat: int, work: Record) -> int:
    """Prepare `nth_choice`; how many compact choices there are."""
    raise NotImplementedError


@overload(find_choices)
def _find_choices(s, lookups, seat, work):
    if is_board(s):
        return lambda s, lookups, seat, work: board_choices(s, lookups, seat, work)
    return lambda s, lookups, seat, work: card_choices(s, lookups, seat, work)


def nth_choice(s: Record, lookups: Record, seat: int, index: int, work: Record) -> int:
    """The id of a compact choice."""
    raise NotImplementedError


@overload(nth_choice)
def _nth_choice(s, lookups, seat, index, work):
    if is_board(s):
        return lambda s, lookups, seat, index, work: board_nth_choice(s, lookups, seat, index, work)
    return lambda s, lookups, seat, index, work: card_nth_choice(s, lookups, seat, index, work)


def find_mask(s: Record, lookups: Record, seat: int, work: Record) -> int:
    """Into `work.mask`: the legal ids; how many."""
    raise NotImplementedError


@overload(find_mask)
def _find_mask(s, lookups, seat, work):
    if is_board(s):
        return lambda s, lookups, seat, work: board_mask(s, lookups, seat, work)
    return lambda s, lookups, seat, work: card_mask(s, lookups, seat, work)


def nth_id(s: Record, lookups: Record, index: int, work: Record) -> int:
    """The id of a legal action, after `find_mask`."""
    raise NotImplementedError


@overload(nth_id)
def _nth_id(s, lookups, index, work):
    if is_board(s):
        return lambda s, lookups, index, work: board_nth_id(lookups, index, work)
    return lambda s, lookups, index, work: card_nth_id(lookups, index, work)


def find_compact(s: Record, lookups: Record, seat: int, work: Record, wasteful: bool) -> int:
    """Into `work.mask`: the compact actions that a seat may take, by their numbers; how many. Not
    `wasteful`, Locomotives alone pay only where nothing else does."""
    raise NotImplementedError


@overload(find_compact)
def _find_compact(s, lookups, seat, work, wasteful):
    if is_board(s):
        return lambda s, lookups, seat, work, wasteful: board_find_compact(
            s, lookups, seat, work, wasteful
        )
    return lambda s, lookups, seat, work, wasteful: card_find_compact(s, lookups, seat, work)


def compact_id(s: Record, lookups: Record, seat: int, number: int, work: Record) -> int:
    """The id of a compact action that may be taken."""
    raise NotImplementedError


@overload(compact_id)
def _compact_id(s, lookups, seat, number, work):
    if is_board(s):
        return lambda s, lookups, seat, number, work: board_compact_id(
            s, lookups, seat, number, work
        )
    return lambda s, lookups, seat, number, work: card_compact_id(s, lookups, seat, number)


def compact_number(s: Record, lookups: Record, i: int) -> int:
    """The compact action that an id comes to."""
    raise NotImplementedError


@overload(compact_number)
def _compact_number(s, lookups, i):
    if is_board(s):
        return lambda s, lookups, i: board_compact_number(s, lookups, i)
    return lambda s, lookups, i: card_compact_number(s, lookups, i)


def score(s: Record, lookups: Record, work: Record) -> None:
    """Into `work.totals` and `work.winners`: the score."""
    raise NotImplementedError


@overload(score)
def _score(s, lookups, work):
    if is_board(s):
        return lambda s, lookups, work: board_score(s, lookups, work)
    return lambda s, lookups, work: card_score(s, lookups, work)


def tidy(s: Record) -> None:
    """Make equal positions equal in every byte."""
    raise NotImplementedError


@overload(tidy)
def _tidy(s):
    return (lambda s: board_tidy(s)) if is_board(s) else (lambda s: card_tidy(s))


def observe(
    s: Record, lookups: Record, seat: int, at: Record, scale: Any, out: Any, work: Record
) -> None:
    """Into `out`, which is 0 throughout: what a seat knows."""
    raise NotImplementedError


@overload(observe)
def _observe(s, lookups, seat, at, scale, out, work):
    if is_board(s):
        return lambda s, lookups, seat, at, scale, out, work: board_observe(
            s, lookups, seat, at, scale, out, work
        )
    return lambda s, lookups, seat, at, scale, out, work: card_observe(
        s, lookups, seat, at, scale, out, work
    )
