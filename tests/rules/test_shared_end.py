"""A20–A23: the last round, the final score, the longest path, who begins."""

import random

import pytest
from tests.rules.positions import (
    A_RED_THREE,
    BOARD_GAMES,
    cards,
    deal,
    draw_two,
    every_game,
    every_number,
    finish,
    hold,
    items,
    no_tickets,
    own,
    own_lines,
    route,
    set_bonus_cards,
    set_hand,
    set_trains,
    table,
    ticket,
)

from carrozza.core.actions import ClaimRoute
from carrozza.core.errors import BadOptions
from carrozza.core.events import GameEnded, GameStarted, LastRoundStarted
from carrozza.core.scores import (
    BonusItem,
    LongestPathItem,
    RouteItem,
    TicketItem,
    UnusedStationsItem,
)


def claim_leaving(state, trains):
    """The seat to move claims a route of length 3 and has so many trains left."""
    set_hand(state, state.seat, red=3)
    set_trains(state, state.seat, 3 + trains)
    return state.apply(ClaimRoute(route(state, A_RED_THREE[state.game.name]), cards(red=3)))


def ended(events):
    return any(isinstance(event, GameEnded) for event in events)


# A20: the last round


@every_game
@every_number
@pytest.mark.parametrize("left", [0, 1, 2])
def test_A20_two_trains_or_fewer_give_everybody_exactly_one_more_turn(game, players, left):
    state = table(game, players, first=1)
    events = claim_leaving(state, left)
    assert events[-1] == LastRoundStarted(1)
    order = [(2 + n) % players for n in range(players)]
    for number, seat in enumerate(order):
        assert state.to_act == (seat,)
        assert state.view(None).turns_left == players - number
        events = draw_two(state)
        assert ended(events) == (number == players - 1)
    assert order[-1] == 1
    assert state.over
    assert state.to_act == ()


@every_game
def test_A20_three_trains_left_do_not_start_it(game):
    state = table(game)
    events = claim_leaving(state, 3)
    assert not any(isinstance(event, LastRoundStarted) for event in events)
    assert state.view(0).turns_left is None
    for _ in range(4):
        draw_two(state)
    assert not state.over


@every_game
def test_A20_any_action_can_be_the_last_turn(game):
    state = table(game)
    claim_leaving(state, 2)
    set_hand(state, 1, red=1)
    line = {"usa": "Portland - Seattle", "europe": "Budapest - Wien"}.get(game, "Oulu - Tornio")
    state.apply(ClaimRoute(route(state, line), cards(red=1)))
    assert state.to_act == (0,)
    assert ended(draw_two(state))


def test_A20_a_tunnel_can_start_it():
    state = table("europe")
    state.deck, state.market = [], [-1] * 5
    state.hands[0] = [0, 0, 0, 0, 0, 0, 3, 0, 0]
    set_trains(state, 0, 3)
    tunnel = route(state, "Madrid - Pamplona", "black")
    assert state.apply(ClaimRoute(tunnel, cards(black=3)))[-1] == LastRoundStarted(0)


# A21: the final score


def test_A21_the_score_is_routes_tickets_and_bonuses():
    state = table("usa")
    no_tickets(state)
    hold(state, 0, "Atlanta - Washington", "Denver - El Paso")
    own_lines(state, 0, "Atlanta - Raleigh", "Raleigh - Washington", "Calgary - Winnipeg")
    own_lines(state, 1, "Boston - New York")
    sheet = state.score_sheet()
    longest = route(state, "Calgary - Winnipeg")
    ends = (state.lookups.board.routes[longest].a, state.lookups.board.routes[longest].b)
    assert sorted(sheet.seats[0].items, key=repr) == sorted(
        [
            RouteItem(2, route(state, "Atlanta - Raleigh")),
            RouteItem(15, longest),
            RouteItem(2, route(state, "Raleigh - Washington")),
            TicketItem(4, ticket(state, "Atlanta - Washington"), True),
            TicketItem(-4, ticket(state, "Denver - El Paso"), False),
            LongestPathItem(10, 6, (longest,), ends),
        ],
        key=repr,
    )
    assert sheet.totals == (2 + 15 + 2 + 4 - 4 + 10, 2)
    assert sheet.winners == (0,)


