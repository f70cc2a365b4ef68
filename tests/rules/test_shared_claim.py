"""A10–A16: claiming routes, in all three board games."""

import pytest
from tests.rules.positions import (
    A_DOUBLE,
    A_RED_THREE,
    COLOUR_NAMES,
    all_train_cards,
    cards,
    claimable,
    every_card,
    every_game,
    every_number,
    legal,
    locomotives_only,
    own,
    payments,
    refused,
    route,
    set_hand,
    set_trains,
    table,
    tracks,
    trains_on_board,
)

from carrozza.core.actions import ClaimRoute
from carrozza.core.errors import IllegalAction, MalformedAction, OutOfTurn
from carrozza.core.events import RouteClaimed
from carrozza.core.space import bits

POINTS = {
    "usa": {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15},
    "europe": {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21},
    "northern_lights": {1: 1, 2: 2, 3: 4, 4: 7, 5: 10},
}


def of_one_colour(colour, length):
    """Every set of so many cards of a colour, some or all of them replaced by Locomotives."""
    return {cards(**{colour: length - wild, "locomotive": wild}) for wild in range(length + 1)}


def plain_routes(state):
    """The routes without Locomotive symbols."""
    return [r for r in state.lookups.board.data.routes if not r.locomotives]


@every_game
def test_A10_A11_every_coloured_route_takes_its_colour_and_locomotives(game):
    state = table(game)
    every_card(state, 0)
    checked = 0
    for number, r in enumerate(state.lookups.board.data.routes):
        if r.colour != "grey":
            assert payments(state, number) == of_one_colour(r.colour, r.length)
            checked += 1
    assert checked == {"usa": 56, "europe": 64, "northern_lights": 108}[game]


@pytest.mark.parametrize("game", ["usa", "europe"])
def test_A10_A11_every_grey_route_takes_any_one_colour(game):
    state = table(game)
    every_card(state, 0)
    checked = 0
    for number, r in enumerate(state.lookups.board.data.routes):
        if r.colour == "grey" and not r.locomotives:
            expected = set().union(*(of_one_colour(c, r.length) for c in COLOUR_NAMES))
            assert payments(state, number) == expected
            assert len(expected) == 8 * r.length + 1
            checked += 1
    assert checked == {"usa": 44, "europe": 24}[game]


def test_A10_northern_lights_has_no_plain_grey_route():
    state = table("northern_lights")
    assert all(r.colour != "grey" for r in plain_routes(state))


@every_game
def test_A10_only_what_the_hand_holds_can_be_paid(game):
    state = table(game)
    three = route(state, A_RED_THREE[game])
    set_hand(state, 0, red=2, blue=5, locomotive=2)
    assert payments(state, three) == {cards(red=2, locomotive=1), cards(red=1, locomotive=2)}
    refused(state, ClaimRoute(three, cards(red=3)), "cards_missing", IllegalAction)
    refused(state, ClaimRoute(three, cards(locomotive=3)), "cards_missing", IllegalAction)
    refused(state, ClaimRoute(three, cards(blue=3)), "wrong_cards", IllegalAction)
    refused(state, ClaimRoute(three, cards(red=2)), "wrong_cards", IllegalAction)
    refused(state, ClaimRoute(three, cards(red=2, locomotive=2)), "wrong_cards", IllegalAction)
    refused(state, ClaimRoute(three, cards(red=2, blue=1)), "wrong_cards", IllegalAction)


@every_game
def test_A10_one_train_on_each_space(game):
    state = table(game)
    three = route(state, A_RED_THREE[game])
    set_hand(state, 0, red=3)
    trains = state.view(1).trains
    state.apply(ClaimRoute(three, cards(red=3)))
    view = state.view(1)
    assert view.trains == (trains[0] - 3, trains[1])
    assert view.routes[three] == 0
    assert view.routes.count(None) == len(view.routes) - 1


