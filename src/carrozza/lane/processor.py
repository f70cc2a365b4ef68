"""Batches on the processor: parts of the games on all cores, without the interpreter's lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import TYPE_CHECKING, Any

import numpy as np

from carrozza.lane.chance import begin
from carrozza.lane.compiled import compiled_apart
from carrozza.lane.games import (
    advance,
    id_of,
    look,
    mark_compact,
    sample,
    sample_compact,
    start,
)

if TYPE_CHECKING:
    from carrozza.lane.batch import Batch

PART = 64  # games that a thread takes at least


class Processor:
    def __init__(self, threads: int | None) -> None:
        self.threads = threads or cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.threads)

    def zeros(self, shape: Any, dtype: Any) -> Any:
        return np.zeros(shape, dtype)

    def array(self, values: Any) -> Any:
        return values

    def start(self, batch: "Batch") -> None:
        batch.numbers[:] = np.arange(batch.n)
        batch.points[:] = 0
        batch.wins[:] = 0
        batch.completed[:] = 0
        batch.ended[:] = False
        self._in_parts(batch.n, lambda *part: _start(batch.work(), *_arrays(batch), *part))

    def step(self, batch: "Batch", actions: Any) -> None:
        ids: Any = (np.ascontiguousarray([] if actions is None else actions, np.int64),)
        self._in_parts(batch.n, lambda *part: _step(batch.work(), *_arrays(batch), *ids, *part))

    def sample(self, batch: "Batch", actions: Any) -> None:
        states, samplers, lookups = batch.states, batch.samplers, batch.lookups
        self._in_parts(
            batch.n, lambda *part: _sample(batch.work(), states, samplers, lookups, actions, *part)
        )

    def mark(self, batch: "Batch") -> None:
        states, lookups, masks = batch.states, batch.lookups, batch.masks
        self._in_parts(
            batch.n, lambda *part: _mark_compact(batch.work(), states, lookups, masks, *part)
        )

    def sample_compact(self, batch: "Batch", actions: Any) -> None:
        arrays = (batch.states, batch.samplers, batch.lookups, actions)
        self._in_parts(batch.n, lambda *part: _sample_compact(batch.work(), *arrays, *part))

    def find_ids(self, batch: "Batch", actions: Any, ids: Any) -> None:
        numbers = np.ascontiguousarray(actions, np.int64)
        arrays = (batch.states, batch.lookups, numbers, ids)
        self._in_parts(batch.n, lambda *part: _find_ids(batch.work(), *arrays, *part))

    def _in_parts(self, n: int, work: Callable[[int, int], None]) -> None:
        size = max(PART, -(-n // self.threads))
        if size >= n:
            work(0, n)
            return
        jobs = [self._pool.submit(work, at, min(at + size, n)) for at in range(0, n, size)]
        for job in jobs:
            job.result()


def _arrays(b: "Batch") -> Any:
    return (
        b.states, b.chances, b.samplers, b.lookups, b.places, b.scale, b.numbers, b.seats,
        b.id_masks, b.observations, b.points, b.wins, b.completed, b.ended, b.seed,
    )  # fmt: skip


@compiled_apart
def _start(
    works: Any, states: Any, chances: Any, samplers: Any, lookups: Any, places: Any, scale: Any,
    numbers: Any, seats: Any, masks: Any, seen: Any, points: Any, wins: Any, completed: Any,
    ended: Any, seed: Any, first: int, last: int,
) -> None:  # fmt: skip
    for i in range(first, last):
        begin(samplers[i], ~seed, i)
        start(states[i], chances[i], lookups[0], points.shape[1], seed, numbers[i])
        look(states[i], lookups[0], works[0], places[0], scale, masks[i], seen[i])
        seats[i] = states[i].seat
        ended[i] = False


@compiled_apart
def _step(
    works: Any, states: Any, chances: Any, samplers: Any, lookups: Any, places: Any, scale: Any,
    numbers: Any, seats: Any, masks: Any, seen: Any, points: Any, wins: Any, completed: Any,
    ended: Any, seed: Any, actions: Any, first: int, last: int,
) -> None:  # fmt: skip
    for i in range(first, last):
        s, chance, fixed, work = states[i], chances[i], lookups[0], works[0]
        action = actions[i] if len(actions) else sample(s, samplers[i], fixed, work)
        ended[i] = advance(s, chance, fixed, work, action, points[i], wins[i], completed[i])
        if ended[i]:
            numbers[i] += len(samplers)
            start(s, chance, fixed, points.shape[1], seed, numbers[i])
        look(s, fixed, work, places[0], scale, masks[i], seen[i])
        seats[i] = s.seat


@compiled_apart
def _sample(
    works: Any, states: Any, samplers: Any, lookups: Any, actions: Any, first: int, last: int
) -> None:
    for i in range(first, last):
        actions[i] = sample(states[i], samplers[i], lookups[0], works[0])


@compiled_apart
def _mark_compact(works: Any, states: Any, lookups: Any, masks: Any, first: int, last: int) -> None:
    for i in range(first, last):
        mark_compact(states[i], lookups[0], works[0], masks[i])


@compiled_apart
def _sample_compact(
    works: Any, states: Any, samplers: Any, lookups: Any, actions: Any, first: int, last: int
) -> None:
    for i in range(first, last):
        actions[i] = sample_compact(states[i], samplers[i], lookups[0], works[0])


@compiled_apart
def _find_ids(
    works: Any, states: Any, lookups: Any, numbers: Any, ids: Any, first: int, last: int
) -> None:
    for i in range(first, last):
        ids[i] = id_of(states[i], lookups[0], numbers[i], works[0])
