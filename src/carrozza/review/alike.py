"""Which actions come to the same, and which are the same move in another way."""

from typing import Any

from carrozza.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    KeepTickets,
)


def come_to_the_same(view: Any, action: Action, other: Action) -> bool:
    """Another face-up card of the same kind; the same tickets, returned in another order."""
    if isinstance(action, DrawFaceUp) and isinstance(other, DrawFaceUp):
        return bool(view.market[action.slot] == view.market[other.slot])
    if isinstance(action, KeepTickets) and isinstance(other, KeepTickets):
        return action.keep == other.keep
    return action == other


def same_move(view: Any, action: Action, other: Action) -> bool:
    """The same, or the same paid for with other cards; or both draw cards."""
    move = _move(action)
    return come_to_the_same(view, action, other) or (move is not None and move == _move(other))


def _move(action: Action) -> tuple[str, int] | None:
    if isinstance(action, ClaimRoute):
        return "route", action.route
    if isinstance(action, BuildStation):
        return "city", action.city
    return ("draw", 0) if isinstance(action, DrawBlind | DrawFaceUp) else None
