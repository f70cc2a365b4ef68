"""Puzzles: what comes with Carrozza is sound, holds nothing hidden, and is judged by that."""

from datetime import date
from itertools import pairwise

import msgspec
import pytest

from carrozza.core.actions import ClaimRoute, DrawBlind, DrawFaceUp, Pass
from carrozza.core.errors import BadData, CarrozzaError, IllegalAction
from carrozza.core.rng import Rng
from carrozza.review.alike import come_to_the_same, same_move
from carrozza.review.puzzle import (
    decode_puzzles,
    encode_puzzles,
    game_for,
    judge_answer,
    margin_of,
    memory_of,
    our_puzzles,
    position_of,
    puzzle_called,
    puzzles_of,
)
from carrozza.review.puzzles import CLEAR, SAMPLES

OURS = list(our_puzzles().values())
GAMES = {puzzle.game for puzzle in OURS}
every_puzzle = pytest.mark.parametrize("puzzle", OURS, ids=lambda puzzle: puzzle.id)


@every_puzzle
def test_one_move_is_clearly_best(puzzle):
    assert puzzle.samples >= SAMPLES
    assert margin_of(puzzle) > CLEAR
    losses = [a.loss for a in puzzle.alternatives]
    assert losses[0] == 0
    assert all(a <= b for a, b in pairwise(losses))


@every_puzzle
def test_all_that_was_compared_is_legal_and_the_best_is_right(puzzle):
    state = position_of(puzzle)
    assert puzzle.seat in state.to_act
    legal = state.legal_actions(puzzle.seat)
    assert all(a.action in legal for a in puzzle.alternatives)
    answer = judge_answer(puzzle, puzzle.alternatives[0].action)
    assert (answer.right, answer.verdict, answer.loss) == (True, "best", 0)
    worst = judge_answer(puzzle, puzzle.alternatives[-1].action)
    assert (worst.right, worst.loss) == (False, puzzle.alternatives[-1].loss)


@every_puzzle
def test_it_holds_what_the_seat_knew_and_nothing_else(puzzle):
    """Whatever is hidden may be dealt in any way: all that is shown stays the same."""
    memory, game = memory_of(puzzle), game_for(puzzle)
    assert memory.seat == puzzle.seat
    one, other = (game.resample(memory, Rng.from_seed(str(n))) for n in (1, 2))
    assert one.plain() != other.plain()
    assert one.view(puzzle.seat) == other.view(puzzle.seat)
    assert one.memory(puzzle.seat) == memory
    assert one.legal_mask(puzzle.seat) == other.legal_mask(puzzle.seat)


def test_the_three_of_a_day_are_of_different_games_and_change():
    for day in range(date(2026, 1, 1).toordinal(), date(2026, 3, 1).toordinal()):
        three = puzzles_of(day)
        assert len({puzzle.game for puzzle in three}) == len(three) == min(3, len(GAMES))
        assert three == puzzles_of(day)
        assert {p.id for p in three}.isdisjoint(p.id for p in puzzles_of(day + 1))


def test_the_file_is_in_its_own_order():
    assert decode_puzzles(encode_puzzles(OURS[::-1])) == OURS
    for damaged in (b"{", b"[]", b'{"id":"x"}', b"\xff"):
        with pytest.raises(BadData):
            decode_puzzles(damaged)
    with pytest.raises(CarrozzaError, match="no such puzzle"):
        puzzle_called("nowhere")


def test_what_is_not_legal_is_refused():
    with pytest.raises(IllegalAction):
        judge_answer(OURS[0], Pass())


def test_what_was_not_compared_is_said_to_be_so():
    for puzzle in OURS:
        state = position_of(puzzle)
        view = state.view(puzzle.seat)
        compared = [a.action for a in puzzle.alternatives]
        for action in state.legal_actions(puzzle.seat):
            if not any(come_to_the_same(view, action, other) for other in compared):
                answer = judge_answer(puzzle, action)
                assert (answer.right, answer.verdict, answer.loss) == (False, None, None)
                assert answer.best == puzzle.alternatives[0]
                return
    pytest.fail("everything was compared")


def test_the_same_move_may_be_done_in_several_ways():
    class View(msgspec.Struct):
        market: tuple[str, ...]

    view = View(("red", "blue", "red"))
    assert come_to_the_same(view, DrawFaceUp(0), DrawFaceUp(2))
    assert not come_to_the_same(view, DrawFaceUp(0), DrawFaceUp(1))
    assert same_move(view, DrawFaceUp(0), DrawBlind())
    assert same_move(view, ClaimRoute(1, ("red",)), ClaimRoute(1, ("blue",)))
    assert not same_move(view, ClaimRoute(1, ("red",)), ClaimRoute(2, ("red",)))
    assert not same_move(view, ClaimRoute(1, ("red",)), DrawBlind())
