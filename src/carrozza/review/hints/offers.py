"""Tickets on offer, each beside the others: what it costs alone and together, and what speaks for
the set to keep."""

from collections.abc import Callable, Iterator, Sequence

from carrozza.review.hints.boards import BoardReasons
from carrozza.review.hints.cards import CardReasons
from carrozza.review.hints.model import HintReason, Offered

Cost = Callable[[Sequence[int]], int | None]  # of tickets together; None: out of reach


class Offer:
    """`cost` counts trains on a board, and cards that one does not have where there is none."""

    def __init__(
        self, tickets: Sequence[int], keep: Sequence[int], held: Sequence[int], cost: Cost
    ) -> None:
        self.tickets, self.keep, self.held, self.cost = tickets, keep, held, cost

    def offered(self, points: Sequence[int], chances: dict[int, float]) -> list[Offered]:
        return [
            Offered(
                ticket=ticket,
                keep=ticket in self.keep,
                points=points[ticket],
                alone=self.cost([ticket]),
                added=self.added(ticket),
                chance=chances.get(ticket),
            )
            for ticket in self.tickets
        ]

    def added(self, ticket: int) -> int | None:
        """What it costs beside those held and the others to keep."""
        others = [*self.held, *(other for other in self.keep if other != ticket)]
        whole, rest = self.cost([*others, ticket]), self.cost(others)
        return None if whole is None or rest is None else max(0, whole - rest)

    def reasons(self, offered: Sequence[Offered]) -> Iterator[HintReason]:
        kept = [one for one in offered if one.keep]
        left = [one for one in offered if not one.keep]
        single = sum(one.alone or 0 for one in kept)
        whole = self.cost([one.ticket for one in kept])
        if len(kept) > 1 and whole is not None and whole < single:
            yield HintReason(kind="together", count=whole, saved=single - whole)
        elif kept and all(one.added is not None for one in kept):
            best = max(kept, key=lambda one: one.points / (one.added or 0.5))
            yield HintReason(kind="cheap", ticket=best.ticket, points=best.points, count=best.added)
        lost = [one for one in left if one.added is None]
        if lost:
            dearest = max(lost, key=lambda one: one.points)
            yield HintReason(kind="out_of_reach", ticket=dearest.ticket)
        elif left:
            dearest = max(left, key=lambda one: one.added or 0)
            if dearest.added:
                yield HintReason(kind="leaves_out", ticket=dearest.ticket, count=dearest.added)


def board_offer(look: BoardReasons, tickets: Sequence[int], keep: Sequence[int]) -> Offer:
    return Offer(tickets, keep, look.open, look.network.together)


def card_offer(look: CardReasons, tickets: Sequence[int], keep: Sequence[int]) -> Offer:
    stock = look.stock

    def cost(wanted: Sequence[int]) -> int:
        return stock.lacks(wanted, stock.all)

    return Offer(tickets, keep, look.open, cost)
