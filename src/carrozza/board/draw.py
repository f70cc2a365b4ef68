"""The train deck, the market, and drawing from them."""

from typing import TYPE_CHECKING

from carrozza.board.lookups import MOST_RESETS
from carrozza.board.turn import end_turn
from carrozza.core.card_state import SECOND_CARD
from carrozza.core.cards import CARDS, KINDS, LOCOMOTIVE, spread
from carrozza.core.events import (
    CardDrawn,
    DeckReshuffled,
    Event,
    MarketFilled,
    MarketReset,
    MarketStays,
)
from carrozza.core.lookups import BLIND, FACE_UP, STOP
from carrozza.core.market import GAP, any_colour

if TYPE_CHECKING:
    from carrozza.board.state import BoardState


def second_card_mask(s: "BoardState") -> int:
    """A second card: no face-up Locomotive."""
    whole = LOCOMOTIVE not in s.market and GAP not in s.market  # mostly, and quicker
    mask = s.lookups.face_up if whole else any_colour(s.market)
    if s.deck or s.discarded:
        mask |= 1 << BLIND
    if s.lookups.spec.may_stop_drawing:
        mask |= 1 << STOP
    return mask


def draw_face_up(s: "BoardState", seat: int, i: int) -> list[Event]:
    slot = i - FACE_UP
    card = s.market[slot]
    s.passes = 0
    s.hands[seat][card] += 1
    s.known[seat][card] += 1
    events: list[Event] = [CardDrawn(seat, slot, CARDS[card])]
    fill(s, slot, events)
    after_card(s, events, card == LOCOMOTIVE)
    return events


def draw_blind(s: "BoardState", seat: int, i: int) -> list[Event]:
    s.passes = 0
    events: list[Event] = []
    draw_hidden(s, seat, events)
    after_card(s, events, False)
    return events


def stop_drawing(s: "BoardState", seat: int, i: int) -> list[Event]:
    events: list[Event] = []
    end_turn(s, events)
    return events


def draw_hidden(s: "BoardState", seat: int, events: list[Event]) -> None:
    """The top card goes to the hand, unseen by the others. There must be one."""
    if not s.deck:
        reshuffle(s, events)
    card = s.deck.pop()
    s.hands[seat][card] += 1
    events.append(CardDrawn(seat, None, CARDS[card]))


def after_card(s: "BoardState", events: list[Event], counts_double: bool) -> None:
    """A second card may follow the first one, when there is any to take."""
    if counts_double or s.phase == SECOND_CARD:
        end_turn(s, events)
    elif s.deck or s.discarded or any(0 <= card < LOCOMOTIVE for card in s.market):
        s.phase = SECOND_CARD
    else:
        end_turn(s, events)


def reshuffle(s: "BoardState", events: list[Event]) -> None:
    s.deck = spread(s.discards)
    s.rng.shuffle(s.deck)
    s.discards = [0] * KINDS
    s.discarded = 0
    events.append(DeckReshuffled(len(s.deck)))


def fill(s: "BoardState", slot: int, events: list[Event]) -> None:
    """Turn up a card in a slot, if there is any, and mind the Locomotives."""
    turn_up(s, slot, events)
    if s.market.count(LOCOMOTIVE) >= s.lookups.too_many:
        sweep(s, events)


def after_discard(s: "BoardState", events: list[Event]) -> None:
    """Slots that had to stay empty get their card, and Locomotives that had to stay may go."""
    if GAP in s.market:
        for slot, card in enumerate(s.market):
            if card == GAP:
                turn_up(s, slot, events)
    if s.market.count(LOCOMOTIVE) >= s.lookups.too_many:
        sweep(s, events)


def turn_up(s: "BoardState", slot: int, events: list[Event]) -> None:
    if not s.deck:
        if not s.discarded:
            s.market[slot] = GAP
            return
        reshuffle(s, events)
    card = s.deck.pop()
    s.market[slot] = card
    events.append(MarketFilled(slot, CARDS[card]))


def sweep(s: "BoardState", events: list[Event]) -> None:
    """Discard the whole market while it shows too many Locomotives, a few times at most, and only
    as long as that can end."""
    limit, resets = s.lookups.too_many, 0
    while s.market.count(LOCOMOTIVE) >= limit and _others_left(s) > len(s.market) - limit:
        if resets == MOST_RESETS:
            events.append(MarketStays(resets))
            return
        resets += 1
        swept = [card for card in s.market if card != GAP]
        for card in swept:
            s.discards[card] += 1
        s.discarded += len(swept)
        events.append(MarketReset(tuple(CARDS[card] for card in swept)))
        for slot in range(len(s.market)):
            turn_up(s, slot, events)


def _others_left(s: "BoardState") -> int:
    """Cards other than Locomotives outside the hands."""
    return (
        len(s.deck)
        - s.deck.count(LOCOMOTIVE)
        + s.discarded
        - s.discards[LOCOMOTIVE]
        + sum(0 <= card < LOCOMOTIVE for card in s.market)
    )
