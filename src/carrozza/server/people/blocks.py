"""Whom somebody wants nothing to do with. It is nobody else's business: the other one is told
nothing, and is refused only what might as well be refused for another reason.
"""

from typing import Any

import msgspec
from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.errors import Refused, unknown_person
from carrozza.server.people import kept_seats
from carrozza.server.people.names import guest_number
from carrozza.server.people.one_by_one import lock_person
from carrozza.server.storage import schema

MOST = 1000  # people that one may have blocked

A, B, F = schema.accounts.c, schema.blocks.c, schema.friends.c


class Blocked(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody I have blocked."""

    person: str
    name: str
    guest_number: int | None


def blocked_by(account: str) -> Select[Any]:
    """Whom this person has blocked."""
    return select(B.blocked).where(B.account == account)


def who_blocked(account: str) -> Select[Any]:
    """Who has blocked this person."""
    return select(B.account).where(B.blocked == account)


async def unheard_by(connection: AsyncConnection, account: str) -> set[str]:
    """Whom this person has blocked, or does not want to hear."""
    m = schema.mutes.c
    muted = select(m.muted).where(m.account == account)
    return set((await connection.execute(muted.union(blocked_by(account)))).scalars())


async def has_blocked(connection: AsyncConnection, account: str, other: str) -> bool:
    found = await connection.execute(blocked_by(account).where(B.blocked == other))
    return found.first() is not None


async def all_of(connection: AsyncConnection, account: str) -> list[Blocked]:
    rows = await connection.execute(
        select(A.id, A.name)
        .join(schema.blocks, B.blocked == A.id)
        .where(B.account == account)
        .order_by(B.at.desc())
    )
    return [Blocked(person=i, name=name, guest_number=guest_number(name)) for i, name in rows]


async def block(connection: AsyncConnection, account: str, other: str, now: float) -> None:
    """They are no friends any more. What the other one has asked stays, unseen, so that it does not
    vanish before their eyes."""
    if other == account:
        raise unknown_person()
    await lock_person(connection, account)  # who may be saying yes to them in another tab
    if await has_blocked(connection, account, other):
        return
    count = select(func.count()).where(B.account == account)
    if (await connection.execute(count)).scalar_one() >= MOST:
        raise Refused(409, "too_many_blocks", f"You can block {MOST} people at most.")
    try:
        await connection.execute(
            insert(schema.blocks).values(account=account, blocked=other, at=now)
        )
    except IntegrityError:
        raise unknown_person() from None
    first, second = sorted((account, other))
    theirs = (F.asker == other) & F.accepted.is_(None)
    await connection.execute(
        delete(schema.friends).where(F.first == first, F.second == second, ~theirs)
    )
    # Both ways, as at the end of any friendship: a seat that stayed kept would tell them.
    await kept_seats.lapse(connection, account, other)
    await kept_seats.lapse(connection, other, account)


async def unblock(connection: AsyncConnection, account: str, other: str) -> None:
    await connection.execute(delete(schema.blocks).where(B.account == account, B.blocked == other))


async def merge(connection: AsyncConnection, guest: str, account: str) -> None:
    """Whom the guest has blocked or does not want to hear, and who thinks so of the guest."""
    for table, other in ((schema.blocks, B.blocked), (schema.mutes, schema.mutes.c.muted)):
        for mine, others in ((table.c.account, other), (other, table.c.account)):
            known = table.alias()
            already = select(known.c[others.name]).where(known.c[mine.name] == account)
            await connection.execute(
                update(table)
                .where(mine == guest, others != account, others.not_in(already))
                .values({mine.name: account})
            )
