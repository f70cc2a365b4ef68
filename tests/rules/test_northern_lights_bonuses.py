"""D8 and D9: the eleven bonus cards, and who wins in Northern Lights."""

import pytest
from tests.rules.positions import (
    bonus,
    hold,
    items,
    no_tickets,
    own_lines,
    set_bonus_cards,
    set_hand,
    set_trains,
    table,
)

from carrozza.core.scores import BonusItem, LongestPathItem, TicketItem, TieBreak

POINTS = {
    "Call of the Wild": 5,
    "Capital Investment": 7,
    "Cost Efficiency": 7,
    "Small-Steps Strategist": 10,
    "International Tycoon": 12,
    "Nordic Express": 10,
    "Local Network": 10,
    "Polar Express": 12,
    "Snowplow Award": 12,
    "Master Ferryman": 12,
    "Wild West": 7,
}


def bonus_table(*names, players=3):
    """A table with these bonus cards in play, empty hands and no tickets."""
    state = table("northern_lights", players)
    set_bonus_cards(state, *names)
    no_tickets(state)
    for seat in range(players):
        set_hand(state, seat)
    return state


def counted(state, name):
    """What each seat counts for a bonus card; the points must be those of the winners."""
    shown = []
    for seat in range(state.setup.players):
        [item] = [i for i in items(state, seat, BonusItem) if i.bonus == name]
        shown.append(item)
    counts = [item.count for item in shown]
    for item in shown:
        wins = item.count > 0 and item.count == max(counts)
        assert item.points == (POINTS[name] if wins else 0)
    return counts


def test_D8_the_eleven_cards_and_their_values():
    state = table("northern_lights")
    assert {card.name: card.points for card in state.lookups.board.bonus_cards} == POINTS


@pytest.mark.parametrize("name", POINTS)
def test_D8_only_the_cards_in_play_count(name):
    state = bonus_table(name)
    for score in state.score_sheet().seats:
        assert [item.bonus for item in score.items if isinstance(item, BonusItem)] == [name]


@pytest.mark.parametrize("name", POINTS)
def test_D8_zero_never_wins(name):
    state = bonus_table(name)
    for seat in range(3):
        set_trains(state, seat, 0)
    sheet = state.score_sheet()
    assert counted(state, name) == [0, 0, 0]
    assert sheet.totals == (0, 0, 0)


def test_D8_call_of_the_wild():
    state = bonus_table("Call of the Wild")
    set_hand(state, 0, locomotive=1, red=5, blue=1, green=1)
    set_hand(state, 1, locomotive=2)
    set_hand(state, 2, red=1, blue=1, green=1, black=1)
    assert counted(state, "Call of the Wild") == [3, 2, 0]
    set_hand(state, 1, locomotive=3)
    assert counted(state, "Call of the Wild") == [3, 3, 0]
    assert state.score_sheet().totals == (5, 5, 0)


def test_D8_capital_investment():
    name = "Capital Investment"
    state = bonus_table(name)
    hold(state, 0, "Oslo - Stockholm", "Lillehammer - Ålborg")  # names two, counts once
    own_lines(state, 0, "Karlstad - Oslo", "Karlstad - Stockholm", "Oslo - Lillehammer")
    own_lines(state, 0, "Ålborg - Oslo")
    hold(state, 1, "Stockholm - Helsinki", "Oslo - Helsinki", "Turku - Klaipėda")
    own_lines(state, 1, "Stockholm - Turku", "Helsinki - Turku")
    assert counted(state, name) == [1, 1, 0]  # Oslo – Helsinki is not complete
    hold(state, 2, "København - Klaipėda", "Stockholm - Riga")
    own_lines(state, 2, "København - Gdańsk", "Gdańsk - Klaipėda", "Klaipėda - Riga")
    own_lines(state, 2, "Riga - Kuressaare", "Stockholm - Kuressaare")
    assert counted(state, name) == [1, 1, 2]


def test_D8_capital_investment_is_about_four_cities():
    state = table("northern_lights")
    card = state.lookups.board.bonus_cards[bonus(state, "Capital Investment")]
    assert set(card.cities) == {"Stockholm", "København", "Oslo", "Helsinki"}


def test_D8_cost_efficiency():
    state = bonus_table("Cost Efficiency")
    own_lines(state, 0, "Bergen - Oslo")
    assert counted(state, "Cost Efficiency") == [37, 40, 40]
    own_lines(state, 2, "Karlstad - Oslo")
    assert counted(state, "Cost Efficiency") == [37, 40, 39]


def test_D8_small_steps_strategist():
    name = "Small-Steps Strategist"
    state = bonus_table(name)
    own_lines(state, 0, "Karlstad - Oslo", "Umeå - Vaasa", "Bergen - Oslo")  # a ferry counts too
    own_lines(state, 1, "Lahti - Tampere", "Boden - Tornio", "Kuopio - Kajaani")
    own_lines(state, 2, "Trondheim - Mo i Rana", "Göteborg - Oslo")
    assert counted(state, name) == [2, 3, 0]


