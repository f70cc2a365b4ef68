"""Friends: asking, accepting, declining, ending. Two people have one row, so that of two who act at
once the second finds what the first has done.

Who is declined, or asks somebody who has blocked them, is not told: the question stays open.
"""

from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Row, case, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many, unknown_person
from carrozza.server.ids import is_id
from carrozza.server.people import kept_seats
from carrozza.server.people.blocks import blocked_by, has_blocked
from carrozza.server.people.names import clean_name, folded
from carrozza.server.people.one_by_one import lock_person
from carrozza.server.people.sessions import Person
from carrozza.server.storage import schema

MOST = 200  # friends of one person, and questions of theirs that wait for an answer

F, A = schema.friends.c, schema.accounts.c
Relation = Literal["me", "none", "asked", "asks", "friends", "blocked"]


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has asked me, or whom I have asked."""

    person: str
    name: str
    at: float


async def ask(context: Context, person: Person, other: str | None, name: str | None) -> None:
    """Ask somebody, by id or by name. If they have asked before, that is a yes."""
    if person.guest:
        raise Refused(403, "friends_account", "Friends are for people with an account.")
    async with context.db.write() as connection:
        other = await _holder(connection, other, name)
        if other == person.id:
            raise Refused(409, "that_is_you", "That is you.")
        await lock_person(connection, person.id)  # who may be blocking them in another tab
        if await has_blocked(connection, person.id, other):
            raise Refused(409, "you_blocked", "You have blocked this person.")
        found = await _row(connection, person.id, other)
        if found is not None and (found.accepted is not None or found.asker == person.id):
            return
        if not await context.asks.take(person.id, connection):
            raise too_many()
        if not await context.asks_again.take(f"{person.id} {other}", connection):
            raise too_many()
        await _check_room(connection, person.id)
        await _ask_or_accept(connection, person.id, other, context.now())


async def accept(context: Context, person: Person, other: str) -> None:
    async with context.db.write() as connection:
        await lock_person(connection, person.id)
        found = await _row(connection, person.id, other)
        if found is None or await has_blocked(connection, person.id, other):
            raise _not_asked()
        if found.accepted is not None:
            return
        if found.asker == person.id:
            raise _not_asked()
        await _check_room(connection, person.id)
        await _ask_or_accept(connection, person.id, other, context.now())


async def decline(context: Context, person: Person, other: str) -> None:
    """Whoever has asked may wait for ever."""
    async with context.db.write() as connection:
        declined = await connection.execute(
            update(schema.friends)
            .where(_of(person.id, other), F.asker == other, F.accepted.is_(None))
            .values(declined=context.now())
        )
        if not declined.rowcount:
            raise _not_asked()


async def end(context: Context, person: Person, other: str) -> None:
    """No friends any more, or not asked any more; invitations to tables go with it."""
    async with context.db.write() as connection:
        await connection.execute(
            delete(schema.friends).where(
                _of(person.id, other), or_(F.accepted.is_not(None), F.asker == person.id)
            )
        )
        await kept_seats.lapse(connection, person.id, other)
        await kept_seats.lapse(connection, other, person.id)


async def are_friends(connection: AsyncConnection, one: str, other: str) -> bool:
    found = await _row(connection, one, other)
    return found is not None and found.accepted is not None


async def relation(connection: AsyncConnection, person: str | None, other: str) -> Relation:
    """What somebody else is to this person, as far as this person knows."""
    if person is None:
        return "none"
    if person == other:
        return "me"
    if await has_blocked(connection, person, other):
        return "blocked"
    found = await _row(connection, person, other)
    if found is None:
        return "none"
    if found.accepted is not None:
        return "friends"
    if found.asker == person:
        return "asked"
    return "none" if found.declined is not None else "asks"


async def asks(connection: AsyncConnection, person: str) -> list[Ask]:
    """Who waits for this person's answer."""
    waiting = F.accepted.is_(None) & F.declined.is_(None) & (F.asker != person)
    return await _asks(connection, person, waiting & F.asker.not_in(blocked_by(person)))


async def how_many_ask(connection: AsyncConnection, person: str) -> int:
    return len(await asks(connection, person))


async def asked(connection: AsyncConnection, person: str) -> list[Ask]:
    """Whose answer this person waits for."""
    return await _asks(connection, person, F.accepted.is_(None) & (F.asker == person))


async def _asks(connection: AsyncConnection, person: str, where: ColumnElement[bool]) -> list[Ask]:
    rows = await connection.execute(
        select(A.id, A.name, F.asked)
        .join(schema.friends, A.id == other_of(person))
        .where(is_in(person), where)
        .order_by(F.asked.desc(), A.id)
    )
    return [Ask(person=i, name=name, at=at) for i, name, at in rows]


def is_in(person: str) -> ColumnElement[bool]:
    return or_(F.first == person, F.second == person)


def other_of(person: str) -> ColumnElement[str]:
    return case((F.first == person, F.second), else_=F.first)


def _of(one: str, other: str) -> ColumnElement[bool]:
    first, second = sorted((one, other))
    return (F.first == first) & (F.second == second)


async def _row(connection: AsyncConnection, one: str, other: str) -> Row[Any] | None:
    found = await connection.execute(select(schema.friends).where(_of(one, other)))
    return found.first()


async def _holder(connection: AsyncConnection, other: str | None, name: str | None) -> str:
    """The account that is meant."""
    if other is not None and not is_id(other):
        raise unknown_person()
    same = A.id == other if other is not None else A.login == folded(clean_name(name or ""))
    found = (await connection.execute(select(A.id).where(same, A.login.is_not(None)))).scalar()
    if found is None:
        raise unknown_person()
    return str(found)


async def _check_room(connection: AsyncConnection, person: str) -> None:
    mine = is_in(person) & or_(F.accepted.is_not(None), F.asker == person)
    count = await connection.execute(select(func.count()).where(mine))
    if count.scalar_one() >= MOST:
        raise Refused(409, "too_many_friends", f"You can have {MOST} friends at most.")


async def _ask_or_accept(connection: AsyncConnection, person: str, other: str, now: float) -> None:
    """In one statement: whoever comes second, with the same question, says yes."""
    kind = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    first, second = sorted((person, other))
    theirs = (F.asker == other) & F.accepted.is_(None)
    asked_or_accepted = (
        kind(schema.friends)
        .values(first=first, second=second, asker=person, asked=now)
        .on_conflict_do_update(
            index_elements=["first", "second"],
            set_={"accepted": case((theirs, now), else_=F.accepted), "declined": None},
            where=theirs,
        )
    )
    try:
        await connection.execute(asked_or_accepted)
    except IntegrityError:  # one of the two is gone meanwhile
        raise unknown_person() from None


def _not_asked() -> Refused:
    return Refused(404, "not_asked", "This person has not asked you.")
