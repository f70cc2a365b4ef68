"""Train cards: eight colours and the Locomotive.

Inside the engine a card is a small int and a set of cards is nine counts, indexed by it.
Outside (actions, events, views) cards carry their names.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

Card = Literal["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"]

CARDS: tuple[Card, ...] = (
    "purple",
    "blue",
    "orange",
    "white",
    "green",
    "yellow",
    "black",
    "red",
    "locomotive",
)
# A shape for each kind, so that no interface tells cards apart by hue alone.
SYMBOLS: dict[Card, str] = dict(zip(CARDS, "◆●▲○♣★■♥✱", strict=True))
CARD_INDEX: dict[str, int] = {name: i for i, name in enumerate(CARDS)}
COLOURS = range(8)
LOCOMOTIVE = 8
KINDS = 9

Counts = tuple[int, ...]  # nine counts, one per kind of card


def names(counts: Sequence[int]) -> tuple[Card, ...]:
    """The cards of a set by name, in the order of CARDS."""
    return tuple(CARDS[i] for i in range(KINDS) for _ in range(counts[i]))


def counts_of(cards: Iterable[int]) -> list[int]:
    """How many of each kind there are among these cards."""
    counts = [0] * KINDS
    for card in cards:
        counts[card] += 1
    return counts


def spread(counts: Sequence[int]) -> list[int]:
    """The cards of a set one by one, in the order of CARDS."""
    return [kind for kind in range(KINDS) for _ in range(counts[kind])]
