"""E1–E3, E5, E6, E9, E10: the card game from the deal to the end of a deck."""

from collections import Counter

import pytest
from tests.rules.card_positions import (
    FIVE,
    arrange,
    deal,
    happened,
    hold,
    play,
    refused,
    table,
    track,
    turn_of,
    yard,
)

from carrozza.core.actions import (
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
    StopDrawing,
)
from carrozza.core.cards import CARDS, counts_of
from carrozza.core.events import (
    CardDrawn,
    CardsDealt,
    CardsPutOnTrack,
    LastRoundStarted,
    MarketFilled,
    Passed,
    TicketsKept,
    TicketsOffered,
    YardPlayed,
    seen_by,
)
from carrozza.games.registry import find_game

every_number = pytest.mark.parametrize("players", [2, 3, 4])

# E1, E2, E16: the box and the deal


def test_E1_what_is_in_the_box():
    game = find_game("card_game")
    assert list(game.players) == [2, 3, 4]
    assert game.cards.train_cards() == [10] * 8 + [16]
    assert len(game.cards.tickets) == 46
    assert {big.city for big in game.cards.big_cities} == {
        "Seattle",
        "Los Angeles",
        "Chicago",
        "Dallas",
        "New York",
        "Miami",
    }


@every_number
def test_E2_a_locomotive_and_seven_cards_each_and_five_face_up(players):
    state, events = deal(players)
    assert state.view(None).hand_sizes == (8,) * players
    assert all(hand[8] >= 1 for hand in state.hands)
    assert state.known == [[0] * 8 + [1]] * players
    assert len(state.deck) == 96 - 8 * players - 5
    assert None not in state.view(None).market
    dealt = [event for event in events if isinstance(event, CardsDealt)]
    assert [event.count for event in dealt] == [1] * players + [7] * players
    assert all(event.cards == ("locomotive",) for event in dealt[:players])


def test_E2_cards_are_dealt_one_at_a_time_from_the_first_seat_on():
    state, _ = deal(3, first=2)
    twin, _ = deal(3, first=0)
    shifted = [twin.hands[1], twin.hands[2], twin.hands[0]]
    assert state.hands == shifted
    assert state.deck == twin.deck


@every_number
def test_E2_of_six_tickets_at_least_one_is_kept(players):
    state, _ = deal(players)
    assert state.to_act == tuple(range(players))
    assert state.view(0).offer_sizes == (6,) * players
    for seat in range(players):
        assert len(state.legal_actions(seat)) == 2**6 - 1
    assert refused(state, KeepTickets((), (0, 1, 2, 3, 4, 5))) == "too_few_tickets"
    assert refused(state, KeepTickets((0, 1), (2, 3))) == "bad_choice"
    assert refused(state, KeepTickets((5, 4), (3, 2, 1, 0))) == "bad_choice"
    assert refused(state, DrawBlind()) == "wrong_moment"


def test_E2_returned_tickets_are_shuffled_into_the_whole_deck():
    places = []
    for seed in range(200):
        state, _ = deal(2, str(seed))
        back = state.offers[0][1]
        state.apply(KeepTickets((0, 2, 3, 4, 5), (1,)), 0)
        state.apply(KeepTickets((0, 1, 2, 3, 4, 5), ()), 1)
        assert len(state.ticket_deck) == 46 - 11
        places.append(state.ticket_deck.index(back))
    assert min(places) < 4
    assert max(places) > 30
    assert sum(place > 17 for place in places) in range(70, 130)


def test_E2_the_order_of_the_answers_makes_no_difference():
    answers = {
        0: KeepTickets((0, 4), (1, 2, 3, 5)),
        1: KeepTickets((5,), (0, 1, 2, 3, 4)),
        2: KeepTickets((0, 1, 2, 3, 4, 5), ()),
    }
    ends = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        state, _ = deal(3)
        for seat in order:
            state.apply(answers[seat], seat)
        ends.append(state.plain())
    assert ends[0] == ends[1] == ends[2]


@every_number
def test_E16_the_first_seat_is_drawn_or_fixed(players):
    assert {deal(players, str(i), first=None)[0].first for i in range(60)} == set(range(players))
    state = table(players, first=players - 1)
    assert state.to_act == (players - 1,)


# E3: the first half of a turn


def test_E3_one_card_of_every_row_goes_on_the_track():
    state = table()
    arrange(
        state,
        yards={1: {"blue": (1, 0), "red": (3, 0)}, 0: {"green": (2, 0)}},
        hands={0: {"white": 2}},
    )
    events = state.apply(play(white=2))
    assert events[-1] == CardsPutOnTrack(1, 2, ("blue", "red"), open=False)
    assert track(state, 1) == {"blue": 1, "red": 1}
    assert yard(state, 1) == {"red": (2, 0)}
    assert yard(state, 0) == {"green": (2, 0), "white": (2, 0)}
    assert state.to_act == (1,)


