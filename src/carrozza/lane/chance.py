"""Chance as an input of the lane.

A state does not hold the order of its decks: whoever plays it brings a `Chance`, which is asked
when a card or a ticket comes up. It answers from a generator, or with outcomes that are given, by
which the lane follows a game of the engine.

The generator is a counter: number n of a game is a hash of `(seed, game, n)` (SplitMix64), so a
game is the same on every machine and in any company.
"""

from typing import Any

import numpy as np

from carrozza.lane.bits import count, nth
from carrozza.lane.compiled import compiled

OUTCOMES = 96  # no action needs more; nor does a deal

CHANCE = np.dtype(
    [
        ("counter", "u8"),
        ("given", "i4"),  # how many outcomes are given; 0: the generator answers
        ("used", "i4"),  # how many of them were asked for
        ("outcomes", "i1", OUTCOMES),
    ],
    align=True,
)
Chance = Any  # a record of it
MISSING = -1  # an outcome that was asked for and not given

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A, MIX_B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
THIRTY, THIRTY_ONE, HALF = np.uint64(30), np.uint64(31), np.uint64(32)
TWENTY_SEVEN = np.uint64(27)


@compiled
def mix(z: Any) -> Any:
    z = (z ^ (z >> THIRTY)) * MIX_A
    z = (z ^ (z >> TWENTY_SEVEN)) * MIX_B
    return z ^ (z >> THIRTY_ONE)


@compiled
def begin(chance: Chance, seed: Any, game: int) -> None:
    """The numbers of one game."""
    chance.counter = mix(mix(np.uint64(seed)) + np.uint64(game) * GOLDEN)
    chance.given = 0
    chance.used = 0


@compiled
def below(chance: Chance, bound: int) -> int:
    """A number from 0 to bound - 1; the bound is small, so all are equally likely."""
    chance.counter += GOLDEN
    found = ((mix(chance.counter) >> HALF) * np.uint64(bound)) >> HALF
    return np.int64(found)  # type: ignore[return-value]


@compiled
def _given(chance: Chance) -> int:
    at = chance.used
    chance.used = at + 1
    return int(chance.outcomes[at]) if at < chance.given else MISSING


@compiled
def some_seat(chance: Chance, players: int) -> int:
    return _given(chance) if chance.given else below(chance, players)


@compiled
def some_card(chance: Chance, counts: Any, total: int) -> int:
    """One of so many cards, given as counts."""
    if chance.given:
        return _given(chance)
    left = below(chance, total)
    kind = 0
    while left >= counts[kind]:
        left -= counts[kind]
        kind += 1
    return kind


@compiled
def some_of(chance: Chance, word: Any) -> int:
    """One of the positions that are set."""
    return _given(chance) if chance.given else nth(word, below(chance, count(word)))
