"""Loading the compiled code in the background: half a second, and a quarter of a minute the first
time on a machine, when it is compiled."""

import logging
import os
from math import inf
from threading import Event, Lock, Thread

import numpy as np

from carrozza.bots.search.boards.sketch.records import COURSE, MAP, POSITION, SCENE

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
            from carrozza.bots.search.boards.sketch.rollouts import rollouts

            record = [np.zeros(1, kind)[0] for kind in (MAP, SCENE)]
            courses = np.zeros((1, 1), COURSE)
            work = np.zeros(1, POSITION)
            rollouts(record[0], work, record[1], courses[0], courses, 0, 0, np.zeros((0, 1)))
            self._loaded = True
        except Exception:  # it must not end a game: without it the planner plays
            logger.exception("the search cannot be compiled; its bot plays like the planner")
        self._over.set()


LOADER = Loader()
