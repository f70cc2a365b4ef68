"""C9–C13: stations, and who wins in Europe."""

import random
from itertools import product

import pytest
from tests.rules.positions import (
    all_train_cards,
    cards,
    city,
    every_number,
    hold,
    items,
    no_tickets,
    own,
    own_lines,
    place_stations,
    refused,
    route,
    set_hand,
    station_payments,
    table,
    turn_of,
)

from carrozza.core.actions import (
    BuildStation,
)
from carrozza.core.errors import IllegalAction, MalformedAction
from carrozza.core.events import StationBuilt
from carrozza.core.scores import (
    LongestPathItem,
    StationItem,
    TicketItem,
    TieBreak,
    UnusedStationsItem,
)
from carrozza.core.space import bits

# C9: stations


def test_C9_the_first_station_costs_any_one_card():
    state = table("europe")
    set_hand(state, 0, red=2, blue=1, locomotive=1)
    expected = {cards(red=1), cards(blue=1), cards(locomotive=1)}
    assert station_payments(state, "Roma") == expected
    refused(
        state, BuildStation(city(state, "Roma"), cards(green=1)), "cards_missing", IllegalAction
    )
    refused(state, BuildStation(city(state, "Roma"), cards(red=2)), "wrong_cards", IllegalAction)


def test_C9_the_second_station_costs_a_set_of_two():
    state = table("europe")
    place_stations(state, 0, "Wien")
    set_hand(state, 0, red=3, blue=1, locomotive=2)
    assert station_payments(state, "Roma") == {
        cards(red=2),
        cards(red=1, locomotive=1),
        cards(blue=1, locomotive=1),
        cards(locomotive=2),
    }
    rome = city(state, "Roma")
    refused(state, BuildStation(rome, cards(red=1)), "wrong_cards", IllegalAction)
    refused(state, BuildStation(rome, cards(red=1, blue=1)), "wrong_cards", IllegalAction)


def test_C9_the_third_station_costs_a_set_of_three():
    state = table("europe")
    place_stations(state, 0, "Wien", "Brest")
    set_hand(state, 0, red=3, blue=1, green=2, locomotive=2)
    assert station_payments(state, "Roma") == {
        cards(red=3),
        cards(red=2, locomotive=1),
        cards(red=1, locomotive=2),
        cards(blue=1, locomotive=2),
        cards(green=2, locomotive=1),
        cards(green=1, locomotive=2),
    }


def test_C9_there_is_no_fourth_station():
    state = table("europe")
    place_stations(state, 0, "Wien", "Brest", "Sofia")
    set_hand(state, 0, red=8, locomotive=4)
    assert not any(isinstance(action, BuildStation) for action in state.legal_actions())
    for number in range(1, 5):
        action = BuildStation(city(state, "Roma"), cards(red=number))
        refused(state, action, "few_stations", IllegalAction)


@every_number
def test_C9_one_station_in_a_city_over_all_players(players):
    state = table("europe", players)
    for seat in range(players):
        set_hand(state, seat, red=2)
    rome = city(state, "Roma")
    state.apply(BuildStation(rome, cards(red=1)))
    for seat in range(players):
        turn_of(state, seat)
        assert station_payments(state, "Roma") == set()
        refused(state, BuildStation(rome, cards(red=1)), "city_taken", IllegalAction)
    turn_of(state, 1)
    open_cities = {a.city for a in state.legal_actions() if isinstance(a, BuildStation)}
    assert open_cities == set(range(47)) - {rome}


def test_C9_the_city_needs_no_route_and_may_have_any():
    state = table("europe")
    set_hand(state, 0, red=1)
    own_lines(state, 0, "Brindisi - Roma")
    own_lines(state, 1, "Roma - Venezia")
    where = {a.city for a in state.legal_actions() if isinstance(a, BuildStation)}
    assert where == set(range(47))


def test_C9_building_discards_the_cards_and_ends_the_turn():
    state = table("europe")
    place_stations(state, 0, "Wien")
    set_hand(state, 0, red=3, locomotive=1)
    before = all_train_cards(state)
    rome = city(state, "Roma")
    events = state.apply(BuildStation(rome, cards(red=1, locomotive=1)))
    assert events == [StationBuilt(0, rome, cards(red=1, locomotive=1))]
    view = state.view(1)
    assert view.discards == (0, 0, 0, 0, 0, 0, 0, 1, 1)
    assert {c for c, owner in enumerate(view.stations) if owner == 0} == {rome, city(state, "Wien")}
    assert view.trains == (45, 45)
    assert all_train_cards(state) == before
    assert state.to_act == (1,)


