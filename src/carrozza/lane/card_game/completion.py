"""Which tickets to complete with the cards on the track: the best set, found exactly; the twin of
`carrozza.games.card_game.completion`, which says what is best.

The eight colours of a set of cards are packed into one word, a byte for each. A ticket's value has
more than 64 bits: `value` is its upper part, points and hopes, and `detail` the lower one. Both are
added up on their own: the lower parts of all tickets together are smaller than one of the upper.
"""

import math

import numpy as np

from carrozza.core.cards import LOCOMOTIVE
from carrozza.games.card_game.completion import FEW, UNIT
from carrozza.lane.bits import ONE, ZERO, Word, Words, bit, count, lowest
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import Work
from carrozza.lane.compiled import compiled, compiled_apart

SEVEN, EIGHT, FIFTY_SIX = np.uint64(7), np.uint64(8), np.uint64(56)
SEVEN_BITS, BYTE = np.uint64(127), np.uint64(255)
TOPS = np.uint64(0x8080808080808080)  # the highest bit of each byte
LOWS = np.uint64(0x7F7F7F7F7F7F7F7F)  # and the others
EACH = np.uint64(0x0101010101010101)


@compiled
def packed(have: Words) -> Word:
    """The coloured cards."""
    word = ZERO
    for colour in range(LOCOMOTIVE):
        word |= np.uint64(have[colour]) << np.uint64(8 * colour)
    return word


@compiled
def number_of(word: Word, colour: int) -> int:
    return np.int64((word >> np.uint64(8 * colour)) & BYTE)  # type: ignore[return-value]


@compiled
def less(a: Word, b: Word) -> Word:
    """For each colour the first number less the second, but not less than nothing; all numbers are
    below 128."""
    difference = (a | TOPS) - b
    positive = (difference & TOPS) >> SEVEN
    return difference & (positive * SEVEN_BITS)


@compiled
def total(word: Word) -> int:
    return np.int64((word * EACH) >> FIFTY_SIX)  # type: ignore[return-value]


@compiled
def missing(need: Word, have: Word) -> int:
    """How many Locomotives it takes besides the cards of the right colours."""
    return total(less(need, have))


@compiled
def take(have: Words, need: Word, used: Words) -> None:
    """Move the cards for a ticket, Locomotives only where a colour is short."""
    for colour in range(LOCOMOTIVE):
        n = number_of(need, colour)
        own = min(n, have[colour])
        have[colour] -= own
        used[colour] += own
        have[LOCOMOTIVE] -= n - own
        used[LOCOMOTIVE] += n - own


@compiled_apart
def possible_tickets(cards: Cards, held: Word, have: Words) -> Word:
    """Those of the held tickets that these cards can complete, each by itself."""
    cards_left, wild = packed(have), have[LOCOMOTIVE]
    possible = ZERO
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        if missing(cards.need[ticket], cards_left) <= wild:
            possible |= bit(ticket)
    return possible


@compiled_apart
def scarce_colours(cards: Cards, possible: Word, have: Words) -> Word:
    """The colours of which there is not enough for all these tickets, as full bytes; none if the
    Locomotives make up for it. A colour of which there is enough plays no part in the search."""
    demand = ZERO
    while possible != ZERO:
        demand += cards.need[lowest(possible)]
        possible &= possible - ONE
    short = less(demand, packed(have))
    if total(short) <= have[LOCOMOTIVE]:
        return ZERO
    return (((short + LOWS) & TOPS) >> SEVEN) * BYTE


@compiled_apart
def contested_tickets(cards: Cards, possible: Word, scarce: Word) -> Word:
    contested = ZERO
    while possible != ZERO:
        ticket = lowest(possible)
        possible &= possible - ONE
        if cards.need[ticket] & scarce != ZERO:
            contested |= bit(ticket)
    return contested


@compiled_apart
def best_set(
    cards: Cards, possible: Word, contested: Word, scarce: Word, have: Words, hopeful: bool,
    work: Work,
) -> Word:  # fmt: skip
    """The best of the possible tickets that these cards can complete together; the other
    arguments are what the functions above find. With `hopeful`, `work.hopes` tell what bonus cards
    may bring."""
    if contested == ZERO:
        return possible
    for city in range(cards.big_count):
        work.names[city] = count(possible & cards.naming[city])
    left = packed(have) & scarce
    size = set_order(cards, contested, scarce, left, have[LOCOMOTIVE], work)
    return possible & ~contested | search(cards, size, left, have[LOCOMOTIVE], hopeful, work)


