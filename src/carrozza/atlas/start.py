"""Where cities start: at their true places, but none on top of another."""

from math import cos, pi, sin, sqrt

import numpy as np

from carrozza.atlas.model import Frame, Nudges
from carrozza.atlas.projection import projector
from carrozza.atlas.shapes import Array
from carrozza.board.board import Board

HEAP = 6.0  # units: cities nearer than this to another are drawn as if they were in one place
APART = 34.0  # units between the cities of a heap
FLAT = 0.12  # of the drawing's height: cities within less than this are as good as on a line
GOLDEN = pi * (3 - sqrt(5))  # turns that never come back to the same side


def true_places(board: Board, frame: Frame) -> Array:
    project = projector(frame)
    return np.array([project(c.lat, c.lon) for c in board.cities]).reshape(-1, 2)


def starting_places(board: Board, frame: Frame, nudges: Nudges) -> Array:
    places = true_places(board, frame)
    for name, shift in nudges.cities.items():
        places[board.city_number[name]] += shift
    return _unlined(_unheaped(places), frame)


def _unheaped(places: Array) -> Array:
    """The cities of a heap as the seeds of a sunflower, around where the heap is."""
    spread = places.copy()
    for c in range(1, len(places)):
        before = np.hypot(*(places[:c] - places[c]).T) < HEAP
        nth = int(before.sum())
        if nth:
            away = APART * sqrt(nth)
            spread[c] += away * np.array([cos(nth * GOLDEN), sin(nth * GOLDEN)])
    return spread


def _unlined(places: Array, frame: Frame) -> Array:
    """Cities on one line get some breadth, or nothing could pull them off it."""
    for axis, size in enumerate((frame.width, frame.height)):
        if len(places) > 2 and np.ptp(places[:, axis]) < FLAT * size:
            turns = (np.arange(len(places)) * GOLDEN / (2 * pi)) % 1
            places[:, axis] += (turns - 0.5) * size * 0.5
    return places
