"""When a deck is used up: every seat completes tickets with the cards on its track, in secret;
then all is shown, and the game ends or goes on with a new deck."""

from typing import TYPE_CHECKING

from carrozza.core.cards import CARDS, KINDS, LOCOMOTIVE, Card, counts_of, names, spread
from carrozza.core.events import (
    CardsDealt,
    DeckRenewed,
    Event,
    GameEnded,
    TicketChosen,
    TicketsScored,
)
from carrozza.core.market import GAP
from carrozza.games.card_game.completion import missing, take
from carrozza.games.card_game.draw import turn_up
from carrozza.games.card_game.scoring import best_tickets, score_sheet
from carrozza.games.card_game.spec import MARKET, NEW_HAND
from carrozza.games.card_game.turn import NOBODY, OVER, begin_last_round, begin_turn

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState


def completion_mask(s: "CardGameState", seat: int) -> int:
    """Each ticket that what is left on the track can complete, and leaving it to the engine."""
    track, lookups = s.tracks[seat], s.lookups
    mask = lookups.best
    for ticket in s.tickets[seat]:
        if missing(lookups.values.need[ticket], track) <= track[LOCOMOTIVE]:
            mask |= lookups.complete[ticket]
    return mask


def complete_ticket(s: "CardGameState", seat: int, i: int) -> list[Event]:
    ticket = s.lookups.arg[i]
    complete(s, seat, ticket)
    return [TicketChosen(seat, ticket)]


def complete_best(s: "CardGameState", seat: int, i: int) -> list[Event]:
    """Complete the best of the rest and wait for the others."""
    complete_rest(s, seat)
    s.pending &= ~(1 << seat)
    events: list[Event] = []
    if s.pending:
        s.seat = (s.pending & -s.pending).bit_length() - 1
    else:
        _show(s, events)
        if s.decks_left:
            _renew_deck(s, events)
        else:
            _end_game(s, events)
    return events


def complete_rest(s: "CardGameState", seat: int) -> None:
    """While another deck is to come a ticket left over costs nothing yet, and no bonus is given."""
    for ticket in best_tickets(s, seat, last=not s.decks_left):
        complete(s, seat, ticket)


def complete(s: "CardGameState", seat: int, ticket: int) -> None:
    """The ticket and its cards are put aside; the others learn of it when all have chosen."""
    s.tickets[seat].remove(ticket)
    s.chosen[seat].append((ticket, take(s.tracks[seat], s.lookups.values.need[ticket])))


def _show(s: "CardGameState", events: list[Event]) -> None:
    """Everybody's completed tickets, in the order of the seats; the cards used are discarded."""
    for seat, chosen in enumerate(s.chosen):
        chosen.sort()
        shown: list[tuple[Card, ...]] = []
        points = 0
        for ticket, used in chosen:
            shown.append(tuple([CARDS[card] for card in used]))
            points += s.lookups.cards.tickets[ticket].points
            for card in used:
                s.discards[card] += 1
        events.append(TicketsScored(seat, tuple([t for t, _ in chosen]), tuple(shown), points))
        s.completed[seat] += chosen
        s.chosen[seat] = []


def _renew_deck(s: "CardGameState", events: list[Event]) -> None:
    """All cards but the hands become the new deck, from which everybody gets some more."""
    players = len(s.hands)
    in_hands = [sum(hand[kind] for hand in s.hands) for kind in range(KINDS)]
    every = zip(s.lookups.cards.train_cards(), in_hands, strict=True)
    s.deck = spread([n - held for n, held in every])
    s.rng.shuffle(s.deck)
    events.append(DeckRenewed(len(s.deck)))
    s.decks_left -= 1
    s.last_turns = -1
    s.discards = [0] * KINDS
    s.tracks = [[0] * KINDS for _ in range(players)]
    s.owners = [NOBODY] * LOCOMOTIVE
    s.row_cards = [0] * LOCOMOTIVE
    s.row_wilds = [0] * LOCOMOTIVE
    s.market = [GAP] * MARKET
    first, s.resumes = s.resumes, NOBODY
    deal(s, first, NEW_HAND, events)
    for slot in range(MARKET):
        turn_up(s, slot, events)
    if not s.deck:
        s.seat = (first - 1) % players
        begin_last_round(s, events)
    begin_turn(s, first, events)


def deal(s: "CardGameState", first: int, each: int, events: list[Event]) -> None:
    """Cards around the table, one at a time from the first seat on, as far as they go."""
    players = len(s.hands)
    order = [(first + n) % players for n in range(players)]
    dealt: list[list[int]] = [[] for _ in range(players)]
    for seat in order * each:
        if s.deck:
            dealt[seat].append(s.deck.pop())
    for seat, cards in enumerate(dealt):
        for card in cards:
            s.hands[seat][card] += 1
        events.append(CardsDealt(seat, len(cards), names(counts_of(cards))))


def _end_game(s: "CardGameState", events: list[Event]) -> None:
    s.phase = OVER
    s.seat = 0  # whoever answered last
    s.resumes = NOBODY
    s.sheet = score_sheet(s)
    events.append(GameEnded(s.sheet.totals, s.sheet.winners))
