"""One ticket at a time like one-step, but never over a short link, and with no new tickets."""

from carrozza.bots.baselines.one_step import OneStep
from carrozza.bots.baselines.position import Position


class LongRoute(OneStep):
    shortest = 3

    def wants_tickets(self, position: Position, wanted: list[int]) -> bool:  # noqa: ARG002
        return False