def test_C9_each_player_pays_for_their_own_number_of_stations():
    state = table("europe")
    place_stations(state, 0, "Wien", "Brest")
    set_hand(state, 1, red=3)
    turn_of(state, 1)
    assert station_payments(state, "Roma") == {cards(red=1)}


def test_C9_an_unknown_city_is_malformed():
    state = table("europe")
    for number in (-1, 47):
        refused(state, BuildStation(number, cards(red=1)), "unknown_city", MalformedAction)


@pytest.mark.parametrize("game", ["usa", "northern_lights"])
def test_C9_only_europe_has_stations(game):
    state = table(game)
    refused(state, BuildStation(0, cards(red=1)), "no_stations", MalformedAction)


# C10, C11: what stations are worth


def station_table(*lines):
    """Seat 0 holds these tickets, seat 1 none."""
    state = table("europe")
    no_tickets(state)
    hold(state, 0, *lines)
    return state


def values(state, seat=0):
    return [(item.points, item.completed) for item in items(state, seat, TicketItem)]


def borrowed(state, seat=0):
    return {i.city: i.borrowed for i in items(state, seat, StationItem)}


def test_C10_a_station_borrows_a_route_for_a_ticket():
    state = station_table("Paris - Wien")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")
    own_lines(state, 1, "München - Wien")
    assert values(state) == [(-8, False)]
    place_stations(state, 0, "Wien")
    assert values(state) == [(8, True)]
    assert borrowed(state) == {city(state, "Wien"): route(state, "München - Wien")}


def test_C10_a_station_at_either_end_of_the_route():
    state = station_table("Paris - Wien")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")
    own_lines(state, 1, "München - Wien")
    place_stations(state, 0, "München")
    assert values(state) == [(8, True)]


def test_C10_not_a_route_elsewhere():
    state = station_table("Paris - Wien")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")
    own_lines(state, 1, "München - Wien")
    place_stations(state, 0, "Frankfurt", "Paris", "Zagrab")
    assert values(state) == [(-8, False)]
    assert set(borrowed(state).values()) == {None}


def test_C10_not_a_route_without_owner():
    state = station_table("Paris - Wien")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")
    place_stations(state, 0, "Wien")
    assert values(state) == [(-8, False)]


def test_C10_not_with_the_station_of_another():
    state = station_table("Paris - Wien")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")
    own_lines(state, 1, "München - Wien")
    place_stations(state, 1, "Wien")
    assert values(state) == [(-8, False)]


def test_C10_one_station_borrows_only_one_route():
    state = station_table("Paris - Zagrab")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")
    own_lines(state, 1, "München - Wien", "Wien - Zagrab")
    place_stations(state, 0, "Wien")
    assert values(state) == [(-7, False)]
    place_stations(state, 0, "Zagrab")
    assert values(state) == [(7, True)]
    assert borrowed(state) == {
        city(state, "Wien"): route(state, "München - Wien"),
        city(state, "Zagrab"): route(state, "Wien - Zagrab"),
    }


def test_C10_the_same_route_for_all_tickets_the_best_for_the_total():
    state = station_table("Paris - Wien", "Brest - Venezia", "Paris - Zagrab")
    own_lines(
        state, 0, "Brest - Paris", "Frankfurt - Paris", "Frankfurt - München", "Venezia - Zagrab"
    )
    own_lines(state, 1, "München - Wien", "München - Venezia")
    place_stations(state, 0, "München")
    assert values(state) == [(-8, False), (8, True), (7, True)]
    assert borrowed(state) == {city(state, "München"): route(state, "München - Venezia")}


def test_C10_the_total_counts_not_the_number_of_tickets():
    state = station_table("Paris - Zagrab", "Brest - Petrograd", "Brest - Venezia")
    own_lines(state, 0, "Brest - Paris", "Frankfurt - Paris", "Berlin - Warszawa")
    own_lines(state, 0, "Warszawa - Wilno", "Petrograd - Wilno", "Venezia - Zagrab")
    own_lines(state, 0, "München - Venezia")
    own_lines(state, 1, "Berlin - Frankfurt", "Frankfurt - München")
    place_stations(state, 0, "Frankfurt")
    assert values(state) == [(-7, False), (20, True), (-8, False)]
    assert borrowed(state) == {city(state, "Frankfurt"): route(state, "Berlin - Frankfurt")}


