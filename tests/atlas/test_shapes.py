"""Geometry on arrays against the same thing done one by one."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from carrozza.atlas import shapes
from carrozza.atlas.model import Space
from carrozza.atlas.polygons import corners, overlap
from carrozza.atlas.spaces import Spaces

whole = st.integers(0, 60).map(float)
spots = st.lists(st.tuples(whole, whole, st.integers(0, 359).map(float)), max_size=12)
lines = st.lists(st.lists(st.tuples(whole, whole), min_size=4, max_size=4), max_size=6)


def rects(rows: list[tuple[float, float, float]]) -> shapes.Rects:
    table = np.array(rows).reshape(-1, 3)
    return Spaces(table[:, :2], table[:, 2], np.arange(len(rows))).rects(20, 8)


def listed(pairs: shapes.Pairs) -> list[tuple[int, int]]:
    i, j = pairs
    return list(zip(i.tolist(), j.tolist(), strict=True))


@given(spots, spots)
def test_overlapping_rectangles(one, other):
    found = set(listed(shapes.overlapping(rects(one), rects(other))))
    expected = {
        (i, j)
        for i, a in enumerate(one)
        for j, b in enumerate(other)
        if overlap(corners(Space(*a), 20, 8), corners(Space(*b), 20, 8))
    }
    assert found == expected


@given(lines, lines)
def test_crossing_lines(one, other):
    arrays = (np.array(each, dtype=float).reshape(-1, 4, 2) for each in (one, other))
    found = set(listed(shapes.crossing(*arrays)))
    expected = {(i, j) for i, a in enumerate(one) for j, b in enumerate(other) if _cross(a, b)}
    assert found == expected


@given(spots, st.integers(1, 30))
def test_points_within_reach(rows, reach):
    points = np.array(rows).reshape(-1, 3)[:, :2]
    pairs = shapes.joined(list(shapes.within(float(reach), points, points)))
    found = listed(pairs)
    assert len(found) == len(set(found))
    near = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) < reach
    assert set(listed(np.nonzero(near))) <= set(found)


def test_large_heaps_are_looked_at_in_blocks(monkeypatch):
    boxes = np.tile([0.0, 0.0, 1.0, 1.0], (20, 1))
    monkeypatch.setattr(shapes, "BLOCK", 7)
    blocks = list(shapes.touching(boxes, boxes))
    assert max(len(i) for i, _ in blocks) <= 20
    assert len(set(listed(shapes.joined(blocks)))) == 400


def _cross(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    return any(
        _side(p, q, r) * _side(p, q, s) < 0 and _side(r, s, p) * _side(r, s, q) < 0
        for p, q in pairwise(one)
        for r, s in pairwise(other)
    )


def _side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
