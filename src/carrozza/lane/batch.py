"""Many games at once, for learners that decide for all of them together.

Game `i` of a batch of `n` is game number `i` of the seed, and when it ends, number `i + n`, and so
on: the same games whatever the device and the number of threads.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from carrozza.core.errors import BadOptions
from carrozza.core.game import Game
from carrozza.lane.chance import CHANCE
from carrozza.lane.first_use import told_when_slow
from carrozza.lane.observe import LAYOUT
from carrozza.lane.processor import Processor
from carrozza.lane.twins import Twin, twin_of

Reward = Literal["score", "win"]
Device = Literal["cpu", "cuda"]
Actions = Literal["ids", "compact"]


class Places(NamedTuple):
    """Where the parts of an observation begin, and the factors of its first numbers."""

    starts: dict[str, int]
    size: int
    tickets: int
    scale: Any


class Batch:
    """`n` games of one kind. After `reset` and `step` its arrays hold what comes next: `seats` (who
    is to act), `masks` (bits of actions, in words of 64), `observations` of that seat, which
    games `ended` and began anew, and of those the `points` of each seat, its share of the win in
    `wins` and its `completed` tickets as bits; `rewards` is one of the first two. On a GPU they are
    arrays of that device, which PyTorch, CuPy and JAX read without a copy. An action is its id in
    the game's action space, or with `actions="compact"` the number of a compact one, of which there
    are far fewer; `count` says how many, and `ids` which ids the last step came to."""

    def __init__(
        self,
        game: Game,
        players: int,
        n: int,
        *,
        device: Device = "cpu",
        seed: int = 0,
        reward: Reward = "score",
        places: Places | None = None,
        masks: bool = True,
        actions: Actions = "ids",
        threads: int | None = None,
    ) -> None:
        if players not in game.players:
            raise BadOptions("players", f"{game.title} is not for {players} players.")
        if n < 1:
            raise BadOptions("size", f"A batch needs at least one game, not {n}.")
        self.game, self.players, self.n = game, players, n
        twin = twin_of(game)
        self._work = twin.work
        self._device: Any = _gpu(twin) if device == "cuda" else Processor(threads)
        zeros = self._device.zeros
        lookups = twin.lookups_of(game)
        self.compact = actions == "compact"
        self.count = int(lookups[0]["compact_size" if self.compact else "ids"])
        words = (self.count + 63) // 64 if masks else 0
        self.lookups = self._device.array(lookups)
        self.places = self._device.array(_record_of(places))
        self.scale = self._device.array(np.asarray(places.scale if places else [], np.float64))
        self.states = zeros(n, twin.state)
        self.chances = zeros(n, CHANCE)
        self.samplers = zeros(n, CHANCE)
        self.numbers = zeros(n, np.int64)
        self.seats = zeros(n, np.int8)
        self.masks = zeros((n, words), np.uint64)
        self.id_masks = zeros((n, 0), np.uint64) if self.compact else self.masks
        self.ids = zeros(n if self.compact else 0, np.int64)
        self.observations = zeros((n, places.size if places else 0), np.float32)
        self.points = zeros((n, players), np.float32)
        self.wins = zeros((n, players), np.float32)
        self.completed = zeros((n, players), np.uint64)
        self.rewards = self.points if reward == "score" else self.wins
        self.ended = zeros(n, np.bool_)
        with told_when_slow():
            self.reset(seed)
            self.step()
            self.reset(seed)

    def work(self) -> Any:
        """Scratch paper for one thread."""
        return np.zeros(1, self._work)

    def reset(self, seed: int) -> None:
        """New games, from number 0 of the seed on."""
        self.seed = np.uint64(seed)
        self._device.start(self)
        if self.compact:
            self._device.mark(self)

    def step(self, actions: Sequence[int] | Any = None) -> None:
        """One action in each game. They must be legal: nothing is checked here. Without actions
        each game plays a random one, as `sample` would give."""
        if actions is not None and len(actions) != self.n:
            raise BadOptions("actions", f"{self.n} actions are needed, not {len(actions)}.")
        if self.compact:
            actions = self.sample() if actions is None else actions
            self._device.find_ids(self, actions, self.ids)
            self._device.step(self, self.ids)
            self._device.mark(self)
        else:
            self._device.step(self, actions)

    def sample(self) -> Any:
        """A random action for each game: one of the compact ones."""
        actions = self._device.zeros(self.n, np.int64)
        if self.compact:
            self._device.sample_compact(self, actions)
        else:
            self._device.sample(self, actions)
        return actions


def _record_of(places: Places | None) -> Any:
    rows = np.zeros(1, LAYOUT)
    if places is not None:
        for name in LAYOUT.names or ():
            rows[name] = places.starts.get(name, places.size)
        rows["all_tickets"] = places.tickets
    return rows


def _gpu(twin: Twin) -> Any:
    try:
        from carrozza.lane.gpu.device import Gpu
    except ImportError:
        problem = "A batch on a GPU needs numba-cuda: pip install carrozza[gpu]."
        raise BadOptions("no_gpu", problem) from None
    return Gpu(twin)
