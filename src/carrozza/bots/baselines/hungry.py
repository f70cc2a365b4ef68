"""One plan for the cities of all tickets, and new tickets as long as trains are to spare."""

from collections.abc import Sequence

from carrozza.board.goals import Ticket
from carrozza.bots.baselines.agent import Agent
from carrozza.bots.baselines.position import Position, nearest
from carrozza.bots.steiner import join
from carrozza.bots.web import FAR
from carrozza.core.actions import Action

SPARE = 5  # trains that chosen tickets must leave
HUNGER = 8  # with more trains to spare than this, it draws tickets


class Hungry(Agent):
    def wants(self, position: Position) -> list[int]:
        """The missing links of the plan, the most points first."""
        links = _plan(position, position.tickets)
        if position.trains_for(links) > position.sight.trains:
            links = _affordable(position)
        order = sorted(links, key=lambda link: (-position.chart.points[link], link))
        return [position.best_track(link) for link in order]

    def wants_tickets(self, position: Position, wanted: list[int]) -> bool:
        needed = sum(position.routes[route].length for route in wanted)
        return needed < position.sight.trains - HUNGER

    def choose_tickets(self, position: Position) -> Action:
        """The set with the most points for each train, all tickets held before included."""
        offer = [position.game.board.tickets[t] for t in position.view.offer or ()]
        best: tuple[bool, float, tuple[int, ...]] | None = None
        for slots in position.choices():
            tickets = [*position.tickets, *(offer[slot] for slot in slots)]
            trains = position.trains_for(_plan(position, tickets))
            points = sum(t.points for t in tickets)
            fits = trains + SPARE <= position.sight.trains
            rate = points / max(1, trains) if fits else -float(trains)
            if best is None or (fits, rate) > best[:2]:
                best = fits, rate, slots
        assert best is not None
        return position.keep(best[2])


def _plan(position: Position, tickets: Sequence[Ticket]) -> list[int]:
    """The links that join the cities of all tickets that can be joined."""
    web = position.web()
    pairs = [nearest(ticket, web).ends for ticket in tickets]
    return position.missing(join(web, [pair for pair in pairs if 0 < web.far[pair] < FAR]))


def _affordable(position: Position) -> list[int]:
    """When the plan takes too many trains: the tickets with the most points, as far as they go."""
    kept: list[Ticket] = []
    links: list[int] = []
    for ticket in sorted(position.tickets, key=lambda t: -t.points):
        more = _plan(position, [*kept, ticket])
        if position.trains_for(more) <= position.sight.trains:
            kept.append(ticket)
            links = more
    return links
