"""Why a decision cost something: the facts of hints, of what was played and of what was better."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from carrozza.core.actions import Action, DrawBlind, DrawFaceUp, KeepTickets
from carrozza.core.game import Game
from carrozza.review.hints.advise import look_at
from carrozza.review.hints.boards import BoardReasons
from carrozza.review.hints.cards import CardReasons
from carrozza.review.hints.model import HintReason
from carrozza.review.hints.offers import board_offer, card_offer

MOST = 2
OF_THE_DECK = ("blind", "nothing_open")  # beside face-up cards, not beside anything else

Reasons = tuple[HintReason, ...]


def because(
    game: Game, view: Any, played: Action, best: Action, seed: str
) -> tuple[Reasons, Reasons]:
    """Against what was played, and for the best: what is true of both explains nothing. The view
    decides, and nothing else."""
    look = look_at(game, view, seed)
    return (
        tuple(islice(_but(_against(look, played), _against(look, best)), MOST)),
        tuple(islice(_but(_for(look, view, played, best), look.of(played)), MOST)),
    )


def _but(reasons: Iterator[HintReason], others: Iterator[HintReason]) -> Iterator[HintReason]:
    known = {msgspec.structs.replace(reason, route=None) for reason in others}
    for reason in reasons:
        if msgspec.structs.replace(reason, route=None) not in known:
            yield reason


def _against(look: BoardReasons | CardReasons, action: Action) -> Iterator[HintReason]:
    if isinstance(look, BoardReasons):
        yield from look.against(action)


def _for(
    look: BoardReasons | CardReasons, view: Any, played: Action, best: Action
) -> Iterator[HintReason]:
    if isinstance(best, KeepTickets):
        yield from _keeping(look, view, best)
        return
    drawn = isinstance(played, DrawFaceUp | DrawBlind)
    for reason in look.of(best):
        if drawn or reason.kind not in OF_THE_DECK:
            yield reason


def _keeping(
    look: BoardReasons | CardReasons, view: Any, best: KeepTickets
) -> Iterator[HintReason]:
    keep = tuple(view.offer[place] for place in best.keep)
    if isinstance(look, BoardReasons):
        offer, tickets = board_offer(look, view.offer, keep), look.board.tickets
        points = [ticket.points for ticket in tickets]
    else:
        offer = card_offer(look, view.offer, keep)
        points = [ticket.points for ticket in look.stock.tickets]
    yield from offer.reasons(offer.offered(points, {}))
