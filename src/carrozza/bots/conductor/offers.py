"""Tickets of the card game: as many as the cards will complete, and those that fit them best."""

from functools import lru_cache

from carrozza.bots.conductor.ledger import Ledger
from carrozza.core.actions import KeepTickets
from carrozza.core.cards import COLOURS, LOCOMOTIVE
from carrozza.games.card_game.tables import Tables

FULL = 0.9  # of the cards to come, how many the tickets may ask for
HAND = 0.7  # a card in hand, beside one on the way
BIG_CITY = 0.4  # of a bonus card's points, what a ticket naming the city is worth
MISFIT = 0.4  # what a card costs that other cards must make up for
LATER = 0.3  # of its points, what a ticket costs that waits for the next deck
ROOM = 7.0  # cards without a ticket that make new tickets worth a turn


def room(ledger: Ledger) -> float:
    """How many more cards tickets may ask for."""
    return FULL * ledger.in_the_end() - sum(ledger.need)


def keep_tickets(ledger: Ledger, least: int) -> int:
    """The number of the answer that keeps the best of the offer, at least so many."""
    keep = wanted(ledger, least)
    return answer_ids(ledger.game.tables)[len(ledger.offer), tuple(sorted(keep))]


def wanted(ledger: Ledger, least: int) -> list[int]:
    """The slots of the tickets to keep, the best first."""
    keep: list[int] = []
    left = room(ledger)
    need = ledger.need.copy()
    slots = list(range(len(ledger.offer)))
    while slots:
        gains = [_gain(ledger, need, left, ledger.offer[slot]) for slot in slots]
        gain = max(gains)
        if gain <= 0 and len(keep) >= least:
            break
        best = slots.pop(gains.index(gain))
        keep.append(best)
        for colour, n in ledger.game.cards.tickets[ledger.offer[best]].need:
            need[colour] += n
            left -= n
    return keep


@lru_cache(maxsize=4)
def answer_ids(tables: Tables) -> dict[tuple[int, tuple[int, ...]], int]:
    """The first action that keeps these slots of an offer of so many; what goes back in which
    order makes no difference that one could foresee."""
    ids: dict[tuple[int, tuple[int, ...]], int] = {}
    for i, action in enumerate(tables.space.actions):
        if isinstance(action, KeepTickets):
            ids.setdefault((len(action.keep) + len(action.back), action.keep), i)
    return ids


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
    lost = LATER if ledger.decks_left else 1.0
    return (odds - lost * (1 - odds)) * ticket.points + odds * bonus


def _to_come(ledger: Ledger) -> float:
    """Cards of one colour still to be drawn and brought to the track."""
    chances = max(0.0, ledger.turns - 3)
    return min(2.0, 0.2 * chances)
