"""All tickets at once, each on its own shortest way: the link that pays most comes first."""

from carrozza.bots.baselines.agent import Agent
from carrozza.bots.baselines.position import Position


class RouteFocus(Agent):
    def wants(self, position: Position) -> list[int]:
        web = position.web()
        worth: dict[int, int] = {}
        for way in position.unfinished(web):
            links = position.missing(web.way(*way.ends))
            if position.trains_for(links) > position.sight.trains:
                continue
            for link in links:
                value = position.chart.points[link] + 2 * way.points
                worth[link] = max(worth.get(link, 0), value)
        order = sorted(worth, key=lambda link: (-worth[link], link))
        return [position.best_track(link) for link in order]
