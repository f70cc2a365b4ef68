"""Tickets: which to keep, and whether to look at new ones."""

from collections.abc import Sequence
from itertools import combinations

from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Plan, Planning
from carrozza.bots.web import Web
from carrozza.core.actions import Action, KeepTickets
from carrozza.core.ticket_choice import FRESH


def keep_tickets(planning: Planning, legal: Sequence[Action]) -> Action:
    """The answer after which the plan for all tickets is worth most."""
    look = planning.look
    offer = look.view.offer or ()
    least = min(len(a.keep) for a in legal if isinstance(a, KeepTickets))
    best: tuple[int, ...] = ()
    best_value = -1e9
    for count in range(least, len(offer) + 1):
        for slots in combinations(range(len(offer)), count):
            plan = planning.best([*look.tickets, *(offer[slot] for slot in slots)])
            if plan.value > best_value:
                best, best_value = slots, plan.value
    return next(a for a in legal if isinstance(a, KeepTickets) and a.keep == best)


def value_of_draw(planning: Planning, plan: Plan) -> float:
    """What the best ticket of a draw adds to the plan, on average, less the turn."""
    look = planning.look
    drawn = min(look.game.spec.draw_tickets, len(look.view.ticket_marks))
    cost, trains = planning.planned(plan)
    gains = sorted(gain_of(planning, plan, cost, trains, t) for t in unseen_tickets(look))
    if not gains or not drawn:
        return -1e9
    return _expected_best(gains, drawn) - planning.turn


def unseen_tickets(look: Outlook) -> list[int]:
    """The tickets that may lie in the deck."""
    view = look.view
    gone = {*look.tickets, *(t for t in view.returned_later or () if t is not None)}
    if look.game.spec.returned_leave_game:
        gone.update(view.returned_at_start or ())
    if FRESH in view.ticket_marks:  # those returned lie under all that nobody has seen
        gone.update(view.returned_at_start or ())
    return [t for t in look.game.ticket_ids if t not in gone and not look.board.tickets[t].long]


def gain_of(planning: Planning, plan: Plan, cost: Web, trains: Web, ticket: int) -> float:
    """What one more ticket would add, joined to the plan by the cheapest way."""
    before = planning.prospect(ticket)
    reward = planning.reward(ticket)
    now = before.now + (reward if before.done else 0.0)
    best = now
    for aim in before.aims:
        odds = planning.odds_with(plan, float(trains.far[aim.ends]))
        points = aim.points + reward
        best = max(best, points * odds + now * (1 - odds) - float(cost.far[aim.ends]))
    return best


def _expected_best(gains: list[float], drawn: int) -> float:
    """The mean of the highest of so many, drawn without putting back."""
    n = len(gains)
    drawn = min(drawn, n)
    mean = 0.0
    # The chance that the highest is the one in place i of the ascending list.
    chance = drawn / n
    for i in range(n - 1, drawn - 2, -1):
        mean += chance * gains[i]
        if i:
            chance *= (i - drawn + 1) / i
    return mean
