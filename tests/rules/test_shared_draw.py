"""A3–A9: drawing train cards, in all three board games."""

from collections import Counter

import pytest
from tests.rules.positions import (
    FIVE,
    LOCO,
    cards,
    discard_deck,
    draws,
    every_game,
    kinds_of,
    legal,
    may_stop,
    only_deck,
    payments,
    red_one,
    refused,
    route,
    set_hand,
    set_market,
    stack_deck,
    table,
)

from carrozza.core.actions import (
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
)
from carrozza.core.cards import CARD_INDEX, CARDS, names, spread
from carrozza.core.errors import IllegalAction
from carrozza.core.events import (
    CardDrawn,
    DeckReshuffled,
    MarketFilled,
    seen_by,
)

# A3–A6: two cards


@every_game
def test_A3_a_face_up_card_is_replaced_before_the_second_draw(game):
    state = table(game)
    set_hand(state, 0)
    set_market(state, *FIVE)
    stack_deck(state, "yellow", "orange", "purple")
    events = state.apply(DrawFaceUp(2))
    assert events == [CardDrawn(0, 2, "green"), MarketFilled(2, "yellow")]
    assert state.view(1).market == ("red", "blue", "yellow", "white", "black")
    events = state.apply(DrawFaceUp(2))
    assert events == [CardDrawn(0, 2, "yellow"), MarketFilled(2, "orange")]
    assert CARDS[state.deck[-1]] == "purple"
    assert state.view(0).hand == (0, 0, 0, 0, 1, 1, 0, 0, 0)
    assert state.to_act == (1,)


@every_game
@pytest.mark.parametrize("first", [DrawBlind(), DrawFaceUp(0)])
@pytest.mark.parametrize("second", [DrawBlind(), DrawFaceUp(1)])
def test_A3_two_cards_each_face_up_or_blind(game, first, second):
    state = table(game)
    set_hand(state, 0)
    set_market(state, *FIVE)
    stack_deck(state, "yellow", "orange", "purple", "red")
    assert draws(state) == {DrawBlind()} | {DrawFaceUp(n) for n in range(5)}
    state.apply(first)
    assert state.to_act == (0,)
    state.apply(second)
    assert state.to_act == (1,)
    taken = {
        "yellow" if first == DrawBlind() else "red",
        "orange" if second == DrawBlind() else "blue",
    }
    assert Counter(names(state.hands[0])) == Counter(taken)


@every_game
def test_A4_a_face_up_locomotive_is_the_only_card(game):
    state = table(game)
    set_hand(state, 0)
    set_market(state, "red", "locomotive", "green", "white", "black")
    stack_deck(state, "yellow")
    assert state.apply(DrawFaceUp(1)) == [
        CardDrawn(0, 1, "locomotive"),
        MarketFilled(1, "yellow"),
    ]
    assert state.to_act == (1,)
    assert state.view(0).hand_sizes[0] == 1


@every_game
@pytest.mark.parametrize("first", [DrawBlind(), DrawFaceUp(0)])
def test_A4_a_face_up_locomotive_cannot_be_the_second_card(game, first):
    state = table(game)
    set_market(state, "red", "locomotive", "green", "white", "locomotive")
    stack_deck(state, "yellow")
    state.apply(first)
    open_slots = {DrawFaceUp(n) for n in (0, 2, 3)}
    assert legal(state) == {DrawBlind()} | open_slots | may_stop(state)
    refused(state, DrawFaceUp(1), "locomotive_second", IllegalAction)
    refused(state, DrawFaceUp(4), "locomotive_second", IllegalAction)


@every_game
def test_A4_a_locomotive_just_turned_up_cannot_be_the_second_card(game):
    state = table(game)
    set_market(state, *FIVE)
    stack_deck(state, "locomotive")
    state.apply(DrawFaceUp(3))
    assert state.view(0).market[3] == "locomotive"
    assert draws(state) == {DrawBlind()} | {DrawFaceUp(n) for n in (0, 1, 2, 4)}
    refused(state, DrawFaceUp(3), "locomotive_second", IllegalAction)


