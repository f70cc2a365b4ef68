"""Who does two things at once, in two tabs, does one after the other."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.storage import schema

A = schema.accounts.c


async def lock_person(connection: AsyncConnection, person: str) -> None:
    """Nothing else that calls this is done for the person until the transaction ends. Others may
    still refer to them: of two who act on each other, neither waits."""
    await connection.execute(select(A.id).where(A.id == person).with_for_update(key_share=True))
