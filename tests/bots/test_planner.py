"""Decisions of the planner that anybody would make."""

from itertools import combinations

import pytest
from tests.rules.positions import (
    deal,
    hold,
    own_lines,
    route,
    set_hand,
    set_market,
    set_trains,
    table,
    ticket,
    turn_of,
)

from carrozza.board.state import BoardState
from carrozza.bots.planner.offers import _expected_best
from carrozza.bots.registry import make_bot
from carrozza.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
)


def decision(state: BoardState, seat: int = 0) -> Action:
    bot = make_bot("planner", state.game, "test")
    return bot.decide(state.memory(seat), state.legal_actions(seat), 1.0)


def test_it_completes_a_ticket_that_lacks_one_route():
    state = table("usa")
    hold(state, 0, "Denver - El Paso")
    own_lines(state, 0, "Denver - Santa Fe")
    set_hand(state, 0, purple=2, blue=1)
    action = decision(state)
    assert isinstance(action, ClaimRoute)
    assert action.route == route(state, "El Paso - Santa Fe")
    assert action.cards == ("purple", "purple")


def test_it_takes_the_colour_that_the_plan_lacks():
    state = table("usa")
    hold(state, 0, "Duluth - Houston")
    own_lines(state, 0, "Duluth - Omaha", "Kansas City - Omaha", "Dallas - Houston")
    own_lines(state, 0, "Dallas - Oklahoma City")
    own_lines(state, 1, "Dallas - Little Rock", "Denver - Oklahoma City")
    set_hand(state, 0)
    state.ticket_deck.clear()
    state.ticket_marks.clear()
    set_market(state, "red", "white", "yellow", "red", "white")
    set_hand(state, 0, white=1)
    # Only Kansas City – Oklahoma City is missing: two cards of any one colour.
    action = decision(state)
    assert action in (DrawFaceUp(1), DrawFaceUp(4))


def test_in_the_last_turn_a_ticket_is_worth_more_than_a_longer_route():
    state = table("usa")
    hold(state, 0, "Denver - El Paso")
    own_lines(state, 0, "Denver - Santa Fe")
    state.last_turns = 2
    turn_of(state, 0)
    set_hand(state, 0, red=4)
    action = decision(state)
    assert isinstance(action, ClaimRoute)
    assert action.route == route(state, "El Paso - Santa Fe")


def test_it_draws_no_tickets_that_it_has_no_trains_for():
    state = table("usa")
    hold(state, 0, "Denver - El Paso")
    own_lines(state, 0, "Denver - Santa Fe", "El Paso - Santa Fe")
    set_trains(state, 0, 4)
    set_trains(state, 1, 5)
    assert decision(state) != DrawTickets()


def test_it_keeps_tickets_that_share_their_way():
    state, _ = deal("usa", 2)
    offer = [
        ticket(state, "Los Angeles - Chicago"),
        ticket(state, "Boston - Miami"),
        ticket(state, "Los Angeles - New York"),
        ticket(state, "Atlanta - Washington"),
    ]
    everything = [t for held in state.offers for t in held] + state.ticket_deck
    rest = [t for t in everything if t not in offer]
    size = len(state.offers[1])
    state.offers[0], state.offers[1], state.ticket_deck = offer, rest[:size], rest[size:]
    action = decision(state)
    assert isinstance(action, KeepTickets)
    assert {0, 2} <= set(action.keep)


def test_a_station_saves_a_ticket_in_the_last_turn():
    state = table("europe")
    hold(state, 0, "Essen - Kyiv")
    own_lines(state, 0, "Berlin - Essen", "Berlin - Warszawa")
    own_lines(state, 1, "Kyiv - Warszawa")
    state.last_turns = 2
    turn_of(state, 0)
    set_hand(state, 0, red=1)
    action = decision(state)
    assert isinstance(action, BuildStation)
    assert state.lookups.board.cities[action.city].name in ("Warszawa", "Kyiv")


@pytest.mark.parametrize("drawn", [1, 2, 3])
def test_the_expected_best_of_a_draw_is_the_mean_over_all_draws(drawn):
    gains = [-7.0, -2.0, 0.5, 3.0, 11.0]
    draws = [max(chosen) for chosen in combinations(gains, drawn)]
    assert _expected_best(gains, drawn) == pytest.approx(sum(draws) / len(draws))
