"""Long work in processes of its own, so that nobody who plays waits for it.

One job of an asker, most often an address, is under way at a time. Who asks for what somebody else
waits for already waits for the same job. A job that nobody waits for any more, or that takes too
long, is ended with its process.
"""

import asyncio
import contextlib
import logging
import math
import os
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from carrozza.server.errors import Refused, too_many
from carrozza.server.metrics import JOBS

T = TypeVar("T")

MOST_WAITING = 60  # jobs of one asker
NICENESS = 5  # those who play come first

logger = logging.getLogger(__name__)


@dataclass
class _Job:
    task: asyncio.Task[Any]
    waiting: int = 0  # who asked and still wants to know


class Jobs:
    """A line of jobs. Make it inside the event loop."""

    def __init__(
        self, name: str, processes: int, seconds: float, most_waiting: float = MOST_WAITING
    ) -> None:
        self.name = name
        self._seconds = seconds
        self._most_waiting = most_waiting
        self._places = asyncio.Semaphore(processes)
        self._unlimited = CapacityLimiter(math.inf)  # the places are the limit
        self.running = 0
        self._jobs: dict[Hashable, _Job] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._asked: Counter[str] = Counter()  # jobs by who asked first
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def do(self, asker: str, key: Hashable, work: Callable[..., T], *given: object) -> T:
        """What the work gives, done once for all who ask with the same key meanwhile."""
        job = self._jobs.get(key)
        if job is None:
            if self._asked[asker] >= self._most_waiting:
                raise too_many()
            job = self._jobs[key] = _Job(self._start(self._run(asker, key, work, given)))
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
        self, asker: str, key: Hashable, work: Callable[..., T], given: tuple[object, ...]
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
                    return await self._in_process(work, given)
            finally:
                self.running -= 1
                self._places.release()
                turn.release()
        finally:
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker]
            self._forget(key, asyncio.current_task())

    async def _in_process(self, work: Callable[..., T], given: tuple[object, ...]) -> T:
        try:
            # One that is ended while it starts would leave its pipes behind.
            ready = to_process.run_sync(os.getpid, limiter=self._unlimited)
            await asyncio.shield(self._start(ready))
            async with asyncio.timeout(self._seconds):
                return await to_process.run_sync(
                    _do, work, given, cancellable=True, limiter=self._unlimited
                )
        except TimeoutError:
            logger.error("%s took more than %g s", work.__name__, self._seconds)
            raise Refused(503, "took_too_long", "This took too long. Try again later.") from None
        except BrokenWorkerProcess:
            logger.exception("the process of %s ended", work.__name__)
            raise Refused(503, "interrupted", "This was interrupted. Try again.") from None

    def _forget(self, key: Hashable, task: asyncio.Task[Any] | None) -> None:
        if key in self._jobs and self._jobs[key].task is task:
            del self._jobs[key]

    async def close(self) -> None:
        for job in self._jobs.values():
            job.task.cancel()
        while self._tasks:
            await asyncio.wait(self._tasks)


async def end_processes() -> None:
    """End those that wait for more work. Without it they end with the event loop, but their pipes
    are left to the garbage collector."""
    try:
        processes = to_process._process_pool_workers.get()
        idle = to_process._process_pool_idle_workers.get()
    except LookupError:  # there never were any
        return
    while idle:  # those at work are another's, who shares this event loop
        process, _ = idle.pop()
        processes.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.aclose()


def _do(work: Callable[..., T], given: tuple[object, ...]) -> T:
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    return work(*given)
