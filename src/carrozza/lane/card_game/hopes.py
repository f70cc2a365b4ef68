"""What the bonus cards of the big cities are worth to a seat that completes tickets, as far as it
may know; the twin of `carrozza.games.card_game.hopes`.

A hope is a product of counts divided by another, rounded down. The products have up to 144 bits, so
they are kept in limbs of 20 bits, the lowest first: a limb times a count fits into a word.
"""

import numpy as np

from carrozza.core.cards import KINDS
from carrozza.games.card_game.hopes import POINT
from carrozza.lane.bits import ZERO, Word, Words, bit, count
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import LIMBS, TICKETS, State, Work
from carrozza.lane.compiled import compiled, compiled_apart

TWENTY = np.uint64(20)
LIMB = np.uint64((1 << 20) - 1)
LIMB_SIZE = 2.0**20


@compiled_apart
def find_hopes(s: State, cards: Cards, seat: int, free: Word, doubtful: Word, work: Work) -> None:
    """Into `work.hopes`: for the cities that a doubtful ticket names, by the number of tickets
    completed besides those that are already. The free ones are completed in any case."""
    own = s.completed[seat] | s.chosen[seat]
    unseen = unseen_tickets(s, cards, seat)
    pool = count(unseen)
    set_one(work.ways)
    for other in range(s.players):
        work.likely[other] = likely_number(s, cards, other)
        if other != seat:
            multiply(work.ways, cards.choose[pool, work.likely[other]])
    for city in range(cards.big_count):
        naming = cards.naming[city]
        first = count(free & naming)
        if doubtful & naming == ZERO:  # it is the same whatever is completed
            work.hopes[city, first] = 0
            continue
        among = count(unseen & naming)
        for n in range(first, first + count(doubtful & naming) + 1):
            mine = count(own & naming) + n
            work.hopes[city, n] = hope(s, cards, seat, city, mine, pool, among, work)


@compiled_apart
def unseen_tickets(s: State, cards: Cards, seat: int) -> Word:
    unseen = cards.every & ~(s.tickets[seat] | s.chosen[seat])
    for n in range(s.under_size):
        at = (s.under_first + n) % TICKETS
        if s.under_by[at] == seat:
            unseen &= ~bit(s.under[at])
    for other in range(s.players):
        unseen &= ~s.completed[other]
    return unseen


@compiled
def likely_number(s: State, cards: Cards, seat: int) -> int:
    """How many tickets another player completes, by what everybody can see."""
    size = 0
    for kind in range(KINDS):
        size += s.tracks[seat, kind] + s.chosen_cards[seat, kind]
    held = count(s.tickets[seat]) + count(s.chosen[seat])
    return min(held, size * cards.ticket_count // cards.cards)


@compiled_apart
def hope(
    s: State, cards: Cards, seat: int, city: int, mine: int, unseen: int, naming: int, work: Work
) -> int:
    """The points of a bonus card times the chance that nobody completes more tickets than so many
    that name its city. Zero never wins."""
    if mine == 0:
        return 0
    points = POINT * cards.bonus[city]
    set_one(work.fine)
    multiply(work.fine, points)
    for other in range(s.players):
        if other != seat:
            done = count(s.completed[other] & cards.naming[city])
            multiply(work.fine, at_most(cards, mine - done, work.likely[other], unseen, naming))
    return quotient(work.fine, work.ways, points)


@compiled
def at_most(cards: Cards, most: int, drawn: int, unseen: int, naming: int) -> int:
    """In how many ways no more than so many of the tickets drawn name a city, when so many of the
    unseen ones do."""
    ways = 0
    for n in range(min(most, drawn, naming) + 1):
        ways += cards.choose[naming, n] * cards.choose[unseen - naming, drawn - n]
    return ways


@compiled
def set_one(limbs: Words) -> None:
    limbs[0] = np.uint64(1)
    for k in range(1, LIMBS):
        limbs[k] = ZERO


@compiled
def multiply(limbs: Words, factor: int) -> None:
    """By a number of at most 43 bits."""
    carry = ZERO
    for k in range(LIMBS):
        carry += limbs[k] * np.uint64(factor)
        limbs[k] = carry & LIMB
        carry >>= TWENTY


@compiled
def quotient(dividend: Words, divisor: Words, most: int) -> int:
    """Rounded down; it is known to be at most so much. A guess in floating point is put right."""
    guess = min(most, int(roughly(dividend) / roughly(divisor)))
    while exceeds(divisor, guess, dividend):
        guess -= 1
    while guess < most and not exceeds(divisor, guess + 1, dividend):
        guess += 1
    return guess


@compiled
def roughly(limbs: Words) -> float:
    value = 0.0
    for k in range(LIMBS - 1, -1, -1):
        value = value * LIMB_SIZE + limbs[k]
    return value


@compiled
def exceeds(limbs: Words, factor: int, others: Words) -> bool:
    """Whether a number times a factor is greater than another number."""
    greater = False
    carry = ZERO
    for k in range(LIMBS):
        carry += limbs[k] * np.uint64(factor)
        limb = carry & LIMB
        if limb != others[k]:
            greater = limb > others[k]
        carry >>= TWENTY
    return greater
