"""Many games side by side: one step of game number `i`, the same on the processor and on a GPU."""

from typing import Any

import numpy as np

from carrozza.lane.board.game import deal, play
from carrozza.lane.board.legal import find_choices, find_mask, nth_choice
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.observe import Layout, Vector, observe
from carrozza.lane.board.scoring import score
from carrozza.lane.board.state import State, Work
from carrozza.lane.chance import Chance, begin, below
from carrozza.lane.compiled import compiled_apart


@compiled_apart
def start(s: State, chance: Chance, board: Board, players: int, seed: Any, number: int) -> None:
    begin(chance, seed, number)
    deal(s, chance, board, players)


@compiled_apart
def advance(
    s: State, chance: Chance, board: Board, work: Work, action: int, by_score: bool, rewards: Any
) -> bool:
    """Play an action of the seat to act. At the end of the game each seat's reward, else nothing;
    whether it ended."""
    play(s, chance, board, s.seat, action)
    for seat in range(s.players):
        rewards[seat] = 0
    if s.pending:
        return False
    score(s, board, work)
    winners = 0
    for seat in range(s.players):
        winners += work.winners >> seat & 1
    for seat in range(s.players):
        won = np.float32(work.winners >> seat & 1) / np.float32(winners)
        rewards[seat] = np.float32(work.totals[seat]) if by_score else won
    return True


@compiled_apart
def look(
    s: State, board: Board, work: Work, at: Layout, scale: Vector, mask: Any, observation: Vector
) -> None:
    """What the seat to act may do and what it knows; an empty array is not written."""
    if len(mask):
        find_mask(s, board, s.seat, work)
        for w in range(len(mask)):
            mask[w] = work.mask[w]
    if len(observation):
        observe(s, board, s.seat, at, scale, observation, work)


@compiled_apart
def sample(s: State, chance: Chance, board: Board, work: Work) -> int:
    """A random one of the compact choices of the seat to act."""
    found = find_choices(s, board, s.seat, work)
    return nth_choice(s, board, s.seat, below(chance, found), work)
