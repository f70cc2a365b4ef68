"""A saved game reviewed: every decision, every position, and what they add up to."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from carrozza.bots.scholar.kinds import make_ready
from carrozza.bots.scholar.sight import has_learned
from carrozza.core.errors import BadSave, CarrozzaError
from carrozza.core.events import CardDrawn, Event, MarketFilled, TicketsOffered, TunnelRevealed
from carrozza.core.game import Game, State
from carrozza.core.replay import Save, Step, replay
from carrozza.games.registry import game_of
from carrozza.review.accounts import accounts_of
from carrozza.review.because import Reasons, because
from carrozza.review.chances import Chances, Compared, Played
from carrozza.review.judge import SAMPLES, Judge
from carrozza.review.model import VERSION, Decision, Position, Review
from carrozza.review.summary import sum_up
from carrozza.review.tickets import TicketTeller
from carrozza.review.turning import turning_points
from carrozza.review.verdicts import counts_as_loss

TOGETHER = 8  # steps that are looked at together

Tell = Callable[[int, int], None]  # how many of how many steps are done


class Scene(NamedTuple):
    """A position as it was, and the step that led there."""

    turn: int
    record: Any
    chance: str
    choice: bool  # whether its seat could have done something else


def silent(_done: int, _of: int) -> None:
    pass


def review(save: Save, samples: int = SAMPLES, tell: Tell = silent) -> Review:
    """The same save and samples give the same review. Every decision is judged by nothing but what
    its seat knew at the time."""
    game = prepare(save)
    assert save.totals is not None
    assert save.winners is not None
    judge = Judge(game, samples)
    decisions, scenes, teller = _walk(save, judge, tell)
    positions = _positions(save, judge, scenes, tell)
    found = Review(
        version=VERSION,
        game=save.setup.game,
        players=save.setup.players,
        samples=samples,
        totals=save.totals,
        winners=save.winners,
        decisions=tuple(decisions),
        positions=tuple(positions),
        turning_points=turning_points(positions),
        accounts=accounts_of(save.setup.players, save.winners, decisions, positions),
        tickets=teller.stories(),
        summary=(),
    )
    return msgspec.structs.replace(found, summary=sum_up(save, found))


def prepare(save: Save) -> Game:
    """Refuse what cannot be reviewed, and load what reviewing needs: up to a minute the first time
    on a machine."""
    if save.totals is None:
        raise CarrozzaError("not_over", "This game is not over: it can be reviewed when it is.")
    try:
        game = game_of(save.setup)
    except CarrozzaError as error:
        raise BadSave("bad_setup", f"This save cannot be set up: {error.message}") from None
    if not has_learned(game):
        problem = "There is no estimate for this board: it is larger than those that were learned."
        raise CarrozzaError("not_learned", problem)
    make_ready(game)
    return game


def _walk(save: Save, judge: Judge, tell: Tell) -> tuple[list[Decision], list[Scene], TicketTeller]:
    decisions: list[Decision] = []
    scenes: list[Scene] = []
    teller = TicketTeller()
    turn, choice, record_of = 0, False, judge.sight.record_of
    for number, (step, state, events) in enumerate(replay(save, game_of)):
        if step is None:
            teller.begin(state)
        else:
            teller.step(number, turn, step.seat, state, events)
        scenes.append(
            Scene(turn, record_of(state), "deal" if step is None else _left_to(events), choice)
        )
        teller.remember(state)
        if number < len(save.steps):
            turn += state.view(None).phase == "turn"
            decision = _decide(judge, number + 1, turn, state, save.steps[number])
            decisions += [decision] if decision else []
            choice = decision is not None
        tell(number, 2 * len(save.steps))
    return decisions, scenes, teller


def _decide(judge: Judge, number: int, turn: int, state: State, step: Step) -> Decision | None:
    """The next step judged, unless there was no choice."""
    legal = state.legal_actions(step.seat)
    if len(legal) == 1:
        return None
    view, seed = state.memory(step.seat), f"review, step {number}, seat {step.seat}"
    found = judge.judge(view, legal, step.action, seed)
    against: Reasons = ()
    why: Reasons = ()
    if counts_as_loss(found.verdict):
        against, why = because(judge.game, view, step.action, found.best.action, seed)
    return Decision(
        step=number,
        turn=turn,
        seat=step.seat,
        verdict=found.verdict,
        played=found.played,
        best=found.best,
        alternatives=found.alternatives,
        samples=found.samples,
        against=against,
        why=why,
    )


def _left_to(events: Sequence[Event]) -> str:
    """What chance decided in a step, if anything."""
    if any(isinstance(event, TunnelRevealed) for event in events):
        return "tunnel"
    if any(isinstance(event, TicketsOffered) for event in events):
        return "tickets"
    blind = any(isinstance(event, CardDrawn) and event.slot is None for event in events)
    return "cards" if blind or any(isinstance(e, MarketFilled) for e in events) else ""


def _positions(save: Save, judge: Judge, scenes: list[Scene], tell: Tell) -> list[Position]:
    players, steps = save.setup.players, len(save.steps)
    chances = Chances(judge.sight, players, "review, positions")
    stand = chances.of(np.concatenate([scene.record for scene in scenes]))
    likely = _likely(save, judge, scenes, chances, tell)
    nothing = np.zeros(players)
    found = []
    for number, scene in enumerate(scenes):
        before = stand[number - 1] if number else np.full(players, 1 / players)
        decided, luck = nothing, nothing if number else stand[0] - before
        if number in likely:
            if scene.choice:
                decided = likely[number].played - likely[number].instead
            if scene.chance:
                luck = stand[number] - likely[number].played
        found.append(
            Position(
                step=number,
                turn=scene.turn,
                seat=save.steps[number - 1].seat if number else None,
                chances=tuple(stand[number].tolist()),
                decided=tuple(decided.tolist()),
                luck=tuple(luck.tolist()),
                shown=tuple((stand[number] - before - decided - luck).tolist()),
                chance=scene.chance,
            )
        )
    tell(2 * steps, 2 * steps)
    return found


def _likely(
    save: Save, judge: Judge, scenes: list[Scene], chances: Chances, tell: Tell
) -> dict[int, Compared]:
    """For each step with a choice or a chance, some at a time: what was to be expected of it."""
    index, steps = judge.game.lookups.space.index, len(save.steps)
    numbers = [n for n in range(1, len(scenes)) if scenes[n].choice or scenes[n].chance]
    found: dict[int, Compared] = {}
    for at in range(0, len(numbers), TOGETHER):
        some = numbers[at : at + TOGETHER]
        played = [
            Played(scenes[n - 1].record, save.steps[n - 1].seat, index[save.steps[n - 1].action])
            for n in some
        ]
        found.update(zip(some, chances.after(played), strict=True))
        tell(steps + some[-1], 2 * steps)
    return found
