"""The row of face-up cards."""

from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.lookups import FACE_UP

GAP = -1  # a slot for which there was no card


def any_card(market: list[int]) -> int:
    """The actions that draw a card of the row."""
    return sum(1 << FACE_UP + slot for slot, card in enumerate(market) if card != GAP)


def any_colour(market: list[int]) -> int:
    """The actions that draw a card of the row, Locomotives left out."""
    return sum(1 << FACE_UP + slot for slot, card in enumerate(market) if 0 <= card < LOCOMOTIVE)
