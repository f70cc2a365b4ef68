"""D1–D7: Northern Lights, with the examples of its booklet."""

from itertools import combinations_with_replacement

import pytest
from tests.rules.positions import (
    COLOUR_NAMES,
    FIVE,
    LOCO,
    all_tickets,
    all_train_cards,
    cards,
    claimable,
    deal,
    every_card,
    every_number,
    legal,
    locomotives_only,
    only_deck,
    opening_answers,
    own,
    payments,
    refused,
    route,
    set_hand,
    set_market,
    stack_deck,
    table,
    tracks,
    turn_of,
)

from carrozza.core.actions import (
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    StopDrawing,
)
from carrozza.core.cards import CARDS
from carrozza.core.errors import IllegalAction
from carrozza.core.events import (
    CardDrawn,
    DeckReshuffled,
    GameStarted,
    MarketReset,
    RouteClaimed,
    TicketsOffered,
    seen_by,
)

TRIPLES = ("Karlstad - Oslo", "Karlstad - Stockholm")


# D1–D3: pieces, bonus cards, opening tickets


@every_number
def test_D1_pieces_and_deal(players):
    state, _ = deal("northern_lights", players)
    view = state.view(None)
    assert all_train_cards(state) == [12] * 8 + [18]
    assert view.hand_sizes == (4,) * players
    assert view.trains == (40,) * players
    assert len(view.market) == 5
    assert view.deck == 114 - 5 - 4 * players
    assert all_tickets(state) == list(range(55))


def test_D1_no_reset_for_three_locomotives():
    state = table("northern_lights")
    set_market(state, LOCO, "red", LOCO, "blue", LOCO)
    stack_deck(state, LOCO, LOCO)
    events = [*state.apply(DrawFaceUp(1)), *state.apply(DrawFaceUp(3))]
    assert not any(isinstance(event, MarketReset) for event in events)
    assert state.view(0).market == (LOCO,) * 5


def test_D1_no_reset_at_set_up():
    most = 0
    for number in range(300):
        state, events = deal("northern_lights", 2, str(number))
        assert not any(isinstance(event, MarketReset) for event in events)
        assert sum(state.view(None).discards) == 0
        most = max(most, state.view(None).market.count(LOCO))
    assert most >= 3


@every_number
def test_D2_four_of_the_eleven_bonus_cards_are_in_play(players):
    seen = set()
    for number in range(60):
        state, events = deal("northern_lights", players, str(number))
        chosen = state.view(None).bonus_cards
        assert len(set(chosen)) == 4
        names = tuple(state.lookups.board.bonus_cards[c].name for c in chosen)
        assert events[0] == GameStarted(players, 0, names)
        seen |= set(chosen)
    assert seen == set(range(11))


def test_D2_the_bonus_cards_in_play_stay():
    state = table("northern_lights")
    chosen = state.view(0).bonus_cards
    state.apply(DrawBlind())
    state.apply(DrawBlind())
    assert state.view(1).bonus_cards == chosen


@every_number
def test_D3_four_tickets_each_keep_at_least_two(players):
    state, events = deal("northern_lights", players)
    offers = [event for event in events if isinstance(event, TicketsOffered)]
    assert [(e.seat, e.count) for e in offers] == [(s, 4) for s in range(players)]
    for seat in range(players):
        assert set(state.legal_actions(seat)) == opening_answers(4, 2)
        refused(state, KeepTickets((3,), (0, 1, 2)), "too_few_tickets", IllegalAction, seat)


def test_D3_refused_tickets_are_shuffled_together_under_the_deck():
    orders = set()
    for number in range(12):
        state, _ = deal("northern_lights", 2, str(number))
        deck = list(state.ticket_deck)
        back = state.offers[0][:2] + state.offers[1][2:]
        state.apply(KeepTickets((2, 3), (0, 1)), 0)
        state.apply(KeepTickets((0, 1), (2, 3)), 1)
        assert state.ticket_deck[4:] == deck
        assert sorted(state.ticket_deck[:4]) == sorted(back)
        orders.add(tuple(back.index(t) for t in state.ticket_deck[:4]))
    assert len(orders) > 6


@pytest.mark.parametrize("back", [(0, 2), (2, 0)])
def test_D3_tickets_returned_later_go_under_the_deck_in_order(back):
    state = table("northern_lights")
    deck = list(state.ticket_deck)
    state.apply(DrawTickets())
    offer = state.view(0).offer
    state.apply(KeepTickets((1,), back))
    assert state.ticket_deck == [offer[back[1]], offer[back[0]], *deck[:-3]]


# D4: up to two cards


def test_D4_a_player_may_stop_after_the_first_card():
    state = table("northern_lights")
    set_hand(state, 0)
    set_market(state, *FIVE)
    assert StopDrawing() not in state.legal_actions()
    refused(state, StopDrawing(), "wrong_moment", IllegalAction)
    state.apply(DrawFaceUp(0))
    assert legal(state) == {StopDrawing(), DrawBlind()} | {
        DrawFaceUp(n) for n in range(5) if state.view(0).market[n] != LOCO
    }
    assert state.apply(StopDrawing()) == []
    assert state.to_act == (1,)
    assert state.view(0).hand_sizes[0] == 1