def test_C10_three_stations_join_three_pieces():
    state = station_table("Lisboa - Danzig")
    own_lines(state, 0, "Lisboa - Madrid", "Pamplona - Paris", "Berlin - Danzig")
    own_lines(state, 1, "Madrid - Pamplona", "Frankfurt - Paris", "Berlin - Frankfurt")
    place_stations(state, 0, "Madrid", "Paris")
    assert values(state) == [(-20, False)]
    place_stations(state, 0, "Berlin")
    assert values(state) == [(20, True)]
    assert borrowed(state) == {
        city(state, "Madrid"): route(state, "Madrid - Pamplona"),
        city(state, "Paris"): route(state, "Frankfurt - Paris"),
        city(state, "Berlin"): route(state, "Berlin - Frankfurt"),
    }


def test_C10_routes_of_different_players_can_be_borrowed():
    state = table("europe", 3)
    no_tickets(state)
    hold(state, 0, "Paris - Zagrab")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")
    own_lines(state, 1, "München - Wien")
    own_lines(state, 2, "Wien - Zagrab")
    place_stations(state, 0, "Wien", "Zagrab")
    assert values(state) == [(7, True)]


def test_C10_a_parallel_track_of_another_player_can_be_borrowed():
    state = table("europe", 4)
    no_tickets(state)
    hold(state, 0, "Paris - Wien")
    own_lines(state, 0, "Frankfurt - München", "München - Wien")
    own_lines(state, 2, "Frankfurt - Paris")
    place_stations(state, 0, "Paris")
    assert values(state) == [(8, True)]
    assert borrowed(state)[city(state, "Paris")] == route(state, "Frankfurt - Paris")


def test_C10_a_ticket_between_two_routes_of_others_needs_two_stations():
    state = station_table("Budapest - Sofia")
    own_lines(state, 1, "Budapest - Sarajevo", "Sarajevo - Sofia")
    place_stations(state, 0, "Sarajevo")
    assert values(state) == [(-5, False)]
    place_stations(state, 0, "Sofia")
    assert values(state) == [(5, True)]


def test_C10_borrowing_takes_nothing_from_the_owner():
    state = station_table("Paris - Wien")
    hold(state, 1, "Zürich - Budapest")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")
    own_lines(state, 1, "München - Zürich", "München - Wien", "Budapest - Wien")
    alone = values(state, 1)
    place_stations(state, 0, "Wien")
    assert values(state) == [(8, True)]
    assert values(state, 1) == alone == [(6, True)]


def ticket_points(state, routes):
    """What the tickets of seat 0 are worth with these routes."""
    group = {}
    for number in routes:
        r = state.lookups.board.routes[number]
        joined = group.get(r.a, {r.a}) | group.get(r.b, {r.b})
        group.update(dict.fromkeys(joined, joined))
    held = [state.lookups.board.tickets[number] for number in state.tickets[0]]
    ends = [(*t.named, t.points) for t in held]
    return sum(points if b in group.get(a, ()) else -points for a, b, points in ends)


@pytest.mark.parametrize("built", [1, 2, 3])
def test_C10_agrees_with_trying_every_choice_of_routes(built):
    chance = random.Random(built)
    helped = 0
    for number in range(60):
        state = table("europe", 3, seed=f"stations {number}")
        for tried in range(90):
            seat, r = tried % 3, chance.randrange(len(state.lookups.board.routes))
            free = not state.taken & state.lookups.board.siblings[r]
            if free and state.trains[seat] >= state.lookups.board.routes[r].length:
                own(state, seat, r)
        state.tickets[0] = chance.sample(range(6, 46), 20)
        near = {state.lookups.board.routes[n].a for n in bits(state.routes[0])}
        where = chance.sample(sorted(near), built)
        place_stations(state, 0, *(state.lookups.board.cities[c].name for c in where))
        mine = bits(state.routes[0])
        others = [(n, state.lookups.board.routes[n]) for n in bits(state.taken & ~state.routes[0])]
        choices = [[None] + [n for n, r in others if c in (r.a, r.b)] for c in where]
        best = max(
            ticket_points(state, mine + [n for n in choice if n is not None])
            for choice in product(*choices)
        )
        shown = items(state, 0, TicketItem)
        assert sum(item.points for item in shown) == best
        used = [n for n in borrowed(state).values() if n is not None]
        assert ticket_points(state, mine + used) == best
        assert all(n in choices[where.index(c)] for c, n in borrowed(state).items())
        helped += best > ticket_points(state, mine)
    assert helped >= 3


