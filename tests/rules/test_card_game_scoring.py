"""E10–E14: completing tickets, the second deck, and the end of the card game."""

import random

import pytest
from tests.rules.card_positions import (
    all_best,
    arrange,
    deal,
    happened,
    hold,
    play,
    refused,
    score_now,
    table,
    ticket,
    turn_of,
)

from carrozza.core.actions import (
    CompleteBest,
    CompleteTicket,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
)
from carrozza.core.cards import CARDS
from carrozza.core.events import (
    CardsDealt,
    DeckRenewed,
    GameEnded,
    LastRoundStarted,
    MarketFilled,
    TicketChosen,
    TicketsScored,
    seen_by,
)
from carrozza.core.rng import Rng
from carrozza.core.scores import BonusItem, TicketItem, TieBreak

every_number = pytest.mark.parametrize("players", [2, 3, 4])


def scored(players, track, *lines):
    """Seat 0 scores these tickets with these cards, the best way; what it completed."""
    state = table(players)
    hold(state, 0, *lines)
    arrange(state, tracks={0: track})
    score_now(state)
    events = all_best(state)
    return state, happened(events, TicketsScored)[0]


# E11: completing tickets


def test_E11_los_angeles_pittsburgh_with_a_locomotive_and_three_cards():
    """The booklet's example."""
    line = "Los Angeles - Pittsburgh"
    state, done = scored(2, {"white": 1, "blue": 1, "purple": 1, "locomotive": 1}, line)
    used = ("purple", "blue", "white", "locomotive")
    assert done == TicketsScored(0, (ticket(state, line),), (used,), 18)


@pytest.mark.parametrize(
    ("track", "completed"),
    [
        ({"white": 1, "blue": 2, "purple": 1}, True),
        ({"locomotive": 4}, True),
        ({"white": 1, "blue": 1, "purple": 1}, False),
        ({"white": 9, "blue": 1, "purple": 9}, False),
        ({"white": 1, "red": 9, "purple": 1, "locomotive": 1}, False),
    ],
)
def test_E11_a_ticket_needs_exactly_its_colours_and_amounts(track, completed):
    _, done = scored(2, track, "Los Angeles - Pittsburgh")
    assert done.points == (18 if completed else 0)


def test_E11_a_card_serves_one_ticket():
    lines = ("Chicago - New York", "Chicago - Dallas")  # yellow; yellow and green
    state, done = scored(4, {"yellow": 1, "green": 1}, *lines)  # no bonus cards yet
    assert done.tickets == (ticket(state, lines[1]),)
    state, done = scored(2, {"yellow": 2, "green": 1}, *lines)
    assert done.points == 11


def test_E11_a_locomotive_is_any_colour_whatever_row_it_came_from():
    state = table()
    [number] = hold(state, 0, "New York - Chicago")  # one blue card
    arrange(state, yards={0: {"red": (1, 1)}}, hands={1: {"white": 2}})
    turn_of(state, 1)
    state.apply(play(white=2))
    score_now(state)
    assert happened(all_best(state), TicketsScored)[0] == TicketsScored(
        0, (number,), (("locomotive",),), 5
    )


def test_E11_cards_in_hand_or_yard_complete_nothing():
    state = table()
    hold(state, 0, "New York - Chicago")
    arrange(state, hands={0: {"blue": 4}}, yards={0: {"blue": (5, 0)}})
    score_now(state)
    assert set(state.legal_actions(0)) == {CompleteBest()}
    assert state.view(0).tracks[0] == (0,) * 9
    all_best(state)
    assert state.score_sheet().totals == (-5, 0)


def test_E11_the_best_set_is_found_though_a_single_ticket_is_dearer():
    lines = ("Seattle - New York", "New York - Chicago", "Seattle - Denver", "New York - Miami")
    state, done = scored(2, {"black": 1, "blue": 2, "purple": 1, "green": 1, "red": 1}, *lines)
    assert done.tickets == tuple(sorted(ticket(state, line) for line in lines[1:]))
    assert done.points == 5 + 10 + 10