def test_E3_an_empty_yard_is_skipped():
    state = table()
    arrange(state, hands={0: {"white": 2}})
    assert state.apply(play(white=2)) == [YardPlayed(0, ("white", "white"))]


def test_E3_locomotives_leave_a_row_first():
    """The booklet's row of four green cards, two of them Locomotives."""
    state = table()
    arrange(state, hands={0: {"green": 2, "locomotive": 2}})
    state.apply(play(green=2, locomotive=2))
    assert yard(state, 0) == {"green": (2, 2)}
    left = []
    while yard(state, 0):
        events = state.apply(DrawTickets()) + state.apply(KeepTickets((), (0, 1, 2, 3)))
        left += happened(events, CardsPutOnTrack)
    in_order = ("locomotive", "locomotive", "green", "green")
    assert left == [CardsPutOnTrack(0, 1, (card,), open=False) for card in in_order]
    assert track(state, 0) == {"green": 2, "locomotive": 2}


# E5, E6: the second half of a turn, drawing cards


def test_E5_draw_or_play_or_tickets_and_nothing_else():
    state = table()
    arrange(state, hands={0: {"blue": 2, "red": 1}})
    legal = set(state.legal_actions())
    draws = {DrawBlind(), *(DrawFaceUp(slot) for slot in range(5))}
    assert legal == {*draws, DrawTickets(), play(blue=2)}
    assert refused(state, Pass()) == "must_act"
    assert refused(state, StopDrawing()) == "nothing_drawn"
    assert refused(state, KeepTickets((0,), ())) == "no_offer"
    assert refused(state, ClaimRoute(0, ("red",))) == "unknown_action"
    assert refused(state, DrawBlind(), 1) == "not_your_turn"


def test_E5_one_action_a_turn():
    state = table()
    arrange(state, hands={0: {"blue": 2, "red": 2}})
    state.apply(play(blue=2))
    assert state.to_act == (1,)


def test_E5_who_can_do_nothing_passes():
    state = table()
    arrange(state, hands={0: {"red": 1}}, market=(None,) * 5, no_more=True)
    state.ticket_deck, state.ticket_marks = [], []
    state.last_turns = 2
    assert list(state.legal_actions()) == [Pass()]
    assert state.apply(Pass())[0] == Passed(0)
    assert state.to_act == (1,)


def test_E6_two_cards_or_one():
    state = table()
    arrange(state, deck=("yellow", "purple"))
    assert state.apply(DrawBlind()) == [CardDrawn(0, None, "yellow")]
    assert state.to_act == (0,)
    assert refused(state, DrawTickets()) == "wrong_moment"
    one = state.clone()
    one.apply(StopDrawing())
    state.apply(DrawBlind())
    assert state.to_act == one.to_act == (1,)
    assert (sum(one.hands[0]), sum(state.hands[0])) == (1, 2)


def test_E6_a_face_up_card_is_replaced_at_once():
    state = table()
    arrange(state, market=FIVE, deck=("yellow", "purple"))
    assert state.apply(DrawFaceUp(1)) == [CardDrawn(0, 1, "blue"), MarketFilled(1, "yellow")]
    assert state.apply(DrawFaceUp(1)) == [CardDrawn(0, 1, "yellow"), MarketFilled(1, "purple")]
    assert state.known[0] == counts_of([CARDS.index("blue"), CARDS.index("yellow")])
    assert state.to_act == (1,)


def test_E6_a_face_up_locomotive_counts_as_two():
    state = table()
    arrange(state, market=("locomotive", *FIVE[1:]))
    state.apply(DrawFaceUp(0))
    assert state.to_act == (1,)


def test_E6_a_face_up_locomotive_is_never_the_second_card():
    state = table()
    arrange(state, market=("red", "locomotive", *FIVE[2:]), deck=("locomotive",))
    state.apply(DrawFaceUp(0))
    assert state.view(0).market[:2] == ("locomotive", "locomotive")
    legal = set(state.legal_actions())
    assert legal == {DrawBlind(), StopDrawing(), *(DrawFaceUp(slot) for slot in (2, 3, 4))}
    assert refused(state, DrawFaceUp(0)) == "locomotive_second"
    assert refused(state, DrawFaceUp(5)) == "unknown_slot"


def test_E6_a_blind_locomotive_is_one_card():
    state = table()
    arrange(state, deck=("locomotive", "locomotive"))
    state.apply(DrawBlind())
    assert state.to_act == (0,)
    state.apply(DrawBlind())
    assert state.hands[0][8] == 2


def test_E6_many_face_up_locomotives_stay():
    state = table()
    arrange(state, market=("red", *["locomotive"] * 4), deck=("locomotive",))
    state.apply(DrawFaceUp(0))
    assert state.view(0).market == ("locomotive",) * 5
    assert set(state.legal_actions()) == {DrawBlind(), StopDrawing()}