def test_D8_international_tycoon():
    name = "International Tycoon"
    state = bonus_table(name)
    countries = {city.country for city in state.lookups.board.cities}
    assert len(countries) == 9
    own_lines(state, 0, "Bergen - Oslo", "Göteborg - Oslo")  # Norway, Sweden
    own_lines(state, 1, "Riga - Kuressaare", "Kem - Apatity")  # Latvia, Estonia and, apart, Russia
    own_lines(state, 2, "Karlskrona - Gdańsk", "København - Gdańsk")  # Sweden, Poland, Denmark
    assert counted(state, name) == [2, 3, 3]
    own_lines(state, 0, "Ålborg - Göteborg", "Kiruna - Narvik", "Stockholm - Turku")
    assert counted(state, name) == [4, 3, 3]


def test_D8_international_tycoon_counts_all_nine():
    state = bonus_table("International Tycoon")
    own_lines(
        state,
        0,
        "Ålborg - Kristiansand",  # Denmark, Norway
        "Stockholm - Turku",  # Sweden, Finland
        "Kuopio - Lieksa",
        "Kajaani - Kostomuksha",  # Russia
        "Gdańsk - Klaipėda",  # Poland, Lithuania
        "Riga - Kuressaare",  # Latvia, Estonia
    )
    assert counted(state, "International Tycoon") == [9, 0, 0]


def test_D8_A22_nordic_express():
    name = "Nordic Express"
    state = bonus_table(name)
    own_lines(state, 0, "Oulu - Tornio", "Tornio - Rovaniemi", "Oulu - Rovaniemi")  # a ring of 4
    own_lines(state, 0, "Kuopio - Oulu")  # 3
    own_lines(state, 1, "Trondheim - Mo i Rana", "Storuman - Mo i Rana")  # 5 + 2
    own_lines(state, 2, "Bergen - Oslo", "Kem - Murmansk")  # 3 and, apart, 4
    assert counted(state, name) == [7, 7, 4]
    shown = [items(state, seat, LongestPathItem)[0] for seat in range(3)]
    assert [(item.points, item.length) for item in shown] == [(0, 7), (0, 7), (0, 4)]


def test_D8_the_longest_path_is_worth_nothing_without_its_card():
    state = bonus_table("Cost Efficiency", players=2)
    own_lines(state, 0, "Bergen - Oslo")
    assert state.score_sheet().totals == (4, 7)


def test_D8_local_network():
    name = "Local Network"
    state = bonus_table(name)
    hold(state, 0, "Oslo - Stockholm", "Bergen - Stockholm", "Umeå - Oslo")  # 2, 5; 8
    own_lines(state, 0, "Karlstad - Oslo", "Karlstad - Stockholm", "Bergen - Oslo")
    own_lines(state, 0, "Stockholm - Sundsvall", "Sundsvall - Umeå")
    hold(state, 1, "Stockholm - Helsinki", "Stockholm - Riga", "Oslo - København")  # one complete
    own_lines(state, 1, "Stockholm - Turku", "Helsinki - Turku")
    hold(state, 2, "Vaasa - Riga")  # 6 points: not a short one
    own_lines(state, 2, "Tampere - Vaasa", "Helsinki - Tampere", "Helsinki - Tallinn")
    own_lines(state, 2, "Riga - Tallinn")
    assert [item.completed for item in items(state, 2, TicketItem)] == [True]
    assert counted(state, name) == [2, 1, 0]


def test_D8_polar_express():
    name = "Polar Express"
    state = bonus_table(name)
    hold(state, 0, "Honningsvåg - Rovaniemi", "Tromsø - Murmansk")
    own_lines(state, 0, "Karesuando - Honningsvåg", "Karesuando - Rovaniemi")
    hold(state, 1, "Oslo - Stockholm", "Tromsø - Mo i Rana")
    own_lines(state, 1, "Karlstad - Oslo", "Karlstad - Stockholm")
    assert counted(state, name) == [1, 0, 0]
    own_lines(state, 1, "Narvik - Tromsø", "Mo i Rana - Narvik")  # one end in the Arctic is enough
    assert counted(state, name) == [1, 1, 0]


def test_D8_snowplow_award():
    name = "Snowplow Award"
    state = bonus_table(name)
    own_lines(state, 0, "Mo i Rana - Narvik", "Boden - Kiruna")  # one end
    own_lines(state, 1, "Kiruna - Narvik", "Karesuando - Tromsø")  # both ends
    own_lines(state, 2, "Storuman - Mo i Rana", "Boden - Tornio", "Oulu - Tornio")  # none
    assert counted(state, name) == [2, 2, 0]
    own_lines(state, 2, "Boden - Rovaniemi")
    assert counted(state, name) == [2, 2, 1]


