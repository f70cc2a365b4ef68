"""Drawing in some microseconds."""

from carrozza.bots.masks import lowest
from carrozza.bots.search.boards.ground import Ground
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.tables import BLIND, FACE_UP, TICKETS


def draw(ground: Ground, values: list[float], market: list[int], mask: int, second: bool) -> int:
    """The card to draw, by what each kind is worth; of the first, with the best to follow."""
    best, best_value, next_value = -1, -1.0, -1.0
    loco = -1
    for slot, card in enumerate(market):
        if card < 0:
            continue
        if card == LOCOMOTIVE:
            loco = slot
            continue
        value = values[card]
        if value > best_value:
            best, best_value, next_value = slot, value, best_value
        elif value > next_value:
            next_value = value
    top = values[LOCOMOTIVE]
    blind = (sum(values) - top) * 0.109 + top * 0.127 if mask >> BLIND & 1 else -1.0
    if best < 0 and blind < 0:
        return anything(ground, mask)
    if second:
        choice = FACE_UP + best if best_value >= blind else BLIND
    else:
        follow = next_value if next_value > blind else blind
        value = best_value + follow
        choice = FACE_UP + best if best >= 0 else BLIND
        first = best_value if best_value > blind else blind
        if blind + first > value:
            choice, value = BLIND, blind + first
        if loco >= 0 and top > value:
            choice = FACE_UP + loco
    if mask >> choice & 1:
        return choice
    return anything(ground, mask)


def anything(ground: Ground, mask: int) -> int:
    """There are no cards to draw as wished: whatever there is, new tickets last."""
    draws = mask & ground.tables.draws
    if draws:
        return lowest(draws)
    for _, claims in ground.by_length:
        if mask & claims:
            return lowest(mask & claims)
    return lowest(mask & ~(1 << TICKETS) or mask)
