"""What the bonus cards of the big cities are worth to a seat that completes tickets, as far as it
may know: nobody sees what the others complete before all have chosen.

Each other player is taken to complete as many tickets as the cards on the track would pay for on
average, and no more than are held, each of them any of the tickets that the seat has not seen. What
was completed at an earlier scoring is public, as are the numbers of tickets and of cards.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState

POINT = 1000  # bonuses are counted in thousandths of a point
Hopes = tuple[tuple[int, ...], ...]  # per big city, by the number of tickets completed besides
Rival = tuple[int, int]  # tickets of the city completed earlier, tickets likely to be completed now


def hopes(s: "CardGameState", seat: int) -> Hopes:
    values = s.lookups.values
    done = [_mask(t for t, _ in completed) for completed in s.completed]
    own = done[seat] | _mask(t for t, _ in s.chosen[seat])
    held = _mask(s.tickets[seat])
    in_deck = zip(s.ticket_deck, s.ticket_marks, strict=True)
    unseen = values.every & ~(held | own | _mask(t for t, mark in in_deck if mark == seat))
    for mask in done:
        unseen &= ~mask
    others = [(done[other], _likely(s, other)) for other in range(len(s.hands)) if other != seat]
    return tuple(
        _by_number(
            points,
            tuple(sorted([((mask & naming).bit_count(), likely) for mask, likely in others])),
            unseen.bit_count(),
            (unseen & naming).bit_count(),
            (own & naming).bit_count(),
            (held & naming).bit_count(),
        )
        for points, naming in zip(values.bonus, values.naming, strict=True)
    )


def _likely(s: "CardGameState", seat: int) -> int:
    """How many tickets another player completes, by what everybody can see."""
    values, chosen = s.lookups.values, s.chosen[seat]
    cards = sum(s.tracks[seat]) + sum([len(used) for _, used in chosen])
    return min(len(s.tickets[seat]) + len(chosen), cards * values.count // values.cards)


def _mask(tickets: Iterable[int]) -> int:
    return sum([1 << t for t in tickets])


@lru_cache(maxsize=1 << 16)
def _by_number(
    points: int, rivals: tuple[Rival, ...], unseen: int, naming: int, own: int, more: int
) -> tuple[int, ...]:
    return tuple(_expected(points, rivals, unseen, naming, own + n) for n in range(more + 1))


def _expected(points: int, rivals: tuple[Rival, ...], unseen: int, naming: int, mine: int) -> int:
    """The points of a bonus card times the chance that nobody has completed more tickets naming
    its city, of which so many are among the unseen ones. Zero never wins."""
    if not mine:
        return 0
    fine, ways = POINT * points, 1
    for done, likely in rivals:
        few = range(min(likely, naming, mine - done) + 1)
        fine *= sum(comb(naming, n) * comb(unseen - naming, likely - n) for n in few)
        ways *= comb(unseen, likely)
    return fine // ways
