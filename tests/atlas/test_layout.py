"""Layouts: what the shipped ones promise, and properties of the optimiser on other boards."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.atlas.planar import planar_board

from carrozza.atlas.bundles import bundles
from carrozza.atlas.check import check
from carrozza.atlas.files import (
    layout_for,
    layout_path,
    read_layout,
    read_nudges,
    write_layout,
)
from carrozza.atlas.layout import lay_out
from carrozza.atlas.model import Layout, Nudges
from carrozza.atlas.polygons import corners, overlap
from carrozza.atlas.start import true_places
from carrozza.board.board import Board, board_from_plain, load_board
from carrozza.core.errors import BadBoard
from carrozza.games.registry import BOARD_GAMES, board_file

every_board = pytest.mark.parametrize("name", BOARD_GAMES)


def shipped(name: str) -> tuple[Board, Layout]:
    board = load_board(board_file(name))
    return board, layout_for(board, board_file(name))


@every_board
def test_our_boards_have_no_problems(name):
    report = check(*shipped(name))
    assert report.problems == 0, report
    assert report.moved_median < 0.035
    assert report.moved_worst < 0.09


@every_board
def test_a_route_has_its_spaces_between_its_cities(name):
    board, layout = shipped(name)
    for route, track in zip(board.routes, layout.tracks, strict=True):
        assert len(track.spaces) == route.length
        a, b = layout.places[route.a], layout.places[route.b]
        assert track.curve[0] == pytest.approx((a.x, a.y), abs=0.11)
        assert track.curve[2] == pytest.approx((b.x, b.y), abs=0.11)


@every_board
def test_parallel_tracks_lie_side_by_side(name):
    board, layout = shipped(name)
    for bundle in bundles(board):
        for one, other in zip(bundle.routes, bundle.routes[1:], strict=False):
            for s, t in zip(layout.tracks[one].spaces, layout.tracks[other].spaces, strict=True):
                apart = ((s.x - t.x) ** 2 + (s.y - t.y) ** 2) ** 0.5
                assert layout.space_width < apart < 1.5 * layout.space_width
                assert s.angle == t.angle


# Geometry of the shipped layouts, rounded: a change here changes what everybody sees.
SNAPSHOT = {
    "usa": {"Denver": (598, 528), "New York": (1428, 449), "Miami": (1333, 982)},
    "europe": {"Paris": (488, 523), "Wien": (820, 541), "Athina": (1011, 867)},
    "northern_lights": {"Oslo": (344, 868), "Kiruna": (806, 303), "Helsinki": (1017, 829)},
}


@every_board
def test_cities_are_where_they_were(name):
    board, layout = shipped(name)
    for city, where in SNAPSHOT[name].items():
        place = layout.places[board.city_number[city]]
        assert (place.x, place.y) == pytest.approx(where, abs=3)


@every_board
def test_a_layout_file_survives_writing(name, tmp_path):
    board, layout = shipped(name)
    path = tmp_path / "x.layout.json"
    write_layout(path, layout)
    assert read_layout(path, board) == layout
    assert path.read_bytes() == layout_path(board_file(name)).read_bytes()


def test_a_layout_of_another_board_is_refused(tmp_path):
    _, layout = shipped("usa")
    path = tmp_path / "x.layout.json"
    write_layout(path, layout)
    with pytest.raises(BadBoard) as caught:
        read_layout(path, load_board(board_file("europe")))
    assert caught.value.code == "other_board"
    path.write_bytes(path.read_bytes().replace(b'"format":1', b'"format":2', 1))
    with pytest.raises(BadBoard) as caught:
        read_layout(path, load_board(board_file("usa")))
    assert caught.value.code == "format"


def test_nudges_move_and_bend_and_must_name_cities(tmp_path):
    board = board_from_plain(planar_board(1, 8, 12))
    plain = lay_out(board)
    name = board.cities[0].name
    moved = lay_out(board, Nudges(cities={name: (40.0, 0.0)}))
    assert moved.places[0] != plain.places[0]
    path = tmp_path / "b.json"
    path.with_suffix(".nudges.json").write_bytes(msgspec.json.encode({"cities": {"Z": [1, 1]}}))
    with pytest.raises(BadBoard) as caught:
        read_nudges(path, board)
    assert caught.value.code == "unknown_city"
    path.with_suffix(".nudges.json").write_bytes(msgspec.json.encode({"bends": {"Y – Z": 20}}))
    with pytest.raises(BadBoard) as caught:
        read_nudges(path, board)
    assert caught.value.code == "unknown_route"
    bent = lay_out(board, Nudges(bends={board.route_name(0): 60.0}))
    assert bent.tracks[0].curve != plain.tracks[0].curve


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.integers(3, 14))
def test_small_boards_are_laid_out_without_problems_and_always_alike(seed, cities):
    board = board_from_plain(planar_board(seed, cities, 2 * cities))
    layout = lay_out(board)
    assert check(board, layout).problems == 0
    assert lay_out(board) == layout
    true = true_places(board, layout.frame)
    assert all(0 <= x <= layout.frame.width for x, _ in true)


def test_a_large_planar_board_has_no_overlaps():
    board = board_from_plain(planar_board(0, 60, 150))
    assert len(board.routes) == 150
    report = check(board, lay_out(board))
    assert (report.overlaps, report.under_cities, report.label_collisions) == ([], [], [])


def test_a_track_goes_round_what_it_would_cross():
    board, layout = shipped("europe")
    route = next(r for r in range(len(board.routes)) if board.route_name(r) == "Palermo – Smyrna")
    athens = layout.places[board.city_number["Athina"]]
    nearest = min(layout.tracks[route].spaces, key=lambda s: abs(s.x - athens.x))
    assert nearest.y > athens.y  # south of it


def test_the_check_finds_what_is_wrong():
    """Each kind of problem, made by moving things about."""
    board, layout = shipped("usa")
    tracks = list(layout.tracks)
    tracks[1] = msgspec.structs.replace(tracks[1], spaces=tracks[20].spaces)
    assert check(board, msgspec.structs.replace(layout, tracks=tuple(tracks))).overlaps
    places = list(layout.places)
    space = layout.tracks[14].spaces[2]
    places[0] = msgspec.structs.replace(places[0], x=space.x, y=space.y)
    assert check(board, msgspec.structs.replace(layout, places=tuple(places))).under_cities
    places = list(layout.places)
    label = msgspec.structs.replace(places[0].label, x=space.x, y=space.y)
    places[0] = msgspec.structs.replace(places[0], label=label)
    assert check(board, msgspec.structs.replace(layout, places=tuple(places))).under_labels
    places[0] = msgspec.structs.replace(places[0], label=places[1].label)
    assert check(board, msgspec.structs.replace(layout, places=tuple(places))).label_collisions
    places[0] = msgspec.structs.replace(places[0], label=msgspec.structs.replace(label, x=-5.0))
    assert check(board, msgspec.structs.replace(layout, places=tuple(places))).outside
    tracks = list(layout.tracks)
    a, _, b = tracks[14].curve
    tracks[14] = msgspec.structs.replace(tracks[14], curve=(a, (a[0], 3000.0), b))
    assert check(board, msgspec.structs.replace(layout, tracks=tuple(tracks))).crossings


def test_the_check_minds_the_arctic_circle():
    board, layout = shipped("northern_lights")
    places = list(layout.places)
    oslo = board.city_number["Oslo"]
    places[oslo] = msgspec.structs.replace(places[oslo], y=10.0)
    report = check(board, msgspec.structs.replace(layout, places=tuple(places)))
    assert "Oslo" in report.arctic


def test_overlap_of_shapes():
    _, layout = shipped("usa")
    space = layout.tracks[0].spaces[0]
    shape = corners(space, 30, 10)
    assert overlap(shape, corners(space, 30, 10))
    beside = msgspec.structs.replace(space, x=space.x + 200)
    assert not overlap(shape, corners(beside, 30, 10))
