"""The rail yards. There is never more than one row of a colour on the table: a second one can only
be laid by robbing the first. So a row is known by its colour, with an owner."""

from typing import TYPE_CHECKING

from carrozza.core.cards import CARDS, LOCOMOTIVE
from carrozza.core.events import Event, TrainsRobbed, YardPlayed
from carrozza.core.lookups import payable
from carrozza.games.card_game.turn import NOBODY, end_turn

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState


def play_mask(s: "CardGameState", seat: int) -> int:
    """All plays that the hand can pay and the rows on the table do not forbid."""
    lookups = s.lookups
    mask = payable(lookups.fits, s.hands[seat])
    if mask:
        for colour, owner in enumerate(s.owners):
            if owner == NOBODY:
                continue
            in_row = s.row_cards[colour] + s.row_wilds[colour]
            mask &= lookups.beats[colour][lookups.unbeatable if owner == seat else in_row]
    return mask


def play_to_yard(s: "CardGameState", seat: int, i: int) -> list[Event]:
    hand, known = s.hands[seat], s.known[seat]
    for card, n in s.lookups.cost[i]:
        hand[card] -= n
        if known[card]:
            known[card] = max(0, known[card] - n)
    events: list[Event] = [YardPlayed(seat, s.lookups.played[i])]
    for colour, n, wilds in s.lookups.rows[i]:
        if s.owners[colour] != NOBODY:
            _rob(s, seat, colour, events)
        s.owners[colour] = seat
        s.row_cards[colour] = n
        s.row_wilds[colour] = wilds
    end_turn(s, events)
    return events


def _rob(s: "CardGameState", seat: int, colour: int, events: list[Event]) -> None:
    """The whole row of an opponent goes to the discards."""
    n, wilds = s.row_cards[colour], s.row_wilds[colour]
    s.discards[colour] += n
    s.discards[LOCOMOTIVE] += wilds
    lost = (CARDS[colour],) * n + (CARDS[LOCOMOTIVE],) * wilds
    events.append(TrainsRobbed(seat, s.owners[colour], lost))
