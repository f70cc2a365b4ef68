"""Small work that nobody waits for, such as a mail. A server that stops gives it a moment."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

MOST = 200  # at once; what comes on top is not done
STOP_SECONDS = 5.0

logger = logging.getLogger(__name__)


class Errands:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        if len(self._tasks) >= MOST:
            work.close()
            logger.warning("there are too many errands")
            return
        task = asyncio.create_task(self._done(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:  # nothing of it is said: there may be addresses in it
            logger.warning("an errand failed: %s", type(error).__name__)

    async def stop(self) -> None:
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=STOP_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