# E9: tickets


def test_E9_four_tickets_of_which_any_number_is_kept():
    state = table()
    top = state.ticket_deck[-4:][::-1]
    assert state.apply(DrawTickets()) == [TicketsOffered(0, 4, tuple(top))]
    kept = Counter(len(action.keep) for action in state.legal_actions())
    assert kept == {0: 24, 1: 24, 2: 12, 3: 4, 4: 1}  # all orders of returning
    assert refused(state, DrawBlind()) == "wrong_moment"
    state.apply(KeepTickets((1, 2), (3, 0)))
    assert state.tickets[0] == [top[1], top[2]]
    assert state.to_act == (1,)


def test_E9_the_others_go_to_the_bottom_in_the_players_order():
    state = table()
    top = state.ticket_deck[-4:][::-1]
    state.apply(DrawTickets())
    events = state.apply(KeepTickets((), (2, 0, 3, 1)))
    back = (top[2], top[0], top[3], top[1])
    assert state.ticket_deck[:4] == list(reversed(back))
    assert events[0] == TicketsKept(0, 0, 4, (), back)
    assert seen_by(events, 1)[0] == TicketsKept(0, 0, 4, None, None)
    assert state.view(0).returned_later[-4:] == back
    assert state.view(1).returned_later == (None,) * 46
    assert state.view(1).ticket_marks[-4:] == (0, 0, 0, 0)


def test_E9_fewer_or_none_when_fewer_are_left():
    state = table()
    state.ticket_deck, state.ticket_marks = state.ticket_deck[-3:], [-1] * 3
    state.apply(DrawTickets())
    assert state.view(0).offer_sizes == (3, 0)
    assert refused(state, KeepTickets((0, 1, 2, 3), ())) == "bad_choice"
    state.apply(KeepTickets((0, 1, 2), ()))
    assert DrawTickets() not in state.legal_actions()
    assert refused(state, DrawTickets()) == "no_tickets"


# E10: the end of a deck


def test_E10_the_last_card_starts_the_last_round_and_its_drawer_is_last():
    state = table(3)
    arrange(state, deck=("red",), no_more=True)
    hold(state, 1, "Seattle - Miami")
    turn_of(state, 1)
    assert state.apply(DrawBlind()) == [CardDrawn(1, None, "red")]  # the turn goes on
    events = state.apply(DrawFaceUp(0))
    assert events == [CardDrawn(1, 0, "red"), LastRoundStarted(1)]
    turns = []
    while state.view(None).phase != "scoring":
        turns.append(state.seat)
        state.apply(DrawTickets())
        state.apply(KeepTickets((), (0, 1, 2, 3)))
    assert turns == [2, 0, 1]
    assert state.to_act == (0, 1, 2)


def test_E10_also_when_the_last_card_is_turned_up():
    state = table()
    arrange(state, deck=("red",), no_more=True)
    events = state.apply(DrawFaceUp(1))
    assert events == [CardDrawn(0, 1, "blue"), MarketFilled(1, "red")]
    assert state.apply(StopDrawing()) == [LastRoundStarted(0)]
    assert state.view(1).turns_left == 2


def test_E10_discards_are_not_reshuffled_and_gaps_stay():
    state = table()
    arrange(state, no_more=True)
    state.last_turns = 2
    assert DrawBlind() not in state.legal_actions()
    assert refused(state, DrawBlind()) == "no_cards"
    state.apply(DrawFaceUp(0))
    state.apply(DrawFaceUp(1))
    assert state.view(1).market == (None, None, "green", "white", "black")
    assert refused(state, DrawFaceUp(0)) == "no_card"
    assert sum(state.discards) > 50


def test_E10_the_only_card_left_is_drawn_alone():
    state = table()
    arrange(state, market=(None, None, "red", None, None), no_more=True)
    state.last_turns = 2
    state.apply(DrawFaceUp(2))
    assert state.to_act == (1,)
    assert set(state.legal_actions()) == {DrawTickets()}


def test_E10_no_second_card_when_only_locomotives_are_left():
    state = table()
    arrange(state, market=("red", "locomotive", None, None, None), no_more=True)
    state.last_turns = 2
    state.apply(DrawFaceUp(0))
    assert state.to_act == (1,)
    assert set(state.legal_actions()) == {DrawFaceUp(1), DrawTickets()}


def test_E5_E10_a_last_round_of_passes():
    state = table()
    arrange(state, market=(None,) * 5, deck=("red",), no_more=True)
    state.ticket_deck, state.ticket_marks = [], []
    assert state.apply(DrawBlind()) == [CardDrawn(0, None, "red"), LastRoundStarted(0)]
    assert state.apply(Pass()) == [Passed(1)]
    assert state.apply(Pass()) == [Passed(0)]
    assert state.view(None).phase == "scoring"
