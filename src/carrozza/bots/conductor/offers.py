"""Tickets of the card game: as many as the cards will complete, and those that fit them best."""

from functools import cache

from carrozza.bots.conductor.ledger import Ledger
from carrozza.bots.totals import add_up
from carrozza.core.actions import KeepTickets
from carrozza.core.cards import LOCOMOTIVE
from carrozza.games.card_game.completion import Need
from carrozza.games.card_game.data import Cards
from carrozza.games.card_game.lookups import Lookups


def room(ledger: Ledger) -> float:
    """How many more cards tickets may ask for."""
    return ledger.style.full * ledger.in_the_end() - sum(ledger.need)


def keep_tickets(ledger: Ledger, least: int) -> int:
    """The number of the answer that keeps the best of the offer, at least so many."""
    keep = wanted(ledger, least)
    return answer_ids(ledger.game.lookups)[len(ledger.offer), tuple(sorted(keep))]


def wanted(ledger: Ledger, least: int) -> list[int]:
    """The slots of the tickets to keep, the best first."""
    keep: list[int] = []
    supply = _Supply(ledger)
    slots = list(range(len(ledger.offer)))
    while slots:
        gains = [supply.gain(ledger.offer[slot]) for slot in slots]
        gain = max(gains)
        if gain <= 0 and len(keep) >= least:
            break
        best = slots.pop(gains.index(gain))
        keep.append(best)
        supply.take(ledger.offer[best])
    return keep


@cache
def answer_ids(lookups: Lookups) -> dict[tuple[int, tuple[int, ...]], int]:
    """The first action that keeps these slots of an offer of so many; what goes back in which
    order makes no difference that one could foresee."""
    ids: dict[tuple[int, tuple[int, ...]], int] = {}
    for i, action in enumerate(lookups.space.actions):
        if isinstance(action, KeepTickets):
            ids.setdefault((len(action.keep) + len(action.back), action.keep), i)
    return ids


class _Supply:
    """The cards that should be there in the end, and what kept tickets leave of them."""

    def __init__(self, ledger: Ledger) -> None:
        self.left = room(ledger)
        self.lost = ledger.style.later if ledger.decks_left else 1.0
        self.misfit = ledger.style.misfit
        self.prices = _prices(ledger.game.cards, ledger.style.big_city)
        to_come = min(2.0, 0.2 * max(0.0, ledger.turns - 3))  # cards of one colour to be drawn
        held = ledger.style.held * min(1.0, ledger.turns / 3)
        cards = list(zip(ledger.have, ledger.hand, ledger.need, strict=False))
        self.spare = [have + held * hand + to_come - need for have, hand, need in cards]
        self.sure = [have + to_come - need for have, _, need in cards]
        self.wild = ledger.have[LOCOMOTIVE] + held * ledger.hand[LOCOMOTIVE]
        self._share_wilds()

    def _share_wilds(self) -> None:
        """Locomotives that the tickets kept so far leave."""
        self.free = max(0.0, self.wild + add_up([n for n in self.sure if n < 0]))

    def gain(self, t: int) -> float:
        """What a ticket should bring: its points, less the risk that cards for it are missing."""
        need, size, points, bonus = self.prices[t]
        short = -self.free
        for colour, n in need:
            lacks = n - self.spare[colour]
            if lacks > 0:
                short += lacks if lacks < n else n
        odds = 1.0 if short <= 0 else max(0.0, 1 - self.misfit * short / 2)
        if self.left < size:
            odds *= max(0.0, 1 + (self.left - size) / 4)
        return (odds - self.lost * (1 - odds)) * points + odds * bonus

    def take(self, t: int) -> None:
        need, size, _, _ = self.prices[t]
        self.left -= size
        for colour, n in need:
            self.spare[colour] -= n
            self.sure[colour] -= n
        self._share_wilds()


@cache
def _prices(cards: Cards, big_city: float) -> list[tuple[Need, int, int, float]]:
    """Of each ticket the cards it needs, how many, its points, and what its cities add."""
    return [
        (
            ticket.need,
            sum(n for _, n in ticket.need),
            ticket.points,
            big_city * sum(cards.big_cities[city].points for city in ticket.big_cities),
        )
        for ticket in cards.tickets
    ]
