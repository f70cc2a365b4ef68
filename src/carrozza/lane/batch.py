"""Many games at once, for learners that decide for all of them together.

Game `i` of a batch of `n` is game number `i` of the seed, and when it ends, number `i + n`, and so
on: the same games whatever the device and the number of threads.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any, Literal, NamedTuple

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game
from carrozza.lane.board.games import advance, look, start
from carrozza.lane.board.lookups import lookups_of
from carrozza.lane.board.observe import LAYOUT
from carrozza.lane.board.state import STATE, WORK
from carrozza.lane.chance import CHANCE
from carrozza.lane.compiled import compiled_apart

Reward = Literal["score", "win"]
PART = 64  # games that a thread takes at a time


class Places(NamedTuple):
    """Where the parts of an observation begin, and the factors of its first numbers."""

    starts: dict[str, int]
    size: int
    tickets: int
    scale: Any


class Batch:
    """`n` games of one kind. After `step` and `reset` its arrays hold what comes next:
    `seats`, `masks` (bits of action ids, in words of 64), `observations`, `rewards`, `ended`."""

    def __init__(
        self,
        game: Game,
        players: int,
        n: int,
        *,
        seed: int = 0,
        reward: Reward = "score",
        places: Places | None = None,
        masks: bool = True,
        threads: int | None = None,
    ) -> None:
        if not isinstance(game, BoardGame):
            raise BadOptions("lane_game", f"{game.title} is not on the fast lane.")
        if players not in game.players:
            raise BadOptions("players", f"{game.title} is not for {players} players.")
        if n < 1:
            raise BadOptions("size", f"A batch needs at least one game, not {n}.")
        self.game, self.players, self.n = game, players, n
        self.by_score = reward == "score"
        self._boards = lookups_of(game)
        self._at = np.zeros(1, LAYOUT)
        self._scale = np.zeros(0)
        if places is not None:
            self._place(places)
        words = (len(game.lookups.space) + 63) // 64
        self.states = np.zeros(n, STATE)
        self._chances = np.zeros(n, CHANCE)
        self._numbers = np.zeros(n, np.int64)
        self.seats = np.zeros(n, np.int8)
        self.masks = np.zeros((n, words if masks else 0), np.uint64)
        self.observations = np.zeros((n, places.size if places else 0), np.float32)
        self.rewards = np.zeros((n, players), np.float32)
        self.ended = np.zeros(n, np.bool_)
        self._pool = ThreadPoolExecutor(threads or cpu_count())
        self._threads = threads or cpu_count() or 1
        self.reset(seed)

    def _place(self, places: Places) -> None:
        for name in LAYOUT.names or ():
            self._at[name] = places.starts.get(name, places.size)
        self._at["size"] = places.size
        self._at["all_tickets"] = places.tickets
        self._scale = np.asarray(places.scale, np.float64)

    def reset(self, seed: int) -> None:
        """New games, from number 0 of the seed on."""
        self._seed = np.uint64(seed)
        self._numbers[:] = np.arange(self.n)
        self.rewards[:] = 0
        self.ended[:] = False
        self._each(_start)

    def step(self, actions: Sequence[int] | Any) -> None:
        """One action in each game, by its id. They must be legal: nothing is checked here."""
        self._actions = np.ascontiguousarray(actions, np.int64)
        if len(self._actions) != self.n:
            raise BadOptions("actions", f"{self.n} actions are needed, not {len(self._actions)}.")
        self._each(_step)

    def _each(self, function: Any) -> None:
        """Call a function for parts of the games, on all threads."""
        if self._threads == 1:
            function(self._arrays(), self._seed, self.by_score, 0, self.n)
            return
        arrays = self._arrays()
        jobs = [
            self._pool.submit(function, arrays, self._seed, self.by_score, first, last)
            for first, last in self._parts()
        ]
        for job in jobs:
            job.result()

    def _parts(self) -> Iterator[tuple[int, int]]:
        size = max(PART, -(-self.n // self._threads))
        for first in range(0, self.n, size):
            yield first, min(first + size, self.n)

    def _arrays(self) -> Any:
        return (
            self.states, self._chances, self._boards, self._at, self._scale, self._numbers,
            self.seats, self.masks, self.observations, self.rewards, self.ended,
            getattr(self, "_actions", self._numbers),
        )  # fmt: skip


@compiled_apart
def _start(arrays: Any, seed: Any, by_score: bool, first: int, last: int) -> None:  # noqa: ARG001
    states, chances, boards, at, scale, numbers, seats, masks, seen, rewards, _, _ = arrays
    works = np.zeros(1, WORK)
    for i in range(first, last):
        start(states[i], chances[i], boards[0], rewards.shape[1], seed, numbers[i])
        look(states[i], boards[0], works[0], at[0], scale, masks[i], seen[i])
        seats[i] = states[i].seat


@compiled_apart
def _step(arrays: Any, seed: Any, by_score: bool, first: int, last: int) -> None:
    (
        states,
        chances,
        boards,
        at,
        scale,
        numbers,
        seats,
        masks,
        observations,
        rewards,
        ended,
        acts,
    ) = arrays
    works = np.zeros(1, WORK)
    for i in range(first, last):
        s, chance, board, work = states[i], chances[i], boards[0], works[0]
        ended[i] = advance(s, chance, board, work, acts[i], by_score, rewards[i])
        if ended[i]:
            numbers[i] += len(states)
            start(s, chance, board, rewards.shape[1], seed, numbers[i])
        look(s, board, work, at[0], scale, masks[i], seen[i])
        seats[i] = s.seat
