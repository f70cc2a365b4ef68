"""Long work in processes of its own, so that nobody who plays waits for it.

One job of an asker, most often an address, is under way at a time. Who asks for what somebody else
waits for already waits for the same job. A job that nobody waits for any more, or that takes too
long, is ended with its process.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from carrozza.server.errors import Refused, interrupted, too_many
from carrozza.server.metrics import JOBS
from carrozza.server.processes import Broken, Hear, Processes

T = TypeVar("T")

MOST_WAITING = 60  # jobs of one asker
NICENESS = 5  # those who play come first

logger = logging.getLogger(__name__)


@dataclass
class _Job:
    task: asyncio.Task[Any]
    waiting: int = 0  # who asked and still wants to know


def _ignore(*_news: object) -> None:
    pass


class Jobs:
    """A line of jobs. Make it inside the event loop."""

    def __init__(
        self,
        name: str,
        processes: int,
        seconds: float,
        *,
        most_waiting: float = MOST_WAITING,
        niceness: int = NICENESS,
    ) -> None:
        self.name = name
        self._seconds = seconds
        self._most_waiting = most_waiting
        self._places = asyncio.Semaphore(processes)
        self._processes = Processes(niceness)
        self.running = 0
        self._jobs: dict[Hashable, _Job] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._asked: Counter[str] = Counter()  # jobs by who asked first
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def do(
        self,
        asker: str,
        key: Hashable,
        work: Callable[..., T],
        *given: object,
        hear: Hear = _ignore,
    ) -> T:
        """What the work gives, done once for all who ask with the same key meanwhile. The first of
        them hears what it tells of itself."""
        job = self._jobs.get(key)
        if job is None:
            if self._asked[asker] >= self._most_waiting:
                raise too_many()
            job = self._jobs[key] = _Job(self._start(self._run(asker, key, hear, work, given)))
        job.waiting += 1
        try:
            done: T = await asyncio.shield(job.task)
            return done
        finally:
            job.waiting -= 1
            if not job.waiting and not job.task.done():
                self._forget(key, job.task)
                job.task.cancel()

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run(
        self,
        asker: str,
        key: Hashable,
        hear: Hear,
        work: Callable[..., T],
        given: tuple[object, ...],
    ) -> T:
        self._asked[asker] += 1
        turn = self._turns.setdefault(asker, asyncio.Lock())
        try:
            with JOBS.labels(self.name, "waiting").track_inprogress():
                await turn.acquire()
                try:
                    await self._places.acquire()
                except BaseException:
                    turn.release()
                    raise
            self.running += 1
            try:
                with JOBS.labels(self.name, "running").track_inprogress():
                    return await self._in_process(hear, work, given)
            finally:
                self.running -= 1
                self._places.release()
                turn.release()
        finally:
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker]
            self._forget(key, asyncio.current_task())

    async def _in_process(self, hear: Hear, work: Callable[..., T], given: tuple[object, ...]) -> T:
        try:
            return await self._processes.do(self._seconds, hear, work, given)
        except TimeoutError:
            logger.error("%s took more than %g s", work.__name__, self._seconds)
            raise Refused(503, "took_too_long", "This took too long. Try again later.") from None
        except Broken:
            logger.exception("the process of %s ended", work.__name__)
            raise interrupted() from None

    def _forget(self, key: Hashable, task: asyncio.Task[Any] | None) -> None:
        if key in self._jobs and self._jobs[key].task is task:
            del self._jobs[key]

    async def close(self) -> None:
        for job in self._jobs.values():
            job.task.cancel()
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._processes.close()
