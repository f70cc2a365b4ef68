"""What the bonus cards of the big cities are worth to a seat that completes tickets, as far as it
may know: nobody sees what the others complete before all have chosen.

Each other player is taken to complete as many tickets as the cards on the track would pay for on
average, and no more than are held, each of them any of the tickets that the seat has not seen. What
was completed at an earlier scoring is public, as are the numbers of tickets and of cards.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb, prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState

POINT = 1000  # bonuses are counted in thousandths of a point
Hopes = tuple[tuple[int, ...], ...]  # per big city, by the number of tickets completed besides
Rival = tuple[int, int]  # tickets of the city completed earlier, tickets likely to be completed now


def hopes(s: "CardGameState", seat: int, doubtful: Iterable[int]) -> Hopes:
    """For the cities that a doubtful ticket names; what the others bring makes no difference."""
    values = s.lookups.values
    done = [_mask(t for t, _ in completed) for completed in s.completed]
    own = done[seat] | _mask(t for t, _ in s.chosen[seat])
    held, in_doubt = _mask(s.tickets[seat]), _mask(doubtful)
    in_deck = zip(s.ticket_deck, s.ticket_marks, strict=True)
    unseen = values.every & ~(held | own | _mask(t for t, mark in in_deck if mark == seat))
    for mask in done:
        unseen &= ~mask
    others = [(done[other], _likely(s, other)) for other in range(len(s.hands)) if other != seat]
    pool = unseen.bit_count()
    ways = prod([comb(pool, likely) for _, likely in others])
    found = []
    for points, naming in zip(values.bonus, values.naming, strict=True):
        numbers = range((own & naming).bit_count(), ((own | held) & naming).bit_count() + 1)
        if naming & in_doubt:
            rivals = [((mask & naming).bit_count(), likely) for mask, likely in others]
            among = (unseen & naming).bit_count()
            found.append(tuple([_hope(points, n, rivals, pool, among, ways) for n in numbers]))
        else:
            found.append((0,) * len(numbers))
    return tuple(found)


def _likely(s: "CardGameState", seat: int) -> int:
    """How many tickets another player completes, by what everybody can see."""
    values, chosen = s.lookups.values, s.chosen[seat]
    cards = sum(s.tracks[seat]) + sum([len(used) for _, used in chosen])
    return min(len(s.tickets[seat]) + len(chosen), cards * values.count // values.cards)


def _mask(tickets: Iterable[int]) -> int:
    return sum([1 << t for t in tickets])


def _hope(
    points: int, mine: int, rivals: Sequence[Rival], unseen: int, naming: int, ways: int
) -> int:
    """The points of a bonus card times the chance that nobody completes more tickets than so many
    that name its city. Zero never wins."""
    if not mine:
        return 0
    fine = POINT * points
    for done, likely in rivals:
        fine *= _at_most(mine - done, likely, unseen, naming)
    return fine // ways


@lru_cache(maxsize=1 << 16)
def _at_most(most: int, drawn: int, unseen: int, naming: int) -> int:
    """In how many ways no more than so many of the tickets drawn name a city, when so many of the
    unseen ones do."""
    few = range(min(most, drawn, naming) + 1)
    return sum(comb(naming, n) * comb(unseen - naming, drawn - n) for n in few)
