"""Tickets between countries: any city of a country will do, and the best goal reached counts.

Hand-made examples, with the values that are printed in board.json.
"""

import pytest
from tests.rules.positions import (
    LOCO,
    cards,
    edited,
    own_lines,
    payments,
    route,
    set_hand,
    table,
    tracks,
    turn_of,
)

from carrozza.board.state import BoardState
from carrozza.core.actions import ClaimRoute
from carrozza.core.errors import BadOptions, IllegalAction
from carrozza.core.scores import TicketItem
from carrozza.games.registry import start

NAME = "alpe_adria"
WIEN = "Wien – Croatia 6, Germany 7, Italy 8, Switzerland 11"
SWISS = "Switzerland – Austria 4, Slovenia 9, Croatia 9, Hungary 15"
MIXED = "Croatia – Budapest 4, Germany 9, Switzerland 9"


def holding(*names: str) -> BoardState:
    """Seat 0 holds exactly these tickets, and nobody has built anything."""
    state = table(NAME)
    numbers = {state.lookups.board.ticket_name(t): t for t in state.game.ticket_ids}
    state.tickets[0] = [numbers[name] for name in names]
    edited(state)
    return state


def scored(state: BoardState) -> list[tuple[int, bool]]:
    items = state.score_sheet().seats[0].items
    return [(item.points, item.completed) for item in items if isinstance(item, TicketItem)]


def test_no_goal_reached_costs_the_lowest_value():
    assert scored(holding(WIEN, SWISS)) == [(-6, False), (-4, False)]


def test_one_city_of_the_country_is_enough():
    state = holding(WIEN)
    own_lines(state, 0, "Graz - Wien", "Graz - Maribor", "Maribor - Zagreb")
    assert scored(state) == [(6, True)]  # Zagreb is in Croatia


def test_the_best_goal_reached_counts_and_only_once():
    state = holding(WIEN)
    own_lines(state, 0, "Linz - Wien", "Linz - Salzburg", "München - Salzburg")
    assert scored(state) == [(7, True)]  # Germany
    own_lines(state, 0, "Innsbruck - München", "Bolzano - Innsbruck")
    assert scored(state) == [(8, True)]  # Italy as well, which is worth more
    own_lines(state, 0, "Graz - Wien", "Graz - Maribor", "Maribor - Zagreb")
    assert scored(state) == [(8, True)]  # Croatia adds nothing


def test_a_country_is_also_a_start_and_any_of_its_cities_will_do():
    state = holding(SWISS)
    own_lines(state, 0, "Chur - Lugano")
    assert scored(state) == [(-4, False)]  # from Switzerland to Switzerland is no journey
    own_lines(state, 0, "Bolzano - Innsbruck", "Bolzano - Chur")
    assert scored(state) == [(4, True)]


def test_two_cities_of_a_country_do_not_join_two_networks():
    """A country is no railway: one piece of network must reach from the start to the goal."""
    state = holding(WIEN)
    own_lines(state, 0, "Graz - Wien", "Salzburg - München")  # both pieces touch Austria
    assert scored(state) == [(-6, False)]


def test_cities_and_countries_may_be_goals_of_one_ticket():
    state = holding(MIXED)
    own_lines(state, 0, "Budapest - Pécs", "Pécs - Zagreb")
    assert scored(state) == [(4, True)]
    own_lines(state, 0, "Budapest - Wien", "Linz - Wien", "Linz - München")
    assert scored(state) == [(9, True)]


def test_the_words_of_a_ticket_name_all_its_goals():
    state = holding(WIEN)
    [number] = state.tickets[0]
    board = state.lookups.board
    assert board.ticket_name(number) == WIEN
    assert [board.city_name(c) for c in board.tickets[number].named] == ["Wien"]


# The other two ways in which this game differs


def test_locomotives_pay_for_tunnels_and_ferries_only():
    state = table(NAME)
    plain, tunnel = route(state, "Linz - Salzburg"), route(state, "Lugano - Zürich")
    ferry = route(state, "Rijeka - Zadar")
    assert state.lookups.board.routes[ferry].locomotives == 1
    set_hand(state, 0, orange=3, locomotive=3)
    turn_of(state, 0)
    assert payments(state, plain) == {cards(orange=2)}
    assert payments(state, tunnel) == {cards(orange=n, locomotive=3 - n) for n in range(4)}
    assert payments(state, ferry) == {cards(orange=n, locomotive=3 - n) for n in range(3)}
    with pytest.raises(IllegalAction) as caught:
        state.apply(ClaimRoute(plain, ("orange", LOCO)))
    assert caught.value.code == "no_locomotives"
    assert caught.value.message == (
        "Locomotives can only pay for ferries and tunnels, not for Linz – Salzburg."
    )


@pytest.mark.parametrize("players", [1, 4, 5])
def test_it_is_for_two_or_three(players):
    with pytest.raises(BadOptions) as caught:
        start(NAME, players)
    assert caught.value.message == "Alpe Adria is for 2 to 3 players."


@pytest.mark.parametrize(("players", "left"), [(2, 0), (3, 1)])
def test_with_three_both_of_two_parallel_tracks_are_open(players, left):
    state = table(NAME, players)
    pair = tracks(state, "Milano - Verona")
    own_lines(state, 0, "Milano - Verona")
    set_hand(state, 1, red=3, black=3)
    turn_of(state, 1)
    assert sum(bool(payments(state, number)) for number in pair) == left
