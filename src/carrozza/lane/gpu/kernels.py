"""Kernels: each thread has a game of its own, and scratch paper in memory of its own. They are made
for each kind of record, since that memory has a fixed size."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from carrozza.lane.chance import CHANCE, begin
from carrozza.lane.games import (
    advance,
    id_of,
    look,
    mark_compact,
    sample,
    sample_compact,
    start,
)
from carrozza.lane.playouts import fingerprint, random_choice
from carrozza.lane.rules import deal, play, score, takes_long

cuda: Any = import_module("numba.cuda")  # it has no types
Kernel = Callable[[Callable[..., None]], Any]
kernel: Kernel = cuda.jit
# With fewer registers more games are under way.
kernel_of_games: Kernel = cuda.jit(max_registers=64)
part_of_kernel: Kernel = cuda.jit(device=True)
WARP = 0xFFFFFFFF  # all threads that run in step
NONE = -1  # no action is chosen


@part_of_kernel
def play_together(s: Any, chance: Any, fixed: Any, work: Any) -> int:
    """Random compact choices until the games of all threads in step are over; the decisions of this
    one. A game that comes to something long waits until all others have, too, or are over."""
    decisions = 0
    action = NONE
    while cuda.any_sync(WARP, s.pending != 0):
        if s.pending and action == NONE:
            action = random_choice(s, chance, fixed, work)
            decisions += 1
        ready = s.pending != 0 and not takes_long(s, fixed, action)
        if not cuda.any_sync(WARP, ready):
            ready = s.pending != 0
        if ready:
            play(s, chance, fixed, s.seat, action, work)
            action = NONE
    return decisions


@cache
def kernels_for(state_dtype: np.dtype[Any], work_dtype: np.dtype[Any]) -> Any:
    state_type, work_type, chance_type = (
        numba.from_dtype(dtype) for dtype in (state_dtype, work_dtype, CHANCE)
    )

    @kernel_of_games
    def play_games(
        lookups: Any, players: int, seed: Any, games: int, scored: bool, out: Any
    ) -> None:
        """Whole games of random compact choices; into `out` decisions and points in all."""
        states = cuda.local.array(1, state_type)
        works = cuda.local.array(1, work_type)
        chances = cuda.local.array(1, chance_type)
        s, work, chance, fixed = states[0], works[0], chances[0], lookups[0]
        decisions, points = 0, 0
        for first in range(0, games, cuda.gridsize(1)):
            game = first + cuda.grid(1)
            if game < games:
                begin(chance, seed, game)
                deal(s, chance, fixed, players)
            else:
                s.pending = 0
            decisions += play_together(s, chance, fixed, work)
            if scored and game < games:
                score(s, fixed, work)
                for seat in range(players):
                    points += work.totals[seat]
        cuda.atomic.add(out, 0, decisions)
        cuda.atomic.add(out, 1, points)

    @kernel_of_games
    def fingerprints(lookups: Any, players: int, seed: Any, first: int, out: Any) -> None:
        """Those of the games from `first` on."""
        states = cuda.local.array(1, state_type)
        works = cuda.local.array(1, work_type)
        chances = cuda.local.array(1, chance_type)
        s, work, chance, fixed = states[0], works[0], chances[0], lookups[0]
        for n in range(cuda.grid(1), out.size, cuda.gridsize(1)):
            out[n] = fingerprint(s, chance, fixed, work, players, seed, first + n)

    @kernel
    def start_all(
        states: Any, chances: Any, samplers: Any, lookups: Any, places: Any, scale: Any,
        numbers: Any, seats: Any, masks: Any, seen: Any, points: Any, wins: Any, completed: Any,
        ended: Any, seed: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i >= states.size:
            return
        works = cuda.local.array(1, work_type)
        begin(samplers[i], ~seed, i)
        start(states[i], chances[i], lookups[0], points.shape[1], seed, numbers[i])
        look(states[i], lookups[0], works[0], places[0], scale, masks[i], seen[i])
        seats[i] = states[i].seat
        ended[i] = False

    @kernel
    def step_all(
        states: Any, chances: Any, samplers: Any, lookups: Any, places: Any, scale: Any,
        numbers: Any, seats: Any, masks: Any, seen: Any, points: Any, wins: Any, completed: Any,
        ended: Any, seed: Any, actions: Any,
    ) -> None:  # fmt: skip
        """Without actions each game plays a random one."""
        i = cuda.grid(1)
        if i >= states.size:
            return
        works = cuda.local.array(1, work_type)
        s, chance, fixed, work = states[i], chances[i], lookups[0], works[0]
        action = actions[i] if actions.size else sample(s, samplers[i], fixed, work)
        ended[i] = advance(s, chance, fixed, work, action, points[i], wins[i], completed[i])
        if ended[i]:
            numbers[i] += samplers.size
            start(s, chance, fixed, points.shape[1], seed, numbers[i])
        look(s, fixed, work, places[0], scale, masks[i], seen[i])
        seats[i] = s.seat

    @kernel
    def sample_all(states: Any, samplers: Any, lookups: Any, actions: Any) -> None:
        i = cuda.grid(1)
        if i < states.size:
            works = cuda.local.array(1, work_type)
            actions[i] = sample(states[i], samplers[i], lookups[0], works[0])

    @kernel
    def mark_compact_all(states: Any, lookups: Any, masks: Any) -> None:
        i = cuda.grid(1)
        if i < states.size:
            works = cuda.local.array(1, work_type)
            mark_compact(states[i], lookups[0], works[0], masks[i])

    @kernel
    def sample_compact_all(states: Any, samplers: Any, lookups: Any, actions: Any) -> None:
        i = cuda.grid(1)
        if i < states.size:
            works = cuda.local.array(1, work_type)
            actions[i] = sample_compact(states[i], samplers[i], lookups[0], works[0])

    @kernel
    def find_ids_all(states: Any, lookups: Any, numbers: Any, ids: Any) -> None:
        i = cuda.grid(1)
        if i < states.size:
            works = cuda.local.array(1, work_type)
            ids[i] = id_of(states[i], lookups[0], numbers[i], works[0])

    return SimpleNamespace(
        play_games=play_games,
        fingerprints=fingerprints,
        start_all=start_all,
        step_all=step_all,
        sample_all=sample_all,
        mark_compact_all=mark_compact_all,
        sample_compact_all=sample_compact_all,
        find_ids_all=find_ids_all,
    )
