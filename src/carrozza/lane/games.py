"""Many games side by side: one step of game number `i`, the same on the processor and on a GPU."""

from typing import Any

import numpy as np

from carrozza.lane.chance import Chance, begin, below
from carrozza.lane.compact import nth_of
from carrozza.lane.compiled import compiled_apart
from carrozza.lane.observe import Layout, Vector
from carrozza.lane.rules import (
    Record,
    compact_id,
    deal,
    find_choices,
    find_compact,
    find_mask,
    nth_choice,
    observe,
    play,
    score,
)


@compiled_apart
def start(s: Record, chance: Chance, lookups: Record, players: int, seed: Any, number: int) -> None:
    begin(chance, seed, number)
    deal(s, chance, lookups, players)


@compiled_apart
def advance(
    s: Record,
    chance: Chance,
    lookups: Record,
    work: Record,
    action: int,
    points: Any,
    wins: Any,
    completed: Any,
) -> bool:
    """Play an action of the seat to act. At the end of the game each seat's points, share of the
    win and completed tickets, else nothing; whether it ended."""
    ended = move(s, chance, lookups, work, action, points, wins, completed)
    if ended:
        finish(s, lookups, work, points, wins, completed)
    return ended


@compiled_apart
def move(
    s: Record,
    chance: Chance,
    lookups: Record,
    work: Record,
    action: int,
    points: Any,
    wins: Any,
    completed: Any,
) -> bool:
    """The same without what comes at the end of the game."""
    play(s, chance, lookups, s.seat, action, work)
    for seat in range(s.players):
        points[seat] = 0
        wins[seat] = 0
        completed[seat] = 0
    return s.pending == 0


@compiled_apart
def finish(
    s: Record, lookups: Record, work: Record, points: Any, wins: Any, completed: Any
) -> None:
    """The end of a game."""
    score(s, lookups, work)
    winners = 0
    for seat in range(s.players):
        winners += work.winners >> seat & 1
    for seat in range(s.players):
        points[seat] = np.float32(work.totals[seat])
        wins[seat] = np.float32(work.winners >> seat & 1) / np.float32(winners)
        completed[seat] = work.done[seat]


@compiled_apart
def look(
    s: Record,
    lookups: Record,
    work: Record,
    at: Layout,
    scale: Vector,
    mask: Any,
    observation: Vector,
) -> None:
    """What the seat to act may do and what it knows; an empty array is not written."""
    for i in range(len(observation)):
        observation[i] = 0
    look_anew(s, lookups, work, at, scale, mask, observation)


@compiled_apart
def look_anew(
    s: Record,
    lookups: Record,
    work: Record,
    at: Layout,
    scale: Vector,
    mask: Any,
    observation: Vector,
) -> None:
    """The same, where the observation is still 0 throughout."""
    if len(mask):
        find_mask(s, lookups, s.seat, work)
        for w in range(len(mask)):
            mask[w] = work.mask[w]
    if len(observation):
        observe(s, lookups, s.seat, at, scale, observation, work)


@compiled_apart
def sample(s: Record, chance: Chance, lookups: Record, work: Record) -> int:
    """A random one of the compact choices of the seat to act."""
    found = find_choices(s, lookups, s.seat, work)
    return nth_choice(s, lookups, s.seat, below(chance, found), work)


# By the numbers of compact actions


@compiled_apart
def mark_compact(s: Record, lookups: Record, work: Record, mask: Any) -> None:
    """What the seat to act may do; an empty array is not written."""
    if len(mask):
        find_compact(s, lookups, s.seat, work, True)
        for w in range(len(mask)):
            mask[w] = work.mask[w]


@compiled_apart
def sample_compact(s: Record, chance: Chance, lookups: Record, work: Record) -> int:
    """A random one for the seat to act."""
    found = find_compact(s, lookups, s.seat, work, True)
    return nth_of(work.mask, below(chance, found))


@compiled_apart
def id_of(s: Record, lookups: Record, number: int, work: Record) -> int:
    return compact_id(s, lookups, s.seat, number, work)