@every_game
def test_A5_a_locomotive_drawn_blind_counts_as_one_card(game):
    state = table(game)
    set_hand(state, 0)
    set_market(state, *FIVE)
    stack_deck(state, "locomotive", "locomotive")
    state.apply(DrawBlind())
    assert state.to_act == (0,)
    assert draws(state) == {DrawBlind()} | {DrawFaceUp(n) for n in range(5)}
    state.apply(DrawBlind())
    assert state.view(0).hand == (0, 0, 0, 0, 0, 0, 0, 0, 2)
    assert state.to_act == (1,)


@every_game
def test_A6_no_hand_limit(game):
    state = table(game)
    set_market(state, *FIVE)
    only_deck(state, "red", "blue", hoarder=0)
    held = sum(state.hands[0])
    assert held > 95
    state.apply(DrawBlind())
    state.apply(DrawBlind())
    assert state.view(0).hand_sizes[0] == held + 2


@every_game
def test_A6_hands_are_secret_and_their_sizes_public(game):
    state = table(game, 3)
    other = state.clone()
    set_hand(state, 0, red=3, blue=2)
    set_hand(other, 0, locomotive=5)
    for seat in (1, 2, None):
        assert state.view(seat).hand_sizes == (5, 4, 4)
        assert state.view(seat) == other.view(seat)
    assert state.view(0) != other.view(0)
    assert state.view(None).hand is None
    assert state.view(1).hand == tuple(state.hands[1])


@every_game
def test_A6_a_blind_card_is_shown_to_its_owner_only(game):
    state = table(game)
    set_market(state, *FIVE)
    stack_deck(state, "purple")
    events = state.apply(DrawBlind())
    assert seen_by(events, 0) == [CardDrawn(0, None, "purple")]
    assert seen_by(events, 1) == [CardDrawn(0, None, None)]
    assert seen_by(events, None) == [CardDrawn(0, None, None)]


# A7–A9: when cards run out


@every_game
def test_A7_the_discards_become_the_deck_only_when_a_card_is_needed(game):
    state = table(game)
    set_market(state, *FIVE)
    stack_deck(state, "red")
    discard_deck(state, keep=1)
    waiting = state.discarded
    assert state.apply(DrawBlind()) == [CardDrawn(0, None, "red")]
    assert (state.view(0).deck, sum(state.view(0).discards)) == (0, waiting)
    events = state.apply(DrawBlind())
    assert events[0] == DeckReshuffled(waiting)
    assert isinstance(events[1], CardDrawn)
    assert (state.view(0).deck, sum(state.view(0).discards)) == (waiting - 1, 0)


@every_game
def test_A7_the_discards_are_shuffled_for_a_face_up_replacement(game):
    state = table(game)
    set_market(state, *FIVE)
    discard_deck(state)
    waiting = state.discarded
    events = state.apply(DrawFaceUp(0))
    assert events[:2] == [CardDrawn(0, 0, "red"), DeckReshuffled(waiting)]
    assert isinstance(events[2], MarketFilled)
    assert state.view(0).market[0] is not None


@every_game
def test_A7_the_new_deck_is_shuffled(game):
    state = table(game)
    discard_deck(state)
    before = Counter(spread(state.discards))
    state.apply(DrawBlind())
    assert (before - Counter(state.deck)).total() == 1
    assert not Counter(state.deck) - before
    assert state.deck not in (sorted(state.deck), sorted(state.deck, reverse=True))


@every_game
def test_A7_without_deck_and_discards_the_gap_stays(game):
    state = table(game)
    set_market(state, *FIVE)
    only_deck(state, hoarder=1)
    assert state.apply(DrawFaceUp(0)) == [CardDrawn(0, 0, "red")]
    assert state.view(0).market == (None, "blue", "green", "white", "black")
    refused(state, DrawFaceUp(0), "no_card", IllegalAction)
    refused(state, DrawBlind(), "no_cards", IllegalAction)
    state.apply(DrawFaceUp(1))
    assert state.view(0).market == (None, None, "green", "white", "black")


@every_game
def test_A8_nothing_to_draw_no_drawing(game):
    state = table(game)
    set_market(state)
    only_deck(state, hoarder=0)
    assert draws(state) == set()
    assert {ClaimRoute, DrawTickets} <= kinds_of(state.legal_actions())
    refused(state, DrawBlind(), "no_cards", IllegalAction)
    refused(state, DrawFaceUp(0), "no_card", IllegalAction)


