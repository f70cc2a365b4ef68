"""A board as a graph of links: two cities and the tracks between them, computed once."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from carrozza.board.board import Board

Ints = npt.NDArray[np.intp]


class Chart:
    """Parallel tracks have the same length, so a link has one."""

    __slots__ = ("a", "at", "b", "ends", "length", "links", "of_route", "points", "size", "tracks")

    def __init__(self, board: Board) -> None:
        self.size = len(board.cities)
        groups: dict[int, int] = {}  # mask of siblings: link
        self.tracks: list[tuple[int, ...]] = []
        self.of_route: list[int] = []  # the link of each route
        for route, group in enumerate(board.siblings):
            if group not in groups:
                groups[group] = len(self.tracks)
                self.tracks.append(())
            link = groups[group]
            self.tracks[link] += (route,)
            self.of_route.append(link)
        self.links = range(len(self.tracks))
        first = [board.routes[tracks[0]] for tracks in self.tracks]
        self.ends = [(route.a, route.b) for route in first]
        self.length = [route.length for route in first]
        self.points = [route.points for route in first]
        self.a: Ints = np.array([a for a, _ in self.ends], dtype=np.intp)
        self.b: Ints = np.array([b for _, b in self.ends], dtype=np.intp)
        # For each city the links from it, with the city at the other end.
        self.at: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for link, (a, b) in enumerate(self.ends):
            self.at[a].append((link, b))
            self.at[b].append((link, a))


@lru_cache(maxsize=32)
def chart_of(board: Board) -> Chart:
    return Chart(board)
