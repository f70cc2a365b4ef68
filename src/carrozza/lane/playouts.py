"""Whole games of uniformly random actions."""

from typing import Any

import numpy as np

from carrozza.core.cards import KINDS
from carrozza.lane.bits import ZERO
from carrozza.lane.chance import Chance, begin, below, mix
from carrozza.lane.compiled import compiled, compiled_apart
from carrozza.lane.rules import (
    Record,
    deal,
    find_choices,
    find_mask,
    nth_choice,
    nth_id,
    play,
    score,
)


@compiled
def random_choice(s: Record, chance: Chance, lookups: Record, work: Record) -> int:
    """One of the compact choices."""
    found = find_choices(s, lookups, s.seat, work)
    return nth_choice(s, lookups, s.seat, below(chance, found), work)


@compiled
def random_id(s: Record, chance: Chance, lookups: Record, work: Record) -> int:
    """One of all legal actions."""
    found = find_mask(s, lookups, s.seat, work)
    return nth_id(s, lookups, below(chance, found), work)


@compiled_apart
def play_game(
    s: Record, chance: Chance, lookups: Record, work: Record, players: int, seed: Any, game: int,
    compact: bool,
) -> int:  # fmt: skip
    """Game number `game` of a seed, dealt and played to its end; the number of decisions."""
    begin(chance, seed, game)
    deal(s, chance, lookups, players)
    decisions = 0
    if compact:
        while s.pending:
            play(s, chance, lookups, s.seat, random_choice(s, chance, lookups, work), work)
            decisions += 1
    else:
        while s.pending:
            play(s, chance, lookups, s.seat, random_id(s, chance, lookups, work), work)
            decisions += 1
    return decisions


@compiled_apart
def play_games(
    states: Any, chances: Any, lookups: Any, works: Any, players: int, seed: Any, games: int,
    compact: bool, scored: bool, out: Any,
) -> None:  # fmt: skip
    """So many games, one after another; into `out` decisions and points in all."""
    s, chance, fixed, work = states[0], chances[0], lookups[0], works[0]
    for game in range(games):
        out[0] += play_game(s, chance, fixed, work, players, seed, game, compact)
        if scored:
            score(s, fixed, work)
            for seat in range(players):
                out[1] += work.totals[seat]


@compiled_apart
def play_and_list(
    states: Any, chances: Any, lookups: Any, works: Any, players: int, seed: Any, first: int,
    out: Any,
) -> None:  # fmt: skip
    """Random games from number `first` on, scored; into the rows of `out`: decisions, winners as
    bits, whether the last round was played to its end, and the points of each seat."""
    s, chance, fixed, work = states[0], chances[0], lookups[0], works[0]
    for n in range(len(out)):
        out[n, 0] = play_game(s, chance, fixed, work, players, seed, first + n, False)
        score(s, fixed, work)
        out[n, 1] = work.winners
        out[n, 2] = s.last_turns == 0
        for seat in range(players):
            out[n, 3 + seat] = work.totals[seat]


@compiled_apart
def fingerprint(
    s: Record, chance: Chance, lookups: Record, work: Record, players: int, seed: Any, game: int
) -> Any:
    """A number that tells a game from any other: its decisions, its last position, its score."""
    begin(chance, seed, game)
    deal(s, chance, lookups, players)
    found = ZERO
    while s.pending:
        i = random_choice(s, chance, lookups, work)
        found = mix(found + np.uint64(i))
        play(s, chance, lookups, s.seat, i, work)
    score(s, lookups, work)
    for seat in range(players):
        found = mix(found + np.uint64(work.totals[seat] + 1000))
        for kind in range(KINDS):
            found = mix(found + np.uint64(s.hands[seat, kind]))
        found = mix(found + s.tickets[seat])
    return mix(found + np.uint64(work.winners))


@compiled_apart
def fingerprints(
    states: Any, chances: Any, lookups: Any, works: Any, players: int, seed: Any, first: int,
    out: Any,
) -> None:  # fmt: skip
    """Those of the games from `first` on."""
    for n in range(len(out)):
        game = first + n
        out[n] = fingerprint(states[0], chances[0], lookups[0], works[0], players, seed, game)