@every_game
def test_A8_only_what_lies_there_can_be_drawn(game):
    state = table(game)
    set_market(state, None, "red", None, "locomotive", "blue")
    only_deck(state, hoarder=1)
    assert draws(state) == {DrawFaceUp(1), DrawFaceUp(3), DrawFaceUp(4)}
    state.apply(DrawFaceUp(1))
    assert legal(state) == {DrawFaceUp(4)} | may_stop(state)


@every_game
def test_A8_one_face_up_card_left_is_the_whole_turn(game):
    state = table(game)
    set_market(state, None, None, "red")
    only_deck(state, hoarder=1)
    assert draws(state) == {DrawFaceUp(2)}
    state.apply(DrawFaceUp(2))
    assert state.to_act == (1,)


@every_game
def test_A8_one_blind_card_beside_locomotives_is_the_whole_turn(game):
    state = table(game)
    set_market(state, *[LOCO] * 5)
    only_deck(state, "red", hoarder=1)
    state.apply(DrawBlind())
    assert state.view(0).market == (LOCO,) * 5
    assert state.to_act == (1,)


@every_game
def test_A7_A8_discards_make_a_second_card_beside_locomotives(game):
    state = table(game)
    set_market(state, *[LOCO] * 5)
    only_deck(state, "red", LOCO, hoarder=1)
    discard_deck(state, keep=1)
    assert (state.deck, state.discarded) == ([CARD_INDEX["red"]], 1)
    state.apply(DrawBlind())
    assert legal(state) == {DrawBlind()} | may_stop(state)
    assert state.apply(DrawBlind()) == [DeckReshuffled(1), CardDrawn(0, None, LOCO)]
    assert state.to_act == (1,)


@every_game
def test_A8_locomotives_alone_are_no_second_card(game):
    state = table(game)
    set_market(state, "red", "locomotive", "locomotive")
    only_deck(state, hoarder=1)
    state.apply(DrawFaceUp(0))
    assert state.view(0).market == (None, "locomotive", "locomotive", None, None)
    assert state.to_act == (1,)
    assert draws(state) == {DrawFaceUp(1), DrawFaceUp(2)}


@every_game
def test_A9_gaps_are_refilled_when_cards_are_discarded(game):
    state = table(game)
    set_market(state, None, "blue", None, None, "black")
    set_hand(state, 0, red=1)
    only_deck(state, hoarder=1)
    events = state.apply(red_one(state))
    assert events[1:] == [DeckReshuffled(1), MarketFilled(0, "red")]
    view = state.view(0)
    assert view.market == ("red", "blue", None, None, "black")
    assert (view.deck, sum(view.discards)) == (0, 0)


@every_game
def test_A7_A9_more_discards_than_gaps_leave_a_deck(game):
    state = table(game)
    line, colour = {
        "usa": ("Boston - New York", "red"),
        "europe": ("Bruxelles - Paris", "red"),
        "northern_lights": ("Lahti - Imatra", "red"),
    }[game]
    set_market(state, None, "blue", "green", "white", "black")
    set_hand(state, 0, red=2)
    only_deck(state, hoarder=1)
    claim = ClaimRoute(route(state, line, colour), cards(red=2))
    assert payments(state, claim.route) == {claim.cards}
    events = state.apply(claim)
    assert events[1:] == [DeckReshuffled(2), MarketFilled(0, "red")]
    assert (state.view(0).deck, sum(state.view(0).discards)) == (1, 0)


def test_A9_a_station_refills_gaps_too():
    state = table("europe")
    set_market(state, None, "blue", None, None, "black")
    set_hand(state, 0, green=1)
    only_deck(state, hoarder=1)
    state.apply(BuildStation(3, cards(green=1)))
    assert state.view(0).market == ("green", "blue", None, None, "black")


@every_game
def test_A9_refilling_comes_before_the_next_turn(game):
    state = table(game)
    set_market(state)
    set_hand(state, 0, red=1)
    only_deck(state, hoarder=1)
    state.apply(red_one(state))
    assert draws(state) == {DrawFaceUp(0)}
    assert state.to_act == (1,)
