"""The points at hand, and no plan beyond the next route or row."""

from collections.abc import Sequence

from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.bots.bot import Bot
from carrozza.bots.greedy_board import greedy_board
from carrozza.bots.greedy_cards import greedy_cards
from carrozza.core.actions import Action
from carrozza.core.game import View
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.view import CardGameView


class Greedy(Bot):
    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:  # noqa: ARG002
        if isinstance(self.game, BoardGame):
            assert isinstance(view, BoardView)
            return greedy_board(self.game, view, legal)
        assert isinstance(self.game, CardGame)
        assert isinstance(view, CardGameView)
        return greedy_cards(self.game, view, legal)
