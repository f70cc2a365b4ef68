"""Loading the compiled code in the background: a second, and most of a minute the first time on a
machine, when it is compiled."""

import logging
import os
from math import inf
from threading import Event, Lock, Thread

import numpy as np

from carrozza.bots.search.boards.quick.records import COURSE, NETWORK, new_paper
from carrozza.lane.board.lookups import BOARD

logger = logging.getLogger(__name__)


class Loader:
    def __init__(self) -> None:
        self._process = 0  # which loads or has loaded
        self._lock = Lock()
        self._over = Event()
        self._loaded = False

    def loaded_in(self, seconds: float) -> bool:
        """Whether the code is there, waiting for it so long; begins to load it when first asked."""
        with self._lock:
            if self._process != os.getpid():  # a fork takes no threads along
                self._process = os.getpid()
                self._over = Event()
                self._loaded = False
                Thread(target=self._load, daemon=True).start()
        self._over.wait(None if seconds == inf else max(0.0, seconds))
        return self._loaded

    def _load(self) -> None:
        try:
            from carrozza.bots.search.boards.quick.rollouts import rollouts

            fixed = np.zeros(1, NETWORK), np.zeros(1, BOARD)
            paper = new_paper()
            courses = np.zeros((1, 1), COURSE)
            none = np.zeros((0, 2))
            rollouts(fixed, paper, 0, 0, courses[0], paper[0], courses, 0, 0, none)
            self._loaded = True
        except Exception:  # it must not end a game: without it the planner plays
            logger.exception("the search cannot be compiled; its bot plays like the planner")
        self._over.set()


LOADER = Loader()
