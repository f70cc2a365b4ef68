"""What attackers try with friends, blocks, mutes, names and the ids of other people."""

import asyncio
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy
from tests.server.acquaintances import become_friends, id_of, people, store
from tests.server.support import Person, serving
from tests.server.test_admin import admin
from tests.server.test_people import PASSWORD, rows

from carrozza.server.people import blocks, farewell
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

ODD = ("%00", "%ff", "%ED%A0%80", "%25", "'")
MOMENT = 1.0  # seconds in which what waits for nobody is done


async def sign_in(guest: Person, name: str) -> None:
    await guest.post("/session/sign-in", {"name": name, "password": PASSWORD})


async def test_nobody_is_heard_again_by_signing_in(db: str) -> None:
    """A guest who was muted or blocked becomes somebody with an account, while it is told live."""
    async with serving(db) as host:
        anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
        muted, blocked = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa", "players": 4}))["id"]
        for guest in (muted, blocked):
            await guest.post(f"/tables/{table}/join", {})
        await anna.ask("PUT", f"/me/mutes/{await id_of(muted)}", {"on": True})
        await anna.ask("PUT", f"/me/blocks/{await id_of(blocked)}")
        await muted.ask("PUT", f"/me/mutes/{await id_of(carla)}", {"on": True})
        async with anna.socket(table) as hers:
            await hers.wait_for("welcome")
            for guest, name in ((muted, "Bruno"), (blocked, "Carla")):
                await sign_in(guest, name)
                async with guest.socket(table) as socket:
                    await socket.send(type="say", text="unheard")
                    await socket.wait_for("said")
            await hers.send(type="say", text="heard")
            assert (await hers.wait_for("said"))["line"]["text"] == "heard"
        kept = {(row["account"], row["muted"]) for row in rows(db, schema.mutes)}
        assert kept == {
            (await id_of(anna), await id_of(bruno)),
            (await id_of(bruno), await id_of(carla)),
        }


async def test_nobody_is_muted_for_less_time_by_signing_in(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        operator, bruno, carla, dino = await people(host, "Anna", "Bruno", "Carla", "Dino")
        await admin("operator", "Anna", "--db", sqlite_db)
        now = time.time()
        ends = {"Bruno": now - 1, "Carla": now + 60, "Dino": None}  # lapsed, soon, never
        for person, until in zip((bruno, carla, dino), ends.values(), strict=True):
            values = {"account": await id_of(person), "kind": "mute", "reason": "x", "since": 0.0}
            store(sqlite_db, sqlalchemy.insert(schema.sanctions).values(**values, until=until))
        for name in ends:
            guest = host.person()
            await guest.post("/session")
            measure = {"reason": "Insults", "hours": 24}
            await operator.post(f"/operator/people/{await id_of(guest)}/mute", measure)
            await sign_in(guest, name)
            told = (await guest.get("/me"))["muted"]
            if name == "Dino":
                assert told["until"] is None
            else:
                assert told["until"] > now + 3600.0, name


async def test_who_is_blocked_meanwhile_is_no_friend(db: str) -> None:
    """One says yes in one tab, and blocks in another."""
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        her, his = await id_of(anna), await id_of(bruno)
        await bruno.post("/me/friends", {"person": her})
        for path, body in ((f"/me/friends/{his}/accept", None), ("/me/friends", {"person": his})):
            async with host.context.db.write() as connection:
                await blocks.block(connection, her, his, 1.0)
                yes = asyncio.create_task(anna.http.post(path, json=body))
                await asyncio.wait((yes,), timeout=MOMENT)
            assert (await yes).status_code in (404, 409)
            assert all(row["accepted"] is None for row in rows(db, schema.friends))
            await anna.ask("DELETE", f"/me/blocks/{his}")


async def test_two_tabs_may_block_the_same(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        her, his = await id_of(anna), await id_of(bruno)
        async with host.context.db.write() as connection:
            await blocks.block(connection, her, his, 1.0)
            again = asyncio.create_task(anna.http.put(f"/me/blocks/{his}"))
            await asyncio.wait((again,), timeout=MOMENT)
        assert (await again).status_code == 204


async def test_who_goes_meanwhile_is_not_there(db: str) -> None:
    """Neither to be asked nor to be invited."""
    async with serving(db) as host:
        anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
        await become_friends(anna, carla)
        table = (await anna.post("/tables", {"game": "usa", "players": 2}))["id"]
        him, her = await id_of(bruno), await id_of(carla)
        for gone, method, path, body in (
            (him, "POST", "/me/friends", {"person": him}),
            (her, "PUT", f"/tables/{table}/invitations/{her}", None),
        ):
            async with host.context.db.write() as connection:
                await farewell.forget(connection, gone, 1.0)
                ask = asyncio.create_task(anna.http.request(method, path, json=body))
                await asyncio.wait((ask,), timeout=MOMENT)
            reply = await ask
            assert reply.json()["code"] in ("unknown_person", "no_friend"), reply.text


async def test_nobody_is_called_what_another_is_known_by(db: str) -> None:
    """Or an operator who types that name would act on the other one."""
    async with serving(db) as host:
        anna, eve = await people(host, "Anna", "Eve")
        her = await id_of(anna)
        for name in (her, her.upper()):
            assert (await eve.ask("PATCH", "/me", {"name": name}, 409))["code"] == "name_taken"
        await anna.ask("PATCH", "/me", {"name": her})


async def test_odd_addresses_are_no_errors_of_ours(postgres_db: str) -> None:
    """Whatever stands in the place of an id, a name or a number, also for operators."""
    async with serving(postgres_db) as host:
        (anna,) = await people(host, "Anna")
        await admin("operator", "Anna", "--db", postgres_db)
        described = (await anna.get("/openapi.json"))["paths"]
        failed, asked = [], 0
        for odd in ODD:
            for method, url in _addresses(described, odd):
                body = {"reason": "x"} if "/operator/" in url else {}
                reply = await anna.http.request(method, url, json=body)
                asked += 1
                if reply.status_code >= 500:
                    failed.append((method, url, reply.text))
        assert failed == []
        assert asked > 60 * len(ODD)


def _addresses(described: dict[str, dict[str, Any]], odd: str) -> Iterator[tuple[str, str]]:
    """All with something to fill in, once with numbers where there must be some."""
    for path, methods in described.items():
        for method, operation in methods.items():
            given = [p["name"] for p in operation.get("parameters", ()) if p["in"] == "query"]
            query = "&".join(f"{name}={odd}" for name in given)
            right = re.sub(r"\{(players|seat|number)\}", "2", path.removeprefix("/api/v1"))
            filled = {
                re.sub(r"\{\w+\}", odd, place) for place in (path.removeprefix("/api/v1"), right)
            }
            for url in filled if "{" in path or given else ():
                yield from ((method.upper(), place) for place in {url, f"{url}?{query}"})
