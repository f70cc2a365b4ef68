"""When a deck is used up: every seat completes tickets with the cards on its track; then the game
ends or goes on with a new deck; the twin of `carrozza.games.card_game.deck_end`."""

from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.games.card_game.spec import MARKET, NEW_HAND
from carrozza.games.card_game.turn import NOBODY, OVER
from carrozza.lane.bits import ONE, ZERO, Word, bit, lowest
from carrozza.lane.card_game.completion import possible_tickets, take
from carrozza.lane.card_game.draw import top_card, turn_up
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.scoring import best_tickets
from carrozza.lane.card_game.state import State, Work
from carrozza.lane.card_game.turn import begin_last_round, begin_turn
from carrozza.lane.chance import Chance
from carrozza.lane.compiled import compiled, compiled_apart


@compiled
def completion_mask(s: State, cards: Cards, seat: int) -> Word:
    """Each ticket that what is left on the track can complete."""
    return possible_tickets(cards, s.tickets[seat], s.tracks[seat])


@compiled_apart
def complete_best(s: State, chance: Chance, cards: Cards, seat: int, work: Work) -> None:
    """Complete the best of the rest and wait for the others."""
    complete_rest(s, cards, seat, work)
    s.pending &= ~(1 << seat)
    if s.pending:
        s.seat = lowest(bit(0) * s.pending)
        return
    show(s)
    if s.decks_left:
        renew_deck(s, chance, cards)
    else:
        end_game(s)


@compiled
def complete_rest(s: State, cards: Cards, seat: int, work: Work) -> None:
    """While another deck is to come a ticket left over costs nothing yet, and no bonus is given."""
    best = best_tickets(s, cards, seat, s.decks_left == 0, work)
    while best != ZERO:
        complete(s, cards, seat, lowest(best))
        best &= best - ONE


@compiled_apart
def complete(s: State, cards: Cards, seat: int, ticket: int) -> None:
    """The ticket and its cards are put aside; the others learn of it when all have chosen."""
    s.tickets[seat] &= ~bit(ticket)
    s.chosen[seat] |= bit(ticket)
    take(s.tracks[seat], cards.need[ticket], s.chosen_cards[seat])


@compiled
def show(s: State) -> None:
    """Everybody's completed tickets; the cards used are discarded."""
    for seat in range(s.players):
        for kind in range(KINDS):
            s.discards[kind] += s.chosen_cards[seat, kind]
            s.chosen_cards[seat, kind] = 0
        s.completed[seat] |= s.chosen[seat]
        s.chosen[seat] = ZERO


@compiled_apart
def renew_deck(s: State, chance: Chance, cards: Cards) -> None:
    """All cards but the hands become the new deck, from which everybody gets some more."""
    shuffle_all(s, cards)
    s.decks_left -= 1
    s.last_turns = -1
    for seat in range(s.players):
        for kind in range(KINDS):
            s.tracks[seat, kind] = 0
    for colour in range(LOCOMOTIVE):
        s.owners[colour] = NOBODY
        s.row_cards[colour] = 0
        s.row_wilds[colour] = 0
    first = s.resumes
    s.resumes = NOBODY
    deal(s, chance, first, NEW_HAND)
    for slot in range(MARKET):
        turn_up(s, chance, slot)
    if s.deck_size == 0:
        begin_last_round(s)
    begin_turn(s, first)


@compiled
def shuffle_all(s: State, cards: Cards) -> None:
    """All cards but the hands are the deck."""
    s.deck_size = 0
    for kind in range(KINDS):
        left = int(cards.all_cards[kind])
        for seat in range(s.players):
            left -= s.hands[seat, kind]
        s.deck[kind] = left
        s.deck_size += left
        s.discards[kind] = 0


@compiled
def deal(s: State, chance: Chance, first: int, each: int) -> None:
    """Cards around the table, one at a time from the first seat on, as far as they go. Which of
    them a seat gets is all the same, so they are drawn seat by seat."""
    size = min(s.deck_size, s.players * each)
    for seat in range(s.players):
        place = (seat - first + s.players) % s.players
        for _ in range((size - place + s.players - 1) // s.players):
            s.hands[seat, top_card(s, chance)] += 1


@compiled
def end_game(s: State) -> None:
    s.phase = OVER
    s.seat = 0
    s.resumes = NOBODY
