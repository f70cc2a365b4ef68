"""What a ticket scores for a network; the twin of `carrozza.board.goals`."""

from carrozza.lane.board.lookups import Board
from carrozza.lane.board.paths import root_of
from carrozza.lane.compiled import compiled


@compiled
def points_with(board: Board, ticket: int, joined: object) -> int:
    """The best goal reached, or less than nothing; `joined` is a forest of cities."""
    for way in range(board.first_way[ticket], board.first_way[ticket + 1]):
        if root_of(joined, board.way_a[way]) == root_of(joined, board.way_b[way]):
            return board.way_points[way]
    return -board.penalty[ticket]
