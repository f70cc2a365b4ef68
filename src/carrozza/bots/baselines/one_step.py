"""One ticket at a time: the unfinished one with the most points, along the fewest hops."""

from carrozza.bots.baselines.agent import Agent
from carrozza.bots.baselines.position import Position

FEW_TRAINS = 8  # with fewer left to anybody, new tickets come too late


class OneStep(Agent):
    shortest = 1  # it uses no shorter links than this

    def wants(self, position: Position) -> list[int]:
        """The first missing link of the best ticket's way."""
        web = position.web(hops=True, shortest=self.shortest)
        for way in position.unfinished(web):
            links = position.missing(web.way(*way.ends))
            if position.trains_for(links) <= position.sight.trains:
                return [position.best_track(links[0])]
        return []

    def wants_tickets(self, position: Position, wanted: list[int]) -> bool:
        return not wanted and min(position.view.trains) >= FEW_TRAINS
