"""Which tickets to complete with the cards on the track: the best set, found exactly.

Best is the most points, then the most tickets, then the most names of big cities, then the
smallest ticket numbers. All four are packed into one whole number per ticket, the ticket's value,
so that the value of a set is the sum over its tickets, no two sets have the same value, and the
lowest bits of a set's value are the set itself.

At the last scoring the hopes of bonus cards come on top. A ticket then counts twice, because one
that is not completed costs its points. Only for a hoarder with very many tickets in doubt the hopes
are left out.
"""

from collections.abc import Callable, Iterable, Sequence

from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.space import bits
from carrozza.games.card_game.data import Cards
from carrozza.games.card_game.hopes import POINT, Hopes

Need = tuple[tuple[int, int], ...]  # (colour, how many)
Names = tuple[int, ...]  # per big city, how many tickets name it

FEW = 13  # so few tickets are searched quicker than prices are found
MANY = 12  # with more tickets than that in doubt, bonus cards would take too long
UNIT = 2 * POINT  # a ticket counts twice
NO_HOPES: Hopes = ()


class Values:
    """The tickets' needs and values, by ticket number."""

    __slots__ = ("bonus", "cards", "cities", "count", "every", "naming", "need", "shift", "value")

    def __init__(self, cards: Cards) -> None:
        self.count = count = len(cards.tickets)
        cities = count  # lowest bit of the field that counts names of big cities
        tickets = cities + (2 * count).bit_length()
        self.shift = tickets + count.bit_length()
        self.need = tuple(t.need for t in cards.tickets)
        self.value = tuple(
            (t.points * UNIT << self.shift)
            + (1 << tickets)
            + (len(t.big_cities) << cities)
            + (1 << count - 1 - i)
            for i, t in enumerate(cards.tickets)
        )
        self.cards = sum(n for need in self.need for _, n in need)  # that all tickets ask for
        self.cities = tuple(tuple(t.big_cities) for t in cards.tickets)
        self.every = (1 << count) - 1
        self.bonus = tuple(big.points for big in cards.big_cities)
        self.naming = tuple(  # by big city, a mask of the tickets that name it
            sum(1 << i for i, t in enumerate(cards.tickets) if city in t.big_cities)
            for city in range(len(cards.big_cities))
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


def best_set(
    values: Values,
    held: Sequence[int],
    have: Sequence[int],
    hopes: Callable[[Iterable[int]], Hopes] = lambda doubtful: NO_HOPES,  # noqa: ARG005
) -> list[int]:
    """The best of the held tickets that these cards can complete together, ascending. What bonus
    cards may bring is asked for only when there is a choice, with the tickets in doubt."""
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
    left = NO_HOPES
    if len(contested) <= MANY:
        by_city = zip(hopes(contested), values.naming, strict=False)
        left = tuple([hope[_count(free, naming) :] for hope, naming in by_city])
    return sorted(free + _search(values, contested, have, left))


def _search(values: Values, needs: dict[int, Need], have: Sequence[int], hopes: Hopes) -> list[int]:
    """Branch and bound over the tickets, the clearest decisions first.

    With a price on every card, a ticket's gain is its value less the price of its cards. No set is
    worth more than all cards at their prices plus all positive gains; each ticket decided against
    its gain, and each card that can no longer be used, lowers that bound. The hopes of bonus cards
    are at first those of completing every ticket; each one decided against lowers them.
    """
    prices = _prices(values, needs, have) if len(needs) > FEW else [0] * LOCOMOTIVE
    top = max(prices)  # and the price of a Locomotive
    gain = {t: values.value[t] - sum(prices[c] * n for c, n in need) for t, need in needs.items()}
    tickets = sorted(gain, key=lambda t: -abs(gain[t]))
    order = [
        (values.value[t], gain[t], needs[t], values.cities[t] if hopes else ()) for t in tickets
    ]
    rest = _demand_from([needs[t] for t in tickets])
    best = -1
    seen: dict[tuple[int, ...], int] = {}

    def without(cities: tuple[int, ...], names: Names) -> tuple[Names, int]:
        """The names, and the hope lost, when a ticket that names these cities is left out."""
        fewer, lost = list(names), 0
        for city in cities:
            n = fewer[city]
            lost += hopes[city][n] - hopes[city][n - 1]
            fewer[city] = n - 1
        return tuple(fewer), lost << values.shift

    def visit(i: int, left: list[int], names: Names, value: int, bound: int) -> None:
        nonlocal best
        key = (i, *left, *names)
        if seen.get(key, -1) >= value:
            return
        seen[key] = value
        if top and bound - _waste(left, rest[i], prices, top) <= best:
            return
        while bound > best:
            if i == len(order):
                best = max(best, value)
                return
            points, extra, need, cities = order[i]
            i += 1
            after = _after(left, need)
            fewer, lost = without(cities, names) if cities else (names, 0)
            if after is None or extra > 0:
                if after is not None:
                    visit(i, after, names, value + points, bound)
                names = fewer
                value -= lost
                bound -= max(extra, 0) + lost
            else:
                visit(i, left, fewer, value - lost, bound - lost)
                left = after
                value += points
                bound += extra

    names = tuple([_count(tickets, naming) for naming in values.naming[: len(hopes)]])
    hope = sum(by_number[n] for by_number, n in zip(hopes, names, strict=True)) << values.shift
    bound = sum(p * n for p, n in zip([*prices, top], have, strict=True))
    bound += sum(g for g in gain.values() if g > 0)
    visit(0, list(have), names, hope, bound + hope)
    return values.tickets_of(best)


def _count(tickets: Iterable[int], mask: int) -> int:
    """How many of these tickets are in a mask."""
    return sum([mask >> t & 1 for t in tickets])


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


def _demand_from(order: list[Need]) -> list[list[int]]:
    """For each place in the order, how many cards all tickets from there on need."""
    rest = [[0] * LOCOMOTIVE]
    for need in reversed(order):
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
    points = [((values.value[t] >> values.shift) / UNIT, need) for t, need in needs.items()]
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
        for gain, need in points:
            gain -= sum([price[colour] * n for colour, n in need])
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
    return [int(p * UNIT * (1 << values.shift)) for p in found]
