"""A1, A2 and A24: one action a turn, and passing, in all three board games."""

import pytest
from tests.rules.positions import (
    FIVE,
    all_train_cards,
    cards,
    every_game,
    kinds_of,
    legal,
    may_stop,
    only_deck,
    place_stations,
    red_one,
    refused,
    route,
    set_hand,
    set_market,
    set_ticket_deck,
    table,
    turn_of,
)

from carrozza.core.actions import (
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
)
from carrozza.core.errors import IllegalAction
from carrozza.core.events import (
    GameEnded,
    Passed,
)
from carrozza.core.space import bits


@every_game
def test_A1_turn_offers_the_actions_of_the_booklet(game):
    state = table(game)
    set_hand(state, 0, red=6, locomotive=3)
    expected = {DrawBlind, DrawFaceUp, DrawTickets, ClaimRoute}
    if game == "europe":
        expected.add(BuildStation)
    assert kinds_of(state.legal_actions()) == expected


@every_game
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_A1_one_action_then_the_player_to_the_left(game, players):
    state = table(game, players, first=players - 1)
    set_market(state, *FIVE)
    assert state.to_act == (players - 1,)
    state.apply(red_one(state))
    assert state.to_act == (0,)
    state.apply(DrawBlind())
    state.apply(DrawFaceUp(0))
    assert state.to_act == (1,)
    state.apply(DrawTickets())
    state.apply(KeepTickets((0, 1, 2), ()))
    assert state.to_act == (2 % players,)


def test_A1_a_station_is_the_whole_turn():
    state = table("europe")
    set_hand(state, 0, red=6)
    state.apply(BuildStation(0, cards(red=1)))
    assert state.to_act == (1,)


@every_game
def test_A1_an_action_begun_is_the_only_one(game):
    state = table(game)
    set_hand(state, 0, red=6, locomotive=3)
    set_market(state, *FIVE)
    begun = state.clone()
    begun.apply(DrawBlind())
    assert legal(begun) == {DrawBlind()} | {DrawFaceUp(n) for n in range(5)} | may_stop(state)
    refused(begun, DrawTickets(), "wrong_moment", IllegalAction)
    refused(begun, red_one(begun), "wrong_moment", IllegalAction)
    state.apply(DrawTickets())
    assert kinds_of(state.legal_actions()) == {KeepTickets}
    refused(state, DrawBlind(), "wrong_moment", IllegalAction)


def nothing_possible(game, players):
    """All cards in hands, all routes and tickets taken, all stations built."""
    state = table(game, players)
    set_market(state)
    only_deck(state, hoarder=0)
    set_ticket_deck(state, 0)
    state.taken = (1 << len(state.lookups.board.routes)) - 1
    for seat in range(players):
        state.routes[seat] = sum(1 << r for r in bits(state.taken) if r % players == seat)
    state.game.close_routes(state)
    places = [city.name for city in state.lookups.board.cities]
    for seat in range(players if game == "europe" else 0):
        place_stations(state, seat, *places[3 * seat : 3 * seat + 3])
    return turn_of(state, 0)


@every_game
def test_A2_who_can_do_nothing_passes_and_nothing_else(game):
    state = nothing_possible(game, 3)
    assert list(state.legal_actions()) == [Pass()]
    assert state.apply(Pass()) == [Passed(0)]
    assert state.to_act == (1,)
    assert not state.over


@every_game
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_A2_A24_when_all_pass_in_a_row_the_game_is_scored(game, players):
    state = nothing_possible(game, players)
    for seat in range(players - 1):
        assert state.apply(Pass()) == [Passed(seat)]
    events = state.apply(Pass())
    sheet = state.score_sheet()
    assert events == [Passed(players - 1), GameEnded(sheet.totals, sheet.winners)]
    assert state.over
    assert state.view(0).sheet == sheet


def test_A24_passes_in_a_row_are_counted_anew_after_an_action():
    state = nothing_possible("usa", 2)
    last = route(state, "Portland - Seattle")
    for seat in range(2):
        state.routes[seat] &= ~(1 << last) & ~(1 << last + 1)
    state.taken &= ~(1 << last) & ~(1 << last + 1)
    state.game.close_routes(state)
    state.hands = [[0] * 9, all_train_cards(state)]
    turn_of(state, 0)
    state.apply(Pass())
    events = state.apply(ClaimRoute(last, cards(red=1)))
    assert not any(isinstance(event, GameEnded) for event in events)
    assert legal(state) == {DrawFaceUp(0)}
    state.apply(DrawFaceUp(0))
    state.apply(Pass())
    assert not state.over
    assert legal(state) == {Pass()}


@every_game
def test_A2_passing_is_not_a_choice(game):
    state = table(game)
    assert Pass() not in state.legal_actions()
    refused(state, Pass(), "must_act", IllegalAction)


def test_A2_a_pass_is_a_turn_of_the_last_round():
    state = nothing_possible("usa", 3)
    state.trains = [5, 5, 5]
    state.last_turns = 2
    state.apply(Pass())
    assert not state.over
    state.apply(Pass())
    assert state.over
