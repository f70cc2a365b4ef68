"""One plan for the cities of all tickets, and new tickets as long as trains are to spare."""

from collections.abc import Sequence

from carrozza.board.board import Ticket
from carrozza.bots.baselines.agent import Agent
from carrozza.bots.baselines.table import Table
from carrozza.bots.steiner import join
from carrozza.core.actions import Action

SPARE = 5  # trains that chosen tickets must leave
HUNGER = 8  # with more trains to spare than this, it draws tickets


class Hungry(Agent):
    def wants(self, table: Table) -> list[int]:
        """The missing links of the plan, the most points first."""
        links = _plan(table, table.tickets)
        if table.trains_for(links) > table.sight.trains:
            links = _affordable(table)
        order = sorted(links, key=lambda link: (-table.chart.points[link], link))
        return [table.best_track(link) for link in order]

    def wants_tickets(self, table: Table, wanted: list[int]) -> bool:
        needed = sum(table.routes[route].length for route in wanted)
        return needed < table.sight.trains - HUNGER

    def choose_tickets(self, table: Table) -> Action:
        """The set with the most points for each train, all tickets held before included."""
        offer = [table.game.board.tickets[t] for t in table.view.offer or ()]
        best: tuple[bool, float, tuple[int, ...]] | None = None
        for slots in table.choices():
            tickets = [*table.tickets, *(offer[slot] for slot in slots)]
            trains = table.trains_for(_plan(table, tickets))
            points = sum(t.points for t in tickets)
            fits = trains + SPARE <= table.sight.trains
            rate = points / max(1, trains) if fits else -float(trains)
            if best is None or (fits, rate) > best[:2]:
                best = fits, rate, slots
        assert best is not None
        return table.keep(best[2])


def _plan(table: Table, tickets: Sequence[Ticket]) -> list[int]:
    """The links that join the cities of all tickets that can be joined."""
    web = table.web()
    pairs = [(t.a, t.b) for t in tickets if web.far[t.a, t.b] > 0 and web.reaches(t.a, t.b)]
    return table.missing(join(web, pairs))


def _affordable(table: Table) -> list[int]:
    """When the plan takes too many trains: the tickets with the most points, as far as they go."""
    kept: list[Ticket] = []
    links: list[int] = []
    for ticket in sorted(table.tickets, key=lambda t: -t.points):
        more = _plan(table, [*kept, ticket])
        if table.trains_for(more) <= table.sight.trains:
            kept.append(ticket)
            links = more
    return links
