"""B1–B8: what is particular to the game on the USA board, and its booklet's examples."""

import pytest
from tests.rules.positions import (
    COLOUR_NAMES,
    LOCO,
    all_tickets,
    all_train_cards,
    cards,
    deal,
    draws,
    every_number,
    hold,
    items,
    keep_all,
    legal,
    no_tickets,
    only_deck,
    opening_answers,
    own_lines,
    payments,
    refused,
    route,
    set_hand,
    set_market,
    set_ticket_deck,
    stack_deck,
    table,
)

from carrozza.core.actions import (
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    StopDrawing,
)
from carrozza.core.errors import BadOptions, IllegalAction
from carrozza.core.events import (
    CardDrawn,
    CardsDealt,
    MarketFilled,
    MarketReset,
    MarketStays,
    TicketsOffered,
)
from carrozza.core.scores import LongestPathItem, TicketItem, TieBreak

# B1: pieces


@every_number
def test_B1_pieces_and_deal(players):
    state, events = deal("usa", players)
    view = state.view(None)
    assert all_train_cards(state) == [12] * 8 + [14]
    assert view.hand_sizes == (4,) * players
    assert view.trains == (45,) * players
    assert view.points == (0,) * players
    assert None not in view.market
    assert len(view.market) == 5
    assert view.deck + sum(view.discards) == 110 - 5 - 4 * players
    assert all_tickets(state) == list(range(33))
    dealt = [event for event in events if isinstance(event, CardsDealt)]
    assert [(e.seat, e.count, len(e.cards)) for e in dealt] == [(s, 4, 4) for s in range(players)]


@pytest.mark.parametrize("players", [0, 1, 6])
def test_B1_two_to_five_players(players):
    with pytest.raises(BadOptions) as raised:
        deal("usa", players, first=None)
    assert raised.value.code == "players"


def test_B1_the_cards_are_shuffled():
    one, other = deal("usa", seed="one")[0], deal("usa", seed="other")[0]
    assert one.deck != other.deck
    assert one.ticket_deck != other.ticket_deck
    assert deal("usa", seed="one")[0].plain() == one.plain()


# B2: three face-up Locomotives


def test_B2_a_third_locomotive_sweeps_the_market():
    state = table("usa")
    set_market(state, LOCO, "red", LOCO, "blue", "green")
    fresh = ["red", "white", "black", LOCO, "blue"]
    stack_deck(state, LOCO, *fresh)
    before = all_train_cards(state)
    events = state.apply(DrawFaceUp(1))
    assert events == [
        CardDrawn(0, 1, "red"),
        MarketFilled(1, LOCO),
        MarketReset((LOCO, LOCO, LOCO, "blue", "green")),
        *(MarketFilled(slot, card) for slot, card in enumerate(fresh)),
    ]
    assert state.view(0).market == tuple(fresh)
    assert state.view(0).discards == (0, 1, 0, 0, 1, 0, 0, 0, 3)
    assert all_train_cards(state) == before
    assert draws(state) == {DrawBlind()} | {DrawFaceUp(n) for n in (0, 1, 2, 4)}


def test_B2_repeated_as_needed():
    state = table("usa")
    set_market(state, LOCO, "red", LOCO, "blue", "green")
    again = [LOCO, LOCO, "red", "red", LOCO]
    last = ["white", "white", "black", LOCO, LOCO]
    stack_deck(state, LOCO, *again, *last)
    events = state.apply(DrawFaceUp(1))
    assert [e.discarded for e in events if isinstance(e, MarketReset)] == [
        (LOCO, LOCO, LOCO, "blue", "green"),
        tuple(again),
    ]
    assert state.view(0).market == tuple(last)


def test_B2_a_locomotive_taken_can_turn_up_another():
    state = table("usa")
    set_market(state, LOCO, "red", LOCO, "blue", "green")
    stack_deck(state, LOCO)
    events = state.apply(DrawFaceUp(0))
    assert not any(isinstance(event, MarketReset) for event in events)
    assert state.view(0).market == (LOCO, "red", LOCO, "blue", "green")


def first_deal_with_reset(game, players):
    for number in range(2000):
        state, events = deal(game, players, f"reset {number}")
        if any(isinstance(event, MarketReset) for event in events):
            return state, events
    raise AssertionError("no deal turned up three Locomotives")


