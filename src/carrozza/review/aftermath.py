"""What became of a game after the decisions that a summary tells of."""

from collections.abc import Sequence

import msgspec

from carrozza.board.state import BoardState
from carrozza.core.actions import ClaimRoute
from carrozza.core.events import LastRoundStarted
from carrozza.core.replay import Save, replay
from carrozza.core.scores import ScoreSheet
from carrozza.games.registry import game_of
from carrozza.review.model import Decision, TicketStory
from carrozza.review.ways import is_open_to, needing


class Missed(msgspec.Struct):
    """A route that would have been the best action, and how it went on with it."""

    seat: int
    route: int
    ticket: int | None  # the most valuable open one of the seat that needed it
    by: int | None = None  # another seat, which took it later
    theirs: int | None = None  # the most valuable open ticket of that seat which needed it then


class Aftermath(msgspec.Struct):
    sheet: ScoreSheet
    missed: dict[int, Missed]  # by the step of the decision
    ended: tuple[int, int] | None  # the step and the seat that brought the last round


def aftermath_of(save: Save, told: Sequence[Decision], stories: Sequence[TicketStory]) -> Aftermath:
    """`told`: the decisions to follow up."""
    wanted = {d.step: d for d in told}
    missed: dict[int, Missed] = {}
    open_ones: list[Missed] = []
    ended, before = None, None
    for number, (step, state, events) in enumerate(replay(save, game_of)):
        if step is not None and any(isinstance(e, LastRoundStarted) for e in events):
            ended = number, step.seat
        if isinstance(state, BoardState):
            if before is not None and step is not None:
                open_ones = _follow(open_ones, before, state, number, step.seat, stories)
            if number + 1 in wanted:
                found = _missed(state, wanted[number + 1], stories)
                if found is not None:
                    missed[number + 1] = found
                    open_ones.append(found)
            before = state.clone() if open_ones else None
    return Aftermath(state.score_sheet(), missed, ended)


def _missed(s: BoardState, d: Decision, stories: Sequence[TicketStory]) -> Missed | None:
    if not isinstance(d.best.action, ClaimRoute):
        return None
    route = d.best.action.route
    if isinstance(d.played.action, ClaimRoute) and d.played.action.route == route:
        return None  # the same route, paid otherwise
    return Missed(d.seat, route, _needing(s, d.seat, route, d.step, stories))


def _follow(
    missed: list[Missed], before: BoardState, now: BoardState, number: int, seat: int,
    stories: Sequence[TicketStory],
) -> list[Missed]:  # fmt: skip
    """Those that are still open; who took the others is noted."""
    left = []
    for one in missed:
        if is_open_to(now, one.seat, one.route):
            left.append(one)
        elif seat != one.seat:
            one.by = seat
            one.theirs = _needing(before, seat, one.route, number, stories)
    return left


def _needing(
    s: BoardState, seat: int, route: int, number: int, stories: Sequence[TicketStory]
) -> int | None:
    """The seat's most valuable ticket, open before this step, that needed a route."""
    open_then = [
        story.ticket
        for story in stories
        if story.seat == seat
        and story.kept < number
        and (story.completed is None or story.completed >= number)
    ]
    return needing(s, seat, open_then, route)
