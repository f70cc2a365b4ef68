"""Mistakes that implementations of these games make; each test fails on one of them."""

import pytest
from tests.rules.positions import (
    A_DOUBLE,
    A_RED_THREE,
    FIVE,
    LOCO,
    cards,
    claimable,
    deal,
    draw_two,
    draws,
    every_game,
    every_number,
    hold,
    items,
    legal,
    locomotives_only,
    no_tickets,
    only_deck,
    own_lines,
    payments,
    place_stations,
    red_one,
    refused,
    route,
    set_bonus_cards,
    set_hand,
    set_market,
    set_ticket_deck,
    set_trains,
    stack_deck,
    table,
    tracks,
)

from carrozza.core.actions import (
    ClaimRoute,
    DeclineTunnel,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    StopDrawing,
)
from carrozza.core.errors import IllegalAction
from carrozza.core.events import GameEnded, LastRoundStarted, MarketReset, TunnelRevealed
from carrozza.core.scores import LongestPathItem, TicketItem

# Parallel tracks


@every_game
def test_A16_three_players_lock_doubles(game):
    """Mistake: with three players both tracks stay open, the lock being for two only."""
    state = table(game, 3)
    one, other = tracks(state, A_DOUBLE[game])
    locomotives_only(state, 0)
    state.apply(ClaimRoute(one, *payments(state, one)))
    for seat in (1, 2):
        assert claimable(state, seat, [one, other]) == []


@every_game
def test_A16_a_closed_track_belongs_to_nobody(game):
    """Mistake: the closed track is given to the owner of the other one, or counted as taken."""
    state = table(game, 2)
    one, other = tracks(state, A_DOUBLE[game])
    locomotives_only(state, 0)
    trains, length = state.trains[0], state.lookups.board.routes[one].length
    state.apply(ClaimRoute(one, *payments(state, one)))
    assert state.view(None).routes[other] is None
    assert state.view(None).trains[0] == trains - length


@every_game
@pytest.mark.parametrize("players", [4, 5])
def test_A15_nobody_owns_both_tracks(game, players):
    """Mistake: with four or five players one player may take both tracks."""
    state = table(game, players)
    one, other = tracks(state, A_DOUBLE[game])
    locomotives_only(state, 0)
    state.apply(ClaimRoute(one, *payments(state, one)))
    assert claimable(state, 0, [one, other]) == []
    assert claimable(state, 1, [one, other]) == [other]


# The last round


def start_last_round(game, players):
    state = table(game, players)
    set_hand(state, 0, red=3)
    set_trains(state, 0, 5)
    events = state.apply(ClaimRoute(route(state, A_RED_THREE[game]), cards(red=3)))
    assert events[-1] == LastRoundStarted(0)
    return state


@every_game
@every_number
def test_A20_the_player_who_starts_the_last_round_has_a_turn_in_it(game, players):
    """Mistake: the last round is one turn short; the game ends before that player's turn."""
    state = start_last_round(game, players)
    turns = []
    while not state.over:
        turns.append(state.seat)
        draw_two(state)
    assert turns == [*range(1, players), 0]


@every_game
@every_number
def test_A20_the_last_round_is_not_started_again(game, players):
    """Mistake: another player who drops to two trains starts the last round anew."""
    state = start_last_round(game, players)
    set_trains(state, 1, 2)
    events = state.apply(red_one(state))
    assert not any(isinstance(event, LastRoundStarted) for event in events)
    turns = [1]
    while not state.over:
        turns.append(state.seat)
        draw_two(state)
    assert turns == [*range(1, players), 0]


@every_game
def test_A20_it_starts_at_the_end_of_the_turn_of_the_player_with_few_trains(game):
    """Mistake: the end is noticed at the beginning of that player's next turn only."""
    state = start_last_round(game, 2)
    assert state.view(1).turns_left == 2
    draw_two(state)
    events = draw_two(state)
    assert isinstance(events[-1], GameEnded)


# The longest path


def longest(game, *lines):
    state = table(game)
    if game == "northern_lights":
        set_bonus_cards(state, "Nordic Express")
    own_lines(state, 0, *lines)
    return items(state, 0, LongestPathItem)[0].length


RING_AND_TAILS = (  # a ring of 10 at Denver, and tails of 5, 4 and 2 there
    "Denver - Oklahoma City",
    "Denver - Kansas City",
    "Kansas City - Oklahoma City",
    "Denver - Phoenix",
    "Denver - Omaha",
    "Denver - Santa Fe",
)


def test_A22_a_city_may_be_passed_again():
    """Mistake: the longest simple path, here 5 + 4 + 2 = 11."""
    assert longest("usa", *RING_AND_TAILS) == 5 + 10 + 4


