"""A player without a plan, as a yardstick for the levels that people choose: it clicks on the
longest route it can pay for, and otherwise draws.

    carrozza arena usa --bots bench.clicker:Clicker,medium --blocks 40
"""

from collections.abc import Sequence

from carrozza.bots.bot import Bot
from carrozza.core.actions import (
    Action,
    ClaimRoute,
    CompleteBest,
    DrawBlind,
    DrawFaceUp,
    KeepTickets,
    PayTunnel,
    PlayToYard,
)
from carrozza.core.cards import CARDS
from carrozza.core.game import View


class Clicker(Bot):
    shortest = 2  # routes it claims
    row = 2  # cards it plays into its rail yard

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:  # noqa: ARG002
        keeps = [a for a in legal if isinstance(a, KeepTickets)]
        if keeps:
            return min(keeps, key=lambda a: abs(len(a.keep) - 2))
        claims = [a for a in legal if isinstance(a, ClaimRoute) and len(a.cards) >= self.shortest]
        if claims:
            return max(claims, key=lambda a: len(a.cards) * 10 - a.cards.count("locomotive"))
        rows = [a for a in legal if isinstance(a, PlayToYard) and len(a.cards) >= self.row]
        if rows and self.rng.below(3):
            return max(rows, key=lambda a: len(a.cards))
        return self._draw(view, legal)

    def _draw(self, view: View, legal: Sequence[Action]) -> Action:
        faces = [a for a in legal if isinstance(a, DrawFaceUp)]
        faces = [a for a in faces if view.market[a.slot] != "locomotive"]
        hand = view.hand or ()
        if faces and self.rng.below(2):
            return max(faces, key=lambda a: hand[CARDS.index(view.market[a.slot])])
        first = [a for a in legal if isinstance(a, DrawBlind | PayTunnel | CompleteBest)]
        return first[0] if first else legal[self.rng.below(len(legal))]


class Patient(Clicker):
    """The same, but it saves up for long routes and rows."""

    shortest = 5
    row = 3
