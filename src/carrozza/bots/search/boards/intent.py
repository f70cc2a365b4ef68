"""Plans of the planner as quick players carry them out."""

from carrozza.bots.planner.offers import gain_of
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Plan, Planning
from carrozza.bots.planner.trail import prize_of
from carrozza.bots.planner.weights import points_of
from carrozza.bots.search.boards.follower import Follower
from carrozza.bots.search.boards.ground import Ground
from carrozza.core.actions import KeepTickets

FOR_EACH = 1.0  # of the trains beyond the plan, the part that the longest routes should take
PATH = 0.2  # of the prize for the longest path, what a train is worth that makes it longer
MOST_TICKETS = 5
URGENT = 40.0  # points by which the risk of losing a link brings it forward


def follower_of(ground: Ground, planning: Planning, plan: Plan) -> Follower:
    look = planning.look
    tickets = look.board.tickets
    links = []
    if plan.links:
        share = sum(2 * tickets[t].points * plan.odds[t] for t in plan.tickets) / len(plan.links)
        for link in plan.links:
            points = max(points_of(look, route) for route in look.open_at[link])
            links.append((points + share + URGENT * planning.risks[link], link))
    return Follower(ground, look.me, links, least_filler(look, plan), PATH * prize_of(look))


def least_filler(look: Outlook, plan: Plan) -> int:
    """The length from which on the routes left use up the trains that the plans leave."""
    trains = FOR_EACH * look.view.players * (look.trains - plan.trains)
    length = look.chart.length
    least = 1
    for least in sorted(
        (length[link] for link in look.open_at if link not in plan.links), reverse=True
    ):
        trains -= least
        if trains <= 0:
            break
    return least


def fresh_follower(ground: Ground, look: Outlook) -> Follower:
    """The plan of another seat, for the tickets it was dealt in a sample: the biggest of them, as
    the time for a plan grows with their number."""
    points = [ticket.points for ticket in look.board.tickets]
    tickets = sorted(look.tickets, key=lambda t: -points[t])[:MOST_TICKETS]
    planning = Planning(look)
    return follower_of(ground, planning, planning.best(tickets))


class Hunt:
    """To draw tickets now: what to do with any that come is prepared once for all samples."""

    def __init__(self, ground: Ground, planning: Planning, plan: Plan, follower: Follower) -> None:
        self.ground = ground
        self.planning = planning
        self.plan = plan
        self.follower = follower
        self.cost, self.trains = planning.planned(plan)

    def answer(self, offer: list[int], least: int) -> tuple[int, Follower]:
        """Keeps the tickets that bring something, joined to the plan by the cheapest ways."""
        look = self.planning.look
        gains = [gain_of(self.planning, self.plan, self.cost, self.trains, t) for t in offer]
        order = sorted(range(len(offer)), key=lambda slot: -gains[slot])
        keep = [slot for k, slot in enumerate(order) if k < least or gains[slot] > 0]
        follower = self.follower.copy()
        web = self.cost
        for slot in keep:
            ticket = look.board.tickets[offer[slot]]
            if gains[slot] <= 0 or not web.far[ticket.a, ticket.b]:
                continue
            way = web.way(ticket.a, ticket.b)
            links = [link for link in way if web.weight[link] > 0 and link in look.open_at]
            for link in links:
                follower.add(link, 2 * ticket.points / len(links) + look.chart.points[link])
            web = web.with_links(way)
        return answer_id(self.ground, sorted(keep), len(offer)), follower


def answer_id(ground: Ground, keep: list[int], size: int) -> int:
    """The answer that keeps these of so many tickets."""
    back = tuple(slot for slot in range(size) if slot not in keep)
    return ground.tables.space.index[KeepTickets(tuple(keep), back)]
