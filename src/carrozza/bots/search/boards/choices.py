"""Which actions are worth comparing on a board, each with the course to follow afterwards."""

from collections.abc import Sequence

from carrozza.board.game import BoardGame
from carrozza.bots.masks import lowest, mask_of
from carrozza.bots.planner.claims import best_claim, payment
from carrozza.bots.planner.draws import best_draw
from carrozza.bots.planner.offers import unseen_tickets, value_of_draw
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Plan, Planning
from carrozza.bots.planner.planner import Planner
from carrozza.bots.planner.stations import best_station
from carrozza.bots.planner.targets import Targets
from carrozza.bots.search.boards.courses import Course, course_of, with_tickets
from carrozza.bots.search.guide import Candidate
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action, DrawBlind, DrawFaceUp, KeepTickets
from carrozza.core.lookups import TICKETS
from carrozza.core.rng import Rng

HOPELESS = -6.0  # points that a draw of tickets seems to cost, beyond which it is not tried
PLANNED = 3  # claims of the plan to compare
BEYOND = 2  # claims beyond it
OFFERS = 12  # draws of tickets to imagine
GIVEN_UP = 4  # tickets of which one may be given up
MANY = 7  # tickets to complete, with which plans take long
TURN_PRICES = (0.6, 1.5)  # what a turn may be worth in another plan

Courses = list[Course]


def choices(
    game: BoardGame, look: Outlook, legal: Sequence[Action], rng: Rng, watch: Watch
) -> list[Candidate]:
    """The planner's action first, then others with the same plan, then other plans. Each has one
    course, or several to take turns."""
    planning = Planning(look)
    if look.view.phase in ("start", "ticket_choice"):
        return _answers(planning, legal)
    plan = planning.best(look.tickets)
    course = course_of(planning, plan, tuple(look.tickets))
    first = Planner(game, "").decide(look.view, legal, 0.0)
    found: dict[Action, Courses] = {first: [course]}
    for action in _actions(look, planning, plan, legal):
        found.setdefault(action, [course])
    tickets = game.lookups.space.actions[TICKETS]
    if tickets in legal and (
        tickets == first or (watch.preparing() and value_of_draw(planning, plan) > HOPELESS)
    ):
        found[tickets] = with_tickets(planning, plan, _offers(planning, rng), watch)
    candidates = [Candidate(action, courses) for action, courses in found.items()]
    if watch.preparing():
        candidates += _other_plans(look, planning, plan, first, legal)
    return candidates


def _other_plans(
    look: Outlook, planning: Planning, plan: Plan, first: Action, legal: Sequence[Action]
) -> list[Candidate]:
    """Plans that take another view of time, or give up a ticket: with the planner's action, and
    with the one they ask for."""
    if look.view.phase not in ("turn", "second_card") or _many(planning):
        return []
    tickets = look.tickets
    least_likely = sorted(plan.tickets, key=lambda t: plan.odds[t])[:GIVEN_UP]
    others = [(planning, planning.best([t for t in tickets if t != out])) for out in least_likely]
    for price in TURN_PRICES:
        other = Planning(look, price)
        others.append((other, other.best(tickets)))
    space = look.game.lookups.space
    mask = mask_of(space, legal)
    new_tickets = space.actions[TICKETS]  # for them there are courses of their own
    found = []
    known = {tuple(plan.links)}
    for other, new in others:
        if tuple(new.links) in known:
            continue
        known.add(tuple(new.links))
        course = course_of(other, new, tuple(tickets))
        targets = Targets(other, new)
        own = best_claim(look, targets, mask) if look.view.phase == "turn" else None
        if own is None:
            own = best_draw(look, targets, mask)
        actions = [first] if own is None else [first, space.actions[own]]
        found += [
            Candidate(action, [course])
            for action in dict.fromkeys(actions)
            if action != new_tickets
        ]
    return found


def _actions(
    look: Outlook, planning: Planning, plan: Plan, legal: Sequence[Action]
) -> list[Action]:
    """Claims and a station that the plan may want, and the cards that can be drawn."""
    space = look.game.lookups.space
    mask = mask_of(space, legal)
    if look.view.phase == "tunnel":
        paying = mask & mask - 1  # declining comes first in the list
        return [space.actions[lowest(mask)], space.actions[lowest(paying or mask)]]
    ways: list[int] = []
    if look.view.phase == "turn":
        targets = Targets(planning, plan)
        ways = _claims(look, targets, mask)
        station = best_station(look, plan, targets, mask)
        ways += [station] if station is not None else []
    return [space.actions[i] for i in ways] + _draws(look, legal)


def _claims(look: Outlook, targets: Targets, mask: int) -> list[int]:
    """The most wanted claims that can be paid, of the plan and beyond."""
    lookups = look.game.lookups
    found: list[int] = []
    room = {True: PLANNED, False: BEYOND}
    for target in sorted(targets.list, key=lambda target: -target.worth):
        if mask & lookups.route_actions[target.route] and room[target.planned]:
            room[target.planned] -= 1
            found.append(payment(look, targets, target, mask))
    return found


def _draws(look: Outlook, legal: Sequence[Action]) -> list[Action]:
    """A card of each kind, and a blind one."""
    market = look.market()
    shown = {market[a.slot]: a for a in legal if isinstance(a, DrawFaceUp)}
    return [*(a for a in legal if isinstance(a, DrawBlind)), *shown.values()]


def _many(planning: Planning) -> bool:
    """Whether there is no time for more plans than the planner's."""
    to_go = [t for t in planning.look.tickets if not planning.prospect(t).done]
    return len(to_go) >= MANY


def _offers(planning: Planning, rng: Rng) -> list[list[int]]:
    """Tickets that a draw may bring."""
    look = planning.look
    deck = unseen_tickets(look)
    size = min(look.game.spec.draw_tickets, len(look.view.ticket_marks))
    return [rng.shuffled(deck)[:size] for _ in range(1 if _many(planning) else OFFERS)]


def _answers(planning: Planning, legal: Sequence[Action]) -> list[Candidate]:
    """Every set of tickets one may keep, most valuable plan first."""
    look = planning.look
    offer = look.view.offer or ()
    answers: dict[tuple[int, ...], KeepTickets] = {}  # in which order others go back is all one
    for action in legal:
        if isinstance(action, KeepTickets):
            answers.setdefault(action.keep, action)
    found = []
    for keep, answer in answers.items():
        tickets = *look.tickets, *(offer[slot] for slot in keep)
        plan = planning.best(tickets)
        found.append((plan.value, answer, course_of(planning, plan, tickets)))
    found.sort(key=lambda one: -one[0])
    return [Candidate(answer, [course]) for _, answer, course in found]
