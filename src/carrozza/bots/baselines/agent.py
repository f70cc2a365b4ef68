"""The frame of the four agents: each says what it wants, and this does it."""

from abc import abstractmethod
from collections.abc import Sequence

from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.bots.baselines.position import Position
from carrozza.bots.bot import Bot
from carrozza.core.actions import Action
from carrozza.core.game import Game, View


class Agent(Bot):
    """It claims the first of its wanted routes it can pay, and draws for the others."""

    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(game, BoardGame)

    @abstractmethod
    def wants(self, position: Position) -> list[int]:
        """The routes to claim, the most wanted first; none when its tickets are done."""

    def wants_tickets(self, position: Position, wanted: list[int]) -> bool:  # noqa: ARG002
        return False

    def choose_tickets(self, position: Position) -> Action:
        return position.keep_all()

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:  # noqa: ARG002
        assert isinstance(self.game, BoardGame)
        assert isinstance(view, BoardView)
        position = Position(self.game, view, legal)
        if view.phase in ("start", "ticket_choice"):
            return self.choose_tickets(position)
        if view.phase == "tunnel":
            return position.finish_tunnel()
        wanted = self.wants(position)
        if view.phase == "turn":
            action = self._act(position, wanted)
            if action is not None:
                return action
        lacking = wanted or position.longest_open()[:1]
        return position.draw_for(lacking) or self._last_resort(position)

    def _act(self, position: Position, wanted: list[int]) -> Action | None:
        """Tickets or a claim. With nothing left to want it is the longest route."""
        if self.wants_tickets(position, wanted):
            action = position.draw_tickets()
            if action is not None:
                return action
        for route in wanted or position.longest_open()[:1]:
            action = position.claim(route)
            if action is not None:
                return action
        return None

    def _last_resort(self, position: Position) -> Action:
        """No card can be drawn: any route, the longest first, then whatever there is."""
        for route in position.longest_open():
            action = position.claim(route)
            if action is not None:
                return action
        return position.draw_tickets() or position.legal[0]
