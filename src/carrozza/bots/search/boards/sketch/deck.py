"""Cards: the deck, the market, the hands.

Every seat, and the market, takes its cards from a place of its own in the deck. So the luck of one
seat depends little on what another one draws, and two plans can be compared with the same luck.
"""

import numpy as np

from carrozza.board.lookups import MOST_RESETS
from carrozza.bots.search.boards.sketch.compiled import compiled
from carrozza.bots.search.boards.sketch.records import GONE, Record
from carrozza.core.cards import KINDS
from carrozza.core.cards import LOCOMOTIVE as WILD


@compiled
def below(t: Record, bound: int) -> int:
    """A random number: xorshift64*."""
    x = t.random[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    t.random[0] = x
    return int((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(33)) % bound


@compiled
def sow(t: Record, seed: int) -> None:
    """Seeds that are near each other give numbers that are not."""
    x = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0xD1B54A32D192ED03)
    x ^= x >> np.uint64(29)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(32)
    t.random[0] = x | np.uint64(1)


@compiled
def shuffle(t: Record, counts: Record) -> int:
    """These cards in random order, in the place of the deck; how many."""
    n = 0
    for card in range(KINDS):
        for _ in range(counts[card]):
            t.deck[n] = card
            n += 1
    for i in range(n - 1, 0, -1):
        j = below(t, i + 1)
        t.deck[i], t.deck[j] = t.deck[j], t.deck[i]
    return n


@compiled
def lay_deck(m: Record, t: Record, size: int) -> None:
    """So many of the shuffled cards are the deck."""
    t.size = size
    t.left = size
    for place in range(m.players + 1):
        t.next[place] = place * size // (m.players + 1)


@compiled
def discarded(t: Record) -> int:
    total = 0
    for card in range(KINDS):
        total += t.discards[card]
    return total


@compiled
def take(m: Record, t: Record, place: int) -> int:
    """The next card of a seat, or of the market, which comes after the seats."""
    if t.left == 0:
        lay_deck(m, t, shuffle(t, t.discards))
        for card in range(KINDS):
            t.discards[card] = 0
        if t.left == 0:
            return GONE
    i = t.next[place] % t.size
    while t.deck[i] == GONE:
        i = (i + 1) % t.size
    card = t.deck[i]
    t.deck[i] = GONE
    t.next[place] = i + 1
    t.left -= 1
    return int(card)


@compiled
def take_blind(m: Record, t: Record, seat: int) -> None:
    card = take(m, t, seat)
    if card != GONE:
        t.hand[seat, card] += 1


@compiled
def take_slot(m: Record, t: Record, seat: int, slot: int) -> None:
    t.hand[seat, t.market[slot]] += 1
    t.market[slot] = take(m, t, m.players)
    sweep(m, t)


@compiled
def sweep(m: Record, t: Record) -> None:
    """Too many Locomotives go, a few times at most, while there is anything to replace them."""
    for _ in range(MOST_RESETS):
        wild = 0
        for i in range(m.slots):
            wild += t.market[i] == WILD
        if not m.reset_at or wild < m.reset_at or t.left + discarded(t) < m.slots:
            return
        for i in range(m.slots):
            if t.market[i] != GONE:
                t.discards[t.market[i]] += 1
        for i in range(m.slots):
            t.market[i] = take(m, t, m.players)
