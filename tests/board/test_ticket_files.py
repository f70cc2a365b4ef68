"""Tickets to several places in a board file, and what can be wrong with them."""

import copy
import json

import pytest

from carrozza.board.board import board_from_plain, board_to_plain
from carrozza.core.errors import BadBoard

COUNTRIES = {"A": "North", "B": "North", "C": "South", "D": "South", "E": "Far", "F": "Far"}
TICKET = {"from": {"country": "North"}, "to": [{"country": "South", "points": 5}]}
SEVERAL = {
    "from": {"city": "A"},
    "to": [{"country": "South", "points": 5}, {"city": "B", "points": 2}],
}
BOARD = {
    "format": 1,
    "name": "Countries",
    "cities": [
        {"name": name, "lat": 0, "lon": i, "country": country}
        for i, (name, country) in enumerate(COUNTRIES.items())
    ],
    "routes": [
        {"a": a, "b": b, "length": 1, "colour": "grey"} for a, b in ("AB", "BC", "CD", "EF")
    ],
    "tickets": [TICKET, SEVERAL, {"a": "A", "b": "D", "points": 4}],
    "route_points": {"1": 1},
}


def with_ticket(**ticket: object) -> dict:
    data = copy.deepcopy(BOARD)
    data["tickets"].append(ticket)
    return data


def test_the_places_and_ways_of_a_ticket():
    board = board_from_plain(BOARD)
    country, several, plain = board.tickets
    assert country.name == "North – South"
    assert {way.ends for way in country.ways} == {(0, 2), (0, 3), (1, 2), (1, 3)}
    assert (country.points, country.penalty, country.named) == (5, 5, ())
    assert several.name == "A – South 5, B 2"
    assert [tuple(way) for way in several.ways] == [(0, 2, 5), (0, 3, 5), (0, 1, 2)]
    assert (several.points, several.penalty, several.named) == (5, 2, (0, 1))
    assert [tuple(way) for way in plain.ways] == [(0, 3, 4)]
    assert board.ticket_name(0) == "North – South (5)"
    assert board.ticket_name(1) == "A – South 5, B 2"


def test_points_with_a_network():
    _, several, plain = board_from_plain(BOARD).tickets
    apart = [0, 1, 2, 3, 4, 5]
    assert (several.points_with(apart), plain.points_with(apart)) == (-2, -4)
    assert several.points_with([0, 0, 2, 3, 4, 5]) == 2
    assert several.points_with([0, 0, 0, 3, 4, 5]) == 5
    assert plain.points_with([0, 0, 1, 2, 4, 5]) == 4  # one after the other


def test_they_survive_plain_data():
    board = board_from_plain(BOARD)
    assert json.loads(json.dumps(board_to_plain(board)))["tickets"] == BOARD["tickets"]
    assert board_from_plain(board_to_plain(board)).data == board.data


SOUTH = {"country": "South", "points": 3}
A = {"city": "A"}
MISTAKES = [
    ("ticket_shape", {}),
    ("ticket_shape", {"a": "A", "points": 3}),
    ("ticket_shape", {"from": A}),
    ("ticket_shape", {"to": [SOUTH]}),
    ("ticket_shape", {"from": A, "to": [SOUTH], "points": 3}),
    ("ticket_place", {"from": {}, "to": [SOUTH]}),
    ("ticket_place", {"from": {"city": "A", "country": "North"}, "to": [SOUTH]}),
    ("ticket_place", {"from": A, "to": [{"points": 3}]}),
    ("unknown_city", {"from": {"city": "Z"}, "to": [SOUTH]}),
    ("unknown_country", {"from": {"country": "West"}, "to": [SOUTH]}),
    ("loop", {"from": A, "to": [{"country": "North", "points": 3}]}),
    ("unconnected_ticket", {"from": A, "to": [{"country": "Far", "points": 3}]}),
    ("ticket_points", {"from": A, "to": [{"city": "C", "points": 0}]}),
    ("duplicate_goal", {"from": A, "to": [SOUTH, SOUTH]}),
    ("duplicate_ticket", {"from": {"country": "South"}, "to": [{"country": "North", "points": 1}]}),
    ("duplicate_ticket", {"from": A, "to": [*reversed(SEVERAL["to"])]}),
    ("too_many", {"from": A, "to": [{"city": str(n), "points": 1} for n in range(9)]}),
    ("shape", {"from": A, "to": [{"country": "South"}]}),
]


@pytest.mark.parametrize(("code", "ticket"), MISTAKES)
def test_each_mistake_is_named_with_its_entry(code, ticket):
    with pytest.raises(BadBoard) as caught:
        board_from_plain(with_ticket(**ticket))
    assert caught.value.code == code
    assert "tickets[3]" in caught.value.message
    assert caught.value.message.endswith(".")


def test_two_large_countries_are_too_many_ways():
    data = copy.deepcopy(BOARD)
    for i in range(60):
        country = "North" if i % 2 else "South"
        data["cities"].append({"name": f"X{i}", "lat": 0, "lon": i, "country": country})
        data["routes"].append({"a": "A", "b": f"X{i}", "length": 1, "colour": "grey"})
    with pytest.raises(BadBoard) as caught:
        board_from_plain(data)
    assert caught.value.code == "too_many_ways"