@every_game
def test_A11_locomotives_alone_claim_a_route(game):
    state = table(game)
    three = route(state, A_RED_THREE[game])
    set_hand(state, 0, locomotive=3)
    assert payments(state, three) == {cards(locomotive=3)}
    state.apply(ClaimRoute(three, cards(locomotive=3)))
    assert state.view(0).routes[three] == 0
    assert sum(state.view(0).hand) == 0


@every_game
def test_A12_paid_cards_are_discarded_face_up(game):
    state = table(game)
    three = route(state, A_RED_THREE[game])
    set_hand(state, 0, red=3, locomotive=2, blue=1)
    before = all_train_cards(state)
    events = state.apply(ClaimRoute(three, cards(red=2, locomotive=1)))
    assert events == [RouteClaimed(0, three, cards(red=2, locomotive=1), 4)]
    assert state.view(1).discards == (0, 0, 0, 0, 0, 0, 0, 2, 1)
    assert state.view(0).hand == (0, 1, 0, 0, 0, 0, 0, 1, 1)
    assert all_train_cards(state) == before


@every_game
def test_A12_points_for_each_length_are_scored_at_once(game):
    state = table(game)
    lengths = {}
    for number, r in enumerate(state.lookups.board.routes):
        if r.length not in lengths and not r.tunnel:
            every_card(state, 0)
            before = state.view(1).points[0]
            payment = min(payments(state, number), key=len)
            events = state.apply(ClaimRoute(number, payment))
            assert events[0] == RouteClaimed(0, number, payment, POINTS[game][r.length])
            lengths[r.length] = state.view(1).points[0] - before
    expected = dict(POINTS[game])
    expected.pop(8, None)  # that one is a tunnel
    assert lengths == expected


@every_game
def test_A12_every_route_of_the_board_has_the_points_of_its_length(game):
    board = table(game).lookups.board
    assert {r.length: r.points for r in board.routes} == POINTS[game]
    assert all(r.points == POINTS[game][r.length] for r in board.routes)


def test_A12_C6_eight_spaces_are_worth_21_points():
    state = table("europe")
    long = route(state, "Petrograd - Stockholm")
    set_hand(state, 0, red=8)
    state.hands[1] = [0] * 9
    state.market, state.deck = [-1] * 5, []
    events = state.apply(ClaimRoute(long, cards(red=8)))
    assert RouteClaimed(0, long, cards(red=8), 21) in events
    assert state.view(0).points == (21, 0)


@every_game
def test_A13_a_route_need_not_touch_the_others(game):
    state = table(game)
    first = route(state, A_RED_THREE[game])
    own(state, 0, first)
    others = [number for number in range(len(state.lookups.board.routes)) if number != first]
    assert claimable(state, 0, others) == others


@every_game
def test_A13_one_route_a_turn(game):
    state = table(game)
    every_card(state, 0)
    state.apply(ClaimRoute(route(state, A_RED_THREE[game]), cards(red=3)))
    another = ClaimRoute(route(state, A_DOUBLE[game]), cards(locomotive=2))
    refused(state, another, "not_your_turn", OutOfTurn, seat=0)


@every_game
def test_A13_a_route_with_an_owner_is_not_open(game):
    state = table(game)
    three = route(state, A_RED_THREE[game])
    own(state, 1, three)
    every_card(state, 0)
    refused(state, ClaimRoute(three, cards(red=3)), "route_taken", IllegalAction)
    every_card(state, 1)
    refused(state, ClaimRoute(three, cards(red=3)), "route_yours", IllegalAction)


@every_game
def test_A13_a_whole_route_in_one_turn(game):
    state = table(game)
    three = route(state, A_RED_THREE[game])
    set_hand(state, 0, red=2)
    assert payments(state, three) == set()
    refused(state, ClaimRoute(three, cards(red=2)), "wrong_cards", IllegalAction)


@every_game
@pytest.mark.parametrize("trains", range(9))
def test_A14_a_route_needs_enough_trains(game, trains):
    state = table(game)
    locomotives_only(state, 0)
    set_trains(state, 0, trains)
    routes = state.lookups.board.routes
    open_routes = {a.route for a in legal(state) if isinstance(a, ClaimRoute)}
    assert open_routes == {i for i, r in enumerate(routes) if r.length <= trains}
    for number, r in enumerate(routes):
        if r.length == trains + 1:
            short = ClaimRoute(number, cards(locomotive=r.length))
            refused(state, short, "few_trains", IllegalAction)
            break


