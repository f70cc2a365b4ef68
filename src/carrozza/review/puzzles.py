"""Finding puzzles: positions of finished games in which one move is clearly best."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from math import inf
from time import perf_counter

import msgspec

from carrozza.bots.greedy import Greedy
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action
from carrozza.core.errors import BadData
from carrozza.core.game import View
from carrozza.core.replay import Save, replay
from carrozza.core.rng import Rng
from carrozza.games.registry import NAMES, game_of
from carrozza.review.alike import come_to_the_same, same_move
from carrozza.review.judge import FIRST_TURNS, TURNS_OF_MORE, TURNS_OF_TWO, Judge, judgement_of
from carrozza.review.model import Alternative
from carrozza.review.puzzle import Puzzle, margin_of
from carrozza.review.review import prepare
from carrozza.review.verdicts import SURE

SAMPLES = 96  # of each action in the last look: four times those of a review
FIRST_LOOK, SECOND_LOOK = 4, 24  # samples before that: what is not clear in them is dropped
LIKELY = 4  # moves in the first look
CLEAR = 0.10  # in chances to win: so much the next best move loses at least, beyond the error
RIVALS = 2  # other moves that were compared, at least
WAYS = 6  # to do the best move that are compared, at most
OPEN = (0.08, 0.97)  # chances with the best move between which a game is still to be decided
MOST = 3  # from one game
APART = 4  # turns between two of a seat

Alike = Callable[[View, Action, Action], bool]
Tell = Callable[[int, int], None]  # how many of how many steps are done


def find_puzzles(save: Save, samples: int = SAMPLES, tell: Tell = lambda *_: None) -> list[Puzzle]:
    """The clearest puzzles of a game, by turn. The same save and samples give the same ones."""
    check(save)
    game = prepare(save)
    judge = Judge(game, samples)
    found = [
        puzzle
        for seat, turn, memory, legal, played in _decisions(save, tell)
        if (puzzle := _puzzle(judge, save, seat, turn, memory, legal, played)) is not None
    ]
    return sorted(_best_of(found), key=lambda puzzle: puzzle.turn)


def check(save: Save) -> None:
    """A puzzle is shown on the board of its game."""
    if save.setup.board is not None or save.setup.game not in NAMES:
        raise BadData("own_board", "Puzzles are taken from games on the boards of the games alone.")


def _decisions(save: Save, tell: Tell) -> Iterator[tuple[int, int, View, Sequence[Action], Action]]:
    turn = 0
    for number, (_, state, _) in enumerate(replay(save, game_of)):
        if number == len(save.steps):
            return
        tell(number, len(save.steps))
        step = save.steps[number]
        phase = state.view(None).phase
        turn += phase == "turn"
        if phase == "second_card":
            continue  # hardly ever clear
        legal = state.legal_actions(step.seat)
        if len(legal) > RIVALS:
            yield step.seat, turn, state.memory(step.seat), legal, step.action


def _puzzle(
    judge: Judge,
    save: Save,
    seat: int,
    turn: int,
    memory: View,
    legal: Sequence[Action],
    played: Action,
) -> Puzzle | None:
    raw = msgspec.json.encode(memory)
    name = blake2b(save.setup.game.encode() + raw, digest_size=5).hexdigest()
    rng = Rng.from_seed(f"puzzle {name}")
    tempting = Greedy(judge.game, name).decide(memory, legal, inf)
    likely = [c.action for c in judge.guide.candidates(memory, legal, rng, _unhurried())]
    actions = _each_once(memory, [*likely, played, tempting], come_to_the_same)
    moves = _each_once(memory, likely, same_move)[:LIKELY]
    if len(actions) <= RIVALS or len(moves) == 1:
        return None  # nothing to choose between that a good player would think of
    if not _is_clear(memory, _look(judge, memory, moves, FIRST_LOOK, FIRST_TURNS, rng), sure=0):
        return None
    turns = TURNS_OF_TWO if memory.players == 2 else TURNS_OF_MORE
    found = _look(judge, memory, actions, SECOND_LOOK, turns, rng)
    if not _is_clear(memory, found, sure=0):
        return None
    best = found[0].action
    if all(same_move(memory, action, best) for action in (played, tempting)):
        return None  # who played saw it, and so does who plans nothing
    actions = _each_once(memory, [*actions, *_ways_of(memory, legal, best)], come_to_the_same)
    found = _look(judge, memory, actions, judge.samples, turns, rng)
    if not _is_clear(memory, found) or not OPEN[0] < found[0].chance < OPEN[1]:
        return None
    return Puzzle(
        id=name,
        game=save.setup.game,
        options=save.setup.options,
        players=save.setup.players,
        seat=seat,
        turn=turn,
        memory=msgspec.Raw(raw),
        alternatives=tuple(found),
        samples=judge.samples,
    )


def _unhurried() -> Watch:
    return Watch(inf, perf_counter)


def _each_once(memory: View, actions: list[Action], alike: Alike) -> list[Action]:
    found: list[Action] = []
    for action in actions:
        if not any(alike(memory, action, known) for known in found):
            found.append(action)
    return found


def _look(
    judge: Judge, memory: View, actions: list[Action], samples: int, turns: int, rng: Rng
) -> list[Alternative]:
    wins, leads = judge.compare(memory, actions, samples, turns, rng)
    return list(judgement_of(actions, wins, leads).alternatives)


def _is_clear(memory: View, found: list[Alternative], sure: float = SURE) -> bool:
    """Whether every other move loses much, in whatever way the best is done."""
    others = [a for a in found if not same_move(memory, a.action, found[0].action)]
    return bool(others) and all(a.loss - sure * a.loss_error > CLEAR for a in others)


def _ways_of(memory: View, legal: Sequence[Action], best: Action) -> list[Action]:
    """Other ways to do the best move."""
    ways = [action for action in legal if same_move(memory, action, best)]
    return _each_once(memory, ways, come_to_the_same)[:WAYS]


def _best_of(found: list[Puzzle]) -> list[Puzzle]:
    """Some of a game's, the clearest first, and not the same problem twice."""
    chosen: list[Puzzle] = []
    for puzzle in sorted(found, key=lambda p: (-margin_of(p), p.turn)):
        near = any(p.seat == puzzle.seat and abs(p.turn - puzzle.turn) < APART for p in chosen)
        if not near and len(chosen) < MOST:
            chosen.append(puzzle)
    return chosen