def test_E11_the_player_may_choose_otherwise():
    state = table()
    cheap, dear = hold(state, 0, "Dallas - Raleigh", "Dallas - Miami")  # both green and red
    arrange(state, tracks={0: {"green": 1, "red": 1}})
    score_now(state)
    assert set(state.legal_actions(0)) == {
        CompleteTicket(cheap),
        CompleteTicket(dear),
        CompleteBest(),
    }
    assert set(state.legal_actions(1)) == {CompleteBest()}
    assert refused(state, DrawBlind(), 0) == "wrong_moment"
    assert refused(state, CompleteTicket(cheap), 1) == "not_your_ticket"
    events = state.apply(CompleteTicket(cheap), 0)
    assert events == [TicketChosen(0, cheap)]
    assert seen_by(events, 1) == [TicketChosen(0, None)]
    assert refused(state, CompleteTicket(cheap), 0) == "already_chosen"
    assert refused(state, CompleteTicket(dear), 0) == "track_too_short"
    events = all_best(state)
    assert events[0] == TicketsScored(0, (cheap,), (("green", "red"),), 8)
    assert state.score_sheet().seats[0].total == 8 - 9 + 10  # and the bonus for Dallas


def test_E11_choices_stay_secret_until_all_have_chosen():
    state = table(3)
    cheap, _ = hold(state, 0, "Dallas - Raleigh", "Dallas - Miami")
    arrange(state, tracks={0: {"green": 1, "red": 1, "locomotive": 4}})
    score_now(state)
    assert state.to_act == (0, 1, 2)
    before = [state.view(seat) for seat in (1, 2, None)]
    state.apply(CompleteTicket(cheap), 0)
    assert [state.view(seat) for seat in (1, 2, None)] == before
    assert [done.ticket for done in state.view(0).chosen] == [cheap]
    assert state.apply(CompleteBest(), 0) == []
    assert state.view(1).completed == ((), (), ())
    assert state.view(1).track_sizes == (6, 0, 0)
    assert state.view(1).ticket_counts == (2, 0, 0)


@every_number
def test_E11_the_order_of_the_seats_makes_no_difference(players):
    ends = []
    for order in (range(players), reversed(range(players))):
        state, _ = deal(players)
        for seat in range(players):
            state.apply(KeepTickets((0, 1, 2, 3, 4, 5), ()), seat)
        tracks = {seat: {CARDS[seat]: 3, CARDS[seat + 4]: 2, "locomotive": 3} for seat in range(4)}
        arrange(state, tracks={seat: tracks[seat] for seat in range(players)})
        score_now(state)
        for seat in order:
            state.apply(next(iter(state.legal_actions(seat))), seat)
            if state.to_act and seat in state.to_act:
                state.apply(CompleteBest(), seat)
        ends.append(state.plain())
    assert ends[0] == ends[1]


def test_E11_a_sheet_can_be_had_in_the_middle_of_the_game():
    state = table()
    done, _ = hold(state, 0, "New York - Chicago", "Seattle - Miami")
    arrange(state, tracks={0: {"blue": 1}})
    before = state.plain()
    sheet = state.score_sheet()
    assert sheet.seats[0].items[:2] == (
        TicketItem(5, done, True, ("blue",)),
        TicketItem(-22, ticket(state, "Seattle - Miami"), False),
    )
    assert state.plain() == before


# E10, E12: one deck for two or three players, two for four


@pytest.mark.parametrize("players", [2, 3])
def test_E12_two_or_three_players_play_one_deck(players):
    state = table(players)
    arrange(state, market=(None,) * 5, deck=("red",), no_more=True)
    state.apply(DrawBlind())
    for _ in range(players):
        assert state.view(None).phase == "turn"
        state.apply(DrawTickets())
        state.apply(KeepTickets((), (0, 1, 2, 3)))
    events = all_best(state)
    assert isinstance(events[-1], GameEnded)
    assert state.over
    assert state.view(0).phase == "over"


