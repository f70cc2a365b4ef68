"""Plans of the planner as quick players follow them."""

from typing import NamedTuple

import numpy as np

from carrozza.bots.planner.offers import gain_of
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Plan, Planning
from carrozza.bots.planner.trail import prize_of
from carrozza.bots.planner.weights import points_of
from carrozza.bots.search.boards.quick.records import COURSE, PLAN, Record
from carrozza.bots.search.watch import Watch

FOR_EACH = 1.0  # of the trains beyond the plan, the part that the longest routes should take
PATH = 0.055  # of the prize for the longest path, what a train is worth that makes it longer
MOST_TICKETS = 5
URGENT = 40.0  # points by which the risk of losing a link brings it forward


class Course(NamedTuple):
    """What a seat does from now on."""

    links: dict[int, float]  # to claim, each with its worth
    long: int  # a route beyond the plan must be longer while there is time
    path: float  # points for a train that makes the longest path longer
    tickets: tuple[int, ...]
    offer: tuple[int, ...] = ()  # that it imagines some of them to come from


def course_of(planning: Planning, plan: Plan, tickets: tuple[int, ...]) -> Course:
    """To carry out a plan, with these tickets in hand."""
    look = planning.look
    links = {}
    if plan.links:
        share = plan.at_stake / len(plan.links)
        for link in plan.links:
            worth = max(points_of(look, route) for route in look.open_at[link])
            links[link] = worth + share + URGENT * planning.risks[link]
    return Course(links, long_filler(look, plan), PATH * prize_of(look), tickets)


def long_filler(look: Outlook, plan: Plan) -> int:
    """The length from which on the routes left use up the trains that the plans leave."""
    trains = FOR_EACH * look.view.players * (look.trains - plan.trains)
    length = look.chart.length
    long = 1
    for long in sorted(
        (length[link] for link in look.open_at if link not in plan.links), reverse=True
    ):
        trains -= long
        if trains <= 0:
            break
    return long


def likely_course(look: Outlook) -> Course:
    """The plan of another seat, for the tickets it was dealt in a sample: the biggest of them, as
    the time for a plan grows with their number."""
    points = [ticket.points for ticket in look.board.tickets]
    tickets = sorted(look.tickets, key=lambda t: -points[t])[:MOST_TICKETS]
    planning = Planning(look)
    return course_of(planning, planning.best(tickets), tuple(look.tickets))


def with_tickets(
    planning: Planning, plan: Plan, offers: list[list[int]], watch: Watch
) -> list[Course]:
    """For each offer, as far as time allows, the course with the best of its tickets, as many as
    are worth it."""
    look = planning.look
    cost, trains = planning.planned(plan)
    gains = {
        t: gain_of(planning, plan, cost, trains, t) for t in {t for offer in offers for t in offer}
    }
    found: list[Course] = []
    for offer in offers:
        if found and not watch.preparing():
            break
        order = sorted(offer, key=lambda t: -gains[t])
        least = min(look.game.spec.keep_drawn, len(order))
        hands = [(*look.tickets, *order[:kept]) for kept in range(least, len(order) + 1)]
        plans = [planning.best(hand) for hand in hands]
        best = max(range(len(plans)), key=lambda k: plans[k].value)
        course = course_of(planning, plans[best], hands[best])
        found.append(course._replace(offer=tuple(offer)))
    return found


def records_of(courses: list[Course]) -> Record:
    records = np.zeros(len(courses), COURSE)
    for record, course in zip(records, courses, strict=True):
        links = sorted(course.links, key=lambda link: -course.links[link])[:PLAN]
        record["links"][: len(links)] = links
        record["worth"][: len(links)] = [course.links[link] for link in links]
        record["count"] = len(links)
        record["long"], record["path"] = course.long, course.path
        record["tickets"] = sum(1 << ticket for ticket in set(course.tickets))
        record["offer"][: len(course.offer)] = course.offer
        record["offered"] = len(course.offer)
    return records
