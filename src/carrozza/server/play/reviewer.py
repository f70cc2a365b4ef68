"""Makes the reviews that were asked for, the first one first.

What is to be done stands in the database. A worker claims a review for some seconds and renews that
while it is at it, so another takes over when it dies; and it stops when there is nothing left to
renew, because nobody waits any more or another worker has taken over.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update

from carrozza.core.errors import CarrozzaError
from carrozza.review.model import VERSION
from carrozza.server import metrics, spans
from carrozza.server.context import Context
from carrozza.server.errors import Refused, interrupted
from carrozza.server.http.responses import Problem
from carrozza.server.storage import schema
from carrozza.server.tables.review_files import review_file
from carrozza.server.tables.table import encoded

CLAIM_SECONDS = 15.0  # without a sign of life, until another worker takes over
SIGN_SECONDS = 1.0  # between two of them
COUNT_SECONDS = 10.0  # between two counts of what waits
SKEW_SECONDS = 5.0  # by which the clocks of workers may differ; a later claim is no claim
MOST_TRIES = 3  # processes or workers that may die of a review
WAITING: dict[str, Any] = {"state": "waiting", "worker": None, "claimed_until": 0.0}
IMPOSSIBLE = "not_learned"  # there will never be one, as long as the version is the same
R = schema.reviews.c

logger = logging.getLogger(__name__)


class Reviewer:
    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []
        self._bells: list[asyncio.Event] = []

    def start(self, context: Context) -> None:
        self._tasks.append(asyncio.create_task(_count_for_ever(context)))
        for _ in range(context.settings.review_processes):
            self._bells.append(asyncio.Event())
            self._tasks.append(asyncio.create_task(_work_for_ever(context, self._bells[-1])))

    def look(self) -> None:
        """Something was asked for here, or given up."""
        for bell in self._bells:
            bell.set()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _work_for_ever(context: Context, bell: asyncio.Event) -> None:
    while True:
        bell.clear()
        try:
            claimed = await _claim_next(context)
            if claimed is not None:
                await _make(context, *claimed, bell)
                continue
        except Refused as error:
            if context.db.health.trouble is None:
                logger.warning("reviews have to wait: %s", error.code)
        except Exception:
            logger.exception("a review could not be made")
        await _heard(bell, context.settings.sweep_seconds)


async def _heard(bell: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(bell.wait(), seconds)


async def _count_for_ever(context: Context) -> None:
    while True:
        try:
            await count(context)
        except Refused:
            pass  # the figures stay as they are
        except Exception:
            logger.exception("reviews could not be counted")
        await asyncio.sleep(COUNT_SECONDS)


async def count(context: Context) -> None:
    """For the metrics."""
    unfinished = (R.version == VERSION) & R.state.in_(("waiting", "working"))
    counted = select(R.state, func.count(), func.min(R.asked)).where(unfinished).group_by(R.state)
    async with context.db.read() as connection:
        found = {state: (n, oldest) for state, n, oldest in await connection.execute(counted)}
    now = context.now()
    waiting, oldest = found.get("waiting", (0, now))
    working, _ = found.get("working", (0, now))
    metrics.REVIEWS_WAITING.set(waiting)
    metrics.REVIEWS_OLDEST.set(max(0.0, now - oldest))
    metrics.REVIEWS_WORKING.set(working)


async def _claim_next(context: Context) -> tuple[str, str | None] | None:
    """A table whose review this worker is to make now, and the place of the request's span."""
    free = _is_free(context.now())
    first = select(R.table, R.tries, R.trace).where(free).order_by(R.asked, R.table).limit(1)
    async with context.db.read() as connection:
        found = (await connection.execute(first)).first()
    if found is None:
        return None
    mine = {"state": "working", "worker": context.bus.worker, "tries": R.tries + 1}
    async with context.db.write() as connection:
        claim = await connection.execute(
            update(schema.reviews)
            .where(R.table == found.table, free)
            .values(**mine, claimed_until=context.now() + CLAIM_SECONDS, done=0, of=0)
        )
    if claim.rowcount == 1 and found.tries < MOST_TRIES:
        return found.table, found.trace
    if claim.rowcount == 1:
        logger.error(
            "the review of table %s was given up: %d workers died", found.table, found.tries
        )
        await _change(context, found.table, over=True, **_failed(interrupted()))
    return None


def _is_free(now: float) -> ColumnElement[bool]:
    latest = now + CLAIM_SECONDS + SKEW_SECONDS
    unclaimed = (R.claimed_until <= now) | (R.claimed_until > latest)
    return (R.version == VERSION) & ((R.state == "waiting") | ((R.state == "working") & unclaimed))


async def _make(context: Context, name: str, trace: str | None, bell: asyncio.Event) -> None:
    table = await context.tables.get(name)
    assert table.play is not None
    given = table.row.setup, list(table.play.actions)
    progress: dict[str, Any] = {"done": 0, "of": 0}
    work = context.review_jobs.do(
        name, name, review_file, *given, hear=lambda done, of: progress.update(done=done, of=of)
    )
    begun = time.perf_counter()
    making = asyncio.create_task(_traced(name, trace, work))
    try:
        while not making.done():
            if not await _renewed(context, name, progress):
                return
            bell.clear()
            ringing = asyncio.create_task(_heard(bell, SIGN_SECONDS))
            await asyncio.wait((making, ringing), return_when=asyncio.FIRST_COMPLETED)
            ringing.cancel()
        outcome = _outcome(name, making)
        if await _change(context, name, over=outcome["state"] != "waiting", **outcome):
            seconds = time.perf_counter() - begun
            metrics.REVIEW_SECONDS.labels(outcome["state"]).observe(seconds)
    except asyncio.CancelledError:  # the server stops: another one begins at once
        await _change(context, name, **WAITING, tries=R.tries - 1)
        raise
    finally:
        making.cancel()


async def _traced(name: str, trace: str | None, work: Coroutine[Any, Any, bytes]) -> bytes:
    with spans.trace("review", after=trace, table=name):
        return await work


async def _renewed(context: Context, name: str, progress: dict[str, Any]) -> bool:
    """Say that it goes on. False: it is not this worker's any more."""
    until = context.now() + CLAIM_SECONDS
    try:
        return await _change(context, name, claimed_until=until, **progress)
    except Refused:  # the database is busy; the claim holds for some time
        return True


def _outcome(name: str, making: asyncio.Task[bytes]) -> dict[str, Any]:
    """What is to be stored of it."""
    try:
        return {"state": "done", "review": making.result()}
    except CarrozzaError as error:
        if error.code == IMPOSSIBLE:
            return {**_failed(error), "state": "impossible"}
        return WAITING if error.code == interrupted().code else _failed(error)
    except Exception:
        logger.exception("the review of table %s failed", name)
        return _failed(CarrozzaError("error", "Something went wrong on the server."))


def _failed(error: CarrozzaError) -> dict[str, Any]:
    problem = Problem(code=error.code, message=error.message)
    return {"state": "failed", "problem": encoded(problem)}


async def _change(context: Context, name: str, *, over: bool = False, **values: Any) -> bool:
    """Change the row of a review, as long as it is this worker's. Once it is over, nobody waits."""
    mine = (R.table == name) & (R.state == "working") & (R.worker == context.bus.worker)
    wishes = delete(schema.review_wishes).where(schema.review_wishes.c.table == name)
    async with context.db.write() as connection:
        changed = await connection.execute(update(schema.reviews).where(mine).values(**values))
        if over and changed.rowcount:
            await connection.execute(wishes)
    return changed.rowcount == 1