def test_E12_four_players_go_on_with_a_second_deck():
    state = table(4)
    done, open_ = hold(state, 1, "New York - Chicago", "Seattle - Miami")
    arrange(
        state,
        hands={0: {"red": 2}, 3: {"locomotive": 1}},
        yards={2: {"green": (3, 1)}},
        tracks={1: {"blue": 2}},
        deck=("white", "white"),
        no_more=True,
    )
    turn_of(state, 1)
    state.apply(DrawBlind())
    assert LastRoundStarted(1) in state.apply(DrawBlind())
    for _ in range(4):
        state.apply(DrawTickets())
        state.apply(KeepTickets((), (0, 1, 2, 3)))
    events = all_best(state)
    assert [event.points for event in happened(events, TicketsScored)] == [0, 5, 0, 0]
    assert happened(events, DeckRenewed) == [DeckRenewed(96 - 2 - 2 - 1)]
    assert [event.count for event in happened(events, CardsDealt)] == [4, 4, 4, 4]
    assert len(happened(events, MarketFilled)) == 5
    view = state.view(1)
    assert state.to_act == (2,)  # left of the seat that had the last turn
    assert view.hand_sizes == (6, 6, 4, 5)
    assert (view.deck, view.discards) == (91 - 16 - 5, (0,) * 9)
    assert (view.track_sizes, view.yards) == ((0,) * 4, ((),) * 4)
    assert view.tickets == (open_,)
    assert [c.ticket for c in view.completed[1]] == [done]
    assert (view.decks_left, view.turns_left) == (0, None)


def test_E12_the_second_deck_is_the_last():
    state = table(4)
    hold(state, 2, "Seattle - Miami", "New York - Chicago")
    arrange(state, tracks={2: {"blue": 1}}, no_more=True)
    score_now(state)
    all_best(state)
    assert not state.over
    arrange(
        state,
        tracks={2: {"black": 1, "white": 1, "red": 1, "locomotive": 2}},
        market=(None,) * 5,
        deck=("red",),
        no_more=True,
    )
    state.ticket_deck, state.ticket_marks = [], []
    assert LastRoundStarted(state.seat) in state.apply(DrawBlind())
    for _ in range(4):
        state.apply(Pass())
    events = all_best(state)
    assert isinstance(events[-1], GameEnded)
    points = {item.ticket: item.points for item in state.score_sheet().seats[2].items[:2]}
    assert sorted(points.values()) == [5, 22]  # of both scorings


def test_E12_cards_are_dealt_one_at_a_time_from_the_seat_that_resumes():
    state = table(4)
    # All cards but six are in hands: four seats get one card, two of them a second one.
    arrange(
        state,
        hands={0: dict.fromkeys(CARDS[:8], 10), 1: {"locomotive": 10}},
        no_more=True,
        market=("locomotive",) * 5,
    )
    turn_of(state, 2)
    score_now(state)
    events = all_best(state)
    assert happened(events, DeckRenewed) == [DeckRenewed(6)]
    assert [event.count for event in happened(events, CardsDealt)] == [2, 1, 1, 2]


def test_E12_a_new_deck_that_the_deal_uses_up_gives_everyone_one_more_turn():
    state = table(4)
    arrange(
        state, hands={0: dict.fromkeys(CARDS[:8], 10)}, no_more=True, market=("locomotive",) * 5
    )
    turn_of(state, 3)
    score_now(state)
    events = all_best(state)
    assert happened(events, LastRoundStarted) == [LastRoundStarted(3)]
    assert state.view(None).market == (None,) * 5
    turns = []
    while state.view(None).phase == "turn":
        turns.append(state.seat)
        state.apply(DrawTickets())
        state.apply(KeepTickets((), (0, 1, 2, 3)))
    assert turns == [0, 1, 2, 3]
    assert isinstance(all_best(state)[-1], GameEnded)


# E13, E14: the end


def ended(*seats, players=2):
    """The sheet of a game in which each seat completed, and failed, these tickets."""
    state = table(players)
    for seat, (done, failed) in enumerate(seats):
        for number in hold(state, seat, *done):
            state.tickets[seat].remove(number)
            state.completed[seat].append((number, ()))
        hold(state, seat, *failed)
    state.decks_left = 0
    score_now(state)
    events = all_best(state)
    sheet = state.score_sheet()
    assert events[-1] == GameEnded(sheet.totals, sheet.winners)
    return sheet


def bonuses(sheet, seat):
    items = [item for item in sheet.seats[seat].items if isinstance(item, BonusItem)]
    assert len(items) == 6
    return {item.bonus: (item.count, item.points) for item in items if item.count}


def test_E13_incomplete_tickets_are_subtracted():
    sheet = ended((["Dallas - Raleigh"], ["Seattle - Miami", "Miami - Boston"]), ([], []))
    assert sheet.seats[0].total == 8 + 10 - 22 - 12
    assert sheet.seats[1].total == 0