@every_game
def test_A21_a_total_is_the_sum_of_its_lines(game):
    state = table(game, 5)
    for number in range(0, 60, 3):
        if not state.taken & state.lookups.board.siblings[number]:
            own(state, number % 5, number)
    sheet = state.score_sheet()
    for score in sheet.seats:
        assert score.total == sum(item.points for item in score.items)
        kinds = [type(item) for item in score.items]
        assert kinds.count(TicketItem) == 4
        assert kinds.count(UnusedStationsItem) == (game == "europe")
        assert kinds.count(BonusItem) == (4 if game == "northern_lights" else 0)


@every_game
def test_A21_route_points_are_recounted(game):
    state = table(game)
    own_lines(state, 0, A_RED_THREE[game])
    state.points[0] = 77
    assert items(state, 0, RouteItem) == [RouteItem(4, route(state, A_RED_THREE[game]))]


@every_game
def test_A21_tickets_are_revealed_at_the_end_and_not_before(game):
    state = table(game)
    claim_leaving(state, 0)
    draw_two(state)
    assert state.view(1).sheet is None
    events = draw_two(state)
    sheet = state.score_sheet()
    assert events[-1] == GameEnded(sheet.totals, sheet.winners)
    for seat in (0, 1, None):
        shown = state.view(seat).sheet
        assert shown == sheet
        for other in (0, 1):
            tickets = [i.ticket for i in shown.seats[other].items if isinstance(i, TicketItem)]
            assert tickets == state.tickets[other]
    assert state.legal_actions() == []


# A22: the longest continuous path

NETWORKS = {  # routes, and the length of the longest trail
    "nothing": ([], 0),
    "one route": (["Calgary - Winnipeg"], 6),
    "two apart": (["Calgary - Winnipeg", "Atlanta - Miami"], 6),
    "a line": (["Calgary - Winnipeg", "Duluth - Winnipeg", "Duluth - Toronto"], 16),
    "a fork": (["Calgary - Winnipeg", "Duluth - Winnipeg", "Helena - Winnipeg"], 10),
    "a ring": (
        ["Denver - Oklahoma City", "Denver - Kansas City", "Kansas City - Oklahoma City"],
        10,
    ),
    "a ring with a tail": (
        [
            "Denver - Oklahoma City",
            "Denver - Kansas City",
            "Kansas City - Oklahoma City",
            "Denver - Phoenix",
        ],
        15,
    ),
    "a ring with three tails in one city": (
        [
            "Denver - Oklahoma City",
            "Denver - Kansas City",
            "Kansas City - Oklahoma City",
            "Denver - Phoenix",
            "Denver - Omaha",
            "Denver - Santa Fe",
        ],
        19,
    ),
    "a figure of eight": (
        [
            "Denver - Oklahoma City",
            "Denver - Kansas City",
            "Kansas City - Oklahoma City",
            "Denver - Phoenix",
            "Phoenix - Santa Fe",
            "Denver - Santa Fe",
        ],
        20,
    ),
    "a square with a diagonal": (
        [
            "Helena - Winnipeg",
            "Duluth - Winnipeg",
            "Duluth - Omaha",
            "Helena - Omaha",
            "Duluth - Helena",
        ],
        21,
    ),
}


@pytest.mark.parametrize("game", BOARD_GAMES)
def test_A22_the_longest_path_is_shown_route_by_route(game):
    state = table(game)
    lines = {
        "usa": ["Calgary - Winnipeg", "Duluth - Winnipeg", "Duluth - Toronto"],
        "europe": ["Brest - Dieppe", "Brest - Paris", "Dieppe - Paris"],
        "northern_lights": ["Oulu - Tornio", "Tornio - Rovaniemi", "Oulu - Rovaniemi"],
    }[game]
    set_bonus_cards(state, *(["Nordic Express"] if game == "northern_lights" else []))
    own_lines(state, 0, *lines)
    [item] = items(state, 0, LongestPathItem)
    routes = state.lookups.board.routes
    assert sorted(item.routes) == sorted(route(state, line) for line in lines)
    assert item.length == sum(routes[r].length for r in item.routes)
    for r, here, there in zip(item.routes, item.cities[:-1], item.cities[1:], strict=True):
        assert {routes[r].a, routes[r].b} == {here, there}


@pytest.mark.parametrize("name", NETWORKS)
def test_A22_the_longest_trail_in_trains(name):
    lines, length = NETWORKS[name]
    state = table("usa")
    own_lines(state, 0, *lines)
    [item] = items(state, 0, LongestPathItem)
    assert item.length == length
    assert item.points == (10 if lines else 0)