@pytest.mark.parametrize("built", [0, 1, 2, 3])
def test_C11_four_points_for_each_unused_station(built):
    state = table("europe")
    place_stations(state, 0, *["Wien", "Roma", "Brest"][:built])
    left = 3 - built
    assert items(state, 0, UnusedStationsItem) == [UnusedStationsItem(4 * left, left)]
    assert len(items(state, 0, StationItem)) == built
    assert all(item.points == 0 for item in items(state, 0, StationItem))
    assert items(state, 1, UnusedStationsItem) == [UnusedStationsItem(12, 3)]


def test_C11_borrowed_routes_do_not_count_for_the_longest_path():
    state = station_table("Paris - Wien")
    own_lines(state, 0, "Frankfurt - Paris", "Frankfurt - München")  # 3 + 2
    own_lines(state, 1, "München - Wien", "Warszawa - Wien")  # 3 + 4
    place_stations(state, 0, "Wien")
    assert values(state) == [(8, True)]
    shown = [items(state, seat, LongestPathItem)[0] for seat in range(2)]
    assert [(item.points, item.length) for item in shown] == [(0, 5), (10, 7)]


# C12, C13: the European Express and the winner


def test_C12_ten_points_to_every_tied_player():
    state = table("europe", 4)
    own_lines(state, 0, "Brest - Paris", "Brest - Dieppe")
    own_lines(state, 1, "Kyiv - Smolensk", "Moskva - Smolensk")
    own_lines(state, 2, "Athina - Sarajevo")
    shown = [items(state, seat, LongestPathItem)[0] for seat in range(4)]
    assert [(item.points, item.length) for item in shown] == [(10, 5), (10, 5), (0, 4), (0, 0)]


def tied_table():
    state = table("europe")
    no_tickets(state)
    return state


def test_C13_most_points_win():
    state = tied_table()
    own_lines(state, 1, "Brest - Paris")
    sheet = state.score_sheet()
    assert (sheet.totals, sheet.tie_breaks, sheet.winners) == ((12, 26), (), (1,))


def test_C13_then_most_completed_tickets():
    state = tied_table()
    own_lines(state, 0, "Brest - Paris", "Brest - Dieppe", "Kyiv - Smolensk", "Budapest - Wien")
    own_lines(state, 1, "Essen - Frankfurt", "Essen - Kobenhavn")
    hold(state, 1, "Frankfurt - Kobenhavn")
    place_stations(state, 1, "Roma")
    own_lines(state, 1, "Cadiz - Madrid")  # makes up for the station
    sheet = state.score_sheet()
    assert sheet.totals == (33, 33)
    assert sheet.tie_breaks == (TieBreak("tickets", (0, 1), (0, 1), (1,)),)
    assert sheet.winners == (1,)


def test_C13_then_fewest_stations_used():
    state = tied_table()
    own_lines(state, 0, "Kyiv - Smolensk", "Brest - Paris")
    place_stations(state, 0, "Roma")
    own_lines(state, 1, "Cadiz - Madrid")
    sheet = state.score_sheet()
    assert sheet.totals == (26, 26)
    assert sheet.tie_breaks == (
        TieBreak("tickets", (0, 1), (0, 0), (0, 1)),
        TieBreak("fewest_stations", (0, 1), (-1, 0), (1,)),
    )
    assert sheet.winners == (1,)


def test_C13_then_the_european_express():
    state = tied_table()
    own_lines(state, 0, "Palermo - Smyrna", "Cadiz - Lisboa")  # 15 + 2
    own_lines(  # 2 + 1 + 2 + 2, and 10
        state,
        1,
        "Bruxelles - Paris",
        "Amsterdam - Bruxelles",
        "Amsterdam - Frankfurt",
        "Frankfurt - München",
    )
    sheet = state.score_sheet()
    assert sheet.totals == (29, 29)
    assert sheet.tie_breaks == (
        TieBreak("tickets", (0, 1), (0, 0), (0, 1)),
        TieBreak("fewest_stations", (0, 1), (0, 0), (0, 1)),
        TieBreak("longest_path", (0, 1), (0, 1), (1,)),
    )
    assert sheet.winners == (1,)


def test_C13_otherwise_they_share():
    state = tied_table()
    own_lines(state, 0, "Kyiv - Smolensk")
    own_lines(state, 1, "Cadiz - Madrid")
    sheet = state.score_sheet()
    assert sheet.totals == (26, 26)
    assert [tie.rule for tie in sheet.tie_breaks] == ["tickets", "fewest_stations", "longest_path"]
    assert sheet.winners == (0, 1)
