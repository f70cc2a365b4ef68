"""Playing into the yard: which cards, and whether they will get to the track."""

from carrozza.bots.conductor.ledger import Ledger
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.space import bits

CARD = 4.5  # points of a card that a ticket asks for
SPARE = 2.2  # of one that a later ticket may ask for
ROBBED = (0.5, 0.22, 0.1, 0.05, 0.02)  # the chance in a round that a row of so many is robbed
HOLDERS = 12.0  # cards in foreign hands for which that was estimated


def best_play(ledger: Ledger, plays: int) -> tuple[int | None, float]:
    """The play that brings most, and how much."""
    best: int | None = None
    best_value = 0.0
    for i in bits(plays):
        value = _value(ledger, i)
        if value > best_value:
            best, best_value = i, value
    return best, best_value


def card_worth(ledger: Ledger, colour: int, already: float) -> float:
    """What one more card of a colour on the track is worth, when so many will be there."""
    short = ledger.need[colour] - already
    spare = SPARE * min(1.0, ledger.turns / 4)
    if short >= 1:
        return CARD
    return spare + max(0.0, short) * (CARD - spare)


def _value(ledger: Ledger, i: int) -> float:
    total = 0.0
    others = len(ledger.view.hand_sizes) - 1
    for colour, n, wild in ledger.game.tables.rows[i]:
        size = n + wild
        alive = 1.0
        for place in range(1, size + 1):
            alive *= 1 - _robbery(ledger, colour, size - place + 1)
            if place > ledger.turns:
                break
            if place <= wild:
                worth = CARD
            else:
                worth = card_worth(ledger, colour, ledger.have[colour] + place - wild - 1)
            total += alive * worth * min(1.0, ledger.turns - place + 1)
        if colour in ledger.rows:
            total += CARD * ledger.rows[colour][1] / others
    # Locomotives left in hand can still be of use.
    wild_used = dict(ledger.game.tables.cost[i]).get(LOCOMOTIVE, 0)
    return total - 0.6 * CARD * wild_used * min(1.0, ledger.turns / 6)


def _robbery(ledger: Ledger, colour: int, size: int) -> float:
    """The chance that somebody robs a row of this size before the own next turn."""
    view = ledger.view
    cards = sum(n for seat, n in enumerate(view.hand_sizes) if seat != ledger.me)
    chance = ROBBED[min(size, len(ROBBED)) - 1] * min(1.5, cards / HOLDERS)
    for seat, seen in enumerate(view.seen_hands):
        if seat != ledger.me and seen[colour] > size:
            chance = max(chance, 0.6)
    return min(0.8, chance)
