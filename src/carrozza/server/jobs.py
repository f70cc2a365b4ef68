"""Long work in processes of its own, so that nobody who plays waits for it.

One job of an asker, most often an address, is under way at a time. Who asks for what somebody else
waits for already waits for the same job, which begins in the turn of whoever of them comes first. A
job that nobody waits for any more, or that takes too long, is ended with its process.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from carrozza.server import spans
from carrozza.server.errors import Refused, interrupted, too_many
from carrozza.server.metrics import JOBS
from carrozza.server.processes import Broken, Hear, Processes

T = TypeVar("T")

MOST_WAITING = 60  # jobs of one asker
NICENESS = 5  # those who play come first

logger = logging.getLogger(__name__)


@dataclass
class _Job:
    task: asyncio.Task[Any] = field(init=False)
    turn: asyncio.Future[asyncio.Lock]  # in which it begins: held from then on
    waiting: Counter[str] = field(default_factory=Counter)  # who asked and still wants to know
    turns: dict[str, asyncio.Task[None]] = field(default_factory=dict)  # theirs, waited for


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
            job = self._jobs[key] = _Job(asyncio.get_running_loop().create_future())
            job.task = self._start(self._run(asker, key, job, hear, work, given))
        if asker not in job.turns and not job.turn.done():
            job.turns[asker] = self._start(self._take_turn(asker, job))
        job.waiting[asker] += 1
        try:
            with spans.step("work in a process", line=self.name):
                done: T = await asyncio.shield(job.task)
            return done
        finally:
            self._give_up(asker, key, job)

    def _give_up(self, asker: str, key: Hashable, job: _Job) -> None:
        job.waiting[asker] -= 1
        if not job.waiting[asker]:
            del job.waiting[asker]
            if asker in job.turns:
                job.turns.pop(asker).cancel()
        if not job.waiting and not job.task.done():
            self._forget(key, job)
            job.task.cancel()

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _take_turn(self, asker: str, job: _Job) -> None:
        turn = self._turns.setdefault(asker, asyncio.Lock())
        await turn.acquire()
        if job.turn.done():  # it has begun in somebody else's
            turn.release()
        else:
            job.turn.set_result(turn)

    async def _run(
        self,
        asker: str,
        key: Hashable,
        job: _Job,
        hear: Hear,
        work: Callable[..., T],
        given: tuple[object, ...],
    ) -> T:
        self._asked[asker] += 1
        try:
            with JOBS.labels(self.name, "waiting").track_inprogress():
                await job.turn
                await self._places.acquire()
            self.running += 1
            try:
                with JOBS.labels(self.name, "running").track_inprogress():
                    return await self._in_process(hear, work, given)
            finally:
                self.running -= 1
                self._places.release()
        finally:
            if not job.turn.cancelled():  # cancelled with us, while it was waited for
                job.turn.result().release()
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker]
            self._forget(key, job)

    async def _in_process(self, hear: Hear, work: Callable[..., T], given: tuple[object, ...]) -> T:
        try:
            return await self._processes.do(self._seconds, hear, work, given)
        except TimeoutError:
            logger.error("%s took more than %g s", work.__name__, self._seconds)
            raise Refused(503, "took_too_long", "This took too long. Try again later.") from None
        except Broken:
            logger.exception("the process of %s ended", work.__name__)
            raise interrupted() from None

    def _forget(self, key: Hashable, job: _Job) -> None:
        if self._jobs.get(key) is job:
            del self._jobs[key]

    async def close(self) -> None:
        for job in self._jobs.values():
            job.task.cancel()
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._processes.close()
