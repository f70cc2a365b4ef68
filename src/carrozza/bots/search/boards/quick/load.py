"""Loading the quick players."""

import numpy as np

from carrozza.bots.loading import Loader
from carrozza.bots.search.boards.quick.records import COURSE, NETWORK, new_paper
from carrozza.lane.board.lookups import BOARD


def _load() -> None:
    from carrozza.bots.search.boards.quick.rollouts import rollouts

    fixed = np.zeros(1, NETWORK), np.zeros(1, BOARD)
    paper = new_paper()
    courses = np.zeros((1, 1), COURSE)
    none = np.zeros((0, 2))
    rollouts(fixed, paper, 0, 0, courses[0], paper[0], courses, 0, 0, none)


LOADER = Loader("the search", _load)
