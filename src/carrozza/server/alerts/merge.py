"""A guest who signs in to an account brings alerts along."""

import msgspec
from sqlalchemy import delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.alerts.push import Subscription
from carrozza.server.people.one_by_one import lock_person
from carrozza.server.storage import schema

MOST_TARGETS = 12  # of one person

G = schema.alert_targets.c


async def merge_alerts(connection: AsyncConnection, guest: str, account: str) -> None:
    """What the guest chose holds where the account has chosen nothing."""
    for table in (schema.alert_choices, schema.alert_tables):
        taken = table.alias()
        mine = [taken.c.account == account]
        if table is schema.alert_tables:
            mine.append(taken.c.table == table.c.table)
        await connection.execute(
            update(table)
            .where(table.c.account == guest, ~exists().where(*mine))
            .values(account=account)
        )
    await _merge_targets(connection, guest, account)
    await connection.execute(
        update(schema.alerts).where(schema.alerts.c.account == guest).values(account=account)
    )


async def _merge_targets(connection: AsyncConnection, guest: str, account: str) -> None:
    """Nothing twice, and no more than one person may have."""
    await lock_person(connection, account)  # nobody else gives this person a target meanwhile
    wanted = select(G.id, G.account, G.kind, G.address).where(G.account.in_((guest, account)))
    rows = (await connection.execute(wanted.order_by(G.created, G.id))).all()
    known = {place_of(row.kind, row.address) for row in rows if row.account == account}
    room = MOST_TARGETS - sum(row.account == account for row in rows)
    for row in rows:
        if row.account == account:
            continue
        place = place_of(row.kind, row.address)
        if place in known or room <= 0:
            await connection.execute(delete(schema.alert_targets).where(G.id == row.id))
            continue
        change = update(schema.alert_targets).where(G.id == row.id)
        await connection.execute(change.values(account=account))
        known.add(place)
        room -= 1


def place_of(kind: str, address: str) -> tuple[str, str]:
    """The same for the same target; a browser may have new keys for its old address."""
    if kind == "push":
        return kind, msgspec.json.decode(address, type=Subscription).endpoint
    return kind, address