def test_E13_the_most_tickets_to_a_big_city_win_its_bonus():
    sheet = ended(
        (["Dallas - Raleigh", "Dallas - Helena"], []),
        (["Dallas - Winnipeg"], ["Dallas - Washington"]),
    )
    assert bonuses(sheet, 0) == {"Dallas": (2, 10)}
    assert bonuses(sheet, 1) == {"Dallas": (1, 0)}


def test_E13_a_ticket_between_big_cities_counts_for_both():
    sheet = ended((["Seattle - Miami"], []), ([], []))
    assert bonuses(sheet, 0) == {"Seattle": (1, 8), "Miami": (1, 8)}
    assert sheet.totals == (22 + 16, 0)


def test_E13_all_tied_players_score_a_bonus():
    sheet = ended(
        (["New York - New Orleans"], []), (["New York - Kansas City"], []), ([], []), players=3
    )
    assert bonuses(sheet, 0) == bonuses(sheet, 1) == {"New York": (1, 15)}
    assert bonuses(sheet, 2) == {}


def test_E13_zero_wins_no_bonus():
    sheet = ended(([], []), ([], []))
    assert sheet.totals == (0, 0)


def test_E14_most_points_win():
    sheet = ended((["Miami - Boston"], []), (["Miami - El Paso"], []))
    assert sheet.winners == (1,)
    assert sheet.tie_breaks == ()


def test_E14_then_most_completed_tickets():
    sheet = ended(
        (["Chicago - Santa Fe", "Chicago - Montréal"], ["Chicago - Dallas"]),  # 9 + 7 + 12 - 6
        (["Los Angeles - Vancouver"], []),  # 10 + 12
    )
    assert sheet.totals == (22, 22)
    assert sheet.winners == (0,)
    assert sheet.tie_breaks == (TieBreak("tickets", (0, 1), (2, 1), (0,)),)


def test_E14_then_most_bonus_cards():
    sheet = ended(
        (["Chicago - Calgary"], []),  # 13 + 12
        (["Dallas - New York"], ["Miami - Omaha"]),  # 11 + 10 + 15 - 11
    )
    assert sheet.totals == (25, 25)
    assert sheet.winners == (1,)
    assert sheet.tie_breaks[1] == TieBreak("bonus_cards", (0, 1), (1, 2), (1,))


def test_E14_otherwise_the_victory_is_shared():
    sheet = ended(([], []), ([], []))
    assert sheet.winners == (0, 1)
    assert [rule.rule for rule in sheet.tie_breaks] == ["tickets", "bonus_cards"]


# Whole games


@every_number
def test_E10_E12_E13_random_games_end_and_add_up(players):
    for seed in range(40):
        state, events = deal(players, f"whole {seed}", first=None)
        rng = random.Random(seed)
        while not state.over:
            seat = rng.choice(state.to_act)
            events += state.apply(rng.choice(state.legal_actions(seat)), seat)
        scorings = happened(events, TicketsScored)
        assert len(scorings) == players * (2 if players == 4 else 1)
        assert len(happened(events, LastRoundStarted)) == (2 if players == 4 else 1)
        for score in state.sheet.seats:
            won = sum(event.points for event in scorings if event.seat == score.seat)
            assert won == sum(
                item.points
                for item in score.items
                if isinstance(item, TicketItem) and item.completed
            )
            assert score.total == sum(item.points for item in score.items)


def test_E4_E11_a_sample_at_the_scoring_keeps_what_the_seat_knows():
    state = table(3)
    cheap, dear = hold(state, 0, "Dallas - Raleigh", "Dallas - Miami")
    hold(state, 1, "Seattle - Miami")
    arrange(state, tracks={0: {"green": 1, "red": 1, "locomotive": 2}, 1: {"white": 6}})
    score_now(state)
    state.apply(CompleteTicket(cheap), 0)
    state.apply(CompleteBest(), 1)
    for seat in (0, 1, 2, None):
        sample = state.resample(seat, Rng.from_seed("scoring"))
        assert sample.view(seat) == state.view(seat)
        assert sample.to_act == (0, 2)
    sample = state.resample(0, Rng.from_seed("scoring"))
    assert CompleteTicket(dear) in sample.legal_actions(0)
    assert sum(sample.tracks[1]) + sum(len(used) for _, used in sample.chosen[1]) == 6
    assert DrawFaceUp(0) not in sample.legal_actions(0)