@every_game
def test_A14_the_last_trains_can_be_used(game):
    state = table(game)
    three = route(state, A_RED_THREE[game])
    set_hand(state, 0, red=3)
    set_trains(state, 0, 3)
    state.apply(ClaimRoute(three, cards(red=3)))
    assert state.view(0).trains[0] == 0


def doubles(state):
    """All pairs of parallel tracks."""
    groups = set(state.lookups.board.siblings)
    return [bits(group) for group in sorted(groups) if group.bit_count() == 2]


@every_game
@pytest.mark.parametrize("players", [4, 5])
def test_A15_A16_with_4_or_5_players_both_tracks_are_open_to_different_players(game, players):
    state = table(game, players)
    for one, other in doubles(state):
        fresh = state.clone()
        own(fresh, 0, one)
        assert claimable(fresh, 0, [one, other]) == []
        for seat in range(1, players):
            assert claimable(fresh, seat, [one, other]) == [other]


@every_game
@pytest.mark.parametrize("players", [2, 3])
def test_A16_with_2_or_3_players_one_track_closes_the_other(game, players):
    state = table(game, players)
    for pair in doubles(state):
        for one in pair:
            fresh = state.clone()
            own(fresh, 0, one)
            for seat in range(players):
                assert claimable(fresh, seat, pair) == []


@every_game
@every_number
@pytest.mark.parametrize("which", [0, 1])
def test_A15_A16_after_a_claim_in_play(game, players, which):
    state = table(game, players)
    pair = tracks(state, A_DOUBLE[game])
    mine, other = pair[which], pair[1 - which]
    assert claimable(state, 0, pair) == pair
    state.apply(ClaimRoute(mine, min(payments(state, mine), key=len)))
    for seat in range(1, players):
        assert claimable(state, seat, pair) == ([other] if players > 3 else [])
        if players <= 3:
            wild = cards(locomotive=state.lookups.board.routes[other].length)
            refused(state, ClaimRoute(other, wild), "route_closed", IllegalAction)
    assert claimable(state, 0, pair) == []
    wild = cards(locomotive=state.lookups.board.routes[other].length)
    refused(state, ClaimRoute(other, wild), "parallel_yours", IllegalAction)


@every_game
@every_number
def test_A16_single_routes_do_not_close_each_other(game, players):
    state = table(game, players)
    own(state, 0, route(state, A_RED_THREE[game]))
    everything = [i for i, g in enumerate(state.lookups.board.siblings) if g.bit_count() == 1]
    everything.remove(route(state, A_RED_THREE[game]))
    for seat in range(players):
        assert claimable(state, seat, everything) == everything


def test_A16_routes_that_only_run_beside_each_other_are_not_double():
    state = table("europe", 2)
    own(state, 0, route(state, "Brest - Pamplona"))
    assert claimable(state, 1, tracks(state, "Pamplona - Paris")) == tracks(
        state, "Pamplona - Paris"
    )


@every_game
def test_A10_A14_trains_on_the_board_and_in_the_supply_stay_the_same(game):
    state = table(game)
    for number in range(0, 40, 5):
        seat = state.seat
        locomotives_only(state, seat)
        if payments(state, number) and not state.lookups.board.routes[number].tunnel:
            state.apply(
                ClaimRoute(number, cards(locomotive=state.lookups.board.routes[number].length))
            )
    for seat in range(2):
        assert state.trains[seat] + trains_on_board(state, seat) == state.lookups.spec.trains
        assert trains_on_board(state, seat) > 0


@every_game
def test_A13_an_unknown_route_is_malformed(game):
    state = table(game)
    count = len(state.lookups.board.routes)
    for number in (-1, count, 10**9):
        refused(state, ClaimRoute(number, cards(red=1)), "unknown_route", MalformedAction)
