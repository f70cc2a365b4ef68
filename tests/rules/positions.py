"""Positions for the tests of the board games.

A table is dealt from a seed and then edited, always moving pieces from one place to another, so
that cards, trains and tickets stay as many as the game has.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

from carrozza.board.state import BoardState
from carrozza.board.turn import OVER
from carrozza.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    KeepTickets,
    PayTunnel,
    StopDrawing,
)
from carrozza.core.card_state import TURN
from carrozza.core.cards import CARD_INDEX, CARDS, KINDS, LOCOMOTIVE, Card
from carrozza.core.errors import CarrozzaError
from carrozza.core.events import Event
from carrozza.core.game import Setup
from carrozza.core.market import GAP
from carrozza.core.scores import ScoreItem
from carrozza.core.space import bits
from carrozza.core.ticket_choice import FRESH
from carrozza.games.registry import game_of

BOARD_GAMES = ("usa", "europe", "northern_lights")
COLOUR_NAMES = CARDS[:LOCOMOTIVE]
LOCO = "locomotive"
FIVE = ("red", "blue", "green", "white", "black")  # a market without Locomotives

every_game = pytest.mark.parametrize("game", BOARD_GAMES)
every_number = pytest.mark.parametrize("players", [2, 3, 4, 5])

# Lines that occur on each board, for tests that run on all three.
A_RED_ONE = {  # a route of length 1 that a red card can pay
    "usa": "Portland - Seattle",
    "europe": "Budapest - Wien",
    "northern_lights": "Oulu - Tornio",
}
A_RED_THREE = {  # a single red route of length 3
    "usa": "Chicago - Duluth",
    "europe": "Kyiv - Smolensk",
    "northern_lights": "Storuman - Kiruna",
}
A_DOUBLE = {  # two coloured tracks
    "usa": "Boston - New York",
    "europe": "Frankfurt - Paris",
    "northern_lights": "Bergen - Oslo",
}


# Setting up


def deal(
    game: str, players: int = 2, seed: str = "clauses", first: int | None = 0, **options: object
) -> tuple[BoardState, list[Event]]:
    """A table just dealt, all seats choosing tickets, and what the deal told."""
    setup = Setup(game=game, players=players, seed=seed, first=first, options=options)
    return game_of(setup).deal(setup)


def table(game: str, players: int = 2, seed: str = "clauses", first: int = 0) -> BoardState:
    """A table at the first turn, seat 0 to move; everybody kept all tickets."""
    state, _ = deal(game, players, seed, first)
    for seat in range(players):
        state.apply(keep_all(state, seat), seat)
    return state


def keep_all(state: BoardState, seat: int) -> KeepTickets:
    return KeepTickets(tuple(range(len(state.offers[seat]))), ())


# Naming things


def cards(**counts: int) -> tuple[Card, ...]:
    """cards(blue=2, locomotive=1): the cards by name, in the order payments list them."""
    assert set(counts) <= set(CARDS)
    return tuple(card for card in CARDS for _ in range(counts.get(card, 0)))


def city(state: BoardState, name: str) -> int:
    return state.lookups.board.city_number[name]


def tracks(state: BoardState, line: str, colour: str | None = None) -> list[int]:
    """All routes of a line “Paris - Zürich”, or those of a colour."""
    ends = {city(state, name) for name in line.split(" - ")}
    return [
        i
        for i, r in enumerate(state.lookups.board.routes)
        if {r.a, r.b} == ends and colour in (None, state.lookups.board.data.routes[i].colour)
    ]


def route(state: BoardState, line: str, colour: str | None = None) -> int:
    """The route of a line, or the first of its parallel tracks."""
    return tracks(state, line, colour)[0]


def ticket(state: BoardState, line: str) -> int:
    ends = {city(state, name) for name in line.split(" - ")}
    [found] = [i for i, t in enumerate(state.lookups.board.tickets) if {*t.named} == ends]
    return found


def bonus(state: BoardState, name: str) -> int:
    [found] = [i for i, card in enumerate(state.lookups.board.bonus_cards) if card.name == name]
    return found


# Editing a position


def edited(state: BoardState) -> None:
    """Forget the legal actions computed before an edit."""
    state._legal = -1


def turn_of(state: BoardState, seat: int) -> BoardState:
    """It is the beginning of this seat's turn."""
    state.phase, state.seat, state.pending = TURN, seat, 1 << seat
    edited(state)
    return state


def finish(state: BoardState) -> None:
    """The game is over, with the score of the position."""
    state.phase, state.pending, state.sheet = OVER, 0, None
    state.sheet = state.score_sheet()
    edited(state)


