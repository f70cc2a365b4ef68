"""Dealing anew what a seat cannot see."""

from collections.abc import Iterable, Sequence

from carrozza.core.cards import spread
from carrozza.core.rng import Rng


def deal_unseen(
    every: Sequence[int],
    seen: Iterable[Sequence[int]],
    hands: list[list[int]],
    sizes: Sequence[int],
    rng: Rng,
) -> list[int]:
    """Hands that hold what is known of them are filled up to their sizes with cards that are
    neither in a hand nor seen elsewhere; the others, in random order, are the deck."""
    unseen = list(every)
    for counts in (*hands, *seen):
        unseen = [a - b for a, b in zip(unseen, counts, strict=True)]
    pool = spread(unseen)
    rng.shuffle(pool)
    for hand, size in zip(hands, sizes, strict=True):
        for _ in range(size - sum(hand)):
            hand[pool.pop()] += 1
    return pool
