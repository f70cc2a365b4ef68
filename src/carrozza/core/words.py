"""Small helpers for plain sentences."""

from collections import Counter
from collections.abc import Iterable, Sequence

from carrozza.core.cards import SYMBOLS, Card


def card_name(card: Card) -> str:
    """A card by symbol and name: “● blue”."""
    return f"{SYMBOLS[card]} {card}"


def some(cards: Iterable[Card]) -> str:
    """Cards in words: “2 ● blue and 1 ✱ locomotive”."""
    counts = Counter(cards)
    return listing([f"{n} {card_name(card)}" for card, n in counts.items()]) or "nothing"


def listing(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def many(count: int, thing: str) -> str:
    """A number of things: “1 card”, “no cards”."""
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"
