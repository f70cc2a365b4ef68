"""Single steps of one game, called from Python for the engine beside it. Arrays are handed over, of
one record each: to hand over a record takes thirty times as long."""

from typing import Any

from carrozza.lane.bits import has, remove
from carrozza.lane.chance import Chance
from carrozza.lane.compiled import compiled_apart
from carrozza.lane.rules import deal, find_choices, find_mask, nth_choice, play, score, tidy


@compiled_apart
def deal_given(states: Any, chances: Any, lookups: Any, players: int, given: int) -> int:
    """Deal with so many given outcomes; how many were asked for. The second state is a tidy copy of
    the first."""
    _begin(chances[0], given)
    deal(states[0], chances[0], lookups[0], players)
    states[1] = states[0]
    tidy(states[1])
    return int(chances[0].used)


@compiled_apart
def play_given(
    states: Any, chances: Any, lookups: Any, works: Any, seat: int, i: int, given: int
) -> int:
    """Play an action, likewise."""
    _begin(chances[0], given)
    play(states[0], chances[0], lookups[0], seat, i, works[0])
    states[1] = states[0]
    tidy(states[1])
    return int(chances[0].used)


@compiled_apart
def _begin(chance: Chance, given: int) -> None:
    chance.given = max(given, 1)  # never the generator
    chance.used = 0


@compiled_apart
def find_legal(
    states: Any, lookups: Any, works: Any, seat: int, masks: Any, choices: Any
) -> tuple[int, int, bool]:
    """The mask of ids and the compact choices; how many of each, and whether the choices are
    different actions of the mask."""
    s, fixed, work = states[0], lookups[0], works[0]
    mask, left = masks[0], masks[1]
    ids = find_mask(s, fixed, seat, work)
    for w in range(len(mask)):  # the choices use the same paper
        mask[w] = left[w] = work.mask[w]
    found = find_choices(s, fixed, seat, work)
    good = True
    for k in range(found):
        i = nth_choice(s, fixed, seat, k, work)
        choices[k] = i
        if 0 <= i < 64 * len(left) and has(left, i):
            remove(left, i)
        else:
            good = False
    return ids, found, good


@compiled_apart
def score_now(states: Any, lookups: Any, works: Any) -> None:
    score(states[0], lookups[0], works[0])
