"""The ways into an account: a password, passkeys, links to providers. One always stays."""

from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.errors import Refused
from carrozza.server.storage import schema

A, K, I = schema.accounts.c, schema.passkeys.c, schema.identities.c  # noqa: E741


async def lock(connection: AsyncConnection, account: str) -> bool:
    """Nobody else takes a way away until this transaction ends. Whether there is such a person."""
    locked = select(A.id).where(A.id == account).with_for_update()
    return (await connection.execute(locked)).first() is not None


async def check_one_left(
    connection: AsyncConnection, account: str, issuers: Collection[str]
) -> None:
    """Refuse what has just taken the last one away. `issuers`: of providers still offered."""
    password = select(func.count()).where(A.id == account, A.password.is_not(None))
    keys = select(func.count()).where(K.account == account)
    links = select(func.count()).where(I.account == account, I.issuer.in_(issuers))
    for ways in (password, keys, links):
        if (await connection.execute(ways)).scalar_one():
            return
    problem = "You could not sign in any more. Add another way first."
    raise Refused(409, "last_way", problem)
