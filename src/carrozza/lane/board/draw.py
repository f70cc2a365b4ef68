"""The train deck, the market, and drawing from them; the twin of `carrozza.board.draw`."""

from carrozza.board.lookups import MOST_RESETS
from carrozza.core.card_state import SECOND_CARD
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import BLIND, FACE_UP, STOP
from carrozza.core.market import GAP
from carrozza.lane.bits import ZERO, Word, bit
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import State
from carrozza.lane.board.turn import end_turn
from carrozza.lane.chance import Chance, some_card
from carrozza.lane.compiled import compiled, compiled_apart


@compiled
def face_up_mask(s: State, board: Board, below: int) -> Word:
    """The actions that draw a card of the row, of the kinds below this one."""
    mask = ZERO
    for slot in range(board.market):
        if GAP < s.market[slot] < below:
            mask |= bit(FACE_UP + slot)
    return mask


@compiled
def second_card_mask(s: State, board: Board) -> Word:
    """A second card: no face-up Locomotive."""
    mask = face_up_mask(s, board, LOCOMOTIVE)
    if s.deck_size + s.discarded > 0:
        mask |= bit(BLIND)
    if board.may_stop_drawing:
        mask |= bit(STOP)
    return mask


@compiled
def draw_face_up(s: State, chance: Chance, board: Board, seat: int, slot: int) -> None:
    card = s.market[slot]
    s.passes = 0
    s.hands[seat, card] += 1
    s.known[seat, card] += 1
    fill(s, chance, board, slot)
    after_card(s, board, card == LOCOMOTIVE)


@compiled
def draw_blind(s: State, chance: Chance, board: Board, seat: int) -> None:
    s.passes = 0
    draw_hidden(s, chance, seat)
    after_card(s, board, False)


@compiled
def draw_hidden(s: State, chance: Chance, seat: int) -> None:
    """The top card goes to the hand. There must be one."""
    if s.deck_size == 0:
        reshuffle(s)
    s.hands[seat, top_card(s, chance)] += 1


@compiled
def top_card(s: State, chance: Chance) -> int:
    """Any card of the deck: its order is nobody's knowledge."""
    card = some_card(chance, s.deck, s.deck_size)
    s.deck[card] -= 1
    s.deck_size -= 1
    return card


@compiled
def after_card(s: State, board: Board, counts_double: bool) -> None:
    """A second card may follow the first one, when there is any to take."""
    if counts_double or s.phase == SECOND_CARD:
        end_turn(s, board)
    elif s.deck_size + s.discarded > 0 or face_up_mask(s, board, LOCOMOTIVE) != ZERO:
        s.phase = SECOND_CARD
    else:
        end_turn(s, board)


@compiled
def reshuffle(s: State) -> None:
    for kind in range(KINDS):
        s.deck[kind] = s.discards[kind]
        s.discards[kind] = 0
    s.deck_size = s.discarded
    s.discarded = 0


@compiled
def face_up_locomotives(s: State, board: Board) -> int:
    found = 0
    for slot in range(board.market):
        found += s.market[slot] == LOCOMOTIVE
    return found


@compiled
def fill(s: State, chance: Chance, board: Board, slot: int) -> None:
    """Turn up a card in a slot, if there is any, and mind the Locomotives."""
    turn_up(s, chance, slot)
    if face_up_locomotives(s, board) >= board.too_many:
        sweep(s, chance, board)


@compiled
def after_discard(s: State, chance: Chance, board: Board) -> None:
    """Slots that had to stay empty get their card, and Locomotives that had to stay may go."""
    for slot in range(board.market):
        if s.market[slot] == GAP:
            turn_up(s, chance, slot)
    if face_up_locomotives(s, board) >= board.too_many:
        sweep(s, chance, board)


@compiled
def turn_up(s: State, chance: Chance, slot: int) -> None:
    if s.deck_size == 0:
        if s.discarded == 0:
            s.market[slot] = GAP
            return
        reshuffle(s)
    s.market[slot] = top_card(s, chance)


@compiled_apart
def sweep(s: State, chance: Chance, board: Board) -> None:
    """Discard the whole market while it shows too many Locomotives, a few times at most, and only
    as long as that can end."""
    limit = board.too_many
    for _ in range(MOST_RESETS):
        if face_up_locomotives(s, board) < limit or others_left(s, board) <= board.market - limit:
            return
        for slot in range(board.market):
            if s.market[slot] != GAP:
                s.discards[s.market[slot]] += 1
                s.discarded += 1
        for slot in range(board.market):
            turn_up(s, chance, slot)


@compiled
def others_left(s: State, board: Board) -> int:
    """Cards other than Locomotives outside the hands."""
    found = s.deck_size - s.deck[LOCOMOTIVE] + s.discarded - s.discards[LOCOMOTIVE]
    for slot in range(board.market):
        found += GAP < s.market[slot] < LOCOMOTIVE
    return found
