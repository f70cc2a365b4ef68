"""The numbers of a board's compact actions: after what all games have, paying for a tunnel or not,
sets of tickets to keep, routes by the colour that pays for them, stations likewise."""

from carrozza.board.game import BoardGame
from carrozza.core.cards import KINDS
from carrozza.lane.compact import PASS

DECLINE, PAY = PASS + 1, PASS + 2
FIRST_KEEP = PAY + 1
USUAL_OFFER = 5  # boards that offer fewer tickets have numbers for so many, too


def first_claim(game: BoardGame) -> int:
    spec = game.spec
    offered = max(USUAL_OFFER, spec.deal_tickets + spec.deal_long, spec.draw_tickets)
    return FIRST_KEEP + (1 << offered)


def first_station(game: BoardGame) -> int:
    return first_claim(game) + KINDS * len(game.board.routes)


def compact_size(game: BoardGame) -> int:
    """How many there are."""
    return first_station(game) + KINDS * len(game.board.cities) * bool(game.spec.stations)
