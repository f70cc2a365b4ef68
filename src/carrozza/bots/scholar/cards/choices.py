"""The compact actions of the card game: cards by their kind, rows by colour, cards and Locomotives,
plays of three colours, sets of tickets to keep. Which tickets to complete is left to the engine,
which finds the best; rows of very many cards are not told apart."""

from typing import Any

from carrozza.bots.scholar.cards.records import (
    BEST,
    CARDS_TOLD,
    ROW_PLAYS,
    ROWS,
    SIMPLE,
    TRIPLES,
    WILDS_TOLD,
    Facts,
)
from carrozza.bots.scholar.common import (
    PASS,
    answer_id,
    first_choice,
    first_id,
    is_choosing,
    mark_draws,
    mark_keeps,
)
from carrozza.bots.scholar.compiled import compiled
from carrozza.core.card_state import SECOND_CARD, TURN
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.lookups import KEEP
from carrozza.games.card_game.lookups import BEST as BEST_SET
from carrozza.games.card_game.lookups import COMPLETE, PLAY
from carrozza.games.card_game.turn import NOBODY
from carrozza.lane.bits import ONE, ZERO, lowest
from carrozza.lane.card_game.draw import second_card_mask
from carrozza.lane.card_game.legal import find_plays, least_in_row, turn_draws
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import State, Work


@compiled
def mark_choices(s: State, cards: Cards, facts: Facts, seat: int, work: Work, out: Any) -> None:
    """A 1 for each compact action that a seat may take."""
    for i in range(facts.actions):
        out[i] = 0
    if is_choosing(s):
        mark_keeps(s, cards, cards.keep_id, seat, SIMPLE, out)
    elif s.phase == TURN:
        found = mark_draws(s, turn_draws(s), out) + find_plays(s, cards, seat, work)
        mark_plays(s, cards, seat, work, out)
        if found == 0:
            out[PASS] = 1
    elif s.phase == SECOND_CARD:
        mark_draws(s, second_card_mask(s), out)
    else:
        out[BEST] = 1


@compiled
def mark_plays(s: State, cards: Cards, seat: int, work: Work, out: Any) -> None:
    """After `find_plays`."""
    wild = int(s.hands[seat, LOCOMOTIVE])
    for colour in range(LOCOMOTIVE):
        if work.rows[colour] > 0:
            least = int(least_in_row(s, cards, seat, colour))
            for n in range(1, s.hands[seat, colour] + 1):
                for w in range(max(0, least - n), wild + 1):
                    out[row_choice(colour, n, w)] = 1
    triples = work.triples
    while triples != ZERO:
        out[TRIPLES + lowest(triples)] = 1
        triples &= triples - ONE


@compiled
def row_choice(colour: int, n: int, wilds: int) -> int:
    place = WILDS_TOLD * (min(n, CARDS_TOLD) - 1) + min(wilds, WILDS_TOLD - 1)
    return ROWS + ROW_PLAYS * colour + place


@compiled
def id_of(s: State, cards: Cards, seat: int, choice: int) -> int:
    """The id of a compact action that is marked."""
    if choice <= PASS:
        return first_id(s, choice)
    if choice == BEST:
        return int(cards.best_id)
    if choice < ROWS:
        return answer_id(s, cards, cards.keep_id, seat, choice - SIMPLE)
    if choice < TRIPLES:
        return row_id(s, cards, seat, choice - ROWS)
    return int(cards.triple_id[choice - TRIPLES])


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
def choice_of(s: State, cards: Cards, facts: Facts, i: int) -> int:
    """The compact action that an id comes to."""
    kind = cards.kind[i]
    if kind == PLAY:
        if cards.row_colour[i, 1] == NOBODY:
            return row_choice(
                int(cards.row_colour[i, 0]), int(cards.row_cards[i, 0]), int(cards.row_wilds[i, 0])
            )
        for n in range(facts.actions - TRIPLES):
            if cards.triple_id[n] == i:
                return TRIPLES + n
        return -1
    if kind == KEEP:
        return SIMPLE + int(cards.keep[i - cards.keep_id])
    if kind in (BEST_SET, COMPLETE):
        return BEST
    return first_choice(s, kind, cards.arg[i])
