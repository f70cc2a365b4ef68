"""The conductor: rows into the yard while they can still arrive, and tickets for what will."""

from collections.abc import Sequence

from carrozza.bots.bot import Bot
from carrozza.bots.conductor.draws import best_draw
from carrozza.bots.conductor.ledger import Ledger, of_view
from carrozza.bots.conductor.offers import keep_tickets, room
from carrozza.bots.conductor.style import CARD, STYLES, Style
from carrozza.bots.conductor.yard import best_play, play_ids
from carrozza.bots.masks import mask_of
from carrozza.core.actions import Action
from carrozza.core.card_state import START, TICKET_CHOICE, TURN
from carrozza.core.game import Game, View
from carrozza.core.lookups import TICKETS
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.turn import PHASES, SCORING
from carrozza.games.card_game.view import CardGameMemory


class Conductor(Bot):
    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(game, CardGame)

    def style(self, players: int) -> Style:
        return STYLES[players]

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:  # noqa: ARG002
        assert isinstance(self.game, CardGame)
        assert isinstance(view, CardGameMemory)
        space = self.game.lookups.space
        ledger = of_view(self.game, view, self.style(view.players))
        return space.actions[choice(ledger, PHASES.index(view.phase), mask_of(space, legal))]


def choice(ledger: Ledger, phase: int, mask: int) -> int:
    """The number of the action to take."""
    if phase == SCORING:
        return mask.bit_length() - 1  # leaving it to the engine is the last one of all
    if phase in (START, TICKET_CHOICE):
        return keep_tickets(ledger, 1 if phase == START else 0)
    if phase == TURN:
        i = _turn(ledger, mask)
        if i is not None:
            return i
    return best_draw(ledger, mask, phase == TURN)


def _turn(ledger: Ledger, mask: int) -> int | None:
    """Tickets or a play; None to draw cards."""
    style = ledger.style
    play, value = best_play(ledger)
    tickets = mask >> TICKETS & 1
    if tickets and value < style.now * CARD and room(ledger) >= style.room:
        return TICKETS
    time = min(1.0, max(0.0, ledger.turns - 1) / style.play_later)
    if play and value > 2 * CARD * style.draw * time:
        return play_ids(ledger.game.lookups)[play]
    if tickets and ledger.turns < 1 and room(ledger) > 2:
        return TICKETS
    return None
