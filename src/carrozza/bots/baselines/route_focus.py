"""All tickets at once, each on its own shortest way: the link that pays most comes first."""

from carrozza.bots.baselines.agent import Agent
from carrozza.bots.baselines.table import Table


class RouteFocus(Agent):
    def wants(self, table: Table) -> list[int]:
        web = table.web()
        worth: dict[int, int] = {}
        for ticket in table.unfinished(web):
            links = table.missing(web.way(ticket.a, ticket.b))
            if table.trains_for(links) > table.sight.trains:
                continue
            for link in links:
                value = table.chart.points[link] + 2 * ticket.points
                worth[link] = max(worth.get(link, 0), value)
        order = sorted(worth, key=lambda link: (-worth[link], link))
        return [table.best_track(link) for link in order]