def test_D4_two_cards_are_the_most():
    state = table("northern_lights")
    state.apply(DrawBlind())
    state.apply(DrawBlind())
    assert state.to_act == (1,)
    assert StopDrawing() not in state.legal_actions()


# D5: ferries


def ferry_payments(length, symbols):
    """Each symbol a Locomotive or a pair, the other spaces a set of one colour."""
    found = set()
    for pairs in range(symbols + 1):
        for colours in combinations_with_replacement(COLOUR_NAMES, pairs):
            for colour in COLOUR_NAMES:
                for wild in range(length - symbols + 1):
                    payment = [LOCO] * (symbols - pairs) + list(colours) * 2
                    payment += [colour] * (length - symbols - wild) + [LOCO] * wild
                    found.add(tuple(sorted(payment, key=CARDS.index)))
    return found


def test_A10_A11_example_1_a_yellow_route_of_length_2():
    state = table("northern_lights")
    set_hand(state, 0, yellow=3, red=3, locomotive=3)
    yellow = route(state, "Umeå - Storuman")
    assert payments(state, yellow) == {
        cards(yellow=2),
        cards(yellow=1, locomotive=1),
        cards(locomotive=2),
    }


def test_D5_example_2_a_ferry_of_length_3_with_one_symbol():
    state = table("northern_lights")
    ferry = route(state, "Karlskrona - Klaipėda")
    set_hand(state, 0, red=2, blue=2)
    assert payments(state, ferry) == {cards(red=2, blue=2)}
    set_hand(state, 0, red=4)
    assert payments(state, ferry) == {cards(red=4)}
    set_hand(state, 0, red=2, locomotive=1)
    assert payments(state, ferry) == {cards(red=2, locomotive=1)}
    set_hand(state, 0, red=4, blue=2, locomotive=1)
    assert payments(state, ferry) == {
        cards(red=2, locomotive=1),  # a pair and a Locomotive
        cards(blue=2, locomotive=1),
        cards(red=4),  # two pairs
        cards(red=2, blue=2),
        cards(red=3, locomotive=1),  # a pair for the symbol, the Locomotive in the set
        cards(red=2, blue=1, locomotive=1),
        cards(red=1, blue=2, locomotive=1),
    }


def test_D5_example_3_mo_i_rana_narvik():
    state = table("northern_lights")
    ferry = route(state, "Mo i Rana - Narvik")
    set_hand(state, 0, red=2, blue=2, locomotive=1)
    assert payments(state, ferry) == {cards(red=2, blue=2, locomotive=1)}
    set_hand(state, 0, red=4, locomotive=1)
    assert payments(state, ferry) == {cards(red=4, locomotive=1)}
    set_hand(state, 0, red=2, locomotive=2)
    assert payments(state, ferry) == {cards(red=2, locomotive=2)}
    set_hand(state, 0, red=2, blue=2, green=2)
    assert payments(state, ferry) == {cards(red=2, blue=2, green=2)}
    set_hand(state, 0, red=3, blue=1, green=1, locomotive=1)
    assert payments(state, ferry) == set()


