"""Kernels for the board games. Each thread plays games of its own, in memory of its own."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numba

from carrozza.lane.board.games import advance, look, sample, start
from carrozza.lane.board.playouts import fingerprint, play_game
from carrozza.lane.board.scoring import score
from carrozza.lane.board.state import STATE, WORK
from carrozza.lane.chance import CHANCE, begin

cuda: Any = import_module("numba.cuda")  # it has no types
kernel: Callable[[Callable[..., None]], Any] = cuda.jit
STATE_TYPE, WORK_TYPE, CHANCE_TYPE = (numba.from_dtype(d) for d in (STATE, WORK, CHANCE))


@kernel
def play_games(boards: Any, players: int, seed: Any, games: int, scored: bool, out: Any) -> None:
    """Whole games of random compact choices; into `out` decisions and points in all."""
    states = cuda.local.array(1, STATE_TYPE)
    works = cuda.local.array(1, WORK_TYPE)
    chances = cuda.local.array(1, CHANCE_TYPE)
    s, work, chance, board = states[0], works[0], chances[0], boards[0]
    decisions, points = 0, 0
    for game in range(cuda.grid(1), games, cuda.gridsize(1)):
        decisions += play_game(s, chance, board, work, players, seed, game, True)
        if scored:
            score(s, board, work)
            for seat in range(players):
                points += work.totals[seat]
    cuda.atomic.add(out, 0, decisions)
    cuda.atomic.add(out, 1, points)


@kernel
def fingerprints(boards: Any, players: int, seed: Any, first: int, out: Any) -> None:
    """Those of the games from `first` on."""
    states = cuda.local.array(1, STATE_TYPE)
    works = cuda.local.array(1, WORK_TYPE)
    chances = cuda.local.array(1, CHANCE_TYPE)
    s, work, chance, board = states[0], works[0], chances[0], boards[0]
    for n in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[n] = fingerprint(s, chance, board, work, players, seed, first + n)


@kernel
def start_all(
    states: Any, chances: Any, samplers: Any, boards: Any, places: Any, scale: Any, numbers: Any,
    seats: Any, masks: Any, seen: Any, rewards: Any, ended: Any, seed: Any,
) -> None:  # fmt: skip
    i = cuda.grid(1)
    if i >= states.size:
        return
    works = cuda.local.array(1, WORK_TYPE)
    begin(samplers[i], ~seed, i)
    start(states[i], chances[i], boards[0], rewards.shape[1], seed, numbers[i])
    look(states[i], boards[0], works[0], places[0], scale, masks[i], seen[i])
    seats[i] = states[i].seat
    ended[i] = False


@kernel
def step_all(
    states: Any, chances: Any, samplers: Any, boards: Any, places: Any, scale: Any, numbers: Any,
    seats: Any, masks: Any, seen: Any, rewards: Any, ended: Any, seed: Any, actions: Any,
    by_score: bool,
) -> None:  # fmt: skip
    i = cuda.grid(1)
    if i >= states.size:
        return
    works = cuda.local.array(1, WORK_TYPE)
    s, chance, board, work = states[i], chances[i], boards[0], works[0]
    ended[i] = advance(s, chance, board, work, actions[i], by_score, rewards[i])
    if ended[i]:
        numbers[i] += samplers.size
        start(s, chance, board, rewards.shape[1], seed, numbers[i])
    look(s, board, work, places[0], scale, masks[i], seen[i])
    seats[i] = s.seat


@kernel
def sample_all(states: Any, samplers: Any, boards: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < states.size:
        works = cuda.local.array(1, WORK_TYPE)
        actions[i] = sample(states[i], samplers[i], boards[0], works[0])