def _take(state: BoardState, kind: int, keep_out: Iterable[int] = ()) -> None:
    """Remove a card from the bottom of the deck, the discards, or any other seat's hand."""
    if kind in state.deck:
        state.deck.remove(kind)
        return
    if state.discards[kind]:
        state.discards[kind] -= 1
        state.discarded -= 1
        return
    for seat, hand in enumerate(state.hands):
        if seat not in keep_out and hand[kind]:
            hand[kind] -= 1
            hand[state.deck.pop(0)] += 1  # hands keep their size
            return
    raise AssertionError(f"there is no {CARDS[kind]} card left to take")


def set_hand(state: BoardState, seat: int, **counts: int) -> None:
    """This hand, exactly; the old cards go under the deck."""
    for kind in range(KINDS):
        state.deck[:0] = [kind] * state.hands[seat][kind]
    state.hands[seat] = [0] * KINDS
    state.known[seat] = [0] * KINDS
    for name, count in counts.items():
        for _ in range(count):
            _take(state, CARD_INDEX[name], (seat,))
            state.hands[seat][CARD_INDEX[name]] += 1
    edited(state)


def set_market(state: BoardState, *names: str | None) -> None:
    """These cards face up (None: an empty place); the old ones go under the deck."""
    state.deck[:0] = [card for card in state.market if card != GAP]
    state.market[:] = [GAP] * len(state.market)
    for slot, name in enumerate(names):
        if name is not None:
            _take(state, CARD_INDEX[name])
            state.market[slot] = CARD_INDEX[name]
    edited(state)


def stack_deck(state: BoardState, *names: str) -> None:
    """These cards are on the top of the deck, the first one to be drawn first."""
    kinds = [CARD_INDEX[name] for name in reversed(names)]
    for kind in kinds:
        _take(state, kind)
    state.deck += kinds
    edited(state)


def only_deck(state: BoardState, *names: str, hoarder: int) -> None:
    """The deck is these cards and no more, nothing is discarded; the rest is in one hand."""
    stack_deck(state, *names)
    size = len(state.deck) - len(names)
    for kind in state.deck[:size]:
        state.hands[hoarder][kind] += 1
    del state.deck[:size]
    for kind, count in enumerate(state.discards):
        state.hands[hoarder][kind] += count
    state.discards[:] = [0] * KINDS
    state.discarded = 0
    edited(state)


def discard_deck(state: BoardState, keep: int = 0) -> None:
    """The deck is discarded, but for so many cards of its top."""
    size = len(state.deck) - keep
    for kind in state.deck[:size]:
        state.discards[kind] += 1
    state.discarded += size
    del state.deck[:size]
    edited(state)


def own(state: BoardState, seat: int, *routes: int) -> None:
    """The seat has these routes more: its trains are on them and the points scored."""
    for number in routes:
        r = state.lookups.board.routes[number]
        assert not state.taken >> number & 1
        state.routes[seat] |= 1 << number
        state.taken |= 1 << number
        state.trains[seat] -= r.length
        state.points[seat] += r.points
    assert state.trains[seat] >= 0
    state.game.close_routes(state)
    edited(state)


def own_lines(state: BoardState, seat: int, *lines: str) -> None:
    """`own` by name; of parallel tracks the first that is free."""
    for line in lines:
        own(state, seat, next(r for r in tracks(state, line) if not state.taken >> r & 1))


def set_trains(state: BoardState, seat: int, count: int) -> None:
    state.trains[seat] = count
    edited(state)


def hold(state: BoardState, seat: int, *lines: str) -> None:
    """The seat holds exactly these tickets; the old ones go under the ticket deck."""
    state.ticket_deck[:0] = state.tickets[seat]
    state.tickets[seat] = []
    for line in lines:
        wanted = ticket(state, line)
        for place in (state.ticket_deck, *state.tickets):
            if wanted in place:
                place.remove(wanted)
        state.tickets[seat].append(wanted)
    state.ticket_marks = [FRESH] * len(state.ticket_deck)
    edited(state)


def no_tickets(state: BoardState) -> None:
    """Nobody holds a ticket."""
    for seat in range(state.setup.players):
        hold(state, seat)


def set_ticket_deck(state: BoardState, size: int) -> list[int]:
    """Only so many tickets are left to draw; the other ones leave. They are told, top first."""
    del state.ticket_deck[: len(state.ticket_deck) - size]
    state.ticket_marks = [FRESH] * len(state.ticket_deck)
    edited(state)
    return state.ticket_deck[::-1]


def place_stations(state: BoardState, seat: int, *names: str) -> None:
    for name in names:
        state.stations[seat] |= 1 << city(state, name)
        state.station_open &= ~state.lookups.city_actions[city(state, name)]
    edited(state)