def by_trying_everything(routes, owned):
    """The longest trail by walking every trail there is."""

    def walk(here, used):
        best = 0
        for number in owned:
            r = routes[number]
            if number not in used and here in (r.a, r.b):
                there = r.b if here == r.a else r.a
                best = max(best, r.length + walk(there, used | {number}))
        return best

    return max((walk(c, frozenset()) for n in owned for c in (routes[n].a, routes[n].b)), default=0)


@every_game
def test_A22_agrees_with_walking_every_trail(game):
    chance = random.Random(22)
    fresh = table(game, 4)
    if game == "northern_lights":
        set_bonus_cards(fresh, "Nordic Express")
    routes = fresh.lookups.board.routes
    for _ in range(40):
        state = fresh.clone()
        cities = {chance.randrange(len(state.lookups.board.cities))}
        owned = []
        while len(owned) < 10 and state.trains[0] > 8:
            near = [
                n
                for n, r in enumerate(routes)
                if cities & {r.a, r.b} and not state.routes[0] & state.lookups.board.siblings[n]
            ]
            owned.append(chance.choice(near))
            own(state, 0, owned[-1])
            cities |= {routes[owned[-1]].a, routes[owned[-1]].b}
        [item] = items(state, 0, LongestPathItem)
        assert item.length == by_trying_everything(routes, owned)


def test_A22_only_the_players_own_routes_count():
    state = table("usa")
    own_lines(state, 0, "Calgary - Winnipeg", "Duluth - Toronto")
    own_lines(state, 1, "Duluth - Winnipeg")
    assert items(state, 0, LongestPathItem)[0].length == 6
    assert items(state, 1, LongestPathItem)[0].length == 4


@pytest.mark.parametrize("game", ["usa", "europe"])
def test_A22_every_tied_player_scores_the_full_bonus(game):
    state = table(game, 3)
    lines = {
        "usa": ["Chicago - Duluth", "Chicago - Pittsburgh"],
        "europe": ["Kyiv - Smolensk", "Brest - Paris"],
    }[game]
    for seat, line in enumerate(lines):
        own_lines(state, seat, line)
    assert [items(state, seat, LongestPathItem)[0].points for seat in range(3)] == [10, 10, 0]
    own_lines(state, 2, "Calgary - Winnipeg" if game == "usa" else "Budapest - Kyiv")
    assert [items(state, seat, LongestPathItem)[0].points for seat in range(3)] == [0, 0, 10]


def test_A22_nobody_scores_it_with_an_empty_board():
    state = table("usa")
    assert [items(state, seat, LongestPathItem)[0].points for seat in range(2)] == [0, 0]


# A23: who begins


@every_game
@every_number
def test_A23_the_first_player_is_drawn_at_random(game, players):
    seen = set()
    for number in range(40):
        state, events = deal(game, players, f"first {number}", first=None)
        assert events[0] == GameStarted(players, state.view(None).first, events[0].bonus_cards)
        seen.add(events[0].first)
    assert seen == set(range(players))


@every_game
@every_number
def test_A23_a_table_may_fix_who_begins(game, players):
    for first in range(players):
        state = table(game, players, first=first)
        assert state.view(None).first == first
        assert state.to_act == (first,)


@every_game
def test_A23_fixing_it_changes_nothing_else(game):
    drawn, _ = deal(game, 3, first=None)
    fixed, _ = deal(game, 3, first=(drawn.first + 1) % 3)
    assert (drawn.hands, drawn.deck, drawn.market) == (fixed.hands, fixed.deck, fixed.market)
    assert (drawn.offers, drawn.ticket_deck) == (fixed.offers, fixed.ticket_deck)


@every_game
@pytest.mark.parametrize("first", [-1, 3])
def test_A23_the_first_player_is_one_of_the_table(game, first):
    with pytest.raises(BadOptions) as raised:
        deal(game, 3, first=first)
    assert raised.value.code == "first"


def test_A21_the_sheet_of_a_finished_game_does_not_change():
    state = table("usa")
    own_lines(state, 0, "Calgary - Winnipeg")
    finish(state)
    before = state.score_sheet()
    assert state.view(1).sheet is before
    assert state.clone().score_sheet() == before
