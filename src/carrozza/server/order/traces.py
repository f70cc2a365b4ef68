"""What reports and the audit log hold of a person who is gone, or has become somebody else."""

from typing import Any

import msgspec
from sqlalchemy import delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.storage import schema

NOBODY = "—"
A, R, V, S = (t.c for t in (schema.audit, schema.reports, schema.report_voices, schema.sanctions))


async def forget(connection: AsyncConnection, account: str) -> None:
    """The log still says what was done and why, but not on whom or by whom."""
    await connection.execute(
        update(schema.audit).where(A.account == account).values(account=None, name=NOBODY)
    )
    await connection.execute(
        update(schema.audit).where(A.operator == account).values(operator=None, by=NOBODY)
    )
    await connection.execute(delete(schema.reports).where(R.account == account))
    near = await connection.execute(
        select(R.id, R.around).where(R.around.contains(f'"{account}"', autoescape=True))
    )
    for report, around in near.all():
        lines = [_without(line, account) for line in msgspec.json.decode(around)]
        text = msgspec.json.encode(lines).decode()
        await connection.execute(update(schema.reports).where(R.id == report).values(around=text))


def _without(line: dict[str, Any], account: str) -> dict[str, Any]:
    gone = {"person": None, "name": NOBODY, "guest_number": None, "text": "…"}
    return {**line, **gone} if line["person"] == account else line


async def merge(connection: AsyncConnection, guest: str, account: str) -> None:
    """What was reported of a guest, decided and asked, is now the account's."""
    mine, theirs = schema.sanctions.alias().c, schema.report_voices.alias().c
    longer = mine.until.is_(None) | (mine.until > S.until)
    await connection.execute(
        delete(schema.sanctions).where(
            S.account == account,
            S.until.is_not(None),
            exists().where(mine.account == guest, mine.kind == S.kind, longer),
        )
    )
    await connection.execute(
        update(schema.sanctions)
        .where(S.account == guest, ~exists().where(mine.account == account, mine.kind == S.kind))
        .values(account=account)
    )
    await connection.execute(
        update(schema.report_voices)
        .where(
            V.account == guest,
            ~exists().where(theirs.account == account, theirs.report == V.report),
        )
        .values(account=account)
    )
    for column in (R.account, A.account):
        await connection.execute(
            update(column.table).where(column == guest).values({column.name: account})
        )
