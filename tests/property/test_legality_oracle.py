"""The legal actions of the board games against a slow second opinion, written from the rules.

It knows nothing of bit masks or payment lists: it tries every set of cards that a hand can form.
"""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from tests.support import position

from carrozza.board.board import GREY, Route
from carrozza.board.state import BoardState
from carrozza.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    Pass,
    StopDrawing,
)
from carrozza.core.cards import CARDS, names

WILD = 8


class Rules(NamedTuple):
    """How a game differs, from its booklet."""

    pairs: bool = False  # two cards of one colour pay for a Locomotive of a ferry
    stations: int = 0
    may_stop: bool = False
    wild_everywhere: bool = True  # else Locomotives pay for ferries and tunnels only
    both_from: int = 4  # players with whom both of two tracks are open


RULES = {
    "usa": Rules(),
    "europe": Rules(stations=3),
    "northern_lights": Rules(pairs=True, may_stop=True),
}
BOARD_TABLES = [(g, n) for g in RULES for n in (2, 3, 4, 5)]


def subsets(hand: list[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every set of `least` to `most` cards that the hand holds."""
    for counts in itertools.product(*(range(min(n, most) + 1) for n in hand)):
        if least <= sum(counts) <= most:
            yield counts


def one_colour(cards: tuple[int, ...], colour: int | None = None) -> bool:
    """All cards of one colour (of this one, if given), Locomotives apart."""
    used = {card for card in range(8) if cards[card]}
    return len(used) <= 1 and (colour is None or used <= {colour})


def pays(cards: tuple[int, ...], route: Route, rules: Rules) -> bool:
    """Whether exactly these cards claim the route: give each symbol its due, then the rest."""
    colour = None if route.colour == GREY else route.colour
    if cards[WILD] and not (rules.wild_everywhere or route.tunnel or route.locomotives):
        return False
    rest = route.length - route.locomotives
    return settles(cards, route.locomotives, rest, colour, rules.pairs)


def settles(
    cards: tuple[int, ...], symbols: int, spaces: int, colour: int | None, pairs: bool
) -> bool:
    if symbols == 0:
        return sum(cards) == spaces and one_colour(cards, colour)
    dues = [(WILD, 1)] + ([(card, 2) for card in range(8)] if pairs else [])
    return any(
        cards[card] >= n and settles(without(cards, card, n), symbols - 1, spaces, colour, pairs)
        for card, n in dues
    )


def without(cards: tuple[int, ...], card: int, n: int) -> tuple[int, ...]:
    return (*cards[:card], cards[card] - n, *cards[card + 1 :])


def open_to(s: BoardState, seat: int, i: int) -> bool:
    board, players = s.lookups.board, s.setup.players
    ends = {board.routes[i].a, board.routes[i].b}
    tracks = [j for j, r in enumerate(board.routes) if {r.a, r.b} == ends]
    owners = [owner for j in tracks for owner in range(players) if s.routes[owner] >> j & 1]
    of_two = 2 if players >= RULES[s.game.name].both_from else 1
    limit = {1: 1, 2: of_two, 3: {2: 1, 3: 2}.get(players, 3)}[len(tracks)]
    taken = any(s.routes[owner] >> i & 1 for owner in range(players))
    return not taken and seat not in owners and len(owners) < limit


def turn_actions(s: BoardState) -> set[Action]:
    seat, board = s.seat, s.lookups.board
    hand, found = s.hands[seat], set()
    rules = RULES[s.game.name]
    for i, route in enumerate(board.routes):
        if route.length <= s.trains[seat] and open_to(s, seat, i):
            most = route.length + (route.locomotives if rules.pairs else 0)
            for cards in subsets(hand, route.length, most):
                if pays(cards, route, rules):
                    found.add(ClaimRoute(i, names(cards)))
    number = s.stations[seat].bit_count() + 1
    if number <= rules.stations:
        for city in range(len(board.cities)):
            if not any(mask >> city & 1 for mask in s.stations):
                for cards in subsets(hand, number, number):
                    if one_colour(cards) and (rules.wild_everywhere or not cards[WILD]):
                        found.add(BuildStation(city, names(cards)))
    found |= {DrawFaceUp(slot) for slot, card in enumerate(s.market) if card >= 0}
    if s.deck or any(s.discards):
        found.add(DrawBlind())
    if s.ticket_deck:
        found.add(DrawTickets())
    return found or {Pass()}


def second_card_actions(s: BoardState) -> set[Action]:
    found: set[Action] = {
        DrawFaceUp(slot)
        for slot, card in enumerate(s.market)
        if card >= 0 and CARDS[card] != "locomotive"
    }
    if s.deck or any(s.discards):
        found.add(DrawBlind())
    if RULES[s.game.name].may_stop:
        found.add(StopDrawing())
    return found


@given(st.sampled_from(BOARD_TABLES), st.integers(0, 10**6), st.integers(5, 250))
def test_legal_actions_are_complete_and_no_more(table, seed, steps):
    s = position(*table, seed, steps)
    assert isinstance(s, BoardState)
    phase = s.view(None).phase
    if phase == "turn":
        if sum(s.hands[s.seat]) <= 16:  # beyond, trying every set takes too long
            assert set(s.legal_actions()) == turn_actions(s)
    elif phase == "second_card":
        assert set(s.legal_actions()) == second_card_actions(s)
