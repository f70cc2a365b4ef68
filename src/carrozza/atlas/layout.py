"""Laying out a board: from cities on the Earth to a drawing with room for everything.

There is always an answer. `simple_layout` takes a moment for any board; `lay_out` starts from it
and improves on it for as long as it may, so that it never gives anything worse.
"""

from collections.abc import Callable

from carrozza.atlas.budget import SECONDS, Budget, Clock, times
from carrozza.atlas.model import Layout, Nudges
from carrozza.board.board import Board
from carrozza.core.extras import needing

with needing("boards"):
    import numpy as np

    from carrozza.atlas.bends import first_bends
    from carrozza.atlas.bundles import bundles
    from carrozza.atlas.check import check
    from carrozza.atlas.drawing import Drawing, Drawn
    from carrozza.atlas.labels import AIR
    from carrozza.atlas.projection import frame_for
    from carrozza.atlas.relax import Obstacles, Relaxation, Sizes
    from carrozza.atlas.shapes import Array
    from carrozza.atlas.sizes import sizes_of, space_length
    from carrozza.atlas.start import starting_places

BREADTH = 1600.0  # of the drawing
SIMPLE_ROUNDS, FIRST_ROUNDS, LABEL_ROUNDS, LABEL_PASSES = 70, 450, 150, 16
SIMPLE_SLIDES = 100  # tracks whose spaces slide to where they are free
PATIENCE = 4  # passes without progress before spaces are made smaller
ATTEMPTS = 4  # sizes of spaces that are tried
Progress = Callable[[str], None]
Wrong = tuple[int, int]  # problems, and names with too little air around them


class Task:
    """A board to lay out."""

    def __init__(self, board: Board, nudges: Nudges | None) -> None:
        self.board = board
        self.nudges = nudges or Nudges()
        self.frame = frame_for([(c.lat, c.lon) for c in board.cities], BREADTH, self.nudges.frame)
        self.groups = bundles(board)
        self.start = starting_places(board, self.frame, self.nudges)
        asked = self.nudges.frame.get("space_length")
        self.length = (
            space_length(self.start, self.groups, self.frame) if asked is None else float(asked)
        )

    def drawing(self, length: float) -> Drawing:
        return Drawing(self.board, self.frame, self.groups, length)

    def relaxation(self, sizes: Sizes) -> Relaxation:
        return Relaxation(self.start, self.groups, sizes, (self.frame.width, self.frame.height))

    def wrong(self, drawn: Drawn) -> Wrong:
        return check(self.board, drawn.layout).problems, drawn.labels.conflicts


def simple_layout(board: Board, nudges: Nudges | None = None) -> Layout:
    """A plain drawing in a moment: straight tracks as far as they are long enough, tracks across
    each other where they happen to be."""
    return _simple(Task(board, nudges)).layout


def lay_out(
    board: Board,
    nudges: Nudges | None = None,
    progress: Progress = lambda _: None,
    seconds: float | None = SECONDS,
    clock: Clock | None = None,
) -> Layout:
    """The best layout found in so many seconds (None: however long it takes).

    The same for the same board on every run that ends before its time is up; never one with more
    problems than the simple one.
    """
    budget = Budget(seconds, clock) if clock else Budget(seconds)
    task = Task(board, nudges)
    best = _simple(task)
    if budget.spent():
        return best.layout
    wrong, length = task.wrong(best), task.length
    bends = first_bends(board, task.start, task.groups, task.nudges, sizes_of(length), budget)
    for _ in range(ATTEMPTS):
        progress(f"spaces of {length:.0f} units")
        found = _attempt(task, length, bends, progress, budget)
        if found and found[0] <= wrong:
            wrong, best = found
        if wrong == (0, 0) or budget.spent():
            break
        length *= 0.9
    return best.layout


def _simple(task: Task) -> Drawn:
    drawing = task.drawing(task.length)
    relaxation = task.relaxation(drawing.sizes)
    cities = _city_obstacles(len(task.start), drawing.sizes)
    relaxation.run(SIMPLE_ROUNDS, cities, step=3.0, tracks_apart=False)
    return drawing.draw(relaxation.places, relaxation.bends, relaxation.room, times(SIMPLE_SLIDES))


def _attempt(
    task: Task, length: float, bends: Array, progress: Progress, budget: Budget
) -> tuple[Wrong, Drawn] | None:
    """The best layout with spaces of this length, if there was time for any."""
    drawing = task.drawing(length)
    relaxation = task.relaxation(drawing.sizes)
    relaxation.bends = bends.copy()
    cities = _city_obstacles(len(task.start), drawing.sizes)
    relaxation.run(FIRST_ROUNDS, cities, step=1.5, spent=budget.spent)
    best: tuple[Wrong, Drawn] | None = None
    drawn: Drawn | None = None
    stale = 0
    for n in range(LABEL_PASSES):
        if budget.spent():
            break
        before = drawn.labels.chosen if drawn else None
        drawn = drawing.draw(
            relaxation.places, relaxation.bends, relaxation.room, budget.spent, before
        )
        wrong = task.wrong(drawn)
        progress(f"pass {n + 1}: {sum(wrong)} problems")
        if best is None or wrong < best[0]:
            best, stale = (wrong, drawn), 0
        stale += 1
        if wrong == (0, 0) or stale > PATIENCE:
            break
        relaxation.anchor *= 0.85
        obstacles = _label_obstacles(drawn.layout, cities)
        relaxation.run(LABEL_ROUNDS, obstacles, step=1.0, spent=budget.spent)
    return best


def _city_obstacles(cities: int, sizes: Sizes) -> Obstacles:
    return Obstacles(
        np.arange(cities), np.zeros((cities, 2)), np.full(cities, sizes.city_radius + 1.5)
    )


def _label_obstacles(layout: Layout, plain: Obstacles) -> Obstacles:
    """Each label as a row of round pieces that move with its city."""
    city, offset, radius = list(plain.city), list(plain.offset), list(plain.radius)
    for c, place in enumerate(layout.places):
        label = place.label
        half = label.height / 2 + AIR
        count = max(2, int(np.ceil(label.width / (half * 1.1))))
        for x in np.linspace(label.x + half, label.x + label.width - half, count):
            city.append(c)
            offset.append(np.array([x - place.x, label.y + label.height / 2 - place.y]))
            radius.append(half)
    return Obstacles(np.array(city), np.array(offset), np.array(radius))