def test_D5_every_ferry_of_the_board():
    state = table("northern_lights")
    every_card(state, 0)
    kinds = {}
    for number, r in enumerate(state.lookups.board.routes):
        if state.lookups.board.data.routes[number].colour == "grey":
            assert r.locomotives > 0
            kinds.setdefault((r.length, r.locomotives), number)
            if kinds[r.length, r.locomotives] != number:
                continue
            assert payments(state, number) == ferry_payments(r.length, r.locomotives)
    assert sorted(kinds) == [(1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (5, 2)]


def test_D5_a_pair_is_of_one_colour():
    state = table("northern_lights")
    ferry = route(state, "Helsinki - Tallinn")
    set_hand(state, 0, red=1, blue=1, green=1)
    assert payments(state, ferry) == set()
    refused(state, ClaimRoute(ferry, cards(red=1, blue=1)), "wrong_cards", IllegalAction)
    refused(state, ClaimRoute(ferry, cards(red=1)), "wrong_cards", IllegalAction)
    set_hand(state, 0, red=2, blue=1, locomotive=1)
    assert payments(state, ferry) == {cards(red=2), cards(locomotive=1)}


def test_D5_pairs_cost_cards_not_trains():
    state = table("northern_lights")
    ferry = route(state, "Karlskrona - Klaipėda")
    set_hand(state, 0, red=4)
    events = state.apply(ClaimRoute(ferry, cards(red=4)))
    assert events == [RouteClaimed(0, ferry, cards(red=4), 4)]
    assert state.view(0).trains == (37, 40)
    assert state.view(0).discards == (0, 0, 0, 0, 0, 0, 0, 4, 0)


def test_D5_pairs_are_for_ferries_only():
    state = table("northern_lights")
    set_hand(state, 0, red=8)
    assert payments(state, route(state, "Umeå - Storuman")) == set()


# D6: drawing for a claim


@pytest.mark.parametrize(
    ("line", "payment", "bonus"),
    [
        ("Åndalsnes - Trondheim", {"locomotive": 1}, 1),
        ("Narvik - Tromsø", {"red": 1, "locomotive": 1}, 1),
        ("Mo i Rana - Narvik", {"red": 2, "locomotive": 2}, 2),
        ("Trondheim - Mo i Rana", {"red": 3, "locomotive": 2}, 3),
    ],
)
def test_D6_cards_drawn_blind_after_claiming(line, payment, bonus):
    state = table("northern_lights")
    set_market(state, *FIVE)
    set_hand(state, 0, **payment)
    drawn = ("purple", LOCO, "yellow")
    stack_deck(state, *drawn)
    number = route(state, line)
    points = state.lookups.board.routes[number].points
    events = state.apply(ClaimRoute(number, cards(**payment)))
    assert events == [
        RouteClaimed(0, number, cards(**payment), points),
        *(CardDrawn(0, None, card) for card in drawn[:bonus]),
    ]
    assert seen_by(events, 1)[1:] == [CardDrawn(0, None, None)] * bonus
    assert state.view(0).hand == tuple(int(card in drawn[:bonus]) for card in CARDS)
    assert state.view(0).market == FIVE
    assert state.to_act == (1,)


def test_D6_other_routes_give_no_cards():
    state = table("northern_lights")
    set_hand(state, 0, red=4)
    ferry = route(state, "Karlskrona - Klaipėda")
    state.apply(ClaimRoute(ferry, cards(red=4)))
    assert state.view(0).hand_sizes[0] == 0


def test_D6_the_discards_are_shuffled_when_the_deck_is_short():
    state = table("northern_lights")
    set_market(state, *FIVE)
    set_hand(state, 0, locomotive=5)
    only_deck(state, "red", hoarder=1)
    before = all_train_cards(state)
    ferry = route(state, "Trondheim - Mo i Rana")
    events = state.apply(ClaimRoute(ferry, cards(locomotive=5)))
    assert events[1:] == [
        CardDrawn(0, None, "red"),
        DeckReshuffled(5),
        CardDrawn(0, None, LOCO),
        CardDrawn(0, None, LOCO),
    ]
    assert state.view(0).deck == 3
    assert all_train_cards(state) == before


def test_D6_A9_the_bonus_is_drawn_before_gaps_are_filled():
    state = table("northern_lights")
    set_market(state, None, "blue", "green", "white", "black")
    set_hand(state, 0, locomotive=1)
    only_deck(state, hoarder=1)
    ferry = route(state, "Åndalsnes - Trondheim")
    events = state.apply(ClaimRoute(ferry, cards(locomotive=1)))
    assert events[1:] == [DeckReshuffled(1), CardDrawn(0, None, LOCO)]
    assert state.view(0).market[0] is None


# D7: triple routes


def test_D7_the_triples_of_the_board():
    state = table("northern_lights")
    groups = {group for group in state.lookups.board.siblings if group.bit_count() == 3}
    assert groups == {sum(1 << r for r in tracks(state, line)) for line in TRIPLES}


@pytest.mark.parametrize("line", TRIPLES)
@every_number
def test_D7_A15_as_many_tracks_of_a_triple_as_the_players_allow(line, players):
    state = table("northern_lights", players)
    three = tracks(state, line)
    usable = {2: 1, 3: 2, 4: 3, 5: 3}[players]
    for taken in range(usable):
        for seat in range(players):
            expected = [] if seat < taken else three[taken:]
            assert claimable(state, seat, three) == expected
        locomotives_only(state, taken)
        state.apply(ClaimRoute(three[taken], cards(locomotive=1)))
    for seat in range(players):
        assert claimable(state, seat, three) == []


def test_D7_the_third_track_with_three_players_is_closed():
    state = table("northern_lights", 3)
    three = tracks(state, TRIPLES[0])
    own(state, 0, three[2])
    own(state, 1, three[0])
    locomotives_only(state, 2)
    refused(state, ClaimRoute(three[1], cards(locomotive=1)), "route_closed", IllegalAction)
    turn_of(state, 1)
    refused(state, ClaimRoute(three[1], cards(locomotive=1)), "parallel_yours", IllegalAction)


@every_number
def test_D7_A16_doubles_as_in_the_other_games(players):
    state = table("northern_lights", players)
    pair = tracks(state, "Bergen - Oslo")
    own(state, 0, pair[0])
    for seat in range(1, players):
        assert claimable(state, seat, pair) == (pair[1:] if players > 3 else [])
