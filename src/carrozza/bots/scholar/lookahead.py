"""Many games a few decisions on, for those who look ahead."""

from typing import Any

from carrozza.bots.scholar.compiled import compiled
from carrozza.lane.chance import begin
from carrozza.lane.rules import play, score


@compiled
def begin_many(
    positions: Any, at: Any, states: Any, chances: Any, lookups: Any, works: Any, me: int, ids: Any,
    seed: int, numbers: Any,
) -> None:  # fmt: skip
    """Into `states`: the positions with these places, after an action each. Games of one number
    have the same luck."""
    for i in range(len(states)):
        states[i] = positions[at[i]]
        begin(chances[i], seed, numbers[i])
        play(states[i], chances[i], lookups[0], me, ids[i], works[0])


@compiled
def play_many(states: Any, chances: Any, lookups: Any, works: Any, which: Any, ids: Any) -> None:
    """An action in some of the games."""
    for k in range(len(which)):
        i = which[k]
        play(states[i], chances[i], lookups[0], states[i].seat, ids[k], works[0])


@compiled
def shares_of(states: Any, lookups: Any, works: Any, which: Any, me: int, out: Any) -> None:
    """The share of the win in games that are over."""
    for k in range(len(which)):
        score(states[which[k]], lookups[0], works[0])
        winners = 0
        for seat in range(states[which[k]].players):
            winners += works[0].winners >> seat & 1
        out[k] = (works[0].winners >> me & 1) / winners
