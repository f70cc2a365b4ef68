"""The chances of all seats in positions as they really were: what everybody holds is known, the
order of the decks is not."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from carrozza.bots.scholar.layers import Array
from carrozza.bots.scholar.lookahead import begin_many
from carrozza.bots.scholar.many import ids_many
from carrozza.bots.scholar.sight import Sight
from carrozza.core.rng import Rng
from carrozza.lane.chance import CHANCE
from carrozza.review.luck import Luck
from carrozza.review.onward import Onward

GAMES = 4  # played on from each position
OUTCOMES = 8  # of chance, beside the one that came
PART = 512  # games at a time


class Played(NamedTuple):
    state: Any  # before
    seat: int
    action: int  # its id


class Compared(NamedTuple):
    """The chances of all seats, averaged over what may come."""

    played: Array
    instead: Array


class Chances:
    """Each seat says how it stands at its next decision, after games played on by the network; so
    the estimate is the same function of a position wherever it is asked for."""

    def __init__(self, sight: Sight, players: int, seed: str) -> None:
        self.sight, self.players = sight, players
        self.onward = Onward(sight, players)
        self.rng = Rng.from_seed(seed)

    def of(self, states: Any, games: int = GAMES) -> Array:
        """A row for each position, which adds up to 1."""
        n = len(states) * games
        luck = self._luck(n)
        return self._shares(states, games, luck, np.arange(n))

    def after(self, steps: Sequence[Played]) -> list[Compared]:
        """What comes of actions, and of what the network would do instead, on average: with the
        same chance, so that they differ by nothing where the network would do the same."""
        begun, samples, others = [], [], []
        for number, step in enumerate(steps):
            usual = self._usual(step, OUTCOMES)
            differs = np.flatnonzero(usual != step.action)
            ids = np.concatenate([np.full(OUTCOMES, step.action), usual[differs]])
            outcomes = np.concatenate([np.arange(OUTCOMES), differs])
            begun.append(self._begin(step, ids, outcomes))
            first = (number * OUTCOMES + outcomes) * GAMES
            samples.append((first[:, None] + np.arange(GAMES)).ravel())
            others.append(differs)
        luck = self._luck(len(steps) * OUTCOMES * GAMES)
        shares = self._shares(np.concatenate(begun), GAMES, luck, np.concatenate(samples))
        found, at = [], 0
        for states, differs in zip(begun, others, strict=True):
            played = shares[at : at + OUTCOMES]
            instead = played.copy()
            instead[differs] = shares[at + OUTCOMES : at + len(states)]
            found.append(Compared(played.mean(0), instead.mean(0)))
            at += len(states)
        return found

    def _begin(self, step: Played, ids: Array, outcomes: Array) -> Any:
        """The position after each of these actions; one outcome is one chance."""
        states = np.zeros(len(ids), step.state.dtype)
        begin_many(
            step.state, np.zeros(len(ids), np.int64), states, np.zeros(len(ids), CHANCE),
            self.sight.lookups, self.sight.works, step.seat, ids, self.rng.below(1 << 48),
            outcomes,
        )  # fmt: skip
        return states

    def _usual(self, step: Played, count: int) -> Array:
        """What the network does here, so many times."""
        sight = self.sight
        marks, answer = self.onward.look(step.state, np.array([step.seat]))
        logits = np.where(marks[0] > 0, answer.logits[0], -np.inf)
        likely = np.exp(logits - logits.max())
        rng = np.random.default_rng(self.rng.below(1 << 48))
        chosen = rng.choice(len(likely), count, p=likely / likely.sum())
        ids = np.zeros(count, np.int64)
        many, seats = np.repeat(step.state, count), np.full(count, step.seat)
        ids_many(many, sight.lookups, seats, sight.works, chosen, ids)
        return ids

    def _luck(self, samples: int) -> Luck:
        return Luck(self.rng.below(1 << 48), samples, self.sight.network.sizes.actions)

    def _shares(self, states: Any, games: int, luck: Luck, samples: Array) -> Array:
        many = np.repeat(states, games)
        parts = [
            self._wins(many[at : at + PART], samples[at : at + PART], luck)
            for at in range(0, len(many), PART)
        ]
        wins = np.concatenate(parts).reshape(len(states), games, self.players).mean(1)
        shares: Array = wins / wins.sum(1, keepdims=True)
        return shares

    def _wins(self, states: Any, samples: Array, luck: Luck) -> Array:
        wanted = np.ones((len(states), self.players), np.int64)
        none = np.zeros_like(wanted)
        return self.onward.play_on(states, samples, luck, wanted, none, turns=False).wins
