"""The row of face-up cards."""

from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.lookups import FACE_UP

GAP = -1  # a slot for which there was no card


def any_card(market: list[int]) -> int:
    """The actions that draw a card of the row."""
    mask = 0
    for slot, card in enumerate(market, FACE_UP):
        if card != GAP:
            mask |= 1 << slot
    return mask


def any_colour(market: list[int]) -> int:
    """The actions that draw a card of the row, Locomotives left out."""
    mask = 0
    for slot, card in enumerate(market, FACE_UP):
        if GAP < card < LOCOMOTIVE:
            mask |= 1 << slot
    return mask
