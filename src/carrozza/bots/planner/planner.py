"""The planner: every decision from a fresh plan, in a few milliseconds."""

from collections.abc import Sequence

from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.bots.bot import Bot
from carrozza.bots.masks import lowest, mask_of
from carrozza.bots.planner.claims import best_claim, last_claim
from carrozza.bots.planner.draws import best_draw
from carrozza.bots.planner.offers import keep_tickets, value_of_draw
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Planning
from carrozza.bots.planner.stations import best_station, last_station
from carrozza.bots.planner.targets import Targets
from carrozza.core.actions import Action, DeclineTunnel
from carrozza.core.game import Game, View
from carrozza.core.lookups import TICKETS

DRAW_MARGIN = 5.0  # points a draw of tickets must bring beyond the turn: tickets are a risk
NOTHING = -1e9


class Planner(Bot):
    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(game, BoardGame)

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:  # noqa: ARG002
        assert isinstance(self.game, BoardGame)
        assert isinstance(view, BoardView)
        space = self.game.lookups.space
        mask = mask_of(space, legal)
        if not mask & mask - 1:
            return space.actions[lowest(mask)]
        if view.phase == "tunnel":
            paying = mask & ~(1 << space.index[DeclineTunnel()])
            return space.actions[lowest(paying or mask)]
        look = Outlook(self.game, view)
        planning = Planning(look)
        if view.phase in ("start", "ticket_choice"):
            return keep_tickets(planning, legal)
        choice = self._turn(look, planning, mask)
        return space.actions[lowest(mask) if choice is None else choice]

    def _turn(self, look: Outlook, planning: Planning, mask: int) -> int | None:
        plan = planning.best(look.tickets)
        targets = Targets(planning, plan)
        if look.view.phase == "second_card":
            return best_draw(look, targets, mask)
        tickets = value_of_draw(planning, plan) if mask >> TICKETS & 1 else NOTHING
        if look.view.turns_left is not None:
            return _last_turn(look, mask, tickets + planning.turn)
        if tickets > DRAW_MARGIN:
            return TICKETS
        action = best_claim(look, targets, mask)
        if action is None:
            action = best_station(look, plan, targets, mask)
        return best_draw(look, targets, mask) if action is None else action


def _last_turn(look: Outlook, mask: int, tickets: float) -> int | None:
    """Whatever scores most at once; new tickets may be complete already."""
    claim, points = last_claim(look, mask)
    station, saved = last_station(look, mask)
    if tickets > max(points, saved, 0):
        return TICKETS
    return station if saved > points else claim
