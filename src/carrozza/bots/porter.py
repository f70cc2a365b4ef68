"""The porter: greedy in rows and tickets, but where greedy would just draw it thinks harder."""

from collections.abc import Sequence

from carrozza.bots.conductor.conductor import Conductor
from carrozza.bots.conductor.style import HASTY, Style
from carrozza.bots.greedy_cards import greedy_cards
from carrozza.core.actions import Action, DrawBlind, DrawFaceUp
from carrozza.core.game import View
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.view import CardGameView


class Porter(Conductor):
    def style(self, players: int) -> Style:  # noqa: ARG002
        """A patient hand does not go with rows that greedy lays as soon as it can."""
        return HASTY

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:
        assert isinstance(self.game, CardGame)
        assert isinstance(view, CardGameView)
        action = greedy_cards(self.game, view, legal)
        if isinstance(action, DrawBlind | DrawFaceUp):
            return super().decide(view, legal, seconds)
        return action
