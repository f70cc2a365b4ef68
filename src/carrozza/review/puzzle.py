"""A puzzle: a position in which one move is clearly best, as one seat saw it.

It holds what that seat knew and nothing else, so nobody can learn more from it, and it is judged by
that alone. Finding puzzles is for puzzles.py, which needs the bots; this does not.
"""

from functools import cache
from pathlib import Path

import msgspec

from carrozza.core.actions import Action
from carrozza.core.errors import NOT_JSON, BadData, CarrozzaError
from carrozza.core.game import Game, OptionValue, State, View
from carrozza.core.rng import Rng
from carrozza.games.registry import find_game
from carrozza.review.alike import come_to_the_same, same_move
from carrozza.review.model import Alternative
from carrozza.review.verdicts import SURE, verdict_of

OURS = Path(__file__).parent / "data" / "puzzles.jsonl"


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    game: str
    options: dict[str, OptionValue]
    players: int
    seat: int
    turn: int
    memory: msgspec.Raw  # what the seat knows, as JSON
    alternatives: tuple[Alternative, ...]  # all that were compared, the best first
    samples: int  # for each of them


LINES = msgspec.json.Decoder(Puzzle)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What an action is worth in a puzzle."""

    right: bool  # it is the best move, and not much worse in its way
    verdict: str | None  # as in a review; None: it was not among those compared
    loss: float | None  # in chances to win
    best: Alternative
    alternatives: tuple[Alternative, ...]


def game_for(puzzle: Puzzle) -> Game:
    return find_game(puzzle.game, puzzle.options)


def memory_of(puzzle: Puzzle) -> View:
    memory: View = msgspec.json.decode(puzzle.memory, type=game_for(puzzle).memory_type)
    return memory


def position_of(puzzle: Puzzle) -> State:
    """A position in which the seat knows what it knew: what is hidden is dealt somehow."""
    return game_for(puzzle).resample(memory_of(puzzle), Rng.from_seed(puzzle.id))


def judge_answer(puzzle: Puzzle, action: Action) -> Answer:
    """An action that is not legal raises what the engine says against it."""
    state, best = position_of(puzzle), puzzle.alternatives[0]
    if (why := state.why_not(action, puzzle.seat)) is not None:
        raise why
    view = state.view(puzzle.seat)
    for found in puzzle.alternatives:
        if come_to_the_same(view, found.action, action):
            verdict = verdict_of(found.loss, found.loss_error)
            right = same_move(view, action, best.action) and verdict in ("best", "fine")
            return _answer(puzzle, right, verdict, found.loss)
    return _answer(puzzle, False, None, None)


def _answer(puzzle: Puzzle, right: bool, verdict: str | None, loss: float | None) -> Answer:
    best, all_of_them = puzzle.alternatives[0], puzzle.alternatives
    return Answer(right=right, verdict=verdict, loss=loss, best=best, alternatives=all_of_them)


def margin_of(puzzle: Puzzle) -> float:
    """What the next best move loses at least, beyond the error."""
    memory, best = memory_of(puzzle), puzzle.alternatives[0].action
    others = (a for a in puzzle.alternatives if not same_move(memory, a.action, best))
    return min(a.loss - SURE * a.loss_error for a in others)


def encode_puzzles(puzzles: list[Puzzle]) -> bytes:
    """One a line, in an order of their own."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.game, puzzle.id))
    return b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in ordered)


def decode_puzzles(data: bytes) -> list[Puzzle]:
    try:
        return LINES.decode_lines(data)
    except msgspec.ValidationError as error:
        raise BadData("shape", f"These are no puzzles: {error}.") from None
    except NOT_JSON:
        raise BadData("not_json", "These are no puzzles, or their end is missing.") from None


@cache
def our_puzzles() -> dict[str, Puzzle]:
    """Those that come with Carrozza, by their ids."""
    return {puzzle.id: puzzle for puzzle in decode_puzzles(OURS.read_bytes())}


def puzzles_of(day: int) -> list[Puzzle]:
    """Three for a day, each of another game; days are counted as `date.toordinal` does."""
    by_game: dict[str, list[Puzzle]] = {}
    for puzzle in our_puzzles().values():
        by_game.setdefault(puzzle.game, []).append(puzzle)
    games = sorted(by_game)
    chosen = [games[(day + n) % len(games)] for n in range(min(3, len(games)))]
    return [by_game[game][day % len(by_game[game])] for game in chosen]


def puzzle_called(name: str) -> Puzzle:
    try:
        return our_puzzles()[name]
    except KeyError:
        raise CarrozzaError("unknown_puzzle", "There is no such puzzle.") from None
