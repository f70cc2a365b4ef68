"""Whoever has very many alerts does not hold up those of others."""

from typing import Any

import pytest
from sqlalchemy import insert, select
from tests.server.receivers import hooks, until
from tests.server.support import Host, Person, serving
from tests.server.test_alerts import at_days, hook

from carrozza.server.alerts.post import AT_ONCE, OF_ONE_PERSON, Postman
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

# No worker sends anything by itself.
BY_HAND = {"alert_delay": 1e9, "alert_private": True, "sweep_seconds": 1e6}
A = schema.alerts.c


async def test_who_has_few_comes_before_who_has_many(db: str) -> None:
    async with serving(db, **BY_HAND) as host, hooks() as there:
        anna, bob, table = await at_days(host)
        await hook(anna, there, "discord")
        await hook(bob, there)
        await anna.post(f"/tables/{table}/start")
        await change(host, due=0.0)
        await copies(host, await person_id(anna), 3 * AT_ONCE)

        postman = Postman()
        await postman._round(host.context)
        await until(lambda: not postman._sending)
        paths = [taken.path for taken in there.taken]
        assert sorted(paths) == ["/discord"] * OF_ONE_PERSON + ["/webhook"]
        async with host.context.db.read() as connection:
            claimed = select(A.id).where(A.claim.is_not(None))
            assert not (await connection.execute(claimed)).all(), "none is held back"


async def person_id(person: Person) -> str:
    return str((await person.get("/me"))["id"])


async def change(host: Host, **values: Any) -> None:
    async with host.context.db.write() as connection:
        await connection.execute(schema.alerts.update().values(**values))


async def copies(host: Host, account: str, count: int) -> None:
    """As of many tables, all of them due for longer."""
    async with host.context.db.write() as connection:
        found = await connection.execute(select(schema.alerts).where(A.account == account))
        (row,) = found.mappings()
        more = [{**row, "id": f"{n}.{row['id']}", "due": -1.0} for n in range(count)]
        await connection.execute(insert(schema.alerts), more)
