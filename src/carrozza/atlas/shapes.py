"""Geometry on many things at once: boxes, turned rectangles, discs and lines, as arrays.

What could touch is found by sorting along the y axis (names are wide and low, so few share a
height); only those pairs are looked at more closely.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Pairs = tuple[Ints, Ints]

BLOCK = 1_000_000  # pairs looked at together, so that no heap of things fills the memory
SLACK = 1e-6  # what only shares an edge does not overlap


class Rects(msgspec.Struct, frozen=True):
    """Rectangles, turned anyhow."""

    at: Array  # their middles
    along: Array  # unit vectors
    half: Array  # half the length along that vector, and half the width across it

    def grown(self, by: float) -> "Rects":
        return Rects(self.at, self.along, self.half + by)

    def boxes(self) -> Array:
        reach = (
            np.abs(self.along) * self.half[:, :1] + np.abs(_across(self.along)) * (self.half[:, 1:])
        )
        return np.hstack([self.at - reach, self.at + reach])


def rects_of_boxes(boxes: Array) -> Rects:
    middle, half = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]) / 2
    return Rects(middle, np.tile([1.0, 0.0], (len(boxes), 1)), half)


def touching(one: Array, other: Array) -> Iterator[Pairs]:
    """Pairs of boxes (left, top, right, bottom) that share more than an edge, block by block."""
    for i, j in _sharing_heights(one, other):
        beside = (one[i, 0] < other[j, 2]) & (other[j, 0] < one[i, 2])
        yield i[beside], j[beside]


def within(reach: float, one: Array, other: Array) -> Iterator[Pairs]:
    """Pairs of points that may be so near to each other: those of the same or the next cell of a
    grid."""
    cell, other_cell = (np.floor(points / reach).astype(np.int64) for points in (one, other))
    column = 1 << 32  # more than there are cells in one
    keys = other_cell[:, 0] * column + other_cell[:, 1]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    for beside in (-1, 0, 1):
        key = (cell[:, 0] + beside) * column + cell[:, 1]
        first, last = np.searchsorted(keys, key - 1), np.searchsorted(keys, key + 1, side="right")
        for i, j in _expanded(first, last):
            yield i, order[j]


def overlapping(one: Rects, other: Rects) -> Pairs:
    """Pairs of rectangles that overlap."""
    found = []
    for i, j in touching(one.boxes(), other.boxes()):
        apart = _apart_along(one, other, i, j) | _apart_along(other, one, j, i)
        found.append((i[~apart], j[~apart]))
    return joined(found)


def overlapping_within(rects: Rects) -> Pairs:
    """Pairs of one set, each once, the lower number first."""
    i, j = overlapping(rects, rects)
    return i[i < j], j[i < j]


def on_discs(rects: Rects, middles: Array, radius: float) -> Pairs:
    """Pairs of a rectangle and a disc that overlap."""
    found = []
    for i, c in touching(rects.boxes(), np.hstack([middles - radius, middles + radius])):
        between = middles[c] - rects.at[i]
        along, across = rects.along[i], _across(rects.along[i])
        inside = np.stack([_dot(between, along), _dot(between, across)], axis=1)
        gap = np.maximum(np.abs(inside) - rects.half[i], 0.0)
        near = np.hypot(gap[:, 0], gap[:, 1]) < radius - SLACK
        found.append((i[near], c[near]))
    return joined(found)


def crossing(lines: Array, others: Array) -> Pairs:
    """Pairs of lines, each of as many points as the others, that cross somewhere."""
    starts, ends = _pieces(lines)
    other_starts, other_ends = _pieces(others)
    boxes = np.hstack([np.minimum(starts, ends), np.maximum(starts, ends)])
    other_boxes = np.hstack(
        [np.minimum(other_starts, other_ends), np.maximum(other_starts, other_ends)]
    )
    found = []
    for i, j in touching(boxes, other_boxes):
        p, q, r, s = starts[i], ends[i], other_starts[j], other_ends[j]
        cross = (_side(p, q, r) * _side(p, q, s) < 0) & (_side(r, s, p) * _side(r, s, q) < 0)
        found.append((i[cross] // (lines.shape[1] - 1), j[cross] // (others.shape[1] - 1)))
    i, j = joined(found)
    both = np.unique(i * len(others) + j)
    return both // max(1, len(others)), both % max(1, len(others))


def joined(blocks: list[Pairs]) -> Pairs:
    none = np.zeros(0, dtype=np.int64)
    return (
        np.concatenate([none, *(i for i, _ in blocks)]),
        np.concatenate([none, *(j for _, j in blocks)]),
    )


def _sharing_heights(one: Array, other: Array) -> Iterator[Pairs]:
    """Each such pair once: either the other begins within the one, or the other way round."""
    for i, j in _beginning_within(one, other, "left"):
        yield i, j
    for j, i in _beginning_within(other, one, "right"):
        yield i, j


def _beginning_within(one: Array, other: Array, equal: Literal["left", "right"]) -> Iterator[Pairs]:
    order = np.argsort(other[:, 1], kind="stable")
    tops = other[order, 1]
    first = np.searchsorted(tops, one[:, 1], side=equal)
    last = np.searchsorted(tops, one[:, 3], side="left")
    for i, j in _expanded(first, last):
        yield i, order[j]


def _expanded(first: Ints, last: Ints) -> Iterator[Pairs]:
    """Each number with each of its range, in blocks."""
    count = np.maximum(last - first, 0)
    before = np.concatenate([[0], np.cumsum(count)])
    start = 0
    while start < len(count):
        end = int(np.searchsorted(before, before[start] + BLOCK, side="right")) - 1
        end = min(max(end, start + 1), len(count))
        i = np.repeat(np.arange(start, end), count[start:end])
        yield i, np.arange(len(i)) + (first - before[:-1] + before[start])[i]
        start = end


def _pieces(lines: Array) -> tuple[Array, Array]:
    return lines[:, :-1].reshape(-1, 2), lines[:, 1:].reshape(-1, 2)


def _apart_along(one: Rects, other: Rects, i: Ints, j: Ints) -> NDArray[np.bool_]:
    """Whether the sides of the one keep the two apart."""
    between = other.at[j] - one.at[i]
    along, turned = one.along[i], other.along[j]
    cos, sin = np.abs(_dot(along, turned)), np.abs(_dot(_across(along), turned))
    length, width = other.half[j].T
    far = np.abs(_dot(between, along)) >= one.half[i, 0] + length * cos + width * sin - SLACK
    aside = np.abs(_dot(between, _across(along))) >= (
        one.half[i, 1] + length * sin + width * cos - SLACK
    )
    apart: NDArray[np.bool_] = far | aside
    return apart


def _across(along: Array) -> Array:
    return np.stack([-along[:, 1], along[:, 0]], axis=1)


def _dot(one: Array, other: Array) -> Array:
    dot: Array = one[:, 0] * other[:, 0] + one[:, 1] * other[:, 1]
    return dot


def _side(a: Array, b: Array, c: Array) -> Array:
    side: Array = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (
        c[:, 0] - a[:, 0]
    )
    return side
