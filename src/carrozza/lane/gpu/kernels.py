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
    finish,
    id_of,
    look_anew,
    mark_compact,
    move,
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
part_of_kernel: Callable[[Callable[..., int]], Any] = cuda.jit(device=True)
WARP = 0xFFFFFFFF  # all threads that run in step
NONE = -1  # no action is chosen
LIST = 2  # where the games begin that are over


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
        states: Any, chances: Any, samplers: Any, lookups: Any, numbers: Any, seats: Any,
        points: Any, wins: Any, completed: Any, ended: Any, seed: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i >= states.size:
            return
        begin(samplers[i], ~seed, i)
        start(states[i], chances[i], lookups[0], points.shape[1], seed, numbers[i])
        for seat in range(points.shape[1]):
            points[i, seat] = 0
            wins[i, seat] = 0
            completed[i, seat] = 0
        seats[i] = states[i].seat
        ended[i] = False

    @kernel
    def clear_all(seen: Any, over: Any) -> None:
        """No observations, and no game is over. Threads in step write side by side."""
        if cuda.grid(1) == 0:
            over[0] = 0
            over[1] = 0
        for i in range(cuda.blockIdx.x, seen.shape[0], cuda.gridDim.x):
            for n in range(cuda.threadIdx.x, seen.shape[1], cuda.blockDim.x):
                seen[i, n] = 0

    @kernel_of_games
    def move_all(
        states: Any, chances: Any, samplers: Any, lookups: Any, seats: Any, points: Any, wins: Any,
        completed: Any, ended: Any, over: Any, actions: Any,
    ) -> None:  # fmt: skip
        """Without actions each game plays a random one. Games that are over are put on a list:
        `over` has how many there are, how many of them are taken care of, and which they are."""
        i = cuda.grid(1)
        if i >= states.size:
            return
        works = cuda.local.array(1, work_type)
        s, chance, fixed, work = states[i], chances[i], lookups[0], works[0]
        action = actions[i] if actions.size else sample(s, samplers[i], fixed, work)
        ended[i] = move(s, chance, fixed, work, action, points[i], wins[i], completed[i])
        seats[i] = s.seat
        if ended[i]:
            over[LIST + cuda.atomic.add(over, 0, 1)] = i

    @kernel
    def finish_all(
        states: Any, chances: Any, lookups: Any, numbers: Any, seats: Any, points: Any, wins: Any,
        completed: Any, over: Any, seed: Any,
    ) -> None:  # fmt: skip
        """Scores the games that are over and begins them anew. Each has a block to itself, so that
        none waits for another, and scratch paper in the memory that answers at once."""
        works = cuda.shared.array(1, work_type)
        fixed, work = lookups[0], works[0]
        n = cuda.atomic.add(over, 1, 1)
        while n < over[0]:
            i = over[LIST + n]
            s = states[i]
            finish(s, fixed, work, points[i], wins[i], completed[i])
            numbers[i] += states.size
            start(s, chances[i], fixed, points.shape[1], seed, numbers[i])
            seats[i] = s.seat
            n = cuda.atomic.add(over, 1, 1)

    @kernel_of_games
    def look_all(states: Any, lookups: Any, places: Any, scale: Any, masks: Any, seen: Any) -> None:
        """After `clear_all`."""
        i = cuda.grid(1)
        if i < states.size:
            works = cuda.local.array(1, work_type)
            look_anew(states[i], lookups[0], works[0], places[0], scale, masks[i], seen[i])

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
        clear_all=clear_all,
        move_all=move_all,
        finish_all=finish_all,
        look_all=look_all,
        sample_all=sample_all,
        mark_compact_all=mark_compact_all,
        sample_compact_all=sample_compact_all,
        find_ids_all=find_ids_all,
    )
