"""The numbers of the card game's compact actions: after what all games have, completing the best
tickets, sets of tickets to keep, rows by colour, cards and Locomotives, plays of three colours."""

from carrozza.core.cards import LOCOMOTIVE
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.lookups import PLAY
from carrozza.lane.card_game.state import OFFER
from carrozza.lane.compact import PASS

BEST = PASS + 1
FIRST_KEEP = BEST + 1
FIRST_ROW = FIRST_KEEP + (1 << OFFER)
CARDS_TOLD = 8  # more cards of the colour in one row are not told apart
WILDS_TOLD = 8  # likewise Locomotives, from none on
ROW_PLAYS = CARDS_TOLD * WILDS_TOLD  # of one colour
FIRST_TRIPLE = FIRST_ROW + LOCOMOTIVE * ROW_PLAYS


def compact_size(game: CardGame) -> int:
    """How many there are."""
    kinds, rows = game.lookups.kind, game.lookups.rows
    return FIRST_TRIPLE + sum(
        kind == PLAY and len(several) > 1 for kind, several in zip(kinds, rows, strict=True)
    )
