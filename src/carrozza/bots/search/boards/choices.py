"""Which actions are worth comparing on a board, each with the plan to follow afterwards."""

from collections.abc import Sequence

from carrozza.bots.masks import lowest, mask_of
from carrozza.bots.planner.claims import payment
from carrozza.bots.planner.draws import best_draw
from carrozza.bots.planner.offers import value_of_draw
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Planning
from carrozza.bots.planner.stations import best_station
from carrozza.bots.planner.targets import Targets
from carrozza.bots.search.boards.ground import Ground
from carrozza.bots.search.boards.intent import Hunt, follower_of
from carrozza.bots.search.guide import Candidate
from carrozza.core.actions import Action, KeepTickets
from carrozza.core.tables import TICKETS

HOPELESS = -6.0  # points that a draw of tickets seems to cost, beyond which it is not tried
PLANNED = 2  # claims of the plan to compare
BEYOND = 1  # claims beyond it


def choices(ground: Ground, look: Outlook, legal: Sequence[Action]) -> list[Candidate]:
    """Each action once; answers to an offer of tickets as the planner values them, best first."""
    planning = Planning(look)
    phase = look.view.phase
    if phase in ("start", "ticket_choice"):
        return _answers(ground, planning, legal)
    mask = mask_of(ground.tables.space, legal)
    plan = planning.best(look.tickets)
    follower = follower_of(ground, planning, plan)
    actions = ground.tables.space.actions
    if phase == "tunnel":
        paying = mask & mask - 1  # declining comes first in the list
        ways = [lowest(mask), *([lowest(paying)] if paying else [])]
        return [Candidate(actions[i], follower) for i in ways]
    targets = Targets(planning, plan)
    ways = [i for i in [best_draw(look, targets, mask)] if i is not None]
    if phase == "turn":
        ways += _claims(look, targets, mask)
        station = best_station(look, plan, targets, mask)
        ways += [station] if station is not None else []
    found = [Candidate(actions[i], follower) for i in dict.fromkeys(ways)]
    if mask >> TICKETS & 1 and value_of_draw(planning, plan) > HOPELESS:
        found.append(Candidate(actions[TICKETS], Hunt(ground, planning, plan, follower)))
    return found


def _claims(look: Outlook, targets: Targets, mask: int) -> list[int]:
    """The most wanted claims that can be paid, of the plan and beyond."""
    tables = look.game.tables
    found: list[int] = []
    room = {True: PLANNED, False: BEYOND}
    for target in sorted(targets.list, key=lambda target: -target.worth):
        if mask & tables.route_actions[target.route] and room[target.planned]:
            room[target.planned] -= 1
            found.append(payment(look, targets, target, mask))
    return found


def _answers(ground: Ground, planning: Planning, legal: Sequence[Action]) -> list[Candidate]:
    """Every set of tickets one may keep, most valuable plan first."""
    look = planning.look
    offer = look.view.offer or ()
    answers: dict[tuple[int, ...], KeepTickets] = {}  # in which order others go back is all one
    for action in legal:
        if isinstance(action, KeepTickets):
            answers.setdefault(action.keep, action)
    found = []
    for keep, answer in answers.items():
        plan = planning.best([*look.tickets, *(offer[slot] for slot in keep)])
        found.append((plan.value, answer, follower_of(ground, planning, plan)))
    found.sort(key=lambda one: -one[0])
    return [Candidate(answer, follower) for _, answer, follower in found]
