"""Every legal board gets a layout, whatever it looks like."""

import random
from itertools import count
from math import isfinite
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.atlas.any_boards import awkward_boards, crossing_board, plain_board

from carrozza.atlas.budget import times
from carrozza.atlas.bundles import bundles
from carrozza.atlas.check import check
from carrozza.atlas.layout import lay_out, simple_layout
from carrozza.atlas.model import Layout
from carrozza.atlas.projection import frame_for, projector
from carrozza.atlas.relax import Obstacles, Relaxation
from carrozza.atlas.sizes import sizes_of
from carrozza.atlas.tracks import MARGIN, curve_points, curves_of, ends_of, kept_inside
from carrozza.board.board import Board, board_from_plain

AWKWARD = awkward_boards()

degrees = st.one_of(st.sampled_from([-90.0, -1e-7, 0.0, 1e-7, 45.0, 90.0]), st.floats(-90, 90))
city_names = st.text(max_size=80).filter(lambda name: name.isprintable() and name.strip() != "")


@st.composite
def legal_boards(draw: st.DrawFn) -> dict[str, Any]:
    names = draw(st.lists(city_names, max_size=9, unique=True))
    places = [(draw(degrees), 2 * draw(degrees)) for _ in names]
    pairs = [(a, b) for a in range(len(names)) for b in range(a)]
    lines = draw(st.lists(st.sampled_from(pairs), max_size=16)) if pairs else []
    kept = [line for n, line in enumerate(lines) if lines[:n].count(line) < 3]
    length = draw(st.integers(0, 9))
    return plain_board("Any", places, kept, random.Random(1), names, length)


def assert_whole(board: Board, layout: Layout) -> None:
    """Everything is there, in numbers that can be drawn, and inside the frame."""
    width, height = layout.frame.width, layout.frame.height
    assert len(layout.places) == len(board.cities)
    assert [len(track.spaces) for track in layout.tracks] == [r.length for r in board.routes]
    for place in layout.places:
        assert 0 <= place.x <= width
        assert 0 <= place.y <= height
        assert all(map(isfinite, (place.label.x, place.label.y, place.label.width)))
    for track in layout.tracks:
        assert all(isfinite(z) for point in track.curve for z in point)
        assert all(0 <= s.x <= width and 0 <= s.y <= height for s in track.spaces)
        assert all(isfinite(s.angle) for s in track.spaces)


@pytest.mark.parametrize("name", AWKWARD)
def test_an_awkward_board_gets_a_simple_layout(name):
    board = board_from_plain(AWKWARD[name])
    layout = simple_layout(board)
    assert_whole(board, layout)
    assert simple_layout(board) == layout


@settings(max_examples=60)
@given(legal_boards())
def test_any_board_gets_a_simple_layout(plain):
    board = board_from_plain(plain)
    layout = simple_layout(board)
    assert_whole(board, layout)
    assert simple_layout(board) == layout


@settings(max_examples=5)
@given(legal_boards())
def test_any_board_is_improved_and_always_alike(plain):
    board = board_from_plain(plain)
    layout = lay_out(board, seconds=None)
    assert_whole(board, layout)
    assert lay_out(board, seconds=None) == layout
    assert check(board, layout).problems <= check(board, simple_layout(board)).problems


def test_without_time_the_layout_is_the_simple_one():
    board = board_from_plain(crossing_board(3, 12, 20))
    assert lay_out(board, seconds=0) == simple_layout(board)


@pytest.mark.parametrize("ticks", [1, 5, 40, 300, 700])
def test_when_time_runs_out_the_best_so_far_is_kept(ticks):
    """A clock that goes on by one at each look, so that the end comes at any point of the work."""
    board = board_from_plain(crossing_board(4, 12, 20))
    clock = count()
    layout = lay_out(board, seconds=ticks, clock=lambda: float(next(clock)))
    assert next(clock) < ticks + 60  # it stopped soon after
    assert_whole(board, layout)
    assert check(board, layout).problems <= check(board, simple_layout(board)).problems


def test_the_work_stops_where_time_runs_out():
    board = board_from_plain(crossing_board(4, 12, 20))
    start = np.random.default_rng(1).uniform(100, 700, (12, 2))
    relaxation = Relaxation(start, bundles(board), sizes_of(30.0), (1600.0, 800.0))
    cities = Obstacles(np.arange(12), np.zeros((12, 2)), np.full(12, 10.0))
    relaxation.run(50, cities, spent=times(0))
    assert (relaxation.places == start).all()
    relaxation.run(50, cities, spent=times(3))
    assert 0 < np.abs(relaxation.places - start).max() < 4  # three steps of about one unit


def test_curves_stay_inside_the_drawing():
    board = board_from_plain(awkward_boards()["two cities, three tracks"])
    places, bends = np.array([[20.0, 20.0], [900.0, 400.0]]), np.array([[200.0, -700.0]])
    kept = kept_inside(places, bends, bundles(board), (1000.0, 500.0))
    line = curve_points(curves_of(places, kept, ends_of(bundles(board))))
    assert line.min() >= MARGIN - 1e-6
    assert np.allclose(kept / bends, (kept / bends)[0, 0])  # in the same direction, but smaller
    small = bends / 100
    assert (kept_inside(places, small, bundles(board), (1000.0, 500.0)) == small).all()


@pytest.mark.parametrize("lats", [(1e-9, 1e-5), (0.0, 2e-6), (-90.0, -90.0), (89.9, 90.0)])
def test_every_part_of_the_earth_can_be_made_flat(lats):
    frame = frame_for([(lat, lon) for lat in lats for lon in (-1e-7, 179.0)], 1600.0, {})
    project = projector(frame)
    assert all(0 <= z <= 1601 for lat in lats for z in project(lat, 179.0))


def test_a_small_place_at_the_equator_keeps_its_shape():
    """A cone there would be almost flat, and its numbers too large to be exact."""
    frame = frame_for([(0.0, 0.0), (3e-6, 0.0)], 1600.0, {})
    south, middle, north = (projector(frame)(lat, 0.0)[1] for lat in (0.0, 1.5e-6, 3e-6))
    assert middle == pytest.approx((south + north) / 2, abs=1)


def test_more_time_makes_a_better_layout():
    board = board_from_plain(crossing_board(0, 14, 24))
    simple, improved = (
        check(board, layout) for layout in (simple_layout(board), lay_out(board, seconds=None))
    )
    assert improved.problems < simple.problems
    assert len(improved.overlaps) == 0  # where tracks cross, spaces have slid away