@compiled_apart
def set_order(cards: Cards, tickets: Word, scarce: Word, have: Word, wild: int, work: Work) -> int:
    """Into `work`: the tickets with their needs and gains, the clearest decisions first; how many.

    With a price on every card, a ticket's gain is its value less the price of its cards.
    """
    size = 0
    while tickets != ZERO:
        work.order[size] = lowest(tickets)
        work.need[size] = cards.need[work.order[size]] & scarce
        tickets &= tickets - ONE
        size += 1
    for colour in range(LOCOMOTIVE):
        work.price[colour] = 0
    if size > FEW:
        find_prices(cards, size, scarce, have, wild, work)
    for place in range(size):
        ticket, need = work.order[place], work.need[place]
        gain = cards.value[ticket] - cost(need, work)
        at = place
        while at > 0 and abs(work.gain[at - 1]) < abs(gain):
            work.order[at] = work.order[at - 1]
            work.need[at] = work.need[at - 1]
            work.gain[at] = work.gain[at - 1]
            at -= 1
        work.order[at] = ticket
        work.need[at] = need
        work.gain[at] = gain
    work.rest[size] = ZERO
    for place in range(size - 1, -1, -1):
        work.rest[place] = work.rest[place + 1] + work.need[place]
    return size


@compiled
def cost(need: Word, work: Work) -> int:
    """The price of these cards."""
    price = 0
    colour = 0
    while need != ZERO:
        price += work.price[colour] * np.int64(need & BYTE)
        need >>= EIGHT
        colour += 1
    return price


@compiled
def dearest(work: Work) -> int:
    """The price of a Locomotive."""
    top = 0
    for colour in range(LOCOMOTIVE):
        top = max(top, work.price[colour])
    return top


@compiled_apart
def search(cards: Cards, size: int, have: Word, wild: int, hopeful: bool, work: Work) -> Word:
    """Branch and bound over the tickets in their order.

    No set is worth more than all cards at their prices plus all positive gains; each ticket decided
    against its gain, and each card that can no longer be used, lowers that bound. The hopes of
    bonus cards are at first those of completing every ticket; each one decided against lowers
    them.
    """
    top = dearest(work)
    begin_search(cards, size, have, wild, top, hopeful, work)
    best, best_detail, best_places = -1, 0, ZERO
    settled = ZERO  # the places where no other way is left
    place, forward = 0, True
    while True:
        if forward:
            bound = work.bound
            if top > 0 and bound >= best:
                bound -= waste(have, work.rest[place], wild, top, work)
            if bound < best or (bound == best and work.bound_detail <= best_detail):
                forward = False
                continue
            if place == size:
                if work.worth > best or (work.worth == best and work.detail > best_detail):
                    best, best_detail, best_places = work.worth, work.detail, work.taken
                forward = False
                continue
            take_it = missing(work.demand + work.need[place], have) <= wild
            if not take_it:
                settled |= bit(place)
            elif work.gain[place] < 0:
                take_it = False
        else:
            if place == 0:
                break
            place -= 1
            take_it = work.taken & bit(place) == ZERO  # the other way
            if take_it:
                leave_out(cards, place, -1, hopeful, work)
            else:
                put_in(cards, place, -1, work)
            if settled & bit(place) != ZERO:
                settled &= ~bit(place)
                continue
            settled |= bit(place)
            forward = True
        if take_it:
            put_in(cards, place, 1, work)
        else:
            leave_out(cards, place, 1, hopeful, work)
        place += 1
    found = ZERO
    while best_places != ZERO:
        found |= bit(work.order[lowest(best_places)])
        best_places &= best_places - ONE
    return found


@compiled
def begin_search(
    cards: Cards, size: int, have: Word, wild: int, top: int, hopeful: bool, work: Work
) -> None:
    """No ticket is decided."""
    work.taken = ZERO
    work.demand = ZERO
    work.worth = 0
    work.detail = 0
    if hopeful:
        for city in range(cards.big_count):
            work.worth += work.hopes[city, work.names[city]]
    work.bound = work.worth + cost(have, work) + top * wild
    work.bound_detail = 0
    for place in range(size):
        if work.gain[place] >= 0:
            work.bound += work.gain[place]
            work.bound_detail += cards.detail[work.order[place]]