def test_A22_trains_count_not_routes():
    """Mistake: the number of routes, here 5, or of cities."""
    assert longest("usa", *RING_AND_TAILS) not in (5, 6)
    short = ["Vancouver - Seattle", "Portland - Seattle", "Calgary - Vancouver"]  # three, 5 trains
    state = table("usa")
    own_lines(state, 0, *short)
    own_lines(state, 1, "Duluth - Toronto")  # one, 6 trains
    shown = [items(state, seat, LongestPathItem)[0] for seat in range(2)]
    assert [(item.points, item.length) for item in shown] == [(0, 5), (10, 6)]


def test_A22_the_network_is_not_the_path():
    """Mistake: all trains of the connected network, here 21."""
    assert longest("usa", *RING_AND_TAILS) == 19
    assert longest("usa", "Denver - Phoenix", "Denver - Omaha", "Denver - Helena") == 9


def test_A22_a_ring_is_counted_whole():
    """Mistake: a path must end in another city than it began, so a ring loses a route."""
    ring = ["Denver - Oklahoma City", "Denver - Kansas City", "Kansas City - Oklahoma City"]
    assert longest("usa", *ring) == 10


def test_A22_no_route_is_used_twice():
    """Mistake: walking back over a route, so that every tail of a star counts."""
    assert longest("usa", "Atlanta - Miami", "Charleston - Miami", "Miami - New Orleans") == 11


def test_A22_the_most_trains_not_the_most_routes():
    """Mistake: among several trails the one of most routes is measured."""
    lines = [
        "Portland - Seattle",
        "Seattle - Vancouver",
        "Calgary - Vancouver",
        "Helena - Seattle",
        "Portland - Salt Lake City",
    ]
    # Helena – Seattle – Portland – Salt Lake City: three routes, 13 trains.
    assert longest("usa", *lines) == 13


# The market


@pytest.mark.parametrize("game", ["usa", "europe"])
def test_B2_C3_the_row_is_swept_at_three_locomotives(game):
    """Mistake: no reset, or only at more than three."""
    state = table(game)
    set_market(state, LOCO, "red", "green", "blue", LOCO)
    stack_deck(state, LOCO, *FIVE)
    events = state.apply(DrawFaceUp(2))
    assert MarketReset((LOCO, "red", LOCO, "blue", LOCO)) in events
    assert state.view(0).market == FIVE


@pytest.mark.parametrize("game", ["usa", "europe"])
def test_B2_C3_the_first_row_is_swept_too(game):
    """Mistake: three Locomotives in the very first row stay."""
    resets = 0
    for number in range(600):
        state, events = deal(game, 2, f"first row {number}")
        resets += any(isinstance(event, MarketReset) for event in events)
        assert state.view(None).market.count(LOCO) < 3
    assert resets > 0


@pytest.mark.parametrize("game", ["usa", "europe"])
def test_B2_C3_a_reset_can_follow_a_reset(game):
    """Mistake: the new row is not looked at."""
    state = table(game)
    set_market(state, LOCO, "red", "green", "blue", LOCO)
    stack_deck(state, LOCO, LOCO, LOCO, LOCO, "red", "red", *FIVE)
    events = state.apply(DrawFaceUp(2))
    assert sum(isinstance(event, MarketReset) for event in events) == 2
    assert state.view(0).market == FIVE


@pytest.mark.parametrize("game", ["usa", "europe"])
def test_B2_C3_no_endless_reset(game):
    """Mistake: the row is swept for ever when hardly anything but Locomotives is left."""
    state = table(game)
    set_market(state, "red", LOCO, LOCO, LOCO, "red")
    only_deck(state, *[LOCO] * 8, "blue", hoarder=1)
    state.apply(DrawBlind())
    events = state.apply(DrawFaceUp(0))
    assert not any(isinstance(event, MarketReset) for event in events)
    assert state.view(0).market == (LOCO, LOCO, LOCO, LOCO, "red")


@every_game
def test_A4_no_second_face_up_locomotive(game):
    """Mistake: the rule binds the first card only, or forgets the card just turned up."""
    state = table(game)
    set_market(state, *FIVE)
    stack_deck(state, LOCO)
    state.apply(DrawFaceUp(0))
    assert DrawFaceUp(0) not in state.legal_actions()
    assert draws(state) == {DrawBlind()} | {DrawFaceUp(n) for n in range(1, 5)}


