"""B2, C3: the face-up row is looked at again after every discard, and resets come to an end."""

import random

import pytest
from tests.rules.positions import (
    A_RED_THREE,
    LOCO,
    all_train_cards,
    cards,
    city,
    only_deck,
    route,
    set_hand,
    set_market,
    stack_deck,
    table,
)
from tests.support import deal, step

from carrozza.core.actions import BuildStation, ClaimRoute, DrawFaceUp, DrawTickets, PayTunnel
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.events import MarketFilled, MarketReset, MarketStays, TunnelRevealed

RESETS = 3  # in one action, at most
STUCK = (LOCO, LOCO, LOCO, "red", "blue")

GAMES = 120

both_games = pytest.mark.parametrize("game", ["usa", "europe"])
few_and_many = pytest.mark.parametrize("players", [2, 5])


def stuck_row(game, deck=(), **hand):
    """Three Locomotives stay face up: only two other cards are outside the hands."""
    state = table(game)
    set_market(state, *STUCK)
    set_hand(state, 0, **hand)
    only_deck(state, *deck, hoarder=1)
    return state


def resets(events):
    return [event for event in events if isinstance(event, MarketReset)]


def looked_at_again(state, events, before):
    """The row was discarded, or has come to show few enough Locomotives."""
    assert resets(events)[0] == MarketReset(STUCK)
    stays = any(isinstance(event, MarketStays) for event in events)
    assert state.view(0).market.count(LOCO) < 3 or stays
    assert all_train_cards(state) == before


@both_games
def test_B2_C3_a_claim_can_end_the_exception(game):
    state = stuck_row(game, red=3)
    before = all_train_cards(state)
    events = state.apply(ClaimRoute(route(state, A_RED_THREE[game]), cards(red=3)))
    looked_at_again(state, events, before)


@both_games
def test_B2_C3_a_claim_that_leaves_too_few_other_cards_changes_nothing(game):
    state = stuck_row(game, locomotive=3)
    events = state.apply(ClaimRoute(route(state, A_RED_THREE[game]), cards(locomotive=3)))
    assert not resets(events)
    assert state.view(0).market == STUCK


def test_C3_a_station_can_end_the_exception():
    state = stuck_row("europe", white=1)
    before = all_train_cards(state)
    events = state.apply(BuildStation(city(state, "Roma"), cards(white=1)))
    looked_at_again(state, events, before)


@pytest.mark.parametrize("deck", [(), (LOCO,)])
def test_C3_a_tunnel_can_end_the_exception(deck):
    state = stuck_row("europe", deck, black=3)
    before = all_train_cards(state)
    events = state.apply(ClaimRoute(route(state, "Barcelona - Pamplona"), cards(black=2)))
    assert isinstance(events[0], TunnelRevealed)
    assert not resets(events) if deck else resets(events)
    if deck:
        events = state.apply(PayTunnel(cards(black=1)))
    looked_at_again(state, events, before)


# The end of it


def test_B2_no_more_than_three_resets_in_one_action():
    state = table("usa")
    set_market(state, LOCO, "red", LOCO, "blue", "green")
    row = (LOCO, LOCO, LOCO, "white", "black")
    set_hand(state, 1)
    stack_deck(state, LOCO, *row * RESETS)
    events = state.apply(DrawFaceUp(1))
    assert len(resets(events)) == RESETS
    assert events[-1] == MarketStays(RESETS)
    assert state.view(0).market == row


def test_B2_a_row_that_stays_waits_for_the_next_card():
    """Tickets drawn do not touch it; a card taken from it does."""
    state = table("usa")
    set_market(state, LOCO, LOCO, LOCO, "white", "black")
    stack_deck(state, "red", "blue", "red", "blue", "red", "blue")
    assert not resets(state.apply(DrawTickets()))
    state.apply(state.legal_actions()[0])
    assert state.view(0).market.count(LOCO) == 3
    assert len(resets(state.apply(DrawFaceUp(3)))) == 1
    assert state.view(0).market == ("blue", "red", "blue", "red", "blue")


def test_B2_three_resets_that_were_enough_are_not_remarked_upon():
    state = table("usa")
    set_market(state, LOCO, "red", LOCO, "blue", "green")
    again = (LOCO, LOCO, LOCO, "white", "black")
    last = ("red", "blue", "green", "white", "black")
    set_hand(state, 1)
    stack_deck(state, LOCO, *again * (RESETS - 1), *last)
    events = state.apply(DrawFaceUp(1))
    assert len(resets(events)) == RESETS
    assert not any(isinstance(event, MarketStays) for event in events)
    assert state.view(0).market == last


def test_B2_the_end_of_the_resets_is_told():
    state = table("usa")
    sentence = state.game.describe(MarketStays(RESETS))
    assert sentence == "Too many Locomotives again, after 3 resets: the row stays as it is."


# Whole random games


def games(game, players):
    """After each action of random games: the number of the game, the state and the events."""
    for seed in range(GAMES):
        state, rng = deal(game, players, f"row {seed}"), random.Random(seed)
        while not state.over:
            yield seed, state, step(state, rng)[2]


def others_outside_the_hands(state):
    """Cards that are no Locomotives, counted from the other end: all but those in the hands."""
    every = state.game.all_cards()
    held = [sum(hand[kind] for hand in state.hands) for kind in range(LOCOMOTIVE)]
    return sum(every[:LOCOMOTIVE]) - sum(held)


@few_and_many
@both_games
def test_B2_C3_three_locomotives_stay_only_as_the_rules_say(game, players):
    stays = False
    for seed, state, events in games(game, players):
        if any(isinstance(event, MarketFilled | MarketReset) for event in events):
            stays = any(isinstance(event, MarketStays) for event in events)
        if state.market.count(LOCOMOTIVE) >= 3 and not state.tunnel:
            assert stays or others_outside_the_hands(state) < 3, (game, seed)


@few_and_many
@both_games
def test_B2_C3_resets_come_to_an_end(game, players):
    for seed, state, events in games(game, players):
        assert len(resets(events)) <= RESETS, (game, seed)
        if any(isinstance(event, MarketStays) for event in events):
            assert len(resets(events)) == RESETS
            assert state.market.count(LOCOMOTIVE) >= 3
