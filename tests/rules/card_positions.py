"""Positions for the tests of the card game.

A table is dealt from a seed and then arranged: the cards that matter go where a test wants them,
all others into the deck or the discards, so that there are always 96.
"""

from collections.abc import Mapping

import pytest

from carrozza.core.actions import Action, CompleteBest, KeepTickets, PlayToYard
from carrozza.core.card_state import TURN
from carrozza.core.cards import CARD_INDEX, CARDS, KINDS, LOCOMOTIVE, Card, spread
from carrozza.core.errors import CarrozzaError
from carrozza.core.events import Event
from carrozza.core.game import Setup
from carrozza.core.market import GAP
from carrozza.core.ticket_choice import FRESH
from carrozza.games.card_game.state import CardGameState
from carrozza.games.card_game.turn import NOBODY, begin_scoring
from carrozza.games.registry import game_of

Some = Mapping[str, int]  # cards by name, with how many
FIVE = ("red", "blue", "green", "white", "black")  # a market without Locomotives


def deal(
    players: int = 2, seed: str = "clauses", first: int | None = 0, **options: bool
) -> tuple[CardGameState, list[Event]]:
    """A table just dealt, all seats choosing tickets, and what the deal told."""
    setup = Setup(game="card_game", players=players, seed=seed, first=first, options=options)
    return game_of(setup).deal(setup)


def table(players: int = 2, first: int = 0, **options: bool) -> CardGameState:
    """A table at the first turn; nobody has cards or tickets yet, all of them are in the decks."""
    state, _ = deal(players, first=first, **options)
    for seat in range(players):
        state.apply(KeepTickets((0,), (1, 2, 3, 4, 5)), seat)
    for held in state.tickets:
        state.ticket_deck += held
        held.clear()
    state.kept_at_start, state.returned_at_start = [0] * players, [0] * players
    state.ticket_marks = [FRESH] * len(state.ticket_deck)
    arrange(state)
    return state


def arrange(
    state: CardGameState,
    *,
    hands: Mapping[int, Some] | None = None,
    yards: Mapping[int, Mapping[str, tuple[int, int]]] | None = None,
    tracks: Mapping[int, Some] | None = None,
    market: tuple[str | None, ...] = FIVE,
    deck: tuple[str, ...] = (),
    no_more: bool = False,
) -> None:
    """Exactly these cards in hands, yards (colour cards, Locomotives), tracks and market; on top
    of the deck these ones, the first to be drawn first. The rest lies under them, or with
    `no_more` in the discards."""
    seats = range(len(state.hands))
    state.hands = [_counts((hands or {}).get(seat, {})) for seat in seats]
    state.known = [[0] * KINDS for _ in seats]
    state.tracks = [_counts((tracks or {}).get(seat, {})) for seat in seats]
    state.owners, state.row_cards, state.row_wilds = [NOBODY] * 8, [0] * 8, [0] * 8
    for seat, rows in (yards or {}).items():
        for name, (n, wilds) in rows.items():
            colour = CARD_INDEX[name]
            state.owners[colour] = seat
            state.row_cards[colour], state.row_wilds[colour] = n, wilds
    state.market = [GAP if name is None else CARD_INDEX[name] for name in market]
    top = [CARD_INDEX[name] for name in reversed(deck)]
    rest = [10] * 8 + [16]
    for counts in (*state.hands, *state.tracks, [*state.row_cards, sum(state.row_wilds)]):
        rest = [a - b for a, b in zip(rest, counts, strict=True)]
    for card in [*top, *(card for card in state.market if card != GAP)]:
        rest[card] -= 1
    assert min(rest) >= 0, "there are not so many cards of a kind"
    state.deck = top if no_more else spread(rest) + top
    state.discards = rest if no_more else [0] * KINDS
    state._legal = -1


def _counts(some: Some) -> list[int]:
    return [some.get(name, 0) for name in CARDS]


def cards(**some: int) -> tuple[Card, ...]:
    """cards(blue=2, locomotive=1): the cards by name, in the order plays list them."""
    assert set(some) <= set(CARDS)
    return tuple(card for card in CARDS for _ in range(some.get(card, 0)))


def play(**some: int) -> PlayToYard:
    return PlayToYard(cards(**some))


def turn_of(state: CardGameState, seat: int) -> None:
    """It is this seat's turn, its first half being over."""
    state.phase, state.seat, state.pending = TURN, seat, 1 << seat
    state._legal = -1


def ticket(state: CardGameState, line: str) -> int:
    """The number of “Seattle - Miami”."""
    a, b = line.split(" - ")
    [found] = [i for i, t in enumerate(state.lookups.cards.tickets) if (t.a, t.b) == (a, b)]
    return found


def hold(state: CardGameState, seat: int, *lines: str) -> list[int]:
    """The seat gets these tickets from the deck; their numbers."""
    numbers = [ticket(state, line) for line in lines]
    for number in numbers:
        state.ticket_deck.remove(number)
    state.ticket_marks = [FRESH] * len(state.ticket_deck)
    state.tickets[seat] += numbers
    state._legal = -1
    return numbers


def score_now(state: CardGameState) -> None:
    """The last turn of the deck is over."""
    state.last_turns = 0
    begin_scoring(state)
    state._legal = -1


def all_best(state: CardGameState) -> list[Event]:
    """Everybody leaves the choice of tickets to the engine."""
    events = []
    for seat in state.to_act:
        events = state.apply(CompleteBest(), seat)
    return events


def plays(state: CardGameState, seat: int | None = None) -> set[tuple[Card, ...]]:
    """The cards of all legal plays to the yard."""
    legal = state.legal_actions(seat)
    return {action.cards for action in legal if isinstance(action, PlayToYard)}


def yard(state: CardGameState, seat: int) -> dict[str, tuple[int, int]]:
    rows = state.view(None).yards[seat]
    return {row.colour: (row.cards, row.locomotives) for row in rows}


def track(state: CardGameState, seat: int) -> dict[str, int]:
    return {CARDS[kind]: n for kind, n in enumerate(state.tracks[seat]) if n}


def refused(state: CardGameState, action: Action, seat: int | None = None) -> str:
    """The code with which the action is refused."""
    with pytest.raises(CarrozzaError) as caught:
        state.apply(action, seat)
    assert caught.value.message.endswith(".")
    return caught.value.code


def happened(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if type(event) is kind]


WILD = CARDS[LOCOMOTIVE]