@every_game
def test_A5_a_blind_locomotive_does_not_end_the_turn(game):
    """Mistake: any Locomotive drawn ends the turn."""
    state = table(game)
    stack_deck(state, LOCO)
    state.apply(DrawBlind())
    assert state.to_act == (0,)


@every_game
def test_A8_a_player_is_never_stuck_in_a_draw(game):
    """Mistake: after the last card that may be drawn, the turn waits for a second one."""
    state = table(game)
    set_market(state, "red", LOCO)
    only_deck(state, hoarder=1)
    state.apply(DrawFaceUp(0))
    assert state.to_act == (1,)
    assert StopDrawing() not in legal(state)


# Tickets


@every_game
def test_A17_returned_tickets_can_come_again(game):
    """Mistake: returned tickets vanish."""
    state = table(game)
    set_ticket_deck(state, 3)
    state.apply(DrawTickets())
    offer = state.view(0).offer
    state.apply(KeepTickets((0,), (1, 2)))
    state.apply(DrawTickets())
    assert state.view(1).offer == offer[1:]


@every_game
def test_A17_returned_tickets_are_not_drawn_next(game):
    """Mistake: returned tickets go to the top of the deck."""
    state = table(game)
    state.apply(DrawTickets())
    offer = state.view(0).offer
    state.apply(KeepTickets((0,), (1, 2)))
    state.apply(DrawTickets())
    assert not set(offer) & set(state.view(1).offer)


def test_A19_C10_borrowed_routes_complete_tickets_of_their_borrower_only():
    """Mistake: a station joins the networks of both players."""
    state = table("europe")
    no_tickets(state)
    hold(state, 1, "Paris - Wien")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")
    own_lines(state, 1, "München - Wien")
    place_stations(state, 0, "Wien", "München")
    assert [item.completed for item in items(state, 1, TicketItem)] == [False]


# Payments


@every_game
def test_A14_exactly_enough_trains_are_enough(game):
    """Mistake: trains > length instead of trains >= length."""
    state = table(game)
    three = route(state, A_RED_THREE[game])
    set_hand(state, 0, red=3)
    set_trains(state, 0, 3)
    assert payments(state, three) == {cards(red=3)}
    set_trains(state, 0, 2)
    assert payments(state, three) == set()
    set_trains(state, 0, 3)
    state.apply(ClaimRoute(three, cards(red=3)))
    assert state.trains[0] == 0


def test_C6_a_tunnel_needs_no_spare_cards():
    """Mistake: a tunnel is refused to a hand that could not pay for an extra card."""
    state = table("europe")
    set_market(state, *FIVE)
    set_hand(state, 0, red=2)
    stack_deck(state, "blue", "green", "white")
    tunnel = route(state, "Barcelona - Pamplona")
    assert payments(state, tunnel) == {cards(red=2)}
    state.apply(ClaimRoute(tunnel, cards(red=2)))
    assert state.view(0).routes[tunnel] == 0


def test_C5_symbols_are_part_of_the_length():
    """Mistake: a ferry of 6 with 2 symbols costs 6 cards and 2 Locomotives more."""
    state = table("europe")
    ferry = route(state, "Palermo - Smyrna")
    set_hand(state, 0, red=4, locomotive=2)
    assert payments(state, ferry) == {cards(red=4, locomotive=2)}
    state.apply(ClaimRoute(ferry, cards(red=4, locomotive=2)))
    assert state.view(0).hand_sizes[0] == 0
    assert state.view(0).trains[0] == 39


def test_C5_a_ferry_is_not_paid_in_two_colours():
    """Mistake: a grey route takes any cards, not a set of one colour."""
    state = table("europe")
    ferry = route(state, "Palermo - Smyrna")
    set_hand(state, 0, red=3, blue=3, locomotive=2)
    assert payments(state, ferry) == set()
    mixed = ClaimRoute(ferry, cards(red=2, blue=2, locomotive=2))
    refused(state, mixed, "wrong_cards", IllegalAction)


def test_C8_turned_cards_are_not_lost_when_the_tunnel_is_declined():
    """Mistake: the three turned cards vanish."""
    for seed in range(200):
        state, _ = deal("europe", 2, f"tunnel {seed}")
        for seat in range(2):
            state.apply(KeepTickets((0, 1), (2, 3)), seat)
        set_hand(state, 0, red=2)
        tunnel = ClaimRoute(route(state, "Barcelona - Pamplona"), cards(red=2))
        events = state.apply(tunnel)
        if isinstance(events[-1], TunnelRevealed):
            state.apply(DeclineTunnel())
            assert sum(state.view(0).discards) == 3
            assert state.view(0).hand_sizes[0] == 2
            return
    raise AssertionError("no tunnel cost anything")
