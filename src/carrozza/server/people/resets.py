"""One-time links that set a new password: whoever has one may. Only a hash of each is stored."""

import secrets
from hashlib import sha256

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.storage import schema

BY_MAIL = 3600.0  # seconds for which they hold
BY_OPERATOR = 24 * BY_MAIL


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


async def void(connection: AsyncConnection, account: str) -> None:
    """No link of this account holds any longer."""
    await connection.execute(delete(schema.resets).where(schema.resets.c.account == account))