@every_number
def test_B2_also_at_set_up(players):
    state, events = first_deal_with_reset("usa", players)
    at = next(i for i, event in enumerate(events) if isinstance(event, MarketReset))
    shown = tuple(event.card for event in events[at - 5 : at])
    assert events[at] == MarketReset(shown)
    assert shown.count(LOCO) >= 3
    assert state.view(None).market.count(LOCO) < 3
    assert sum(state.view(None).discards) == 5
    assert all_train_cards(state) == [12] * 8 + [14]


def test_B2_no_deal_shows_three_locomotives():
    for number in range(300):
        assert deal("usa", 5, str(number))[0].view(None).market.count(LOCO) < 3


def test_A9_B2_refilled_gaps_can_sweep_the_market():
    resets = 0
    for number in range(10):
        state = table("usa", seed=str(number))
        set_market(state, LOCO, LOCO, None, None, None)
        set_hand(state, 0, white=3, locomotive=3)
        only_deck(state, hoarder=1)
        before = all_train_cards(state)
        claim = ClaimRoute(route(state, "Calgary - Winnipeg"), cards(white=3, locomotive=3))
        events = state.apply(claim)
        resets += any(isinstance(event, MarketReset) for event in events)
        stays = any(isinstance(event, MarketStays) for event in events)
        assert (state.view(0).market.count(LOCO) >= 3) == stays
        assert None not in state.view(0).market
        assert all_train_cards(state) == before
    assert resets


def test_B2_A9_locomotives_alone_stay():
    state = table("usa")
    set_market(state, LOCO, LOCO, None, None, None)
    set_hand(state, 0, locomotive=3)
    only_deck(state, hoarder=1)
    events = state.apply(ClaimRoute(route(state, "Chicago - Duluth"), cards(locomotive=3)))
    assert not any(isinstance(event, MarketReset) for event in events)
    assert state.view(0).market == (LOCO,) * 5


@pytest.mark.parametrize(("others", "resets"), [(2, False), (3, True)])
def test_B2_not_when_fewer_than_three_other_cards_remain(others, resets):
    state = table("usa")
    set_market(state, "red", LOCO, LOCO, "red", "red")
    set_hand(state, 0)
    only_deck(state, LOCO, *["red"] * (others - 2), hoarder=1)
    before = all_train_cards(state)
    events = state.apply(DrawFaceUp(0))
    market = state.view(0).market
    assert any(isinstance(event, MarketReset) for event in events) == resets
    assert all_train_cards(state) == before
    if resets:
        assert market.count(LOCO) < 3
        assert None not in market
    else:
        assert market == (LOCO, LOCO, LOCO, "red", "red")


def test_B2_the_other_cards_may_be_among_the_discards():
    state = table("usa")
    set_market(state, "red", LOCO, LOCO, "red", "red")
    only_deck(state, LOCO, hoarder=1)
    state.hands[1][7] -= 2
    state.discards[7] += 2
    state.discarded += 2
    events = state.apply(DrawFaceUp(0))
    assert any(isinstance(event, MarketReset) for event in events)
    assert state.view(0).market.count(LOCO) < 3


# B3: opening tickets


@every_number
def test_B3_four_tickets_each_keep_at_least_two(players):
    state, events = deal("usa", players)
    offers = [event for event in events if isinstance(event, TicketsOffered)]
    assert [(e.seat, e.count) for e in offers] == [(s, 4) for s in range(players)]
    assert state.to_act == tuple(range(players))
    for seat in range(players):
        assert set(state.legal_actions(seat)) == opening_answers(4, 2)
        refused(state, KeepTickets((0,), (1, 2, 3)), "too_few_tickets", IllegalAction, seat)


def test_B3_refused_tickets_are_shuffled_together_under_the_deck():
    orders = set()
    for number in range(12):
        state, _ = deal("usa", 3, str(number))
        deck = list(state.ticket_deck)
        back = [state.offers[seat][n] for seat in range(3) for n in (2, 3)]
        for seat in range(3):
            state.apply(KeepTickets((0, 1), (2, 3)), seat)
        assert state.ticket_deck[6:] == deck
        assert sorted(state.ticket_deck[:6]) == sorted(back)
        orders.add(tuple(back.index(t) for t in state.ticket_deck[:6]))
        assert all_tickets(state) == list(range(33))
    assert len(orders) > 6