@compiled
def put_in(cards: Cards, place: int, sign: int, work: Work) -> None:
    """Complete a ticket, or with -1 no more."""
    ticket, gain = work.order[place], work.gain[place]
    work.taken ^= bit(place)
    if sign > 0:
        work.demand += work.need[place]
    else:
        work.demand -= work.need[place]
    work.worth += sign * cards.value[ticket]
    work.detail += sign * cards.detail[ticket]
    if gain < 0:
        work.bound += sign * gain
        work.bound_detail += sign * cards.detail[ticket]


@compiled
def leave_out(cards: Cards, place: int, sign: int, hopeful: bool, work: Work) -> None:
    """Do not complete a ticket, or with -1 be undecided again."""
    ticket, gain = work.order[place], work.gain[place]
    if hopeful:
        lost = 0
        named = cards.named[ticket]
        while named != ZERO:
            city = lowest(named)
            named &= named - ONE
            n = work.names[city]
            lost += work.hopes[city, n] - work.hopes[city, n - sign]
            work.names[city] = n - sign
        work.worth -= lost
        work.bound -= lost
    if gain >= 0:
        work.bound -= sign * gain
        work.bound_detail -= sign * cards.detail[ticket]


@compiled
def waste(have: Word, rest: Word, wild: int, top: int, work: Work) -> int:
    """The price of the cards that cannot be used any more."""
    demand = work.demand
    left = less(have, demand)
    found = cost(less(left, rest), work)
    unused = wild - total(less(demand, have)) - total(less(rest, left))
    if unused > 0:
        found += unused * top
    return found


@compiled_apart
def find_prices(cards: Cards, size: int, scarce: Word, have: Word, wild: int, work: Work) -> None:
    """Into `work.price`: prices of the colours that make the bound low, as the engine finds them.
    Any prices give a true bound, so rounding does no harm."""
    for colour in range(LOCOMOTIVE):
        work.try_price[colour] = 4.0 * UNIT if number_of(scarce, colour) else 0.0
    lowest_bound, step = 1e30, 1.5 * UNIT
    for _ in range(2 * size):
        bound = try_prices(cards, size, have, wild, step, work)
        if bound < lowest_bound:
            lowest_bound = bound
            for colour in range(LOCOMOTIVE):
                work.best_price[colour] = work.try_price[colour]
        else:
            step *= 0.93
        length = 0.0
        for colour in range(LOCOMOTIVE):
            length += work.spare[colour] * work.spare[colour]
        if length == 0.0:
            break
        length = math.sqrt(length)
        for colour in range(LOCOMOTIVE):
            change = step * work.spare[colour] / length
            work.try_price[colour] = max(0.0, work.try_price[colour] - change)
    for colour in range(LOCOMOTIVE):
        work.price[colour] = np.int64(work.best_price[colour])


@compiled
def try_prices(cards: Cards, size: int, have: Word, wild: int, step: float, work: Work) -> float:
    """The bound with `work.try_price`; into `work.spare`, how many cards of each colour are left
    when every ticket is completed that gains by it, or are lacking."""
    top = 0.0
    for colour in range(LOCOMOTIVE):
        top = max(top, work.try_price[colour])
    near = top - 0.2 * step
    dear = 0
    for colour in range(LOCOMOTIVE):
        dear += work.try_price[colour] >= near
    bound = wild * top
    for colour in range(LOCOMOTIVE):
        n = number_of(have, colour)
        bound += work.try_price[colour] * n
        work.spare[colour] = n + (wild / dear if work.try_price[colour] >= near else 0.0)
    for place in range(size):
        gain = float(cards.value[work.order[place]])
        need = work.need[place]
        for colour in range(LOCOMOTIVE):
            gain -= work.try_price[colour] * number_of(need, colour)
        if gain > 0.0:
            bound += gain
            for colour in range(LOCOMOTIVE):
                work.spare[colour] -= number_of(need, colour)
    return bound
