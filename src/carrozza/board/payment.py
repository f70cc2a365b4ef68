"""Which sets of cards pay for what. A set is nine counts (see core/cards)."""

from functools import lru_cache
from itertools import combinations_with_replacement

from carrozza.board.board import GREY, Route
from carrozza.board.spec import BoardSpec
from carrozza.core.cards import COLOURS, KINDS, LOCOMOTIVE, Counts


def _counts(*cards: int) -> Counts:
    counts = [0] * KINDS
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def colour_sets(
    size: int, colours: range | tuple[int, ...] = COLOURS, wild: bool = True
) -> list[Counts]:
    """All sets of `size` cards of one of these colours; with `wild`, Locomotives replacing any."""
    if size == 0:
        return [_counts()]
    if not wild:
        return [_counts(*[colour] * size) for colour in colours]
    sets = [
        _counts(*[colour] * (size - wild), *[LOCOMOTIVE] * wild)
        for wild in range(size)
        for colour in colours
    ]
    return [*sets, _counts(*[LOCOMOTIVE] * size)]


def _symbols(count: int, pairs: bool) -> list[Counts]:
    """All ways to pay for so many Locomotive symbols."""
    if not pairs:
        return [_counts(*[LOCOMOTIVE] * count)]
    return [
        _counts(*[LOCOMOTIVE] * (count - n), *chosen, *chosen)
        for n in range(count + 1)
        for chosen in combinations_with_replacement(COLOURS, n)
    ]


def takes_locomotives(spec: BoardSpec, route: Route) -> bool:
    """Whether Locomotives can take the place of other cards on a route."""
    special = route.tunnel or route.locomotives > 0
    return spec.locomotives_pay == "everywhere" or special


def route_payments(spec: BoardSpec, route: Route) -> tuple[Counts, ...]:
    """Every distinct set of cards that claims a route: few cards and few Locomotives first."""
    wild = takes_locomotives(spec, route)
    return _payments(route.length, route.colour, route.locomotives, spec.ferry_pairs, wild)


@lru_cache(maxsize=200)  # most routes of a board are like others
def _payments(
    length: int, colour: int, locomotives: int, pairs: bool, wild: bool
) -> tuple[Counts, ...]:
    colours = COLOURS if colour == GREY else (colour,)
    sets = {
        tuple(a + b for a, b in zip(symbols, spaces, strict=True))
        for symbols in _symbols(locomotives, pairs)
        for spaces in colour_sets(length - locomotives, colours, wild)
    }
    return tuple(sorted(sets, key=payment_order))


def payment_order(payment: Counts) -> tuple[int, int, Counts]:
    return (sum(payment), payment[LOCOMOTIVE], tuple(-n for n in payment))


def colour_of(payment: Counts) -> int:
    """The colour of a set of one colour; LOCOMOTIVE when it has no other card."""
    return next((colour for colour in COLOURS if payment[colour]), LOCOMOTIVE)
