"""Any legal action, all alike."""

from collections.abc import Sequence

from carrozza.bots.bot import Bot
from carrozza.core.actions import Action
from carrozza.core.game import View


class RandomBot(Bot):
    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:  # noqa: ARG002
        return legal[self.rng.below(len(legal))]
