"""Drawing cards: those that tickets ask for, a pair to what is held before a single."""

from carrozza.bots.conductor.ledger import Ledger
from carrozza.bots.conductor.style import CARD
from carrozza.bots.conductor.yard import spare_worth
from carrozza.bots.masks import lowest
from carrozza.bots.totals import add_up
from carrozza.core.lookups import BLIND, FACE_UP, STOP, TICKETS


def best_draw(ledger: Ledger, mask: int, first: bool) -> int:
    best, best_value = -1, -1.0
    for value, i in draws(ledger, mask, first):
        if value > best_value:
            best, best_value = i, value
    if best >= 0:
        return best
    return next((i for i in (STOP, TICKETS) if mask >> i & 1), lowest(mask))


def draws(ledger: Ledger, mask: int, first: bool) -> list[tuple[float, int]]:
    """What each card that may be drawn adds to the hand; of a kind only the first one."""
    worth = _worth(ledger)
    wild = ledger.style.wild
    blind = 0.0
    found = []
    if mask >> BLIND & 1:
        unseen = ledger.unseen()
        blind = add_up([w * n for w, n in zip([*worth, wild], unseen, strict=True)]) / sum(unseen)
        found.append((blind, BLIND))
    # A Locomotive lying open takes the second card's place.
    worth.append(wild - blind if first else wild)
    kinds = set()
    for slot, kind in enumerate(ledger.market):
        if mask >> FACE_UP + slot & 1 and kind not in kinds:
            kinds.add(kind)
            found.append((worth[kind], FACE_UP + slot))
    return found


def _worth(ledger: Ledger) -> list[float]:
    """What a card of each colour adds to the hand."""
    spare = spare_worth(ledger)
    pair = ledger.style.pair
    worth = []
    for have, held, need in zip(ledger.have, ledger.hand, ledger.need, strict=False):
        value = CARD if need > have + held else spare
        worth.append(value + pair * (held if held < 2 else 2))
    for colour, size in ledger.rows.items():
        if ledger.hand[colour] >= size:
            worth[colour] += ledger.style.to_rob
    return worth
