"""Legal actions, in two forms.

As a mask of ids it is what the engine gives. The compact form has each play and each ticket once,
as it has, but only one order of returning tickets; and it is quicker, since plays are counted and
not listed.
"""

from carrozza.core.card_state import SECOND_CARD, START, TICKET_CHOICE, TURN
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.lookups import PASS, TICKETS
from carrozza.games.card_game.spec import LEAST_IN_ROW
from carrozza.games.card_game.turn import NOBODY
from carrozza.lane.bits import ONE, ZERO, Word, add, bit, count, lowest, nth
from carrozza.lane.card_game import tickets
from carrozza.lane.card_game.deck_end import completion_mask
from carrozza.lane.card_game.draw import first_card_mask, second_card_mask
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import State, Work
from carrozza.lane.card_game.yard import find_play_mask, to_beat
from carrozza.lane.compiled import compiled, compiled_apart


@compiled
def turn_draws(s: State) -> Word:
    """Cards and tickets at the start of a turn, as bits of their ids."""
    mask = first_card_mask(s)
    if tickets.left(s) > 0:
        mask |= bit(TICKETS)
    return mask


# The compact form


@compiled
def find_choices(s: State, cards: Cards, seat: int, work: Work) -> int:
    """Prepares `nth_choice`; how many choices there are."""
    if s.phase == TURN:
        work.mask[0] = turn_draws(s)
        found = count(work.mask[0]) + find_plays(s, cards, seat, work)
        if found == 0:
            work.mask[0] = bit(PASS)
            found = 1
        return found
    if s.phase == SECOND_CARD:
        work.mask[0] = second_card_mask(s)
        return count(work.mask[0])
    if s.phase == START:
        return cards.start_count
    if s.phase == TICKET_CHOICE:
        return cards.plain_count[s.offered[seat]]
    work.mask[0] = completion_mask(s, cards, seat)
    return count(work.mask[0]) + 1


@compiled
def find_plays(s: State, cards: Cards, seat: int, work: Work) -> int:
    """Into `work.rows` and `work.triples`: what can be played; how much in all."""
    wild = s.hands[seat, LOCOMOTIVE]
    total = 0
    triples = cards.all_triples
    for colour in range(LOCOMOTIVE):
        held = s.hands[seat, colour]
        found = 0
        if held > 0:
            least = least_in_row(s, cards, seat, colour)
            for n in range(1, held + 1):
                found += max(0, wild + 1 - max(0, least - n))
        work.rows[colour] = found
        total += found
        if held == 0 or s.owners[colour] != NOBODY:
            triples &= ~cards.triples_with[colour]
    work.triples = triples
    return total + count(triples)


@compiled
def least_in_row(s: State, cards: Cards, seat: int, colour: int) -> int:
    """How many cards a new row of a colour must have."""
    return max(LEAST_IN_ROW, to_beat(s, cards, seat, colour) + 1)


@compiled
def nth_choice(s: State, cards: Cards, seat: int, index: int, work: Work) -> int:
    """The id of a compact choice, after `find_choices`."""
    if s.phase == TURN:
        draws = count(work.mask[0])
        if index < draws:
            return nth(work.mask[0], index)
        return nth_play(s, cards, seat, index - draws, work)
    if s.phase == SECOND_CARD:
        return nth(work.mask[0], index)
    if s.phase == START:
        return cards.start_answers[index]
    if s.phase == TICKET_CHOICE:
        return cards.plain_answers[s.offered[seat], index]
    if index == 0:
        return cards.best_id
    return cards.complete_id + nth(work.mask[0], index - 1)


@compiled
def nth_play(s: State, cards: Cards, seat: int, index: int, work: Work) -> int:
    """The rows come first, by colour, cards and Locomotives."""
    wild = s.hands[seat, LOCOMOTIVE]
    for colour in range(LOCOMOTIVE):
        if index < work.rows[colour]:
            least = least_in_row(s, cards, seat, colour)
            n = 1
            while True:
                first = max(0, least - n)
                here = max(0, wild + 1 - first)
                if index < here:
                    return cards.row_id[colour, n, first + index]
                index -= here
                n += 1
        index -= work.rows[colour]
    return cards.triple_id[nth(work.triples, index)]


# All ids


@compiled_apart
def find_mask(s: State, cards: Cards, seat: int, work: Work) -> int:
    """Into `work.mask`: the legal actions of a seat that is to act, by their ids; how many."""
    size = (cards.ids + 63) >> 6
    for w in range(size):
        work.mask[w] = ZERO
    if s.phase == TURN:
        find_play_mask(s, cards, seat, work)
        work.mask[0] |= turn_draws(s)
    elif s.phase == SECOND_CARD:
        work.mask[0] = second_card_mask(s)
    elif s.phase == START:
        for n in range(cards.start_count):
            add(work.mask, cards.start_answers[n])
    elif s.phase == TICKET_CHOICE:
        for n in range(cards.answer_count[s.offered[seat]]):
            add(work.mask, cards.answers[s.offered[seat], n])
    else:
        possible = completion_mask(s, cards, seat)
        while possible != ZERO:
            add(work.mask, cards.complete_id + lowest(possible))
            possible &= possible - ONE
        add(work.mask, cards.best_id)
    found = 0
    for w in range(size):
        found += count(work.mask[w])
    if found == 0:
        add(work.mask, PASS)
        return 1
    return found


@compiled
def nth_id(cards: Cards, index: int, work: Work) -> int:
    """The id of a legal action, after `find_mask`."""
    for w in range((cards.ids + 63) >> 6):
        here = count(work.mask[w])
        if index < here:
            return 64 * w + nth(work.mask[w], index)
        index -= here
    return -1