def test_B3_the_order_of_the_answers_does_not_matter():
    ends = []
    for order in [(0, 1, 2), (2, 0, 1), (1, 2, 0)]:
        state, _ = deal("usa", 3)
        for seat in order:
            state.apply(KeepTickets((0, 1, 2)[: 2 + seat % 2], (2, 3)[seat % 2 :]), seat)
        ends.append(state.plain())
    assert ends[0] == ends[1] == ends[2]


def test_B3_play_begins_when_all_have_chosen():
    state, _ = deal("usa", 3, first=2)
    state.apply(keep_all(state, 1), 1)
    assert state.to_act == (0, 2)
    state.apply(keep_all(state, 2), 2)
    assert state.to_act == (0,)
    refused(state, DrawBlind(), "wrong_moment", IllegalAction)
    state.apply(keep_all(state, 0), 0)
    assert state.to_act == (2,)


# B4, B5


def test_B4_the_second_card_must_be_drawn():
    state = table("usa")
    set_market(state, "red", "blue", "green", "white", "black")
    state.apply(DrawBlind())
    assert legal(state) == {DrawBlind()} | {DrawFaceUp(n) for n in range(5)}
    refused(state, StopDrawing(), "wrong_moment", IllegalAction)


@pytest.mark.parametrize("back", [(0, 1), (1, 0)])
def test_B5_returned_tickets_go_under_the_deck_in_the_order_chosen(back):
    state = table("usa")
    set_ticket_deck(state, 4)
    state.apply(DrawTickets())
    offer = state.view(0).offer
    [rest] = state.ticket_deck
    state.apply(KeepTickets((2,), back))
    state.apply(DrawTickets())
    assert state.view(1).offer == (rest, offer[back[0]], offer[back[1]])


# B6: the longest path


def test_B6_ten_points_for_the_longest_path():
    state = table("usa", 3)
    own_lines(state, 0, "Calgary - Winnipeg")
    own_lines(state, 1, "Duluth - Omaha", "Chicago - Omaha", "Chicago - Saint Louis")
    shown = [items(state, seat, LongestPathItem)[0] for seat in range(3)]
    assert [(item.points, item.length) for item in shown] == [(0, 6), (10, 8), (0, 0)]


# B7: who wins


def tied_table(players=2):
    state = table("usa", players)
    no_tickets(state)
    return state


def test_B7_most_points_win():
    state = tied_table(3)
    own_lines(state, 1, "Portland - Seattle")
    sheet = state.score_sheet()
    assert (sheet.totals, sheet.tie_breaks, sheet.winners) == ((0, 11, 0), (), (1,))


def test_B7_then_most_completed_tickets():
    state = tied_table()
    own_lines(state, 0, "Calgary - Seattle", "Dallas - Houston")  # 7 + 1
    own_lines(state, 1, "Atlanta - Raleigh", "Raleigh - Washington")  # 2 + 2
    hold(state, 1, "Atlanta - Washington")  # 4
    sheet = state.score_sheet()
    assert sheet.totals == (18, 18)
    assert sheet.tie_breaks == (TieBreak("tickets", (0, 1), (0, 1), (1,)),)
    assert sheet.winners == (1,)


def test_B7_then_the_longest_path():
    state = tied_table()
    own_lines(state, 0, "Calgary - Winnipeg", "Boston - New York")  # 15 + 2
    own_lines(  # 2 + 2 + 2 + 1, and 10
        state,
        1,
        "Dallas - Little Rock",
        "Little Rock - Saint Louis",
        "Nashville - Saint Louis",
        "Atlanta - Nashville",
    )
    sheet = state.score_sheet()
    assert sheet.totals == (17, 17)
    assert sheet.tie_breaks == (
        TieBreak("tickets", (0, 1), (0, 0), (0, 1)),
        TieBreak("longest_path", (0, 1), (0, 1), (1,)),
    )
    assert sheet.winners == (1,)


