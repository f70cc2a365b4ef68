"""Loading the compiled code in the background: half a second, and a quarter of a minute the first
time on a machine, when it is compiled."""

import logging
import os
from math import inf
from threading import Event, Thread

import numpy as np

from carrozza.bots.search.boards.sketch.records import COURSE, MAP, SCENE, TABLE

logger = logging.getLogger(__name__)


class Loader:
    def __init__(self) -> None:
        self._begun = False
        self._over = Event()
        self._loaded = False

    def loaded_in(self, seconds: float) -> bool:
        """Whether the code is there, waiting for it so long; begins to load it when first asked."""
        if not self._begun:
            self._begun = True
            Thread(target=self._load, daemon=True).start()
        self._over.wait(None if seconds == inf else max(0.0, seconds))
        return self._loaded

    def forget(self) -> None:
        """In a new process nobody loads yet."""
        self.__init__()  # type: ignore[misc]

    def _load(self) -> None:
        try:
            from carrozza.bots.search.boards.sketch.rollouts import rollouts

            record = [np.zeros(1, kind)[0] for kind in (MAP, SCENE)]
            courses = np.zeros((1, 1), COURSE)
            tables = np.zeros(1, TABLE)
            rollouts(record[0], tables, record[1], courses[0], courses, 0, 0, np.zeros((0, 1)))
            self._loaded = True
        except Exception:  # it must not end a game: without it the planner plays
            logger.exception("the search cannot be compiled; its bot plays like the planner")
        self._over.set()


LOADER = Loader()
os.register_at_fork(after_in_child=LOADER.forget)
