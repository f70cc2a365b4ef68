"""The train deck, the market, and drawing from them. Discards are never drawn from."""

from typing import TYPE_CHECKING

from carrozza.core.card_state import SECOND_CARD
from carrozza.core.cards import CARDS, LOCOMOTIVE
from carrozza.core.events import CardDrawn, Event, MarketFilled
from carrozza.core.lookups import BLIND, FACE_UP, STOP
from carrozza.core.market import GAP, any_card, any_colour
from carrozza.games.card_game.turn import end_turn

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState


def first_card_mask(s: "CardGameState") -> int:
    """A first card: anything that can be drawn. While there is a deck the market has no gaps."""
    return s.lookups.draws if s.deck else any_card(s.market)


def second_card_mask(s: "CardGameState") -> int:
    """A second card, but no face-up Locomotive, or none."""
    if s.deck and LOCOMOTIVE not in s.market:
        return s.lookups.second_draws
    mask = any_colour(s.market)
    if s.deck:
        mask |= 1 << BLIND
    return mask | 1 << STOP


def draw_face_up(s: "CardGameState", seat: int, i: int) -> list[Event]:
    slot = i - FACE_UP
    card = s.market[slot]
    s.hands[seat][card] += 1
    s.known[seat][card] += 1
    events: list[Event] = [CardDrawn(seat, slot, CARDS[card])]
    turn_up(s, slot, events)
    after_card(s, events, card == LOCOMOTIVE)
    return events


def draw_blind(s: "CardGameState", seat: int, i: int) -> list[Event]:
    card = s.deck.pop()
    s.hands[seat][card] += 1
    events: list[Event] = [CardDrawn(seat, None, CARDS[card])]
    after_card(s, events, False)
    return events


def stop_drawing(s: "CardGameState", seat: int, i: int) -> list[Event]:
    events: list[Event] = []
    end_turn(s, events)
    return events


def after_card(s: "CardGameState", events: list[Event], counts_double: bool) -> None:
    """A second card may follow the first one, when there is any to take."""
    if counts_double or s.phase == SECOND_CARD:
        end_turn(s, events)
    elif s.deck or any(0 <= card < LOCOMOTIVE for card in s.market):
        s.phase = SECOND_CARD
    else:
        end_turn(s, events)


def turn_up(s: "CardGameState", slot: int, events: list[Event]) -> None:
    """Put a card into a slot of the market; without a deck the slot stays empty."""
    if s.deck:
        card = s.deck.pop()
        s.market[slot] = card
        events.append(MarketFilled(slot, CARDS[card]))
    else:
        s.market[slot] = GAP