def test_B7_otherwise_they_share():
    state = tied_table(3)
    own_lines(state, 0, "Calgary - Winnipeg")
    own_lines(state, 2, "Miami - New Orleans")
    sheet = state.score_sheet()
    assert sheet.totals == (25, 0, 25)
    assert sheet.tie_breaks == (
        TieBreak("tickets", (0, 2), (0, 0), (0, 2)),
        TieBreak("longest_path", (0, 2), (1, 1), (0, 2)),
    )
    assert sheet.winners == (0, 2)


def test_B7_incomplete_tickets_do_not_break_a_tie():
    state = tied_table()
    hold(state, 0, "Denver - El Paso")  # −4, incomplete
    own_lines(state, 0, "Calgary - Seattle", "Denver - Helena")  # 7 + 7
    own_lines(state, 1, "Duluth - Winnipeg", "Chicago - Pittsburgh")  # 7 … 4
    sheet = state.score_sheet()
    assert [score.total for score in sheet.seats] == [20, 21]
    own_lines(state, 0, "Dallas - Houston")
    sheet = state.score_sheet()
    assert sheet.totals == (21, 21)
    assert sheet.tie_breaks[0] == TieBreak("tickets", (0, 1), (0, 0), (0, 1))
    assert sheet.winners == (0, 1)


# B8: the classic edition


@every_number
def test_B8_the_classic_edition_deals_three_of_thirty_tickets(players):
    state, events = deal("usa", players, edition="classic")
    assert all_tickets(state) == list(range(30))
    assert not any(state.lookups.board.tickets[t].edition for t in all_tickets(state))
    offers = [event for event in events if isinstance(event, TicketsOffered)]
    assert [(e.seat, e.count) for e in offers] == [(s, 3) for s in range(players)]
    for seat in range(players):
        assert set(state.legal_actions(seat)) == opening_answers(3, 2)


def test_B8_the_current_edition_is_the_default():
    default, current = deal("usa")[0], deal("usa", edition="current")[0]
    assert default.offers == current.offers
    assert len(all_tickets(default)) == 33
    assert {
        state.lookups.spec.trains for state in (default, deal("usa", edition="classic")[0])
    } == {45}


@pytest.mark.parametrize("edition", ["first", 1, True, ""])
def test_B8_there_is_no_other_edition(edition):
    with pytest.raises(BadOptions) as raised:
        deal("usa", edition=edition)
    assert raised.value.code == "option_value"


# The booklet's examples


def test_A10_A11_example_1_the_blue_route_montreal_new_york():
    state = table("usa")
    blue = route(state, "Montréal - New York")
    set_hand(state, 0, blue=4, locomotive=4, red=4, green=4)
    assert payments(state, blue) == {
        cards(blue=3),
        cards(blue=2, locomotive=1),
        cards(blue=1, locomotive=2),
        cards(locomotive=3),
    }


def test_A10_A11_example_2_the_grey_route_toronto_pittsburgh():
    state = table("usa")
    grey = route(state, "Pittsburgh - Toronto")
    set_hand(state, 0, **dict.fromkeys(COLOUR_NAMES, 3), locomotive=3)
    expected = {cards(locomotive=2)}
    for colour in COLOUR_NAMES:
        expected |= {cards(**{colour: 2}), cards(**{colour: 1}, locomotive=1)}
    assert payments(state, grey) == expected
    refused(state, ClaimRoute(grey, cards(red=1, blue=1)), "wrong_cards", IllegalAction)


def test_A19_A21_example_3_tickets_of_blue_and_green():
    state = table("usa")
    no_tickets(state)
    hold(state, 0, "Montréal - Atlanta", "New York - Atlanta")
    own_lines(
        state,
        0,
        "Montréal - New York",
        "New York - Washington",
        "Raleigh - Washington",
        "Atlanta - Raleigh",
    )
    hold(state, 1, "Sault Ste. Marie - Nashville", "Atlanta - Washington")
    own_lines(
        state,
        1,
        "Sault Ste. Marie - Toronto",
        "Pittsburgh - Toronto",
        "Nashville - Pittsburgh",
        "Pittsburgh - Washington",
    )
    blue, green = items(state, 0, TicketItem), items(state, 1, TicketItem)
    assert [(t.points, t.completed) for t in blue] == [(9, True), (6, True)]
    assert [(t.points, t.completed) for t in green] == [(8, True), (-4, False)]
    assert sum(t.points for t in blue) == 15
    assert sum(t.points for t in green) == 4
