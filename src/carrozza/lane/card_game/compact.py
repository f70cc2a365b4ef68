"""Compact actions of the card game by their numbers. Which tickets to complete is left to the
engine, which finds the best; rows of very many cards are not told apart."""

from carrozza.core.card_state import SECOND_CARD, TURN
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.lookups import KEEP
from carrozza.games.card_game.lookups import BEST as BEST_SET
from carrozza.games.card_game.lookups import COMPLETE, PLAY
from carrozza.games.card_game.turn import NOBODY
from carrozza.lane.bits import ONE, ZERO, add, lowest
from carrozza.lane.card_game.draw import second_card_mask
from carrozza.lane.card_game.legal import find_plays, least_in_row, turn_draws
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.numbering import (
    BEST,
    CARDS_TOLD,
    FIRST_KEEP,
    FIRST_ROW,
    FIRST_TRIPLE,
    ROW_PLAYS,
    WILDS_TOLD,
)
from carrozza.lane.card_game.state import State, Work
from carrozza.lane.compact import (
    PASS,
    add_draws,
    add_keeps,
    clear,
    count_all,
    draw_id,
    draw_number,
    is_choosing,
    keep_answer,
)
from carrozza.lane.compiled import compiled


@compiled
def find_compact(s: State, cards: Cards, seat: int, work: Work) -> int:
    """Into `work.mask`: the numbers of the compact actions that a seat may take; how many."""
    clear(work.mask, cards.compact_size)
    if is_choosing(s):
        add_keeps(s, cards, cards.keep_id, seat, FIRST_KEEP, work.mask)
    elif s.phase == TURN:
        found = add_draws(s, turn_draws(s), work.mask) + find_plays(s, cards, seat, work)
        add_plays(s, cards, seat, work)
        if found == 0:
            add(work.mask, PASS)
    elif s.phase == SECOND_CARD:
        add_draws(s, second_card_mask(s), work.mask)
    else:
        add(work.mask, BEST)
    return count_all(work.mask, cards.compact_size)


@compiled
def add_plays(s: State, cards: Cards, seat: int, work: Work) -> None:
    """After `find_plays`."""
    wild = int(s.hands[seat, LOCOMOTIVE])
    for colour in range(LOCOMOTIVE):
        if work.rows[colour] > 0:
            least = int(least_in_row(s, cards, seat, colour))
            for n in range(1, s.hands[seat, colour] + 1):
                for w in range(max(0, least - n), wild + 1):
                    add(work.mask, row_number(colour, n, w))
    triples = work.triples
    while triples != ZERO:
        add(work.mask, FIRST_TRIPLE + lowest(triples))
        triples &= triples - ONE


@compiled
def row_number(colour: int, n: int, wilds: int) -> int:
    place = WILDS_TOLD * (min(n, CARDS_TOLD) - 1) + min(wilds, WILDS_TOLD - 1)
    return FIRST_ROW + ROW_PLAYS * colour + place


@compiled
def compact_id(s: State, cards: Cards, seat: int, number: int) -> int:
    """The id of a compact action that may be taken."""
    if number <= PASS:
        return draw_id(s, number)
    if number == BEST:
        return int(cards.best_id)
    if number < FIRST_ROW:
        return keep_answer(s, cards, cards.keep_id, seat, number - FIRST_KEEP)
    if number < FIRST_TRIPLE:
        return row_id(s, cards, seat, number - FIRST_ROW)
    return int(cards.triple_id[number - FIRST_TRIPLE])


@compiled
def row_id(s: State, cards: Cards, seat: int, at: int) -> int:
    """Of very many cards all are played, of very many Locomotives as few as will do."""
    colour = at // ROW_PLAYS
    n = at % ROW_PLAYS // WILDS_TOLD + 1
    wilds = at % WILDS_TOLD
    if n == CARDS_TOLD:
        n = int(s.hands[seat, colour])
    if wilds == WILDS_TOLD - 1:
        wilds = max(wilds, int(least_in_row(s, cards, seat, colour)) - n)
    return int(cards.row_id[colour, n, wilds])


@compiled
def compact_number(s: State, cards: Cards, i: int) -> int:
    """The compact action that an id comes to."""
    kind = cards.kind[i]
    if kind == PLAY:
        if cards.row_colour[i, 1] == NOBODY:
            return row_number(
                int(cards.row_colour[i, 0]), int(cards.row_cards[i, 0]), int(cards.row_wilds[i, 0])
            )
        for n in range(cards.compact_size - FIRST_TRIPLE):
            if cards.triple_id[n] == i:
                return FIRST_TRIPLE + n
        return -1
    if kind == KEEP:
        return FIRST_KEEP + int(cards.keep[i - cards.keep_id])
    if kind in (BEST_SET, COMPLETE):
        return BEST
    return draw_number(s, kind, cards.arg[i])
