"""The frame of the four agents: each says what it wants, and this does it."""

from abc import abstractmethod
from collections.abc import Sequence

from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.bots.baselines.table import Table
from carrozza.bots.bot import Bot
from carrozza.core.actions import Action
from carrozza.core.game import Game, View


class Agent(Bot):
    """It claims the first of its wanted routes it can pay, and draws for the others."""

    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(game, BoardGame)

    @abstractmethod
    def wants(self, table: Table) -> list[int]:
        """The routes to claim, the most wanted first; none when its tickets are done."""

    def wants_tickets(self, table: Table, wanted: list[int]) -> bool:  # noqa: ARG002
        return False

    def choose_tickets(self, table: Table) -> Action:
        return table.keep_all()

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:  # noqa: ARG002
        assert isinstance(self.game, BoardGame)
        assert isinstance(view, BoardView)
        table = Table(self.game, view, legal)
        if view.phase in ("start", "ticket_choice"):
            return self.choose_tickets(table)
        if view.phase == "tunnel":
            return table.finish_tunnel()
        wanted = self.wants(table)
        if view.phase == "turn":
            action = self._act(table, wanted)
            if action is not None:
                return action
        return table.draw_for(wanted or table.longest_open()[:1]) or self._last_resort(table)

    def _act(self, table: Table, wanted: list[int]) -> Action | None:
        """Tickets or a claim. With nothing left to want it is the longest route."""
        if self.wants_tickets(table, wanted):
            action = table.draw_tickets()
            if action is not None:
                return action
        for route in wanted or table.longest_open()[:1]:
            action = table.claim(route)
            if action is not None:
                return action
        return None

    def _last_resort(self, table: Table) -> Action:
        """No card can be drawn: any route, the longest first, then whatever there is."""
        for route in table.longest_open():
            action = table.claim(route)
            if action is not None:
                return action
        return table.draw_tickets() or table.legal[0]
