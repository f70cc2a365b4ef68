"""Whole games of uniformly random actions."""

from typing import Any

from carrozza.lane.board.game import deal, play
from carrozza.lane.board.legal import find_choices, find_mask, nth_choice, nth_id
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.scoring import score
from carrozza.lane.board.state import State, Work
from carrozza.lane.chance import Chance, begin, below
from carrozza.lane.compiled import compiled, compiled_apart


@compiled
def random_choice(s: State, chance: Chance, board: Board, work: Work) -> int:
    """One of the compact choices."""
    found = find_choices(s, board, s.seat, work)
    return nth_choice(s, board, s.seat, below(chance, found), work)


@compiled
def random_id(s: State, chance: Chance, board: Board, work: Work) -> int:
    """One of all legal actions."""
    found = find_mask(s, board, s.seat, work)
    return nth_id(board, below(chance, found), work)


@compiled_apart
def play_randomly(s: State, chance: Chance, board: Board, work: Work, compact: bool) -> int:
    """To the end of a game; the number of decisions."""
    decisions = 0
    if compact:
        while s.pending:
            play(s, chance, board, s.seat, random_choice(s, chance, board, work))
            decisions += 1
    else:
        while s.pending:
            play(s, chance, board, s.seat, random_id(s, chance, board, work))
            decisions += 1
    return decisions


@compiled_apart
def play_games(
    states: Any, chances: Any, boards: Any, works: Any, players: int, games: int, seed: Any,
    compact: bool, scored: bool, out: Any,
) -> None:  # fmt: skip
    """So many random games, one after another; into `out` decisions and points in all."""
    s, chance, board, work = states[0], chances[0], boards[0], works[0]
    for game in range(games):
        begin(chance, seed, game)
        deal(s, chance, board, players)
        out[0] += play_randomly(s, chance, board, work, compact)
        if scored:
            score(s, board, work)
            for seat in range(players):
                out[1] += work.totals[seat]
