"""Games that begin in the middle: another one is played up to a position and taken up from there,
with the hidden cards as they were or dealt anew."""

from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from carrozza.core.actions import AnyAction
from carrozza.core.errors import BadOptions
from carrozza.core.events import Event, seen_by
from carrozza.core.rng import Rng

if TYPE_CHECKING:
    from carrozza.core.game import State

S = TypeVar("S", bound="State")
MOST_STRETCHES = 16


class Played(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a seat did before."""

    seat: int
    action: AnyAction


class Anew(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that this seat does not know is dealt anew."""

    known_to: int
    seed: str


class Stretch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of what comes before. There are several when a game that was taken up in the middle is
    taken up again."""

    played: tuple[Played, ...]
    anew: Anew | None = None  # after the steps


class Told(NamedTuple):
    """A step before the first one of a game: the deal (seat None), or what was played before."""

    seat: int | None
    events: list[Event]


def take_up(
    state: S, events: list[Event], stretches: tuple[Stretch, ...]
) -> tuple[S, list[Told], int]:
    """The position after all of it, the story until there, and the number of turns.

    Where cards were dealt anew, no more is told of what came before than the seat knew that kept
    its knowledge: the rest is no longer true.
    """
    if len(stretches) > MOST_STRETCHES:
        raise BadOptions("beginning", "This game was taken up in the middle too often.")
    setup, told, turn = state.setup, [Told(None, events)], _turns(state)
    for stretch in stretches:
        for step in stretch.played:
            told.append(Told(step.seat, state.apply(step.action, step.seat)))
            turn += _turns(state)
        if stretch.anew is not None:
            seat = stretch.anew.known_to
            if not 0 <= seat < setup.players:
                raise BadOptions("beginning", f"Seats go from 0 to {setup.players - 1}.")
            state = state.resample(seat, Rng.from_seed(stretch.anew.seed))
            state.setup = setup
            told = [Told(actor, seen_by(known, seat)) for actor, known in told]
    if state.over:
        raise BadOptions("beginning", "The game is over before it begins.")
    return state, told, turn


def _turns(state: "State") -> int:
    """1 when a turn begins."""
    return int(state.view(None).phase == "turn")