def test_D8_the_cities_inside_the_arctic_circle():
    state = table("northern_lights")
    assert {city.name for city in state.lookups.board.cities if city.arctic} == {
        "Kiruna",
        "Karesuando",
        "Narvik",
        "Tromsø",
        "Honningsvåg",
        "Kirkenes",
        "Rovaniemi",
        "Kemijärvi",
        "Apatity",
        "Murmansk",
    }


def test_D8_master_ferryman():
    name = "Master Ferryman"
    state = bonus_table(name)
    own_lines(state, 0, "Stockholm - Turku", "Umeå - Vaasa")
    own_lines(state, 1, "Trondheim - Mo i Rana")  # two symbols, one ferry
    own_lines(state, 2, "Bergen - Oslo", "Karlstad - Oslo", "Göteborg - Oslo")
    assert counted(state, name) == [2, 1, 0]


def test_D8_wild_west():
    name = "Wild West"
    state = bonus_table(name)
    own_lines(state, 0, "Bergen - Oslo", "Göteborg - Oslo")  # both ends, one end
    own_lines(state, 1, "Storuman - Mo i Rana", "Kiruna - Narvik")
    own_lines(state, 2, "Göteborg - Karlstad", "Ålborg - Kristiansand")
    assert counted(state, name) == [2, 2, 1]


def test_D8_four_cards_are_added_up():
    state = bonus_table("Cost Efficiency", "Wild West", "Master Ferryman", "Snowplow Award")
    own_lines(state, 0, "Narvik - Tromsø")  # Wild West, Ferryman, Snowplow
    own_lines(state, 1, "Karlskrona - Gdańsk")  # ties the Ferryman
    own_lines(state, 2, "Oulu - Tornio")  # has most trains left
    assert state.score_sheet().totals == (2 + 7 + 12 + 12, 2 + 12, 1 + 7)


# D9: who wins


def test_D9_most_points_win():
    state = bonus_table("Wild West", players=2)
    own_lines(state, 0, "Oulu - Tornio")
    own_lines(state, 1, "Boden - Kiruna")
    sheet = state.score_sheet()
    assert (sheet.totals, sheet.tie_breaks, sheet.winners) == ((1, 2), (), (1,))


def test_D9_then_most_completed_tickets():
    state = bonus_table("Wild West", players=2)
    own_lines(state, 0, "Göteborg - Oslo", "Ålborg - Kristiansand")  # 2 + 1, Wild West
    hold(state, 1, "Oslo - Stockholm")  # 2
    own_lines(state, 1, "Karlstad - Oslo", "Karlstad - Stockholm")  # 1 + 1
    sheet = state.score_sheet()
    assert sheet.totals == (10, 4)
    own_lines(state, 1, "Kem - Apatity", "Vaasa - Kuopio")  # 2 + 7
    own_lines(state, 0, "Kuopio - Lieksa", "Lahti - Imatra")  # 1 + 2
    sheet = state.score_sheet()
    assert sheet.totals == (13, 13)
    assert sheet.tie_breaks == (TieBreak("tickets", (0, 1), (0, 1), (1,)),)
    assert sheet.winners == (1,)


def test_D9_then_most_bonus_cards():
    state = bonus_table("Wild West", "Call of the Wild", "Cost Efficiency", players=2)
    own_lines(state, 0, "Lillehammer - Trondheim")  # 4, and 7 for the Wild West
    set_hand(state, 0, locomotive=1)  # 5
    own_lines(state, 1, "Karlskrona - Norrköping", "Umeå - Boden", "Oulu - Tornio")  # 4 + 4 + 1
    set_trains(state, 0, 32)
    assert state.trains[1] == 33  # 7
    sheet = state.score_sheet()
    assert sheet.totals == (16, 16)
    assert sheet.tie_breaks == (
        TieBreak("tickets", (0, 1), (0, 0), (0, 1)),
        TieBreak("bonus_cards", (0, 1), (2, 1), (0,)),
    )
    assert sheet.winners == (0,)


def test_D9_otherwise_they_share():
    state = bonus_table("Wild West", players=4)
    own_lines(state, 1, "Bergen - Oslo")
    own_lines(state, 3, "Lillehammer - Trondheim")
    sheet = state.score_sheet()
    assert sheet.totals == (0, 11, 0, 11)
    assert [tie.rule for tie in sheet.tie_breaks] == ["tickets", "bonus_cards"]
    assert sheet.winners == (1, 3)


def test_D9_the_longest_path_breaks_no_tie():
    state = bonus_table("Cost Efficiency", players=2)
    own_lines(state, 0, "Kuopio - Lieksa", "Oulu - Tornio")  # apart
    own_lines(state, 1, "Karlstad - Oslo", "Karlstad - Stockholm")  # joined
    sheet = state.score_sheet()
    assert sheet.totals == (9, 9)
    assert sheet.winners == (0, 1)
