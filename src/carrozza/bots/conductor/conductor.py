"""The conductor: rows into the yard while they can still arrive, and tickets for what will."""

from collections.abc import Sequence

from carrozza.bots.bot import Bot
from carrozza.bots.conductor.ledger import Ledger
from carrozza.bots.conductor.offers import ROOM, keep_tickets, room
from carrozza.bots.conductor.yard import CARD, best_play, card_worth
from carrozza.bots.masks import lowest, mask_of
from carrozza.core.actions import Action, CompleteBest
from carrozza.core.cards import CARD_INDEX, LOCOMOTIVE
from carrozza.core.game import Game, View
from carrozza.core.tables import BLIND, FACE_UP, STOP, TICKETS
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.view import CardGameView

DRAW = 0.9  # of a wanted card's points, what two drawn cards are worth with time to play them
NOW = 4.5  # wanted cards' worth of a play that does not wait for new tickets
PLAY_LATER = 5.0  # own turns that a card drawn now takes to the track


class Conductor(Bot):
    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(game, CardGame)

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:  # noqa: ARG002
        assert isinstance(self.game, CardGame)
        assert isinstance(view, CardGameView)
        if view.phase == "scoring":
            return CompleteBest()
        ledger = Ledger(self.game, view)
        if view.phase in ("start", "ticket_choice"):
            return keep_tickets(ledger, legal)
        space = self.game.tables.space
        mask = mask_of(space, legal)
        choice = _turn(ledger, mask) if view.phase == "turn" else None
        return space.actions[_draw(ledger, mask) if choice is None else choice]


def _turn(ledger: Ledger, mask: int) -> int | None:
    """Tickets or a play; None to draw cards."""
    plays = mask & ~((1 << FACE_UP + len(ledger.view.market)) - 1)
    play, value = best_play(ledger, plays)
    if mask >> TICKETS & 1 and room(ledger) >= ROOM and value < NOW * CARD:
        return TICKETS
    time = min(1.0, max(0.0, ledger.turns - 1) / PLAY_LATER)
    if play is not None and value > 2 * CARD * DRAW * time:
        return play
    if ledger.turns < 1 and mask >> TICKETS & 1 and room(ledger) > 2:
        return TICKETS
    return None


def _draw(ledger: Ledger, mask: int) -> int:
    """The card that tickets ask for most, a pair to what is held before a single."""
    market = ledger.view.market
    second = ledger.view.phase == "second_card"
    worth = [_card(ledger, kind) for kind in range(LOCOMOTIVE)]
    left = sum(ledger.unseen) or 1
    wild = 1.3 * CARD
    blind = sum(w * n for w, n in zip(worth, ledger.unseen, strict=False)) / left
    blind += wild * ledger.unseen[LOCOMOTIVE] / left
    best, best_value = -1, -1.0
    if mask >> BLIND & 1:
        best, best_value = BLIND, blind
    for slot, card in enumerate(market):
        if card is None or not mask >> FACE_UP + slot & 1:
            continue
        kind = CARD_INDEX[card]
        value = worth[kind] if kind != LOCOMOTIVE else wild - (0 if second else blind)
        if value > best_value:
            best, best_value = FACE_UP + slot, value
    if best >= 0:
        return best
    return next((i for i in (STOP, TICKETS) if mask >> i & 1), lowest(mask))


def _card(ledger: Ledger, colour: int) -> float:
    """What a card of this colour adds to the hand."""
    held = ledger.hand[colour]
    value = card_worth(ledger, colour, ledger.have[colour] + held)
    value += 0.4 * min(2, held)
    if colour in ledger.rows and held + 1 > ledger.rows[colour][1]:
        value += 1.0
    return value
