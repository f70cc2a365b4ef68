"""The loader: our own boards are right, and every mistake in a file is named with its place."""

import copy
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from tests.small_boards import STUCK, board, ring
from tests.support import walk

from carrozza.board.board import Board, board_from_plain, board_to_plain, load_board
from carrozza.core.errors import BadBoard, BadOptions
from carrozza.games import registry
from carrozza.games.registry import BOARD_GAMES, find_game, start

OURS = {name: Path(registry.__file__).parent / name / "board.json" for name in BOARD_GAMES}
GOOD = board(
    "ABCDE",
    [("A", "B", 2, "red"), ("A", "B", 2, "grey"), ("B", "C", 3, "grey"), ("D", "E", 1, "blue")],
    [("A", "C", 5)],
)


@pytest.mark.parametrize(
    ("name", "cities", "routes", "tickets", "long"),
    [("usa", 36, 100, 33, 0), ("europe", 47, 101, 40, 6), ("northern_lights", 50, 161, 55, 0)],
)
def test_our_boards_have_the_counts_of_the_printed_ones(name, cities, routes, tickets, long):
    made = load_board(OURS[name])
    assert (len(made.cities), len(made.routes)) == (cities, routes)
    assert sum(not t.long for t in made.tickets) == tickets
    assert sum(t.long for t in made.tickets) == long


def test_the_two_stand_in_tickets_are_marked():
    usa = load_board(OURS["usa"])
    stand_ins = [usa.ticket_name(i) for i, t in enumerate(usa.tickets) if t.stand_in]
    assert stand_ins == ["Boston – Washington (4)", "Omaha – Winnipeg (6)"]
    assert sum(t.edition == "current" for t in usa.tickets) == 3


@pytest.mark.parametrize("name", OURS)
def test_a_board_survives_plain_data(name):
    made = load_board(OURS[name])
    assert board_from_plain(board_to_plain(made)).data == made.data


def changed(*path: object, to: object) -> dict:
    """GOOD with the value at `path` replaced."""
    data = copy.deepcopy(GOOD)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return data


def added(what: str, entry: dict) -> dict:
    data = copy.deepcopy(GOOD)
    data[what].append(entry)
    return data


ROUTE = {"a": "C", "b": "D", "length": 2, "colour": "grey"}
MISTAKES = [
    ("format", changed("format", to=2), "format"),
    ("unknown_city", changed("routes", 2, "b", to="Z"), "routes[2] (B – Z)"),
    ("unknown_city", changed("tickets", 0, "a", to="Z"), "tickets[0] (Z – C)"),
    ("duplicate_city", changed("cities", 1, "name", to="A"), "cities[1] (A)"),
    ("position", changed("cities", 1, "lat", to=91), "cities[1] (B)"),
    ("loop", changed("routes", 0, "b", to="A"), "routes[0] (A – A)"),
    ("colour", changed("routes", 0, "colour", to="pink"), "routes[0] (A – B)"),
    ("colour", changed("routes", 0, "colour", to="locomotive"), "routes[0] (A – B)"),
    ("length", changed("routes", 2, "length", to=7), "routes[2] (B – C)"),
    ("length", changed("routes", 2, "length", to=0), "routes[2] (B – C)"),
    ("duplicate_route", added("routes", GOOD["routes"][3]), "routes[4] (D – E)"),
    ("duplicate_route", changed("routes", 1, "colour", to="red"), "routes[1] (A – B)"),
    ("parallel_length", changed("routes", 1, "length", to=3), "routes[1] (A – B)"),
    ("ferry", added("routes", ROUTE | {"colour": "red", "locomotives": 1}), "routes[4] (C – D)"),
    ("ferry", added("routes", ROUTE | {"tunnel": True, "locomotives": 1}), "routes[4] (C – D)"),
    ("symbols", added("routes", ROUTE | {"locomotives": 3}), "routes[4] (C – D)"),
    ("symbols", added("routes", ROUTE | {"draw_bonus": -1}), "routes[4] (C – D)"),
    (
        "symbols",
        added("routes", ROUTE | {"length": 6, "locomotives": 5}),
        "routes[4] (C – D)",
    ),
    ("unconnected_ticket", changed("tickets", 0, "b", to="E"), "tickets[0] (A – E)"),
    ("ticket_points", changed("tickets", 0, "points", to=0), "tickets[0] (A – C)"),
    ("duplicate_ticket", added("tickets", {"a": "C", "b": "A", "points": 3}), "tickets[1] (C – A)"),
    ("loop", added("tickets", {"a": "C", "b": "C", "points": 3}), "tickets[1] (C – C)"),
    ("route_points", changed("route_points", "1", to=0), "route_points[1]"),
    ("counts", GOOD | {"expect": {"routes": 5}}, "expect.routes"),
    ("counts", GOOD | {"expect": {"red_routes": 2}}, "expect.red_routes"),
    ("counts", GOOD | {"expect": {"grey_spaces": 4}}, "expect.grey_spaces"),
    ("shape", changed("routes", 0, "length", to="two"), "routes[0].length"),
    ("shape", {k: v for k, v in GOOD.items() if k != "cities"}, ""),
    ("shape", GOOD | {"colour": "red"}, ""),
    ("too_many", GOOD | {"cities": GOOD["cities"] * 50}, "cities"),
]


