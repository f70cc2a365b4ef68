"""Makes the reviews that were asked for, the first one first.

What is to be done stands in the database. A worker claims a review for some seconds and renews that
while it is at it, so another takes over when it dies; and it stops when there is nothing left to
renew, because nobody waits any more or another worker has taken over.
"""

import asyncio
import contextlib
import logging
from typing import Any

from sqlalchemy import ColumnElement, delete, select, update

from carrozza.core.errors import CarrozzaError
from carrozza.review.model import VERSION
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.http.responses import Problem
from carrozza.server.storage import schema
from carrozza.server.tables.review_files import review_file
from carrozza.server.tables.table import encoded

CLAIM_SECONDS = 15.0  # without a sign of life, until another worker takes over
SIGN_SECONDS = 1.0  # between two of them
SKEW_SECONDS = 5.0  # by which the clocks of workers may differ; a later claim is no claim
MOST_TRIES = 3  # workers that may die of a review
IMPOSSIBLE = "not_learned"  # there will never be one, as long as the version is the same
R = schema.reviews.c

logger = logging.getLogger(__name__)


class Reviewer:
    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []
        self._bells: list[asyncio.Event] = []

    def start(self, context: Context) -> None:
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
            table = await _claim_next(context)
            if table is not None:
                await _make(context, table, bell)
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


async def _claim_next(context: Context) -> str | None:
    """A table whose review this worker is to make now."""
    free = _is_free(context.now())
    first = select(R.table, R.tries).where(free).order_by(R.asked, R.table).limit(1)
    async with context.db.read() as connection:
        found = (await connection.execute(first)).first()
    if found is None:
        return None
    async with context.db.write() as connection:
        claim = await connection.execute(
            update(schema.reviews)
            .where(R.table == found.table, free)
            .values(
                state="working",
                worker=context.bus.worker,
                claimed_until=context.now() + CLAIM_SECONDS,
                tries=R.tries + 1,
                done=0,
                of=0,
            )
        )
    return str(found.table) if claim.rowcount == 1 else None


def _is_free(now: float) -> ColumnElement[bool]:
    latest = now + CLAIM_SECONDS + SKEW_SECONDS
    unclaimed = (R.claimed_until <= now) | (R.claimed_until > latest)
    return (R.version == VERSION) & ((R.state == "waiting") | ((R.state == "working") & unclaimed))


async def _make(context: Context, name: str, bell: asyncio.Event) -> None:
    table = await context.tables.get(name)
    assert table.play is not None
    given = table.row.setup, list(table.play.actions)
    work = context.review_jobs.do(name, ("review", name), review_file, *given)
    making = asyncio.create_task(work)
    try:
        while not making.done():
            if not await _renewed(context, name):
                return
            bell.clear()
            ringing = asyncio.create_task(_heard(bell, SIGN_SECONDS))
            await asyncio.wait((making, ringing), return_when=asyncio.FIRST_COMPLETED)
            ringing.cancel()
        await _store(context, name, making)
    except asyncio.CancelledError:  # the server stops: another one begins it anew, at once
        await _change(context, name, state="waiting", claimed_until=0.0, tries=R.tries - 1)
        raise
    finally:
        making.cancel()


async def _renewed(context: Context, name: str) -> bool:
    """Say that it goes on. False: it is not this worker's any more."""
    try:
        return await _change(context, name, claimed_until=context.now() + CLAIM_SECONDS)
    except Refused:  # the database is busy; the claim holds for some time
        return True


async def _store(context: Context, name: str, making: asyncio.Task[bytes]) -> None:
    """What came of it; nobody has to wait any more."""
    outcome: dict[str, Any]
    try:
        outcome = {"state": "done", "review": making.result()}
    except CarrozzaError as error:
        problem = encoded(Problem(code=error.code, message=error.message))
        state = "impossible" if error.code == IMPOSSIBLE else "failed"
        outcome = {"state": state, "problem": problem}
    except Exception:
        logger.exception("the review of table %s failed", name)
        problem = encoded(Problem(code="error", message="Something went wrong on the server."))
        outcome = {"state": "failed", "problem": problem}
    await _change(context, name, over=True, **outcome)


async def _change(context: Context, name: str, *, over: bool = False, **values: Any) -> bool:
    """Change the row of a review, as long as it is this worker's."""
    mine = (R.table == name) & (R.state == "working") & (R.worker == context.bus.worker)
    async with context.db.write() as connection:
        changed = await connection.execute(update(schema.reviews).where(mine).values(**values))
        if over and changed.rowcount:
            wishes = delete(schema.review_wishes)
            await connection.execute(wishes.where(schema.review_wishes.c.table == name))
    return changed.rowcount == 1
