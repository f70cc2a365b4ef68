"""Parallel routes as one bundle."""

import msgspec

from carrozza.board.board import Board

TRACK_GAP = 2.5  # between parallel tracks
BADGE = 0.72  # the radius of a badge in widths of a space


class Bundle(msgspec.Struct, frozen=True):
    """All tracks between two cities."""

    a: int
    b: int
    length: int
    routes: tuple[int, ...]
    bonus: int  # cards drawn after claiming, told by a badge at the end of the track

    def tail(self, space_width: float) -> float:
        """What the badge takes up behind the last space."""
        return BADGE * 2 * space_width + 2 if self.bonus else 0.0

    def width(self, space_width: float) -> float:
        return len(self.routes) * (space_width + TRACK_GAP) - TRACK_GAP


def bundles(board: Board) -> list[Bundle]:
    found: dict[int, list[int]] = {}
    for i, group in enumerate(board.siblings):
        found.setdefault(group, []).append(i)
    made = []
    for ids in found.values():
        first = board.routes[ids[0]]
        bonus = max(board.routes[i].draw_bonus for i in ids)
        made.append(Bundle(first.a, first.b, first.length, tuple(ids), bonus))
    return made