def test_the_example_is_good():
    assert isinstance(board_from_plain(GOOD), Board)


@pytest.mark.parametrize(("code", "data", "entry"), MISTAKES)
def test_each_mistake_is_named_with_file_and_entry(tmp_path, code, data, entry):
    path = tmp_path / "mine.json"
    path.write_bytes(msgspec.json.encode(data))
    with pytest.raises(BadBoard) as caught:
        load_board(path)
    assert caught.value.code == code
    assert caught.value.file == "mine.json"
    assert caught.value.entry == entry
    assert caught.value.message.startswith("mine.json: ")


def test_what_is_no_file_or_no_json_is_said_so(tmp_path):
    with pytest.raises(BadBoard) as caught:
        load_board(tmp_path / "none.json")
    assert caught.value.code == "unreadable"
    path = tmp_path / "text.json"
    path.write_text("{ cities: }")
    with pytest.raises(BadBoard) as caught:
        load_board(path)
    assert caught.value.code == "not_json"


@pytest.mark.parametrize(
    ("code", "card"),
    [
        ("bonus_counts", {"name": "X", "points": 5, "counts": "stars"}),
        (
            "unknown_city",
            {"name": "X", "points": 5, "counts": "tickets_to_cities", "cities": ["Z"]},
        ),
    ],
)
def test_bonus_cards_must_count_something_known(code, card):
    with pytest.raises(BadBoard) as caught:
        find_game("northern_lights", board=GOOD | {"bonus_cards": [card]})
    assert caught.value.code == code


CUSTOM = board(
    "ABCDEFGHIJ",
    [*ring(10), ("A", "F", 3, "red"), ("B", "G", 2, "grey"), ("B", "G", 2, "grey")],
    [(a, b, 3) for a in "ABCDE" for b in "FGHIJ"],
)
CUSTOM["routes"][2] |= {"locomotives": 1, "draw_bonus": 2}
CUSTOM["routes"][3]["tunnel"] = True
for ticket in CUSTOM["tickets"][:5]:
    ticket["long"] = True


@pytest.mark.parametrize("rules", BOARD_GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_custom_board_is_played_with_any_rules(rules, players):
    plain = CUSTOM if rules == "europe" else CUSTOM | {"tickets": CUSTOM["tickets"][5:]}
    state = start(rules, players, seed="custom", board=plain)
    *_, end = walk(state, 3)
    assert end.over
    assert len(end.score_sheet().seats) == players


def test_a_board_with_too_many_ways_to_pay_is_refused():
    cities = "".join(chr(0x100 + i) for i in range(40))
    data = board(cities, [(a, b, 6, "grey") for a, b in pairwise(cities)], [])
    for route in data["routes"]:
        route["locomotives"] = 4
    with pytest.raises(BadBoard) as caught:
        find_game("northern_lights", board=data)
    assert caught.value.code == "too_big"
    assert find_game("usa", board=data)


def test_a_board_with_too_few_tickets_for_the_deal_is_refused():
    with pytest.raises(BadOptions) as caught:
        start("usa", 3, board=STUCK)
    assert caught.value.code == "few_tickets"


def test_the_card_game_has_no_board():
    with pytest.raises(BadOptions) as caught:
        start("card_game", 2, board=STUCK)
    assert caught.value.code == "no_board"
