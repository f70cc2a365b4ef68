"""Loading compiled code in the background: a second, and most of a minute the first time on a
machine, when it is compiled."""

import logging
import os
from collections.abc import Callable
from math import inf
from threading import Event, Lock, Thread

logger = logging.getLogger(__name__)


class Loader:
    def __init__(self, what: str, load: Callable[[], None]) -> None:
        """`load` calls every compiled function once, with as little to do as can be."""
        self._what, self._load = what, load
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
                Thread(target=self._run, daemon=True).start()
        self._over.wait(None if seconds == inf else max(0.0, seconds))
        return self._loaded

    def _run(self) -> None:
        try:
            self._load()
            self._loaded = True
        except Exception:  # it must not end a game: a simpler bot plays
            logger.exception("%s cannot be compiled; a simpler bot plays", self._what)
        self._over.set()
