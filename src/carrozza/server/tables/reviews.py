"""Reviews of finished games: asking for one, giving it up, and how far it is.

What was asked for stands in the database, so it survives a crash, and whichever worker has time
makes it (see reviewer.py).
"""

import gzip

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.review.model import VERSION
from carrozza.server import spans
from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many
from carrozza.server.http.responses import Problem, ReviewState
from carrozza.server.play.executors import drawn
from carrozza.server.storage import schema
from carrozza.server.tables.table import Table

R, W = schema.reviews.c, schema.review_wishes.c
UNFINISHED = ("waiting", "working")
NONE = ReviewState(state="none", done=0, of=0, ahead=0, problem=None, review=None)


async def ask(context: Context, address: str, person: str, table: Table) -> None:
    """From now on this person waits for it, unless it is there already."""
    try:
        await _ask(context, address, person, table.id)
    except IntegrityError:  # somebody else has asked at the same moment
        await _ask(context, address, person, table.id)
    context.look_for_reviews()


async def _ask(context: Context, address: str, person: str, table: str) -> None:
    async with context.db.write() as connection:
        wanted = select(R.state).where(R.table == table, R.version == VERSION).with_for_update()
        state = (await connection.execute(wanted)).scalar()
        if state in ("done", "impossible"):
            return
        if state not in UNFINISHED:
            await _check_limits(context, connection, address, person)
            await _queue(context, connection, table)
        wish = {"table": table, "account": person}
        known = select(W.table).filter_by(**wish)
        if (await connection.execute(known)).first() is None:
            await connection.execute(insert(schema.review_wishes).values(wish))


async def _check_limits(
    context: Context, connection: AsyncConnection, address: str, person: str
) -> None:
    settings = context.settings
    if not settings.review_processes:
        raise Refused(409, "no_reviews", "This server makes no reviews.")
    waits = select(func.count()).select_from(schema.review_wishes).where(W.account == person)
    most = settings.reviews_per_person * settings.limits
    if (await connection.execute(waits)).scalar_one() >= most:
        problem = "You are waiting for other reviews. Ask again when one of them is done."
        raise Refused(429, "too_many_reviews", problem)
    if not await context.reviews.take(address, connection):
        raise too_many()


async def _queue(context: Context, connection: AsyncConnection, table: str) -> None:
    new = {
        "version": VERSION,
        "state": "waiting",
        "asked": context.now(),
        "tries": 0,
        "worker": None,
        "claimed_until": 0.0,
        "done": 0,
        "of": 0,
        "problem": None,
        "review": None,
        "trace": spans.here().place,
    }
    again = await connection.execute(update(schema.reviews).where(R.table == table).values(new))
    if again.rowcount == 0:
        await connection.execute(insert(schema.reviews).values(table=table, **new))


async def give_up(context: Context, person: str, table: Table) -> None:
    """This person does not wait for it any more. When nobody does, it is ended."""
    async with context.db.write() as connection:
        unfinished = (R.table == table.id) & R.state.in_(UNFINISHED)
        found = await connection.execute(select(R.table).where(unfinished).with_for_update())
        if found.first() is None:
            return
        gone = await connection.execute(
            delete(schema.review_wishes).where(W.table == table.id, W.account == person)
        )
        others = await connection.execute(select(W.account).where(W.table == table.id).limit(1))
        if gone.rowcount == 0 or others.first() is not None:
            return
        await connection.execute(delete(schema.reviews).where(unfinished))
    context.look_for_reviews()


async def look(context: Context, table: Table) -> tuple[ReviewState, bytes | None]:
    """How far it is, and the review as it is stored."""
    current = R.version == VERSION
    async with context.db.read() as connection:
        found = await connection.execute(select(schema.reviews).where(R.table == table.id, current))
        row = found.first()
        if row is None:
            return NONE, None
        ahead = 0
        if row.state == "waiting":
            earlier = (R.asked < row.asked) | ((R.asked == row.asked) & (R.table < table.id))
            before = (R.state == "working") | ((R.state == "waiting") & earlier)
            count = select(func.count()).select_from(schema.reviews).where(before, current)
            ahead = (await connection.execute(count)).scalar_one()
    problem = None if row.problem is None else msgspec.json.decode(row.problem, type=Problem)
    state = ReviewState(
        state=row.state, done=row.done, of=row.of, ahead=ahead, problem=problem, review=None
    )
    return state, row.review


async def answer(state: ReviewState, review: bytes | None) -> bytes:
    """A ReviewState with its review, as JSON."""
    return msgspec.json.encode(state) if review is None else await drawn(_with, state, review)


def _with(state: ReviewState, review: bytes) -> bytes:
    """What is stored is sent as it is, without being read."""
    found = msgspec.Raw(gzip.decompress(review))
    return msgspec.json.encode({**msgspec.structs.asdict(state), "review": found})
