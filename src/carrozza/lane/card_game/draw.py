"""The train deck, the market, and drawing from them; the twin of `carrozza.games.card_game.draw`.
Discards are never drawn from."""

from carrozza.core.card_state import SECOND_CARD
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import BLIND, FACE_UP, STOP
from carrozza.core.market import GAP
from carrozza.games.card_game.spec import MARKET
from carrozza.lane.bits import ZERO, Word, bit
from carrozza.lane.card_game.state import State
from carrozza.lane.card_game.turn import end_turn
from carrozza.lane.chance import Chance, some_card
from carrozza.lane.compiled import compiled


@compiled
def face_up_mask(s: State, below: int) -> Word:
    """The actions that draw a card of the row, of the kinds below this one."""
    mask = ZERO
    for slot in range(MARKET):
        if GAP < s.market[slot] < below:
            mask |= bit(FACE_UP + slot)
    return mask


@compiled
def first_card_mask(s: State) -> Word:
    """A first card: anything that can be drawn."""
    mask = face_up_mask(s, KINDS)
    if s.deck_size > 0:
        mask |= bit(BLIND)
    return mask


@compiled
def second_card_mask(s: State) -> Word:
    """A second card, but no face-up Locomotive, or none."""
    mask = face_up_mask(s, LOCOMOTIVE) | bit(STOP)
    if s.deck_size > 0:
        mask |= bit(BLIND)
    return mask


@compiled
def draw_face_up(s: State, chance: Chance, seat: int, slot: int) -> None:
    card = s.market[slot]
    s.hands[seat, card] += 1
    s.known[seat, card] += 1
    turn_up(s, chance, slot)
    after_card(s, card == LOCOMOTIVE)


@compiled
def draw_blind(s: State, chance: Chance, seat: int) -> None:
    s.hands[seat, top_card(s, chance)] += 1
    after_card(s, False)


@compiled
def top_card(s: State, chance: Chance) -> int:
    """Any card of the deck: its order is nobody's knowledge."""
    card = some_card(chance, s.deck, s.deck_size)
    s.deck[card] -= 1
    s.deck_size -= 1
    return card


@compiled
def after_card(s: State, counts_double: bool) -> None:
    """A second card may follow the first one, when there is any to take."""
    if counts_double or s.phase == SECOND_CARD:
        end_turn(s)
    elif s.deck_size > 0 or face_up_mask(s, LOCOMOTIVE) != ZERO:
        s.phase = SECOND_CARD
    else:
        end_turn(s)


@compiled
def turn_up(s: State, chance: Chance, slot: int) -> None:
    """Put a card into a slot of the market; without a deck the slot stays empty."""
    s.market[slot] = top_card(s, chance) if s.deck_size > 0 else GAP
