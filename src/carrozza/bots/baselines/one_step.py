"""One ticket at a time: the unfinished one with the most points, along the fewest hops."""

from carrozza.bots.baselines.agent import Agent
from carrozza.bots.baselines.table import Table

FEW_TRAINS = 8  # with fewer left to anybody, new tickets come too late


class OneStep(Agent):
    shortest = 1  # it uses no shorter links than this

    def wants(self, table: Table) -> list[int]:
        """The first missing link of the best ticket's way."""
        web = table.web(hops=True, shortest=self.shortest)
        for ticket in table.unfinished(web):
            links = table.missing(web.way(ticket.a, ticket.b))
            if table.trains_for(links) <= table.sight.trains:
                return [table.best_track(links[0])]
        return []

    def wants_tickets(self, table: Table, wanted: list[int]) -> bool:
        return not wanted and min(table.view.trains) >= FEW_TRAINS
