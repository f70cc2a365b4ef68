"""Which tickets to complete with the cards on the track: the best set, found exactly.

Best is the most points, then the most tickets, then the most names of big cities, then the
smallest ticket numbers. All four are packed into one whole number per ticket, the ticket's value,
so that the value of a set is the sum over its tickets, no two sets have the same value, and the
lowest bits of a set's value are the set itself.
"""

from collections.abc import Sequence

from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.space import bits
from carrozza.games.card_game.data import Cards

Need = tuple[tuple[int, int], ...]  # (colour, how many)

FEW = 13  # so few tickets are searched quicker than prices are found


class Values:
    """The tickets' needs and values, by ticket number."""

    __slots__ = ("need", "shift", "value")

    def __init__(self, cards: Cards) -> None:
        count = len(cards.tickets)
        cities = count  # lowest bit of the field that counts names of big cities
        tickets = cities + (2 * count).bit_length()
        self.shift = tickets + count.bit_length()
        self.need = tuple(t.need for t in cards.tickets)
        self.value = tuple(
            (t.points << self.shift)
            + (1 << tickets)
            + (len(t.big_cities) << cities)
            + (1 << count - 1 - i)
            for i, t in enumerate(cards.tickets)
        )

    def tickets_of(self, value: int) -> list[int]:
        """The set of tickets that has this value, ascending."""
        last = len(self.value) - 1
        return [last - bit for bit in reversed(bits(value & (1 << last + 1) - 1))]


def missing(need: Need, have: Sequence[int]) -> int:
    """How many Locomotives it takes besides the cards of the right colours."""
    short = 0
    for colour, n in need:
        if n > have[colour]:
            short += n - have[colour]
    return short


def take(have: list[int], need: Need) -> tuple[int, ...]:
    """Remove the cards for a ticket, Locomotives only where a colour is short; the cards."""
    used: list[int] = []
    wild = 0
    for colour, n in need:
        own = min(n, have[colour])
        have[colour] -= own
        used += [colour] * own
        wild += n - own
    have[LOCOMOTIVE] -= wild
    return (*used, *[LOCOMOTIVE] * wild)


def best_set(values: Values, held: Sequence[int], have: Sequence[int]) -> list[int]:
    """The best of the held tickets that these cards can complete together, ascending."""
    need, wild = values.need, have[LOCOMOTIVE]
    possible = [t for t in held if missing(need[t], have) <= wild]
    demand = [0] * KINDS
    for t in possible:
        for colour, n in need[t]:
            demand[colour] += n
    scarce = {colour: d - have[colour] for colour, d in enumerate(demand) if d > have[colour]}
    if sum(scarce.values()) <= wild:
        return sorted(possible)
    # A colour of which there is enough for everything plays no part in the search.
    contested = {t: tuple(cn for cn in need[t] if cn[0] in scarce) for t in possible}
    free = [t for t in possible if not contested[t]]
    for t in free:
        del contested[t]
    return sorted(free + _search(values, contested, have))


def _search(values: Values, needs: dict[int, Need], have: Sequence[int]) -> list[int]:
    """Branch and bound over the tickets, the clearest decisions first.

    With a price on every card, a ticket's gain is its value less the price of its cards. No set is
    worth more than all cards at their prices plus all positive gains; each ticket decided against
    its gain, and each card that can no longer be used, lowers that bound.
    """
    prices = _prices(values, needs, have) if len(needs) > FEW else [0] * LOCOMOTIVE
    top = max(prices)  # and the price of a Locomotive
    gain = {t: values.value[t] - sum(prices[c] * n for c, n in need) for t, need in needs.items()}
    order = [
        (values.value[t], gain[t], needs[t]) for t in sorted(gain, key=lambda t: -abs(gain[t]))
    ]
    rest = _demand_from(order)
    best = -1
    seen: dict[tuple[int, ...], int] = {}

    def visit(i: int, left: list[int], value: int, bound: int) -> None:
        nonlocal best
        key = (i, *left)
        if seen.get(key, -1) >= value:
            return
        seen[key] = value
        if top and bound - _waste(left, rest[i], prices, top) <= best:
            return
        while bound > best:
            if i == len(order):
                best = max(best, value)
                return
            worth, extra, need = order[i]
            i += 1
            after = _after(left, need)
            if after is None:
                bound -= max(extra, 0)
            elif extra > 0:
                visit(i, after, value + worth, bound)
                bound -= extra
            else:
                visit(i, left, value, bound)
                left = after
                value += worth
                bound += extra

    bound = sum(p * n for p, n in zip([*prices, top], have, strict=True))
    visit(0, list(have), 0, bound + sum(g for g in gain.values() if g > 0))
    return values.tickets_of(best)


def _after(left: list[int], need: Need) -> list[int] | None:
    """What is left after completing a ticket; None when it cannot be completed."""
    after = left[:]
    for colour, n in need:
        n = after[colour] - n
        if n < 0:
            after[LOCOMOTIVE] += n
            n = 0
        after[colour] = n
    return after if after[LOCOMOTIVE] >= 0 else None


def _demand_from(order: list[tuple[int, int, Need]]) -> list[list[int]]:
    """For each place in the order, how many cards all tickets from there on need."""
    rest = [[0] * LOCOMOTIVE]
    for _, _, need in reversed(order):
        demand = rest[-1][:]
        for colour, n in need:
            demand[colour] += n
        rest.append(demand)
    rest.reverse()
    return rest


def _waste(left: list[int], demand: list[int], prices: list[int], top: int) -> int:
    """The price of the cards that cannot be used any more."""
    waste = wanted = 0
    for n, d, price in zip(left, demand, prices, strict=False):
        if n > d:
            waste += (n - d) * price
        else:
            wanted += d - n
    if left[LOCOMOTIVE] > wanted:
        waste += (left[LOCOMOTIVE] - wanted) * top
    return waste


def _prices(values: Values, needs: dict[int, Need], have: Sequence[int]) -> list[int]:
    """Prices of the colours that make the bound low. A Locomotive costs as much as the dearest
    one; colours get dearer or cheaper until about as many cards are wanted as there are.

    Any prices give a true bound, so rounding does no harm.
    """
    points = [(values.value[t] >> values.shift, need) for t, need in needs.items()]
    wild = have[LOCOMOTIVE]
    price = [4.0] * LOCOMOTIVE
    lowest, found, step = float("inf"), price, 1.5
    for _ in range(2 * len(needs)):
        dearest = max(price)
        spare = [float(n) for n in have[:LOCOMOTIVE]]
        top = [colour for colour, p in enumerate(price) if p >= dearest - 0.2 * step]
        for colour in top:
            spare[colour] += wild / len(top)
        bound = wild * dearest + sum([p * n for p, n in zip(price, have, strict=False)])
        for worth, need in points:
            gain = worth - sum([price[colour] * n for colour, n in need])
            if gain > 0:
                bound += gain
                for colour, n in need:
                    spare[colour] -= n
        if bound < lowest:
            lowest, found = bound, price
        else:
            step *= 0.93
        length = sum([x * x for x in spare]) ** 0.5
        if not length:
            break
        price = [max(0.0, p - step * x / length) for p, x in zip(price, spare, strict=True)]
    return [int(p * (1 << values.shift)) for p in found]
