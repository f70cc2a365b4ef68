"""Tickets of the card game: as many as the cards will complete, and those that fit them best."""

from collections.abc import Sequence

from carrozza.bots.conductor.ledger import Ledger
from carrozza.core.actions import Action, KeepTickets
from carrozza.core.cards import COLOURS, LOCOMOTIVE

FULL = 0.9  # of the cards to come, how many the tickets may ask for
HAND = 0.7  # a card in hand, beside one on the way
BIG_CITY = 0.4  # of a bonus card's points, what a ticket naming the city is worth
MISFIT = 0.4  # what a card costs that other cards must make up for
LATER = 0.3  # of its points, what a ticket costs that waits for the next deck
ROOM = 7.0  # cards without a ticket that make new tickets worth a turn


def room(ledger: Ledger) -> float:
    """How many more cards tickets may ask for."""
    return FULL * ledger.in_the_end() - sum(ledger.need)


def keep_tickets(ledger: Ledger, legal: Sequence[Action]) -> Action:
    offer = ledger.view.offer or ()
    keep: list[int] = []
    left = room(ledger)
    need = ledger.need.copy()
    least = min(len(a.keep) for a in legal if isinstance(a, KeepTickets))
    while True:
        best: int | None = None
        best_gain = 0.0 if len(keep) >= least else -1e9
        for slot, t in enumerate(offer):
            if slot not in keep:
                gain = _gain(ledger, need, left, t)
                if gain > best_gain:
                    best, best_gain = slot, gain
        if best is None:
            break
        keep.append(best)
        for colour, n in ledger.game.cards.tickets[offer[best]].need:
            need[colour] += n
            left -= n
    wanted = tuple(sorted(keep))
    return next(a for a in legal if isinstance(a, KeepTickets) and a.keep == wanted)


def _gain(ledger: Ledger, need: list[int], left: float, t: int) -> float:
    """What a ticket should bring: its points, less what the cards for it could do elsewhere, and
    the risk that they are not there."""
    cards = ledger.game.cards
    ticket = cards.tickets[t]
    size = sum(n for _, n in ticket.need)
    bonus = BIG_CITY * sum(cards.big_cities[c].points for c in ticket.big_cities)
    short = 0.0
    for colour, n in ticket.need:
        have = ledger.have[colour] + HAND * ledger.hand[colour] * min(1.0, ledger.turns / 3)
        have += _to_come(ledger)
        short += min(float(n), max(0.0, need[colour] + n - have))
    wild = ledger.have[LOCOMOTIVE] + HAND * ledger.hand[LOCOMOTIVE] * min(1.0, ledger.turns / 3)
    taken = sum(max(0.0, need[c] - ledger.have[c] - _to_come(ledger)) for c in COLOURS)
    short = max(0.0, short - max(0.0, wild - taken))
    odds = max(0.0, 1 - MISFIT * short / 2) * min(1.0, max(0.0, 1 + (left - size) / 4))
    lost = LATER if ledger.view.decks_left else 1.0
    return (odds - lost * (1 - odds)) * ticket.points + odds * bonus


def _to_come(ledger: Ledger) -> float:
    """Cards of one colour still to be drawn and brought to the track."""
    chances = max(0.0, ledger.turns - 3)
    return min(2.0, 0.2 * chances)