def set_bonus_cards(state: BoardState, *names: str) -> None:
    state.bonus_cards = tuple(sorted(bonus(state, name) for name in names))


# Doing things


def red_one(state: BoardState) -> ClaimRoute:
    """The claim of a route of length 1 with a red card, which the seat to move is given."""
    if not state.hands[state.seat][CARD_INDEX["red"]]:
        set_hand(state, state.seat, red=1)
    return ClaimRoute(route(state, A_RED_ONE[state.game.name]), cards(red=1))


def draw_two(state: BoardState) -> list[Event]:
    """A turn of two blind cards; what the second one told."""
    state.apply(DrawBlind())
    return state.apply(DrawBlind())


def every_card(state: BoardState, seat: int) -> None:
    """All cards of the game in one hand, and its turn: whatever may be paid can be paid."""
    state.hands[seat] = state.game.all_cards()
    turn_of(state, seat)


def locomotives_only(state: BoardState, seat: int) -> None:
    """Locomotives for any route, and the seat's turn: each open route can be paid in one way."""
    state.hands[seat] = [0] * LOCOMOTIVE + [max(r.length for r in state.lookups.board.routes)]
    turn_of(state, seat)


# Looking at a position


def legal(state: BoardState) -> set[Action]:
    return set(state.legal_actions())


def kinds_of(actions: Iterable[Action]) -> set[type[Action]]:
    return {type(action) for action in actions}


def opening_answers(size: int, least: int) -> set[Action]:
    """All ways to keep at least so many of an opening offer."""
    every = [[slot for slot in range(size) if mask >> slot & 1] for mask in range(1 << size)]
    return {
        KeepTickets(tuple(keep), tuple(slot for slot in range(size) if slot not in keep))
        for keep in every
        if len(keep) >= least
    }


def draws(state: BoardState) -> set[Action]:
    """The legal actions that draw a card."""
    return {a for a in state.legal_actions() if isinstance(a, DrawBlind | DrawFaceUp)}


def may_stop(state: BoardState) -> set[Action]:
    """What else a second draw allows in Northern Lights."""
    return {StopDrawing()} if state.game.name == "northern_lights" else set()


def payments(state: BoardState, number: int) -> set[tuple[Card, ...]]:
    """Every legal way to pay for a route."""
    actions = state.legal_actions()
    return {a.cards for a in actions if isinstance(a, ClaimRoute) and a.route == number}


def claimable(state: BoardState, seat: int, numbers: Iterable[int]) -> list[int]:
    """Which of these routes the seat may claim in its turn, given all it needs to pay."""
    locomotives_only(state, seat)
    return [number for number in numbers if payments(state, number)]


def tunnel_payments(state: BoardState) -> set[tuple[Card, ...]]:
    return {a.cards for a in state.legal_actions() if isinstance(a, PayTunnel)}


def station_payments(state: BoardState, name: str) -> set[tuple[Card, ...]]:
    where = city(state, name)
    actions = state.legal_actions()
    return {a.cards for a in actions if isinstance(a, BuildStation) and a.city == where}


def items(state: BoardState, seat: int, kind: type[ScoreItem]) -> list[ScoreItem]:
    """The lines of one kind on a seat's score sheet."""
    return [item for item in state.score_sheet().seats[seat].items if type(item) is kind]


def all_train_cards(state: BoardState) -> list[int]:
    """Every train card there is, wherever it lies, as nine counts."""
    total = Counter(state.deck)
    total.update(card for card in state.market if card != GAP)
    for counts in (state.discards, *state.hands):
        total.update(dict(enumerate(counts)))
    if state.tunnel is not None:
        total.update(state.tunnel.revealed)
        total.update(dict(state.lookups.cost[state.tunnel.laid]))
    return [total[kind] for kind in range(KINDS)]


def all_tickets(state: BoardState) -> list[int]:
    """Every ticket in play, wherever it is, sorted."""
    return sorted(sum([*state.tickets, *state.offers], list(state.ticket_deck)))


def trains_on_board(state: BoardState, seat: int) -> int:
    return sum(state.lookups.board.routes[r].length for r in bits(state.routes[seat]))


def refused(
    state: BoardState,
    action: object,
    code: str,
    error: type[CarrozzaError],
    seat: int | None = None,
) -> None:
    """The action is refused with this error and code, and nothing changes."""
    before = repr(state.plain())
    with pytest.raises(CarrozzaError) as raised:
        state.apply(action, seat)
    assert (type(raised.value), raised.value.code) == (error, code)
    assert repr(state.plain()) == before
    why = state.why_not(action, seat)
    assert why is not None
    assert (type(why), why.code) == (error, code)
    assert why.message.endswith(".")
