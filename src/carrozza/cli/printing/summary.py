"""The facts that sum a game up, as English sentences about a seat."""

from carrozza.cli.names import Names
from carrozza.review.model import Sentence

Actions = dict[int, tuple[str, str]]  # by step: what was played, and what was better


def in_english(s: Sentence, names: Names, actions: Actions) -> str:
    if s.kind in ("blunder", "mistake"):
        return _decision(s, names, actions)
    if s.ticket is not None:
        return _ticket(s, s.ticket, names)
    if s.kind == "open_tickets":
        return f"All tickets completed would have brought {s.points:.0f} points more."
    if s.kind in ("behind_tickets", "behind_routes"):
        where = s.kind.removeprefix("behind_")
        return f"Of the {s.of} points behind seat {s.by}, {s.points:.0f} came from {where}."
    if s.kind == "aimless":
        return f"{s.count} of {s.of} mistakes were claims that served none of its tickets."
    if s.kind == "longest":
        return _longest(s)
    if s.kind in ("close", "margin"):
        return _margin(s)
    return _chances(s)


def when(turn: int | None) -> str:
    return f"in turn {turn}" if turn else "at the start"


def _decision(s: Sentence, names: Names, actions: Actions) -> str:
    assert s.step is not None
    played, better = actions[s.step]
    said = f"The costliest decision, {when(s.turn)}, cost {_share(s.chance)}: to {played}"
    said = f"{said} where it was better to {better}."
    later = f"seat {s.by} took it later{_for(s.theirs, names)}" if s.by is not None else ""
    if s.ticket is not None:
        never = ", which was never completed" if s.points is not None else ""
        needed = f"That route was needed for {names.ticket(s.ticket)}{never}"
        return f"{said} {needed}; {later}." if later else f"{said} {needed}."
    return f"{said} That route was still free; {later}." if later else said


def _ticket(s: Sentence, ticket: int, names: Names) -> str:
    name = names.ticket(ticket)
    worth = f"Completed, it would have brought {s.points:.0f} points more."
    if s.kind == "lost_ticket":
        assert s.route is not None
        route = names.route(s.route)
        taken = f"seat {s.by} took {route}{_for(s.theirs, names)}"
        return f"{name} was lost {when(s.turn)}, when {taken}. {worth}"
    if s.kind == "blocked_ticket":
        assert s.route is not None
        route = names.route(s.route)
        taken = f"In turn {s.turn} seat {s.by} took {route}{_for(s.theirs, names)}"
        return f"{taken}: a detour for {name}, which was never completed. {worth}"
    if s.kind == "hopeless_ticket":
        return f"{name} could not be completed any more when it was kept {when(s.turn)}. {worth}"
    if s.kind == "no_trains":
        return f"From turn {s.turn} on there were too few trains for {name}. {worth}"
    if s.by is None:
        return f"{name} was never completed. {worth}"
    who = "this seat" if s.by == s.seat else f"seat {s.by}"
    return f"{name} was still open when {who} brought the last round in turn {s.turn}. {worth}"


def _longest(s: Sentence) -> str:
    if s.by is None:
        return f"The {s.points:.0f} points for the longest path decided it."
    return f"The {s.points:.0f} points for the longest path, which seat {s.by} had, decided it."


def _margin(s: Sentence) -> str:
    assert s.points is not None
    points = "1 point" if abs(s.points) == 1 else f"{abs(s.points):.0f} points"
    if s.points == 0:
        return "The points were equal: the tie-break decided."
    where = "ahead" if s.points > 0 else "behind"
    return f"{'Only ' if s.kind == 'close' else ''}{points} {where} at the end."


def _chances(s: Sentence) -> str:
    share = _share(s.chance)
    if s.kind == "well_played":
        return "No mistake that counts."
    if s.kind == "gift":
        return f"Seat {s.by} gave away {share} by a mistake {when(s.turn)}."
    if s.kind in ("lucky", "unlucky"):
        return f"Luck {'brought' if s.kind == 'lucky' else 'cost'} {share} in all."
    whose = "" if s.by == s.seat else f", of seat {s.by},"
    verb = "brought" if s.kind == "lucky_turn" else "cost"
    return f"The luck of turn {s.turn}{whose} {verb} {share}."


def _for(ticket: int | None, names: Names) -> str:
    return "" if ticket is None else f", which it needed for {names.ticket(ticket)}"


def _share(chance: float | None) -> str:
    assert chance is not None
    points = max(1, round(100 * abs(chance)))
    return "1 percentage point" if points == 1 else f"{points} percentage points"
